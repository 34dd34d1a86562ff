import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commandLine } from '../../support/commandLine.ts';
import {
  demoAddresses,
  demoChanges,
  demonstrate,
  demonstrationBase,
} from '../../support/demonstration.ts';
import type { TestRepository } from '../../support/gitRepository.ts';
import { sarifProblems } from '../../support/sarifSchema.ts';

interface Expected {
  readonly code: number;
  /** Rules of SARIF with their levels, in the order of the results. */
  readonly sarif: readonly string[];
  readonly annotations: readonly string[];
}

const book = '.address-risk.json';
const payee = 'src/payee.ts,line=2';

/** Change × exit code × what SARIF and the annotations show, with `--since main`. */
const table: Readonly<Record<keyof typeof demoChanges, Expected>> = {
  'a clean address': { code: 0, sarif: [], annotations: [] },
  'an unlisted address': {
    code: 1,
    sarif: ['unlisted error', 'new warning'],
    annotations: [`error ${payee}`],
  },
  'a denied address': {
    code: 1,
    sarif: ['deny error', 'unlisted error', 'new warning'],
    annotations: [`error ${payee}`],
  },
  'a look-alike': {
    code: 1,
    sarif: ['look-alike error', 'unlisted error', 'new warning'],
    annotations: [`error ${payee}`],
  },
  'an address on an ambiguous network': {
    code: 1,
    sarif: ['unlisted error', 'new warning'],
    annotations: ['error src/payee.ts,line=1'],
  },
  'an address that the same change adds to the book': {
    code: 1,
    sarif: ['unlisted error', 'new warning'],
    annotations: [`error ${payee}`],
  },
  'a denied address, and its list is removed': {
    code: 1,
    sarif: ['deny error', 'unlisted error', 'book warning', 'new warning'],
    annotations: [`error ${payee}`, `warning ${book},line=1`],
  },
  'an unlisted address, and a policy that fails for nothing': {
    code: 1,
    sarif: ['unlisted error', 'book warning', 'new warning'],
    annotations: [`error ${payee}`, `warning ${book},line=1`],
  },
  'a book whose JSON is broken': {
    code: 2,
    sarif: ['deny error', 'book error', 'unlisted error', 'new warning'],
    annotations: [...[`error ${payee}`, `error ${book},line=27`], 'error'],
  },
};

interface SarifLog {
  readonly runs: readonly {
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly baselineState: string;
    }[];
  }[];
}

