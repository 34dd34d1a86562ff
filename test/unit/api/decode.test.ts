import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { env } from 'node:process';
import fc from 'fast-check';
import { decodeJobId, decodeRiskScore } from '../../../src/api/decode.ts';
import { decodeSummary, decodeSummaryAnswer } from '../../../src/api/summaryFields.ts';
import { parseExactJson } from '../../../src/api/exactJson.ts';

const summary =
  '{"balance": 0.10, "usd_balance": 12345678901234567890.5, "tx_total": 9007199254740993,' +
  ' "is_contract": false, "last_activity": 1700000000, "later": 1}';

/** `[1,1,…]`, with as many values as are requested, the array among them. */
const manyValues = (count: number): string => `[${'1,'.repeat(count - 2)}1]`;

/** `test/long` has more. */
const numRuns = Number(env['ADDRESS_RISK_RUNS'] ?? 5_000);

describe('a body of many values', () => {
  it('is parsed up to 100,000 values, not beyond (hazard 51)', () => {
    // One more is counted: an array may be empty.
    assert.notEqual(parseExactJson(manyValues(99_999)), undefined);
    assert.equal(parseExactJson(manyValues(100_001)), undefined);
    assert.equal(parseExactJson(manyValues(2_000_000)), undefined);
    assert.notEqual(parseExactJson(`"${','.repeat(200_000)}"`), undefined, 'a string is one value');
    assert.equal(parseExactJson(`"${'x'.repeat(4 * 1024 * 1024)}"`), undefined);
  });

  it('is an unreadable score, so what was paid for is kept', () => {
    const score = decodeRiskScore(`{"risk_score":{"raw_risk_score":${manyValues(200_000)}}}`);
    assert.equal(score?.isTooBig, true);
    assert.equal(score.score.state, 'unreadable');
  });

  it('is a score however its beginning is spaced, and only if it is a score', () => {
    const values = manyValues(100_001);
    for (const beginning of [
      '{"risk_score":{',
      '\uFEFF\n{\n  "risk_score" : \t{',
      ' { "risk_score":{',
    ]) {
      assert.equal(decodeRiskScore(`${beginning}"a":${values}}}`)?.isTooBig, true, beginning);
    }
    for (const beginning of [
      '{"error":{',
      '{"risk_score":[{',
      'x{"risk_score":{',
      '{x"risk_score":{',
    ]) {
      assert.equal(decodeRiskScore(`${beginning}"a":${values}}}`), undefined, beginning);
    }
  });
});

describe('address summary', () => {
  it('keeps the digits that were sent', () => {
    assert.deepEqual(decodeSummary(summary), {
      balance: { state: 'given', value: '0.10' },
      usdBalance: { state: 'given', value: '12345678901234567890.5' },
      transactions: { state: 'given', value: '9007199254740993' },
      isContract: { state: 'given', value: false },
      lastActivity: { state: 'given', value: 1_700_000_000 },
    });
  });

  it('distinguishes zero, missing, and unreadable', () => {
    const read = decodeSummary('{"balance":0,"usd_balance":"0","tx_total":1.5,"last_activity":0}');
    assert.deepEqual(read?.balance, { state: 'given', value: '0' });
    assert.deepEqual(read.usdBalance, { state: 'unreadable', text: '0' });
    assert.deepEqual(read.transactions, { state: 'unreadable', text: '1.5' });
    assert.deepEqual(read.isContract, { state: 'absent' });
    assert.deepEqual(read.lastActivity, { state: 'given', value: 0 });
  });

  for (const [value, state] of [
    ['1230768000', 'given'], // 2009-01-01
    ['1230767999', 'unreadable'],
    ['4133980799', 'given'], // 2100-12-31
    ['4133980800', 'unreadable'],
    ['1700000000000', 'unreadable'], // milliseconds
    ['-1', 'unreadable'],
    ['1e400', 'unreadable'],
    ['null', 'absent'],
  ] as const) {
    it(`reads a last activity of ${value} as ${state} (hazards 52, 53)`, () => {
      assert.equal(decodeSummary(`{"last_activity":${value}}`)?.lastActivity.state, state);
    });
  }

  for (const body of ['', 'null', '[]', '1', '"a"', '<html>', '{"balance":1', '\u0000']) {
    it(`does not accept ${JSON.stringify(body)} as a summary`, () =>
      assert.equal(decodeSummary(body), undefined));
  }

  it('is not confused by names of the prototype (hazard 50)', () => {
    const read = decodeSummary('{"__proto__":{"balance":1},"constructor":2}');
    assert.deepEqual(read?.balance, { state: 'absent' });
    assert.equal(({} as Record<string, unknown>)['balance'], undefined);
  });
});

