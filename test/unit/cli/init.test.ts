import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { toEip55 } from '../../../src/encodings/evmChecksum.ts';
import { commandLine } from '../../support/commandLine.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const fake = toEip55('0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb48');
const vault = '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc';
const denied = toEip55('0x098b716b8aaf21512996dc57eb0615e2383e2f96');
const typo = '0x7F367cC41522cE07553e823bf3be79A889DEbe1b';
const open = toEip55('0x3f5ce5fbfe3e9af3971dd833d26ba9b5c936f0be');
const spare = [
  '0x10e6593cdda8c58a1d0f14c5164b376352a55f2f',
  '0x2d6db36b3117802e996f13073a08a685d3fef7ed',
  '0xe0b015e54d54fc84a6cb9b666099c46ade9335ff',
].map(toEip55);
const inLisk = toEip55('0x5a93b2e1c2d4a5968778695a4b3c2d1e0f91e000');

describe('init', () => {
  let repository: TestRepository;
  beforeEach(() => {
    repository = new TestRepository();
    // More than words: a folder that says its chain ID.
    repository.write('deployments/ethereum/.chainId', '1');
  });
  afterEach(() => repository.remove());

  const bookText = (): string =>
    readFileSync(join(repository.folder, '.address-risk.json'), 'utf8');
  const init = (...args: string[]) => commandLine(repository.folder, ['init', ...args]);

  function writeCode(): void {
    repository.write(
      'deployments/ethereum/a.ts',
      `// ethereum\nconst stable = "${usdc}";\nconst USDC = "${fake}";\nconst vault = "${vault}";\nconst bad = "${denied}";\nconst slip = "${typo}";\n`,
    );
    repository.write('src/b.ts', `const treasury = "${open}";\n`);
    repository.write('lists/deny.csv', `address,name\n${denied},Exploiter\n`);
    repository.commit();
  }

  it('writes names, networks, a policy, and lists, and names what it leaves out', async () => {
    writeCode();
    const { code, stdout, stderr } = await init();
    assert.equal(code, 0, stderr);
    const book = JSON.parse(bookText()) as Record<string, unknown>;
    assert.deepEqual(book['addresses'], [
      { address: vault, network: 'ethereum', name: 'vault' },
      { address: usdc, network: 'ethereum', name: 'USDC' },
    ]);
    assert.deepEqual(book['lists'], [{ path: 'lists/deny.csv', name: 'Deny list', kind: 'deny' }]);
    assert.ok(Array.isArray(book['$comment']));
    assert.match(bookText(), /^ {4}\{ "address": "0x59B8.*" \},$/m);
    for (const [line, address, reason] of [
      ['deployments/ethereum/a.ts:3', fake, 'looks like another address'],
      ['deployments/ethereum/a.ts:5', denied, 'on a deny list'],
      ['deployments/ethereum/a.ts:6', typo, 'wrong checksum'],
      ['src/b.ts:1', open, 'no single known network named'],
    ]) {
      assert.ok(stdout.includes(`  ${line}: ${address} (${reason})\n`), stdout);
    }
    assert.match(stdout, /^Wrote \.address-risk\.json: 2 addresses, .* 1 deny list,/);
    assert.match(stdout, /^Left out: 4 addresses\.$/m);
    // What is new since a base makes no other book.
    repository.delete('.address-risk.json');
    repository.git('branch', 'base');
    const since = await init('--since', 'base');
    assert.equal(since.stdout, stdout, since.stderr);
  });

  it('leaves no address out that it writes because another file names its network', async () => {
    repository.write('deployments/ethereum/a.ts', `// ethereum\nconst vault = "${vault}";\n`);
    repository.write('b/b.ts', `const vault = "${vault}";\n`);
    repository.commit();
    const { stdout } = await init();
    assert.match(stdout, /^Wrote \.address-risk\.json: 1 address, /);
    assert.doesNotMatch(stdout, /Left out/);
    const { stdout: text } = await commandLine(repository.folder, ['check']);
    assert.match(text, /This change adds the policy\./);
  });

  it('writes a book that check reads without an error', async () => {
    writeCode();
    await init();
    repository.commit();
    const { stdout } = await commandLine(repository.folder, ['check', '--all', '--format', 'json']);
    const { findings } = JSON.parse(stdout) as { findings: { rule: string; address: string }[] };
    assert.deepEqual(
      findings.filter(({ rule }) => rule === 'book'),
      [],
    );
    const addressesOf = (rule: string): string[] =>
      findings.filter((each) => each.rule === rule).map(({ address }) => address);
    assert.deepEqual(addressesOf('deny'), [denied]);
    assert.deepEqual(addressesOf('look-alike'), [fake]);
    assert.ok(!addressesOf('unlisted').includes(usdc));
  });

  it('takes --network for addresses that name none, with a rule for their files', async () => {
    repository.write('src/b.ts', `const treasury = "${open}";\n`);
    repository.commit();
    const { code, stdout } = await init('--network', 'polygon');
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /Left out/);
    const { addresses, networks } = JSON.parse(bookText()) as Record<string, unknown>;
    assert.deepEqual(addresses, [{ address: open, network: 'polygon', name: 'treasury' }]);
    assert.deepEqual(networks, [{ files: 'src/**', network: 'polygon' }]);
  });

  it('writes no network that only words name, nor one beside a name that decides nothing', async () => {
    const files = {
      '.upgradable/zkSync-testnet.json': vault,
      '.upgradable/plain.json': open,
      'Lisk_Bridge.sol': inLisk,
    };
    const [first, second, third] = spare as [string, string, string];
    for (const [path, address] of Object.entries(files)) {
      repository.write(path, `{ "proxies": [{ "address": "${address}" }] }\n`);
    }
    repository.write(
      'A.sol',
      `// DAI bridge on mainnet\naddress constant DAI_OPTIMISM_BRIDGE = ${first};\n`,
    );
    repository.write('src/many.ts', `// polygon or base\nconst many = "${second}";\n`);
    repository.write('src/also.ts', `const also = "${second}";\nconst own = "${third}";\n`);
    repository.commit();
    const { stdout } = await init('--network', 'ethereum');
    const { addresses, networks } = JSON.parse(bookText()) as Record<string, unknown>;
    assert.deepEqual(addresses, [
      { address: open, network: 'ethereum' },
      { address: third, network: 'ethereum', name: 'own' },
    ]);
    assert.deepEqual(networks, [{ files: '.upgradable/plain.json', network: 'ethereum' }]);
    const unknown = 'no single known network named';
    assert.deepEqual(stdout.match(/^ {2}.*$/gm), [
      `  .upgradable/zkSync-testnet.json:1: ${vault} (${unknown})`,
      `  A.sol:2: ${first} (network not certain: optimism)`,
      `  Lisk_Bridge.sol:1: ${inLisk} (${unknown})`,
      `  src/also.ts:1: ${second} (${unknown})`,
    ]);
    assert.match(stdout, /add entries to “addresses”/);
    assert.doesNotMatch(stdout, /run init with --network/);
  });

  it('takes the network that words suggest where the user names the same one', async () => {
    const [first = ''] = spare;
    repository.write(
      'deployments/mainnet/Vault.json',
      `{ "address": "${first}" }
`,
    );
    repository.commit();
    const doubtful = await init();
    assert.match(doubtful.stdout, /not certain: ethereum\)\n[^]*run init with --network/);
    repository.delete('.address-risk.json');
    await init('--network', 'ethereum');
    const { addresses } = JSON.parse(bookText()) as { addresses: { address: string }[] };
    assert.ok(addresses.some(({ address }) => address === first));
  });

  it('lists what it leaves out by path, then by line', async () => {
    const lines = [...spare, vault].map((address, at) => `const v${at} = "${address}";\n`);
    repository.write('b.ts', [...lines.slice(0, 2), '\n'.repeat(9), ...lines.slice(2)].join(''));
    repository.write('a.ts', `const v = "${open}";\n`);
    // First found in a list that is not its place.
    repository.write('a/deny.csv', `address\n${denied}\n`);
    repository.write('z.ts', `const bad = "${denied}";\n`);
    repository.commit();
    const { stdout } = await init();
    const places = stdout.match(/^ {2}\S+(?=: 0x)/gm)?.map((place) => place.trim());
    assert.deepEqual(places, ['a.ts:1', 'b.ts:1', 'b.ts:2', 'b.ts:12', 'b.ts:13', 'z.ts:1']);
  });

  it('writes one entry for an address that a file names a network for and another does not', async () => {
    repository.write('deployments/ethereum/a.ts', `// ethereum\nconst safe = "${vault}";\n`);
    repository.write('deployments/polygon/a.ts', `// polygon\nconst safe = "${vault}";\n`);
    repository.write('.env.example', `SAFE_ADDRESS=${vault}\n`);
    repository.commit();
    const { code, stderr } = await init('--network', 'ethereum');
    assert.equal(code, 0, stderr);
    const { addresses } = JSON.parse(bookText()) as { addresses: Record<string, string>[] };
    assert.deepEqual(addresses.map(({ network }) => network).sort(), ['ethereum', 'polygon']);
    assert.ok(addresses.some(({ name }) => name === 'safe'));
    repository.commit();
    const { stdout } = await commandLine(repository.folder, ['check', '--all', '--format', 'json']);
    const { findings } = JSON.parse(stdout) as { findings: { rule: string }[] };
    assert.deepEqual(
      findings.filter(({ rule }) => rule === 'book'),
      [],
    );
  });

  it('gives a name that the code has for two addresses to neither', async () => {
    repository.write(
      'deployments/ethereum/a.ts',
      `// ethereum\nconst USDC = "${vault}";\nconst x = "${usdc}";\n`,
    );
    repository.commit();
    await init();
    const { addresses } = JSON.parse(bookText()) as { addresses: object[] };
    assert.deepEqual(addresses, [
      { address: vault, network: 'ethereum' },
      { address: usdc, network: 'ethereum', name: 'USDC' },
    ]);
  });

  it('takes no name from the code that may be a key', async () => {
    // Made up, with a right checksum.
    const key = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
    repository.write('deployments/ethereum/a.json', `{ "${key}": "${vault}" }`);
    repository.commit();
    assert.doesNotMatch((await init()).stdout, new RegExp(key));
    assert.doesNotMatch(
      readFileSync(join(repository.folder, '.address-risk.json'), 'utf8'),
      /5Hue/,
    );
  });

  it('takes no name from the code that is the one of a known token', async () => {
    repository.write('deployments/ethereum/a.ts', `// ethereum\nconst usdt = "${vault}";\n`);
    repository.commit();
    await init();
    const { addresses } = JSON.parse(bookText()) as { addresses: object[] };
    assert.deepEqual(addresses, [{ address: vault, network: 'ethereum' }]);
  });

  it('never replaces an address book, a link, or one that only the target branch has', async () => {
    writeCode();
    repository.write('.address-risk.json', '{ "version": 1 }');
    const first = await init();
    assert.deepEqual([first.code, bookText()], [2, '{ "version": 1 }']);
    assert.match(first.stderr, /already there.*or edit the file/);
    repository.commit();
    repository.delete('.address-risk.json');
    const second = await init();
    assert.equal(second.code, 2);
    assert.match(second.stderr, /Restore it with Git/);
    const other = new TestRepository();
    symlinkSync('elsewhere.json', join(other.folder, '.address-risk.json'));
    const third = await commandLine(other.folder, ['init']);
    other.remove();
    assert.equal(third.code, 2);
    assert.match(third.stderr, /already there/);
  });

  it('rejects a network that it does not know', async () => {
    for (const [name, why] of [
      ['nowhere', /Unknown network "nowhere"/],
      ['bitcoin', /EVM network/],
    ] as const) {
      const { code, stderr } = await init('--network', name);
      assert.deepEqual([code, why.test(stderr)], [2, true], stderr);
    }
  });
});
