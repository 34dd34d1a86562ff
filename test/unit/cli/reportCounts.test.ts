/** One repository, and the same numbers wherever it is counted. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { commandLine } from '../../support/commandLine.ts';
import { generatedAddresses } from '../../support/generatedAddresses.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
/** The same first and last characters. */
const fakeUsdc = '0xa0b86f31c9e27b54d80a1f6c3e95d724b08aeb48';
const denied = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const unknown = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
/** One letter of USDT in the other case. */
const misspelled = '0xDAC17F958D2ee523a2206206994597C13D831ec7';
/** USDT of Ethereum, in code for Polygon. */
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const rules = ['deny', 'look-alike', 'checksum', 'wrong-network', 'unlisted', 'new'] as const;
const titles = [
  ...['On a deny list', 'Look-alike', 'Wrong checksum', 'Token of another network'],
  ...['Not in the address book', 'New'],
];

describe('the counts of a repository', () => {
  const repository = new TestRepository();
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  let wanted: Record<string, number> = {};

  const run = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await commandLine(repository.folder, args);
    assert.equal(stderr, '');
    return stdout;
  };
  const asRecord = (counts: readonly number[]): Record<string, number> =>
    Object.fromEntries(rules.map((rule, index) => [rule, counts[index] ?? NaN]));

  before(async () => {
    const book = {
      version: 1,
      addresses: [{ address: usdc, network: 'ethereum', name: 'USDC' }],
      lists: ['deny', 'other'].map((name) => ({ path: `${name}.csv`, name, kind: 'deny' })),
    };
    repository.write('.address-risk.json', JSON.stringify(book));
    for (const name of ['deny', 'other']) {
      repository.write(`${name}.csv`, `address,name\n${denied},Ronin exploiter\n`);
    }
    repository.write('src/usdc.ts', `// ethereum\nexport const USDC = '${usdc}';\n`);
    repository.commit();
    repository.git('checkout', '--quiet', '-b', 'fees');
    const code = [`const FEE = '${denied}';`, `const USDC = '${fakeUsdc}';`];
    repository.write(
      'src/fee.ts',
      [
        '// ethereum',
        ...code,
        `const carol = '${unknown}';`,
        `pay('${misspelled}');`,
        `pay('0x${'0'.repeat(40)}');`,
        '',
      ].join('\n'),
    );
    repository.write('src/polygon.ts', `// polygon\nconst USDT = '${usdt}';\n`);
    repository.commit();
    const json = JSON.parse(await run('check', '--format', 'json')) as {
      summary: { counts: Record<string, number>; new: number };
    };
    assert.equal(json.summary.new, json.summary.counts['new']);
    wanted = Object.fromEntries(rules.map((rule) => [rule, json.summary.counts[rule] ?? NaN]));
  });

  after(() => {
    repository.remove();
    rmSync(outside, { recursive: true });
  });

  it('are what is in it: an address on two deny lists is one', () => {
    assert.deepEqual(wanted, {
      ...{ deny: 1, 'look-alike': 1, checksum: 1, 'wrong-network': 1 },
      ...{ unlisted: 5, new: 5 },
    });
  });

  it('are in the summary of check those of the entries above it', async () => {
    const text = (await commandLine(repository.folder, ['check'])).stdout;
    const countOf = (level: string): number =>
      text.match(new RegExp(`^${level} `, 'gm'))?.length ?? 0;
    const [errors, warnings] = [countOf('error'), countOf('warning')];
    assert.deepEqual([errors, warnings], [1, 4]);
    assert.match(text, /^3 files checked: 1 error, 4 warnings, 5 new addresses\.$/m);
    assert.match(text, /^error deny, unlisted, new src\/fee\.ts:2:14 0x/m);
    assert.match(text, /^Compared with \S+ \([0-9a-f]{7}\), judged by \S+ \([0-9a-f]{7}\)\.$/m);
  });

  it('have a denied address that was there before as one that is not new', async () => {
    const run = async (since: string) =>
      (await commandLine(repository.folder, ['check', '--since', since])).stdout;
    assert.match(await run('HEAD'), /^error deny src\/fee\.ts:2:14 0x\w{40} \(not new\)$/m);
    assert.match(await run('main'), /^error deny, unlisted, new src\/fee\.ts:2:14 0x\w{40}$/m);
    // Nothing says what was there before.
    const plain = mkdtempSync(join(outside, 'plain-'));
    cpSync(repository.folder, plain, { recursive: true, filter: (path) => !path.endsWith('.git') });
    const { stdout } = await commandLine(plain, ['check']);
    assert.match(stdout, /^error deny, unlisted src\/fee\.ts:2:14 0x\w{40}$/m);
  });

  it('are in the log also where the result is written to a file', async () => {
    const file = join(outside, 'check.txt');
    const { stdout, stderr } = await commandLine(repository.folder, ['check', '--output', file]);
    assert.equal(stdout, '');
    assert.match(stderr, /^3 files checked: 1 error, 4 warnings, 5 new addresses\.$/m);
  });

  it('are in SARIF under names that people read', async () => {
    const { runs } = JSON.parse(
      (await commandLine(repository.folder, ['check', '--format', 'sarif'])).stdout,
    ) as { runs: { tool: { driver: { rules: { name: string }[] } } }[] };
    const names = runs[0]?.tool.driver.rules.map(({ name }) => name) ?? [];
    assert.deepEqual(names.slice(0, 2), ['AddressOnADenyList', 'StoredRiskScore']);
    assert.ok(names.includes('LookAlikeAddress'));
  });

  it('are those of check in JSON', async () => {
    const { summary, addresses, project } = JSON.parse(await run('report', '--format', 'json')) as {
      summary: { addresses: number; counts: Record<string, number> };
      addresses: { rules: string[]; places: { path: string }[] }[];
      project: { branch: string; commit: string };
    };
    assert.deepEqual(summary, { addresses: 6, counts: wanted });
    assert.equal(addresses.length, 6);
    assert.deepEqual(addresses[0]?.rules.slice(0, 2), ['deny', 'deny']);
    const paths = addresses.flatMap(({ places }) => places.map(({ path }) => path));
    assert.deepEqual([...new Set(paths)].sort(), ['src/fee.ts', 'src/polygon.ts', 'src/usdc.ts']);
    assert.equal(project.branch, 'fees');
    assert.equal(project.commit, repository.git('rev-parse', 'HEAD'));
  });

  it('have the names of published lists, as in the editor, before those of the code', async () => {
    const own = new TestRepository();
    const tokens = `const gus = '${usdc}';\nconst fee = '${unknown}';\nconst fund = '${denied}';\n`;
    own.write('a.ts', `// ethereum\n${tokens}`);
    own.write('names.csv', `address,name\n${denied},Fund\n`);
    const lists = [{ path: 'names.csv', name: 'Ours', kind: 'names' }];
    own.write('.address-risk.json', JSON.stringify({ version: 1, addresses: [], lists }));
    own.commit();
    const { stdout } = await commandLine(own.folder, ['report', '--format', 'json']);
    own.remove();
    const { addresses } = JSON.parse(stdout) as {
      addresses: { name: string | null; nameIsVerified: boolean }[];
    };
    const names = addresses.map(({ name, nameIsVerified }) => [name, nameIsVerified]);
    assert.deepEqual(
      new Map(names as [string, boolean][]),
      new Map<string, boolean>([
        ['USDC', true],
        ['fee', false],
        ['Fund', true],
      ]),
    );
  });

  it('are of every place, those in changed files first', async () => {
    const own = new TestRepository();
    own.write('a.ts', `// ethereum\nconst fee = '${unknown}';\n`);
    own.write('b.ts', `// ethereum\nconst fee = '${unknown}';\n`);
    own.commit('base');
    own.git('checkout', '--quiet', '-b', 'change');
    own.write('b.ts', `// ethereum\n\nconst fee = '${unknown}';\n`);
    own.write('z.ts', `// ethereum\nconst fee = '${unknown}';\n`);
    own.commit();
    const { stdout } = await commandLine(own.folder, ['report', '--format', 'markdown']);
    own.remove();
    assert.match(stdout, /\| b\\\.ts:3, z\\\.ts:2, a\\\.ts:2 \|/);
  });

  it('are of the path that is named: what is outside of it is neither listed nor paid for', async () => {
    const { addresses } = JSON.parse(await run('report', 'src/polygon.ts', '--format', 'json')) as {
      addresses: { address: string; rules: string[]; places: { path: string }[] }[];
    };
    assert.deepEqual(
      addresses.map(({ address, rules: broken, places }) => [address, broken, places[0]?.path]),
      [[usdt, ['wrong-network', 'unlisted', 'new'], 'src/polygon.ts']],
    );
    const { stdout: text } = await commandLine(repository.folder, ['check', 'src/polygon.ts']);
    assert.match(text, /^1 file checked: 0 errors, 1 warning, 1 new address\.$/m);
    const { stdout: cost } = await commandLine(repository.folder, [
      ...['score', 'src/polygon.ts', '--all', '--sample'],
      ...['--ledger', `${repository.folder}/.git/unused`],
    ]);
    assert.match(
      cost,
      /^Would score 0x\w{40} \(polygon\) \(wrong-network\)\.\nThis would cost 1 calculation\./,
    );
    const many = mkdtempSync(join(outside, 'many-'));
    const lines = generatedAddresses(5, 23).map((each) => `a = "${each}"; // ethereum\n`);
    writeFileSync(join(many, 'a.ts'), lines.join(''));
    const { stdout: all } = await commandLine(many, [
      'score',
      '--all',
      '--sample',
      '--ledger',
      many,
    ]);
    assert.match(all, /^(?:Would score .*\n){20}… and 3 more\.\nThis would cost 23 calculations\./);
  });

  it('have the rules beside each score', async () => {
    const ledger = ['--ledger', `${repository.folder}/.git/ledger`];
    const args = ['score', '--sample', '--budget', '1', '--format', 'json', ...ledger];
    const { stdout } = await commandLine(repository.folder, args);
    const { scores } = JSON.parse(stdout) as { scores: { address: string; rules: string[] }[] };
    const rulesOf = (address: string) =>
      scores.find((each) => each.address.toLowerCase() === address)?.rules;
    assert.deepEqual(rulesOf(denied), ['deny']);
    assert.deepEqual(rulesOf(fakeUsdc), ['look-alike']);
    assert.deepEqual(rulesOf(unknown), []);
  });

  it('are those of check in CSV', async () => {
    const [header = '', ...lines] = (await run('report', '--format', 'csv'))
      .trimEnd()
      .split('\r\n');
    const first = header.split(',').indexOf('on_deny_list');
    const cells = new Map(lines.map((line) => [line.split(',')[0], line.split(',')]));
    const counts = rules.map(
      (_, index) => [...cells.values()].filter((row) => row[first + index] === 'true').length,
    );
    assert.deepEqual(asRecord(counts), wanted);
  });

  it('are those of check in Markdown, in the table and in the sections', async () => {
    const text = (await run('report', '--format', 'markdown')).replaceAll('\\', '');
    const countIn = (title: string): number =>
      Number(new RegExp(`^\\| ${title} \\| (\\d+) \\|$`, 'm').exec(text)?.[1]);
    assert.deepEqual(asRecord(titles.map(countIn)), wanted);
    for (const [index, title] of titles.slice(0, 4).entries()) {
      const [, section = ''] = text.split(`\n## ${title}\n`);
      const [rows = ''] = section.split('\n## ');
      assert.equal(rows.match(/^\| .*0x/gm)?.length, wanted[rules[index] ?? ''], title);
    }
  });

  it('are those of check in HTML', async () => {
    const text = await run('report', '--format', 'html');
    const countIn = (title: string): number =>
      Number(
        new RegExp(`>${title}</th><td class="bar">.*?</td><td [^>]*class="n">(\\d+)<`).exec(
          text,
        )?.[1],
      );
    assert.deepEqual(asRecord(titles.map(countIn)), wanted);
  });

  it('says that a report in the folder is read, unless it is ignored', async () => {
    const noteOf = async (output: string): Promise<string> =>
      (await commandLine(repository.folder, ['report', '--output', output])).stderr;
    repository.write('.gitignore', 'out/\n');
    repository.write('out/kept', '');
    assert.match(await noteOf('page.html'), /^The result is in a folder that check/);
    repository.delete('page.html');
    assert.equal(await noteOf('out/page.html'), '');
    const checked = await commandLine(repository.folder, ['check', '--output', 'check.txt']);
    assert.match(checked.stderr, /^The result is in a folder that check/m);
    repository.delete('check.txt');
    assert.equal(await noteOf(join(outside, 'page.html')), '');
    symlinkSync(repository.folder, join(outside, 'linked'));
    assert.match(await noteOf(join(outside, 'linked', 'page.html')), /^The result is in a folder/);
    repository.delete('page.html');
  });
});

describe('a report whose deny list cannot be read', () => {
  it('says so in every format that has notices: it would have found nothing', async () => {
    const repository = new TestRepository();
    const lists = [{ path: 'lists/deny.csv', name: 'Team', kind: 'deny' }];
    repository.write('.address-risk.json', JSON.stringify({ version: 1, lists }));
    repository.write('src/fee.ts', `// ethereum\nconst FEE = '${denied}';\n`);
    repository.commit();
    const expected = 'List “Team” (lists/deny.csv): There is no file at this path.';
    for (const format of ['html', 'markdown', 'json']) {
      const args = ['report', '--format', format];
      const { stdout, stderr } = await commandLine(repository.folder, args);
      const text = stdout.replaceAll('\\', '');
      assert.ok(text.includes(expected), text);
      assert.ok(stderr.includes(expected));
    }
    repository.remove();
  });
});
