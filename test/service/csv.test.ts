import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { standingOf } from '../../src/sample/ledger/ledger.ts';
import { loadLedger } from '../../src/sample/ledger/load.ts';
import { UsageError } from '../../src/options/options.ts';

const header = 'chain,hash,timestamp,from,to,asset,amount,usd';
const labelHeader = 'chain,address,category,risk,name,contract';
const good = 'my-chain,h1,1700000000,a,b,T,1,2';

let folder: string;
before(() => (folder = mkdtempSync(join(tmpdir(), 'sample-csv-'))));
after(() => rmSync(folder, { recursive: true }));

async function load(transfers: string, labels?: string) {
  const files = {
    transfers: join(folder, 't.csv'),
    labels: labels === undefined ? undefined : join(folder, 'l.csv'),
  };
  writeFileSync(files.transfers, transfers);
  if (files.labels !== undefined) writeFileSync(files.labels, labels ?? '');
  return loadLedger(files);
}

describe('transfers from CSV', () => {
  for (const [what, text] of [
    ['CRLF', `${header}\r\n${good}\r\n`],
    ['a byte order mark', `\ufeff${header}\n${good}\n`],
    ['no line break at the end', `${header}\n${good}`],
    ['empty lines', `${header}\n\n${good}\n\n`],
    [
      'columns in another order, and one more',
      'usd,x,amount,asset,to,from,timestamp,hash,chain\n2,?,1,T,b,a,1700000000,h1,my-chain\n',
    ],
    ['quotes', `${header}\n"my-chain","h1","1700000000","a","b","T","1","2"\n`],
    ['time as ISO 8601', `${header}\nmy-chain,h1,2023-11-14T22:13:20Z,a,b,T,1,2\n`],
    ['names of columns in capitals', `${header.toUpperCase()}\n${good}\n`],
  ] as const) {
    it(`reads ${what}`, async () => {
      const { ledger, notes } = await load(text);
      assert.deepEqual(notes, ['t.csv: 1 rows used, 0 skipped']);
      assert.deepEqual(standingOf(ledger, 'my-chain', 'b').summary, {
        ...{ balance: 1, usd_balance: 2, tx_total: 1, is_contract: false },
        last_activity: 1_700_000_000,
      });
    });
  }

  for (const [row, reason] of [
    ['my-chain,h1,1700000000,a,b,T,-1,2', 'the amount is negative'],
    ['my-chain,h1,1700000000,a,b,T,1,-2', 'usd is negative'],
    ['my-chain,h1,1700000000,a,b,T,1,', 'usd is not a number'],
    ['my-chain,h1,1700000000,a,b,T,NaN,2', 'the amount is not a number'],
    ['my-chain,h1,1700000000,a,b,T,1e400,2', 'the amount is neither 0 nor from 1e-30 to 1e+30'],
    ['my-chain,h1,1700000000000,a,b,T,1,2', 'the timestamp is not in seconds'],
    [
      'my-chain,h1,yesterday,a,b,T,1,2',
      'the timestamp is neither Unix seconds nor ISO 8601 in UTC since 1970',
    ],
    [
      'my-chain,h1,2023-11-14T22:13:20+02:00,a,b,T,1,2',
      'the timestamp is neither Unix seconds nor ISO 8601 in UTC since 1970',
    ],
    [
      'my-chain,h1,2023-99-14T22:13:20Z,a,b,T,1,2',
      'the timestamp is neither Unix seconds nor ISO 8601 in UTC since 1970',
    ],
    ['my-chain,,1700000000,a,b,T,1,2', 'the hash is missing or malformed'],
    ['my-chain,h1,1700000000,,b,T,1,2', 'the sender is not an address of its chain'],
    ['ethereum,h1,1700000000,a,b,T,1,2', 'the sender is not an address of its chain'],
    ['my-chain,h1,1700000000,a,..,T,1,2', 'the receiver is not an address of its chain'],
    ['../etc,h1,1700000000,a,b,T,1,2', 'the chain is missing or malformed'],
    ['my-chain,h1,1700000000,a,b,,1,2', 'the asset is missing or malformed'],
    ['my-chain,h1,1700000000,a,b,T,1', '7 fields instead of 8'],
    ['my-chain,h1,1700000000,a,b,T,1,2,3', '9 fields instead of 8'],
    ['my-chain,"h1,1700000000,a,b,T,1,2', 'the quotes do not match'],
    ['my-chain,h1,1700000000,a"b",b,T,1,2', 'the quotes do not match'],
  ] as const) {
    it(`skips ${JSON.stringify(row)} and says why`, async () => {
      const { ledger, notes } = await load(
        `${header}\n${good}\n${row}\n${good.replace('h1', 'h2')}\n`,
      );
      assert.deepEqual(notes, [
        `t.csv, line 3: ${reason}; the row is skipped`,
        't.csv: 2 rows used, 1 skipped',
      ]);
      assert.equal(standingOf(ledger, 'my-chain', 'b').summary.tx_total, 2);
    });
  }

  it('reports twenty bad rows and counts the rest', async () => {
    const { notes } = await load(`${header}\n${'bad\n'.repeat(1000)}${good}\n`);
    assert.equal(notes.length, 22);
    assert.equal(notes[20], 't.csv: 980 more bad rows are skipped');
    assert.equal(notes[21], 't.csv: 1 rows used, 1000 skipped');
  });

  it('reads lines split at any chunk boundary', async () => {
    const rows = Array.from(
      { length: 9000 },
      (_, at) => `my-chain,h${at},17000${10_000 + at},ä${at},b,T,1,2`,
    );
    const { notes, ledger } = await load(
      [header, ...rows.map((row) => row.replace('ä', 'a')), ...rows].join('\r\n'),
    );
    assert.equal(notes.at(-1), 't.csv: 9000 rows used, 9000 skipped');
    assert.equal(standingOf(ledger, 'my-chain', 'b').summary.tx_total, 9000);
  });

  it('rejects a file that is missing, empty, without its columns, or not text', async () => {
    const { transfers } = { transfers: join(folder, 'missing.csv') };
    await assert.rejects(loadLedger({ transfers, labels: undefined }), (error: unknown) => {
      return (
        error instanceof UsageError && /missing\.csv cannot be read: ENOENT/.test(error.message)
      );
    });
    for (const [text, message] of [
      ['', /t\.csv is empty/],
      [
        'chain,hash,timestamp,from,to,asset,amount\n',
        /t\.csv lacks columns in its first line: usd$/,
      ],
      ['\0\0\0\x01PNG', /lacks columns in its first line: chain, hash/],
      ['x'.repeat(1_500_000), /line of over a million characters|lacks columns/],
    ] as const) {
      await assert.rejects(load(text), (error: unknown) => {
        return error instanceof UsageError && message.test(error.message);
      });
    }
  });
});

