type Headers = Readonly<Record<string, string>>;
/** Request line, what is special about it, its headers, the status of the answer. */
export type RefusalCase = readonly [string, string, Headers, number];

/** The sample service's refusals and their order of precedence, with the calls that come near one. */
export function refusals(given: {
  /** An EVM address. */
  readonly address: string;
  readonly good: Headers;
  readonly revoked: Headers;
  readonly unknownKey: Headers;
  readonly unknownTenant: Headers;
}): readonly RefusalCase[] {
  const { address, good, revoked, unknownKey, unknownTenant } = given;
  const start = `/risk/api/${address}/risk_score/chain=ethereum&aggregator=money`;
  const status = '/risk/api/risk_score?job_id=';
  const summary = `/evm/api/${address}/summary/?chain=ethereum`;
  return [
    [`POST ${start}`, 'no credentials', {}, 401],
    [`POST ${start}`, 'another scheme', { Authorization: 'Bearer abc' }, 401],
    [`POST ${start}`, 'no base64', { Authorization: 'Basic %%%' }, 401],
    [`POST ${start}`, 'no colon', { Authorization: 'Basic YWJj' }, 401],
    [`POST ${start}`, 'no UTF-8', { Authorization: 'Basic /zrA' }, 401],
    [`POST ${start}`, 'an unknown tenant', unknownTenant, 401],
    [`POST ${start}`, 'an unknown key', unknownKey, 401],
    [`POST ${start}`, 'a revoked key', revoked, 403],
    [`GET ${status}x`, 'no credentials', {}, 401],
    [`GET ${status}x`, 'an unknown tenant', unknownTenant, 401],
    [`GET ${status}x`, 'an unknown key', unknownKey, 401],
    [`GET ${status}x`, 'a revoked key', revoked, 403],
    [`POST ${summary}`, 'no credentials', {}, 401],
    [`POST ${summary}`, 'an unknown tenant', unknownTenant, 404],
    [`POST ${summary}`, 'an unknown key', unknownKey, 401],
    [`POST ${summary}`, 'a revoked key', revoked, 403],
    ['POST /evm/api/x/summary/?chain=x', 'a revoked key before bad parameters', revoked, 403],
    ['POST /evm/api/x/summary/?chain=ethereum', 'a malformed address', good, 422],
    [`POST /evm/api/${address}/summary/?chain=nowhere`, 'an unknown chain', good, 422],
    [`POST /evm/api/${address}/summary/`, 'no chain', good, 422],
    [`POST /evm/api/${address}/summary/?chain=ethereum&chain=bsc`, 'two chains', good, 422],
    [`POST /evm/api/${address}/summary/?chain=%zz`, 'a bad percent sign', good, 422],
    ['POST /evm/api//summary/?chain=ethereum', 'an empty address', good, 422],
    ['POST /evm/api/../summary/?chain=ethereum', 'dots for an address', good, 422],
    ['POST /evm/api/%2e%2e/summary/?chain=ethereum', 'encoded dots', good, 422],
    ['POST /evm/api/../../risk/api/x/summary/?chain=ethereum', 'a climbing path', good, 404],
    ['POST /risk/api/../risk_score/chain=ethereum', 'dots for an address', good, 422],
    [`POST /risk/api/${address}%2f/risk_score/chain=ethereum`, 'an encoded slash', good, 422],
    [`POST /risk/api/${address}/risk_score/chain=nowhere`, 'an unknown chain', good, 422],
    [`POST /risk/api/${address}/risk_score/`, 'no pairs', good, 422],
    [`POST ${start}2`, 'an unknown aggregator', good, 422],
    [`POST /risk/api/${address}/risk_score/chain=ethereum&aggregator=`, 'no name', good, 422],
    ['GET /risk/api/risk_score?job_id=', 'an empty job_id', good, 422],
    ['GET /risk/api/risk_score?job_id=a%0ab', 'a line break in job_id', good, 422],
    [`GET ${status}risk_score_result_connection-check`, 'no such job', good, 404],
    ['GET /', 'an unknown path', good, 404],
    [`POST /evm/api/${address}/summary?chain=ethereum`, 'no slash before the query', good, 404],
    [`POST /risk/api/${address}/risk_score?chain=ethereum`, 'pairs in the query', good, 404],
    ['GET /risk/api/risk_score/?job_id=x', 'a slash too many', good, 404],
    [`GET ${summary}`, 'GET for POST', good, 405],
    [`POST ${status}x`, 'POST for GET', good, 405],
    [`OPTIONS ${summary}`, 'OPTIONS', {}, 405],
    [`POST ${summary}`, 'a foreign host', { ...good, Host: 'rebound.example' }, 400],
    [`POST ${summary}`, 'a web page', { ...good, Origin: 'https://page.example' }, 403],
    [
      `POST ${summary}`,
      'a page on this machine',
      { ...good, Origin: 'http://localhost:3000' },
      403,
    ],
    [`POST ${summary}`, 'an opaque origin', { ...good, Origin: 'null' }, 403],
    [`GET ${status}x`, 'an image in a page', { ...good, 'Sec-Fetch-Site': 'cross-site' }, 403],
    [`GET ${status}x`, 'a neighbor', { ...good, 'Sec-Fetch-Site': 'same-site' }, 403],
    [`POST ${summary}`, 'localhost', { ...good, Host: 'LocalHost:1' }, 200],
    [`POST ${start}`, 'a lower-case scheme', lowerCased(good), 200],
  ];
}

function lowerCased(headers: Headers): Headers {
  return { authorization: (headers['Authorization'] ?? '').replace('Basic', 'basic') };
}
