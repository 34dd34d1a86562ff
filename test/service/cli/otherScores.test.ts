import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { commandLine } from '../../support/commandLine.ts';
import { reply, startRawServer, type RawServer } from '../../support/rawServer.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const other = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const policy = {
  fail: ['level:High'],
  scale: {
    ...{ min: 0, max: 100 },
    levels: [
      { name: 'Low', from: 0 },
      { name: 'High', from: 50 },
    ],
  },
};

let folder: string;
let service: RawServer;
let result: Readonly<Record<string, unknown>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'other-scores-'));
  writeFileSync(join(folder, 'a.ts'), `// ethereum\nconst a = '${address}';\n`);
  service = await startRawServer((socket, request, index) =>
    reply(
      200,
      request.line.startsWith('POST')
        ? '{"job_id":"risk_score_result_ethereum.x"}'
        : JSON.stringify({ risk_score: result }),
    )(socket, request, index),
  );
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: readonly string[]) =>
  commandLine(folder, [...args, '--ledger', join(folder, 'ledger')], {
    ADDRESS_RISK_URL: service.url,
    ADDRESS_RISK_TENANT: '5a3c1e00-0000-4000-8000-000000000002',
    ADDRESS_RISK_KEY: 'key',
  });
const writePolicy = (): void =>
  writeFileSync(join(folder, '.address-risk.json'), JSON.stringify({ version: 1, policy }));

describe('a response without a score of the address', () => {
  for (const [what, given, reason] of [
    ['for another address', { risk_score: 99, address: other }, 'for a different address'],
    [
      'for another network',
      { risk_score: 9, address, chain: 'polygon' },
      'for a different network',
    ],
    ['with no number', { address, chain: 'ethereum' }, 'no score that can be read'],
  ] as const) {
    it(`is a failure of the gate, and no number: ${what}`, async () => {
      result = given;
      writePolicy();
      const scored = await run('score', '--all', '--budget', '5', '--check');
      assert.equal(scored.code, 3, scored.stdout + scored.stderr);
      assert.match(
        scored.stdout,
        new RegExp(`^not scored ${address} \\(ethereum\\): .*${reason}`, 'm'),
      );
      const checked = await run('check', '--all', '--scores');
      assert.match(checked.stdout, new RegExp(`^not scored ${address} .*${reason}`, 'm'));
      for (const format of ['text', 'csv', 'json']) {
        const { code, stdout } = await run('score', '--all', '--budget', '5', '--format', format);
        assert.equal(code, 3);
        assert.match(stdout, new RegExp(reason), format);
        assert.doesNotMatch(stdout, /\b99?\b/, format);
      }
      assert.equal(service.requests.filter(({ line }) => line.startsWith('POST')).length, 1);
    });
  }

  it('is a failure of a gate with levels if it names no address, and a number elsewhere', async () => {
    result = { risk_score: 9 };
    const { code, stdout } = await run('score', '--all', '--budget', '5');
    assert.equal(code, 0);
    assert.match(stdout, /: risk 9 \(by funds, as of /);
    assert.equal((await run('score', '--all', '--budget', '5', '--check')).code, 0);
    writePolicy();
    const gated = await run('score', '--all', '--budget', '5', '--check');
    assert.equal(gated.code, 3);
    assert.match(gated.stdout, /^not scored .*does not name an address/m);
  });

  it('is judged by the policy of its own folder, whichever comes first', async () => {
    result = { risk_score: 9 };
    const book = JSON.stringify({ version: 1, policy });
    for (const [name, found] of [
      ['plain', other],
      ['strict', address],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'a.ts'), `// ethereum\nconst a = '${found}';\n`);
    }
    writeFileSync(join(folder, 'strict', '.address-risk.json'), book);
    const named = ['plain', 'strict', '--all'];
    const scored = await run('score', ...named, '--budget', '5', '--check');
    assert.equal(scored.code, 3, scored.stdout + scored.stderr);
    const checked = await run('check', ...named, '--scores');
    for (const { stdout } of [scored, checked]) {
      const notScored = [...stdout.matchAll(/^not scored (\S+) .*$/gm)].map(([, text]) => text);
      assert.deepEqual(notScored, [address], stdout);
    }
    const text = (await run('score', ...named, '--budget', '5')).stdout;
    assert.match(text, new RegExp(`^${other} \\(ethereum\\): risk 9 `, 'm'));
    assert.match(text, new RegExp(`^${address} \\(ethereum\\): risk 9 `, 'm'));
  });
});