describe('labels from CSV', () => {
  const row = 'my-chain,b,scam,80,Somebody,1';

  it('keeps the highest risk and reports the others, in any order', async () => {
    const lower = 'my-chain,b,exchange,5,"Nobody, really",0';
    for (const rows of [
      [row, lower],
      [lower, row],
    ]) {
      const { ledger, notes } = await load(
        `${header}\n${good}\n`,
        [labelHeader, ...rows].join('\n'),
      );
      assert.ok(
        notes.includes('l.csv: b on my-chain has several labels; exchange (5) is not used'),
      );
      const { ownRisk, summary } = standingOf(ledger, 'my-chain', 'b');
      assert.equal(ownRisk, 80);
      assert.equal(summary.is_contract, true);
    }
  });

  it('works without the contract column, and labels addresses without transfers', async () => {
    const { ledger } = await load(
      `${header}\n${good}\n`,
      'chain,address,category,risk,name\nmy-chain,z,scam,80,\n',
    );
    const { ownRisk, summary } = standingOf(ledger, 'my-chain', 'z');
    assert.equal(ownRisk, 80);
    assert.equal(summary.tx_total, 0);
  });

  for (const [bad, reason] of [
    ['my-chain,b,unattributed,80,,0', "the category unattributed is the score's own"],
    ['my-chain,b,own,80,,0', "the category own is the score's own"],
    ['my-chain,b,,80,,0', 'the category is missing or malformed'],
    ['my-chain,b,scam,101,,0', 'the risk is above 100'],
    ['my-chain,b,scam,-1,,0', 'the risk is negative'],
    ['my-chain,b,scam,high,,0', 'the risk is not a number'],
    ['my-chain,b,scam,80,,yes', 'contract is neither 0 nor 1'],
    ['ethereum,b,scam,80,,0', 'the address is not an address of its chain'],
  ] as const) {
    it(`skips ${JSON.stringify(bad)} and says why`, async () => {
      const { notes } = await load(`${header}\n${good}\n`, `${labelHeader}\n${bad}\n${row}\n`);
      assert.ok(notes.includes(`l.csv, line 2: ${reason}; the row is skipped`), notes.join('\n'));
      assert.ok(notes.includes('l.csv: 1 rows used, 1 skipped'));
    });
  }
});