describe('check of the demonstration repository', () => {
  let repository: TestRepository;
  before(() => {
    repository = demonstrationBase();
  });
  after(() => repository.remove());

  const check = (...args: readonly string[]) =>
    commandLine(repository.folder, ['check', '--since', 'main', ...args]);

  for (const [name, change] of Object.entries(demoChanges)) {
    const expected = table[name]!;
    it(`${name}: exit code ${expected.code}`, async () => {
      demonstrate(repository, change);
      const sarif = await check('--format', 'sarif');
      assert.equal(sarif.code, expected.code);
      const log = JSON.parse(sarif.stdout) as SarifLog;
      assert.deepEqual(sarifProblems(log), []);
      const { results } = log.runs[0]!;
      assert.deepEqual(
        results.map(({ ruleId, level }) => `${ruleId.replace('address-risk/', '')} ${level}`),
        expected.sarif,
      );
      assert.ok(results.every(({ baselineState }) => baselineState === 'new'));
      const github = await check('--format', 'github');
      assert.equal(github.code, expected.code);
      const lines = github.stdout.split('\n').filter((line) => line.startsWith('::'));
      assert.deepEqual(
        lines.map((line) =>
          line
            .replace(/^::(\w+) .*?file=([^,]*),(line=\d+).*$/, '$1 $2,$3')
            .replace(/^::error title=Address Risk::.*$/, 'error'),
        ),
        expected.annotations,
      );
    });
  }

  it('says that an address was added to the address book in this change', async () => {
    demonstrate(repository, demoChanges['an address that the same change adds to the book']!);
    const { stdout } = await check();
    assert.match(stdout, /error unlisted, new src\/payee\.ts:2:23 /);
    assert.equal(stdout.match(/added to the address book in this change/g)?.length, 1);
    const trusted = await check('--trust', 'head');
    assert.equal(trusted.code, 0, trusted.stdout);
  });

  it('names an unknown network, and finds denied addresses on any', async () => {
    demonstrate(repository, demoChanges['an address on an ambiguous network']!);
    assert.match((await check()).stdout, /Its network is unknown\./);
    demonstrate(repository, (each) => {
      each.write('src/payee.ts', `export const payee = "${demoAddresses.denied}";\n`);
    });
    const { stdout } = await check('--format', 'json');
    const { findings } = JSON.parse(stdout) as {
      findings: { rule: string; network: string | null }[];
    };
    assert.deepEqual(findings[0], { ...findings[0], rule: 'deny', network: null });
  });

  it('warns of a token of another network where the token has another address on the one that is named', async () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const wrong = async (text: string): Promise<string[]> => {
      demonstrate(repository, (each) => {
        each.write('src/payee.ts', text);
      });
      const { findings } = JSON.parse((await check('--format', 'json')).stdout) as {
        findings: { rule: string; message: string }[];
      };
      return findings.flatMap(({ rule, message }) => (rule === 'wrong-network' ? message : []));
    };
    assert.deepEqual(await wrong(`const tokens = { polygon: "${usdc}", base: "${usdc}" };\n`), [
      'This is the address of USDC on Ethereum. On Polygon, USDC is at 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359. Its network is Polygon.',
      'This is the address of USDC on Ethereum. On Base, USDC is at 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913. Its network is Base.',
    ]);
    // A bridge has a token at both addresses; then none of the file's tokens is reported.
    const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
    const onPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
    const pairs = `polygon: [["${usdc}", "${onPolygon}"], ["${weth}", ""]]`;
    assert.deepEqual(await wrong(`const bridged = { ${pairs} };\n`), []);
    assert.equal((await wrong(`const tokens = { polygon: ["${usdc}", "${weth}"] };\n`)).length, 2);
    assert.deepEqual(await wrong(`const tokens = { ethereum: "${usdc}" };\n`), []);
    // No list has it there: it may be right.
    assert.deepEqual(await wrong(`const tokens = { kava: "${usdc}", bsc: "" };\n`), []);
    const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
    assert.deepEqual(await wrong(`const a = { polygon: "${permit2}", base: "${permit2}" };\n`), []);
  });

  it('warns of an address that looks like a known token, and names the token with its source', async () => {
    demonstrate(repository, (each) => {
      each.write('src/payee.ts', 'const usdc = "0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb48";\n');
    });
    assert.match(
      (await check()).stdout,
      /error look-alike, unlisted, new src\/payee\.ts:1:\d+ .*\n {2}This address is not USDC\. It only looks like it: .* match 0xa0b8…eb48, which is USDC in Uniswap’s token list\./,
    );
  });

  it('warns of what looks like a known token, and not of the token beside it', async () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    demonstrate(repository, (each) => {
      each.write(
        'src/payee.ts',
        `const fake = "0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb48";\nconst usdc = "${usdc}";\n`,
      );
    });
    const { stdout } = await check('--format', 'json');
    const { findings } = JSON.parse(stdout) as {
      findings: { rule: string; line: number; message: string }[];
    };
    const alike = findings.filter(({ rule }) => rule === 'look-alike');
    assert.deepEqual(
      alike.map(({ line }) => line),
      [1],
    );
    assert.match(alike[0]?.message ?? '', /^This address is not USDC\./);
  });

  it('keeps fingerprints when lines move', async () => {
    demonstrate(repository, demoChanges['a denied address']!);
    const prints = async () =>
      (
        JSON.parse((await check('--format', 'json')).stdout) as {
          findings: { fingerprint: string }[];
        }
      ).findings.map(({ fingerprint }) => fingerprint);
    const before = await prints();
    repository.write(
      'src/payee.ts',
      `\n\n// ethereum\n  export const payee = "${demoAddresses.denied}";\n`,
    );
    assert.deepEqual(await prints(), before);
    assert.equal(new Set(before).size, before.length);
  });
});