describe('risk score', () => {
  it('reads what the spec shows, and keeps details it does not describe', () => {
    const read = decodeRiskScore(
      '{"risk_score":{"address":"0xA","chain":"eth","risk_score":42.10,' +
        '"raw_risk_score":{"__proto__":{"share":1e2}},"created_at":"2026-01-02T03:04:05.678Z"}}',
    );
    assert.deepEqual(read?.score, { state: 'given', value: '42.10' });
    assert.deepEqual(read.createdAt, { state: 'given', value: '2026-01-02T03:04:05.678Z' });
    assert.equal(read.rawRiskScore.state, 'given');
    assert.deepEqual(Object.keys(read.rawRiskScore.value ?? {}), ['__proto__']);
  });

  it('reads each text under its own name', () => {
    const names = {
      ...{ address: 'address', chain: 'chain', createdBy: 'created_by', id: 'id', hash: 'hash' },
      ...{ creatorName: 'creator_display_name', graphFileName: 'graph_file_name' },
    } as const;
    for (const [key, name] of Object.entries(names)) {
      const read = decodeRiskScore(JSON.stringify({ risk_score: { [name]: 'text' } }));
      const given = Object.entries(read ?? {}).filter(
        ([, field]) => (field as { state?: string }).state === 'given',
      );
      assert.deepEqual(given, [[key, { state: 'given', value: 'text' }]]);
    }
  });

  it('keeps the text of a time that it cannot read', () => {
    const read = decodeRiskScore('{"risk_score":{"risk_score":1,"created_at":"yesterday"}}');
    assert.deepEqual(read?.createdAt, { state: 'unreadable', text: 'yesterday' });
    const long = decodeRiskScore(`{"risk_score":{"created_at":"${'x'.repeat(200)}"}}`);
    assert.deepEqual(long?.createdAt, { state: 'unreadable', text: 'x'.repeat(80) });
  });

  for (const body of ['{}', '{"risk_score":5}', '{"risk_score":null}', '{"risk_score":[]}']) {
    it(`does not accept ${body} as a score`, () => assert.equal(decodeRiskScore(body), undefined));
  }

  it('distinguishes a missing score from zero', () => {
    assert.deepEqual(decodeRiskScore('{"risk_score":{}}')?.score, { state: 'absent' });
    assert.deepEqual(decodeRiskScore('{"risk_score":{"risk_score":0}}')?.score, {
      state: 'given',
      value: '0',
    });
  });
});

describe('job ID of a start call (hazards 15, 49)', () => {
  const id = 'risk_score_result_eth.0xA.b5a5.c6b6.money';
  for (const body of [
    id,
    `  ${id}\r\n`,
    `\uFEFF${id}`,
    JSON.stringify(id),
    JSON.stringify({ job_id: id }),
    JSON.stringify({ job_id: id, status: 'queued' }, null, 2),
  ]) {
    it(`is read from ${JSON.stringify(body)}`, () => assert.equal(decodeJobId(body), id));
  }

  for (const bare of ['job[1]', 'job{1}', 'job<1>', 'job"1"']) {
    it(`may have brackets and quotes after its beginning: ${bare}`, () =>
      assert.equal(decodeJobId(bare), bare));
  }

  for (const body of [
    '',
    ' ',
    '""',
    '"a b"',
    'two words',
    'a\u0000b',
    '{}',
    '{"job_id":1}',
    '{"job_id":null}',
    '{"job_id":""}',
    '{"id":"a"}',
    '[]',
    '["a"]',
    'null',
    'true',
    '12',
    '<html></html>',
    '{"job_id":"a"',
    '"a',
    'x'.repeat(513),
    'naïve',
  ]) {
    it(`is not read from ${JSON.stringify(body.slice(0, 20))}`, () =>
      assert.equal(decodeJobId(body), undefined));
  }

  it('never throws, and returns printable text or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (body) => {
        const read = decodeJobId(body);
        return read === undefined || /^[\x21-\x7e]{1,512}$/.test(read);
      }),
      { numRuns, seed: 1 },
    );
  });
});

