import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Credentials } from '../../src/api/credentials.ts';

/** What a careless or hostile service sends back: the credentials, and text that wants to run. */
export interface EchoService {
  readonly url: string;
  /** Calls in their order, as `summary`, `start`, or `status`. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

const hostile = [
  '[click](command:workbench.action.closeAllEditors)',
  '<img src=x onerror=alert(1)>',
  '$(flame)',
  '\u202e0x',
];

/** Answers every call of the contract, each field with the credentials in all their forms. */
export async function startEchoService(credentials: Credentials): Promise<EchoService> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const { kind, body } = answerTo(request, credentials, calls.length);
    calls.push(kind);
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-echo', request.headers.authorization ?? '');
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answerTo(
  { url = '', headers }: IncomingMessage,
  { tenantId, apiKey }: Credentials,
  index: number,
): { readonly kind: string; readonly body: string } {
  const header = headers.authorization ?? '';
  const echo = [
    ...[tenantId, apiKey, `${tenantId}:${apiKey}`, header],
    ...[tenantId, apiKey].map((text) => Buffer.from(text).toString('base64')),
    ...[apiKey, header].map(encodeURIComponent),
    ...hostile,
  ];
  if (url.includes('/summary/')) {
    const facts = { balance: 1, usd_balance: 2, tx_total: 3, is_contract: false, last_activity: 0 };
    return { kind: 'summary', body: JSON.stringify({ ...facts, echo }) };
  }
  if (url.includes('/risk_score/')) return { kind: 'start', body: `job.${tenantId}.${index}` };
  const detail = Object.fromEntries(echo.map((text, at) => [`${at} ${text}`, { share: text }]));
  const score = { risk_score: 7, raw_risk_score: detail, tenant_id: tenantId, hash: echo.join() };
  return { kind: 'status', body: JSON.stringify({ risk_score: score }) };
}