describe('addresses that are given to score', () => {
  it('are not checked, which is said before anything is sent', async () => {
    result = { risk_score: 9, address };
    const given = ['score', address, '--network', 'ethereum', '--budget', '1'];
    const { code, stderr } = await run(...given, '--check');
    assert.deepEqual([code, service.requests.length], [2, 0]);
    assert.match(stderr, /--check is about files/);
  });

  it('are one in several spellings', async () => {
    result = { risk_score: 9, address };
    const given = ['score', address, address.toLowerCase(), '--network', 'ethereum'];
    assert.match((await run(...given)).stdout, /1 calculation\./);
    const { stdout } = await run(...given, '--budget', '1');
    assert.equal(stdout.match(/: risk 9 /g)?.length, 1);
    assert.doesNotMatch(stdout, /Not started/);
  });
});

describe('what was scored on one network, where the code names another', () => {
  it('is judged as what it is: a score of that network, of that day', async () => {
    result = { risk_score: 99, address };
    writePolicy();
    await run('score', address, '--network', 'bsc', '--budget', '1');
    const { stdout } = await run('check', '--all', '--scores');
    const today = new Date().toISOString().slice(0, 10);
    assert.match(
      stdout,
      new RegExp(`Its stored risk on BNB Smart Chain is 99, High \\(as of ${today}\\)\\.`),
    );
    assert.match(stdout, /not scored .*No score by funds is stored\./);
  });
});

describe('a score that is no number', () => {
  for (const [fields, reason] of [
    [{ address }, 'The service returned no score.'],
    [{ address, risk_score: 'very high' }, 'The score could not be read.'],
  ] as const) {
    it(`is among the addresses without one, with its reason: ${reason}`, async () => {
      result = fields;
      await run('score', address, '--network', 'ethereum', '--budget', '1');
      const [markdown, json, csv] = await Promise.all(
        ['markdown', 'json', 'csv'].map(async (format) => {
          return (await run('report', '--format', format)).stdout;
        }),
      );
      assert.match(markdown ?? '', /\| Not scored \| 1 \|/);
      for (const text of [markdown, json, csv]) assert.ok(text?.includes(reason), text);
      const { addresses } = JSON.parse(json ?? '') as { addresses: Record<string, unknown>[] };
      assert.deepEqual([addresses[0]?.['score'], addresses[0]?.['isFresh']], [null, true]);
    });
  }
});

describe('what was not scored', () => {
  it('keeps what the check says of it', async () => {
    const unknown = '0x7F367cC41522cE07553e823bf3be79A889DEbe1B';
    writeFileSync(join(folder, 'a.ts'), `const a = '${unknown}';\n`);
    writeFileSync(join(folder, 'deny.csv'), `address\n${unknown}\n`);
    const lists = [{ path: 'deny.csv', name: 'Team', kind: 'deny' }];
    writeFileSync(join(folder, '.address-risk.json'), JSON.stringify({ version: 1, lists }));
    const { stdout } = await run('score', '--all', '--budget', '1', '--format', 'json');
    const { scores } = JSON.parse(stdout) as { scores: Record<string, unknown>[] };
    assert.deepEqual(scores[0]?.['rules'], ['deny']);
    assert.match(
      (await run('score', '--all', '--budget', '1')).stdout,
      new RegExp(`^${unknown} \\(network unknown\\) \\(deny\\): not scored\\.`, 'm'),
    );
  });
});