/** The numbers of row 52 as possible figures, and how each is shown. */
const figures: readonly (readonly [string, 'given' | 'unreadable' | 'absent', string?])[] = [
  ['0', 'given', '0'],
  ['-0', 'given', '-0'],
  ['0.10', 'given', '0.10'],
  ['9007199254740993', 'given', '9007199254740993'],
  ['1e308', 'given', '1e308'],
  ['1e400', 'unreadable', '1e400'],
  ['-1e400', 'unreadable', '-1e400'],
  ['"5"', 'unreadable', '5'],
  ['"NaN"', 'unreadable', 'NaN'],
  ['true', 'unreadable', 'true'],
  ['[1]', 'unreadable', '[…]'],
  ['{}', 'unreadable', '{…}'],
  ['null', 'absent'],
];

describe('a figure', () => {
  for (const [json, state, text] of figures) {
    it(`sent as ${json} is ${state}, with its text (hazard 52)`, () => {
      const summary = decodeSummary(`{"balance":${json},"usd_balance":${json}}`);
      const risk = decodeRiskScore(`{"risk_score":{"risk_score":${json}}}`);
      const expected =
        state === 'given'
          ? { state, value: text }
          : state === 'absent'
            ? { state }
            : { state, text };
      assert.deepEqual(
        [summary?.balance, summary?.usdBalance, risk?.score],
        [expected, expected, expected],
      );
    });
  }

  for (const literal of ['NaN', 'Infinity', '-Infinity', '01', '+1', '.5', '0x10']) {
    it(`is never ${literal}: no JSON (hazard 52)`, () => {
      assert.equal(decodeSummaryAnswer(`{"balance":${literal}}`), undefined);
      assert.equal(decodeRiskScore(`{"risk_score":{"risk_score":${literal}}}`), undefined);
    });
  }
});

/** Each subset of an object's members. */
function subsetsOf(whole: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const entries = Object.entries(whole);
  return Array.from({ length: 2 ** entries.length }, (_, mask) =>
    Object.fromEntries(entries.filter((_, at) => (mask & (1 << at)) !== 0)),
  );
}

describe('a response with fewer, more, or other fields than the spec names', () => {
  it('is a summary if any field is there, and the others are absent (hazard 55)', () => {
    const names = {
      balance: 'balance',
      usd_balance: 'usdBalance',
      tx_total: 'transactions',
      is_contract: 'isContract',
      last_activity: 'lastActivity',
    } as const;
    const whole = { balance: 1, usd_balance: 2, tx_total: 3, is_contract: true, last_activity: 0 };
    const subsets = subsetsOf(whole);
    assert.equal(subsets.length, 32);
    for (const subset of subsets) {
      const read = decodeSummaryAnswer(JSON.stringify({ ...subset, later: { x: 1 } }));
      assert.equal(read === undefined, Object.keys(subset).length === 0);
      for (const [key, name] of Object.entries(names)) {
        if (read === undefined) continue;
        assert.equal(read[name].state, Object.hasOwn(subset, key) ? 'given' : 'absent', key);
      }
    }
  });

  it('is a score if the envelope is there, and the rest is absent (hazard 55)', () => {
    const names = {
      address: 'address',
      chain: 'chain',
      risk_score: 'score',
      raw_risk_score: 'rawRiskScore',
      created_at: 'createdAt',
    } as const;
    const created = '2026-01-02T03:04:05.678Z';
    const whole = { address: 'a', chain: 'c', risk_score: 1, raw_risk_score: {} };
    for (const subset of subsetsOf({ ...whole, created_at: created })) {
      const read = decodeRiskScore(JSON.stringify({ risk_score: { ...subset, later: [1] } }));
      assert.ok(read);
      for (const [key, name] of Object.entries(names)) {
        assert.equal(read[name].state, Object.hasOwn(subset, key) ? 'given' : 'absent', key);
      }
    }
    assert.equal(decodeRiskScore('{"riskScore":{"risk_score":1}}'), undefined);
  });

  it('is read from storage as before, even without any field', () => {
    assert.deepEqual(decodeSummary('{"error":"login"}')?.balance, { state: 'absent' });
  });
});

/** Text similar to a service's: pieces of a grammar in any order, some of it damaged. */
const almostJson = fc
  .array(
    fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"',
        '\\',
        '\uFEFF',
        '\0',
        '\r\n',
        ' ',
        '<',
        'null',
        '1e9',
        '-',
      ],
      ...[
        '"job_id"',
        '"risk_score"',
        '"balance"',
        '"__proto__"',
        '"a b"',
        'job.1',
        '\\ud800',
        '0.1',
      ],
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));
const mutated = fc
  .tuple(
    fc.constantFrom(
      '{"job_id":"job.1"}',
      '"job.1"',
      'job.1',
      '{"risk_score":{"risk_score":1,"risk_score":2,"raw_risk_score":{"a":1e3}}}',
      '{"balance":1,"balance":"x","tx_total":2}',
    ),
    fc.nat(80),
    fc.nat(8),
    fc.constantFrom('', '\uFEFF', '\0', '"', '{', '\r\n', ',', '\\'),
  )
  .map(([text, at, length, put]) => text.slice(0, at) + put + text.slice(at + length));

describe('a body that is nearly JSON', () => {
  it('never throws, in many thousands of cases (hazard 49)', () => {
    let readable = 0;
    fc.assert(
      fc.property(fc.oneof(almostJson, mutated), (body) => {
        const id = decodeJobId(body);
        const score = decodeRiskScore(body);
        const summary = decodeSummaryAnswer(body);
        if (id !== undefined) assert.match(id, /^[\x21-\x7e]{1,512}$/);
        if ((id ?? score ?? summary) !== undefined) readable++;
        // Accepted responses must be readable from the ledger later.
        if (summary !== undefined) assert.deepEqual(decodeSummary(body), summary);
      }),
      { numRuns, seed: 1 },
    );
    // Both outcomes are met: it would prove nothing if all were rejected.
    assert.ok(readable > numRuns / 5 && readable < numRuns * 0.95, String(readable));
  });

  it('may repeat a name, and the last one counts (hazard 49)', () => {
    assert.equal(decodeJobId('{"job_id":"a","job_id":"b"}'), 'b');
    const read = decodeSummaryAnswer('{"balance":1,"balance":2}');
    assert.deepEqual(read?.balance, { state: 'given', value: '2' });
  });
});

describe('exact JSON', () => {
  it('skips one byte order mark, no more (hazard 49)', () => {
    assert.deepEqual(parseExactJson('\uFEFF[]'), []);
    assert.equal(parseExactJson('\uFEFF\uFEFF[]'), undefined);
    assert.equal(parseExactJson('[\uFEFF]'), undefined);
  });

  it('rejects nesting deeper than any real response (hazard 51)', () => {
    assert.equal(parseExactJson('['.repeat(1_000_000) + ']'.repeat(1_000_000)), undefined);
    assert.notEqual(parseExactJson('['.repeat(64) + ']'.repeat(64)), undefined);
    assert.equal(parseExactJson('['.repeat(65) + ']'.repeat(65)), undefined);
    assert.equal(parseExactJson('{"a":'.repeat(65) + '1' + '}'.repeat(65)), undefined);
    assert.equal(parseExactJson('['.repeat(20_000) + ']'.repeat(20_000)), undefined);
    assert.notEqual(parseExactJson(`"${'['.repeat(100)}\\"${'{'.repeat(100)}"`), undefined);
  });
});
