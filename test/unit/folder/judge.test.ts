import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FolderCheck } from '../../../src/folder/check.ts';
import { toEip55 } from '../../../src/encodings/evmChecksum.ts';
import { checkAt } from '../../support/checkAt.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const treasury = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
/** Two digits of the treasury differ. */
const poison = '0xdac17f958d2ee523a2206206994597c13d831ed8';
const denied = '0x7F367cC41522cE07553e823bf3be79A889DEbe1B';
/** Two digits of the denied one differ. */
const nearDenied = '0x7f367cc41522ce07553e823bf3be79a889debe2c';
const old = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
/** No list has it. */
const plain = '0x5b91c07e2d4fa8368b1e0c95d7a2f4638e1d07b6';
const nearPlain = plain.replace(/6$/, '4');
const stranger = '0x4e1d7bb1f0bdabe29e1e0d6d0a4e4baa5f8e3a1c';
const misspelled = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB49';
/** With a name that means a key, it may be one. */
const secret = '0x9d3c6b0d8a1f4b0a7f4b8a2a5d1e6f70c1b2a394';
const nearSecret = '0x9d3c6b0d8a1f4b0a7f4b8a2a5d1e6f70c1b2a395';
const zero = '0x0000000000000000000000000000000000000000';

const book = (others: readonly string[] = [], lists: readonly object[] = []): string =>
  JSON.stringify({
    version: 1,
    addresses: [
      { address: treasury, network: 'ethereum', name: 'Treasury' },
      ...others.map((address) => ({ address, network: 'ethereum' })),
    ],
    lists: [{ path: 'deny.csv', name: 'Deny', kind: 'deny' }, ...lists],
  });

const uses = (...addresses: readonly string[]): string =>
  ['// ethereum', ...addresses.map((each, index) => `const a${index} = "${each}";`), ''].join('\n');

/** `rule level path:line state address: message`. */
const linesOf = ({ findings }: FolderCheck): string[] =>
  findings.map(
    ({ rule, level, path, line, state, message, address }) =>
      `${rule} ${level} ${path}:${line} ${state} ${address?.slice(0, 6) ?? '-'}: ${message}`,
  );

/** The judgments for a new address in no book. */
const unreviewed = (place: string, short: string, more = ''): string[] => [
  `unlisted warning ${place} new ${short}: This address is not in the address book. Its network is Ethereum.${more}`,
  `new warning ${place} new ${short}: This address is new since main. Its network is Ethereum.${more}`,
];

const hidden = 'This text may also be a key, so it is not shown.';
const twice = ' It is in this file 2 times; this is the first place.';

describe('a check of a change', () => {
  let repository: TestRepository;
  before(() => {
    repository = new TestRepository();
    repository.write('.address-risk.json', book());
    repository.write('deny.csv', `address\n${denied}\n`);
    repository.write('src/old.ts', uses(treasury, old));
    repository.write('src/plain.ts', uses(plain));
    repository.commit('base');
    repository.git('checkout', '--quiet', '-b', 'change');
  });
  after(() => repository.remove());

  const cases: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    expected: readonly string[],
  ])[] = [
    ['a new address', { 'src/new.ts': uses(stranger) }, unreviewed('src/new.ts:2', '0x4E1d')],
    ['an address that an unchanged file has', { 'src/new.ts': uses(old) }, []],
    ['an address of the book', { 'src/new.ts': uses(treasury) }, []],
    ['a placeholder', { 'src/new.ts': uses(zero) }, []],
    ['an entry that the book alone has', { '.address-risk.json': book([stranger]) }, []],
    [
      'one that looks like an address of the book',
      { 'src/new.ts': uses(poison) },
      [
        `look-alike warning src/new.ts:2 new 0xDaC1: This address looks like ${treasury} (“Treasury”): at most two characters differ. Its network is Ethereum.`,
        ...unreviewed('src/new.ts:2', '0xDaC1'),
      ],
    ],
    [
      'one that looks like an address which only a deny list has',
      { 'src/new.ts': uses(nearDenied) },
      unreviewed('src/new.ts:2', '0x7F36'),
    ],
    [
      'a denied address and one that looks like it',
      { 'src/new.ts': uses(denied, nearDenied) },
      [
        'deny error src/new.ts:2 new 0x7F36: This address is on the deny list “Deny”. Its network is Ethereum.',
        ...unreviewed('src/new.ts:2', '0x7F36'),
        `look-alike warning src/new.ts:3 new 0x7F36: This address looks like ${denied}: at most two characters differ. Its network is Ethereum.`,
        ...unreviewed('src/new.ts:3', '0x7F36'),
      ],
    ],
    [
      'a look-alike in a file that the change calls a deny list',
      {
        '.address-risk.json': book([], [{ path: 'src/new.ts', name: 'Own', kind: 'deny' }]),
        'src/new.ts': `${uses(nearPlain)}${nearPlain}\n`,
      },
      [
        `look-alike warning src/new.ts:2 new 0x5b91: This address looks like ${toEip55(plain)}: at most two characters differ. Its network is Ethereum.${twice}`,
        ...unreviewed('src/new.ts:2', '0x5b91', twice),
      ],
    ],
    [
      'a look-alike that only a deny list of the change has',
      {
        '.address-risk.json': book([], [{ path: 'own.txt', name: 'Own', kind: 'deny' }]),
        'own.txt': `${nearPlain.slice(2)}\n`,
        'src/new.ts': uses(nearPlain),
      },
      [
        'deny error src/new.ts:2 new 0x5b91: This address is on the deny list “Own”. Its network is Ethereum.',
        `look-alike warning src/new.ts:2 new 0x5b91: This address looks like ${toEip55(plain)}: at most two characters differ. Its network is Ethereum.`,
        ...unreviewed('src/new.ts:2', '0x5b91'),
      ],
    ],
    [
      'one that looks like a text which may be a key',
      { 'src/new.ts': uses(nearSecret), 'src/key.ts': `const privateKey = "${secret}";\n` },
      [
        `look-alike warning src/key.ts:1 new -: This address looks like 0x9D3c6b0D8a1F4b0a7F4B8A2A5D1E6f70C1B2A395: at most two characters differ. ${hidden}`,
        `unlisted warning src/key.ts:1 new -: This address is not in the address book. ${hidden}`,
        `new warning src/key.ts:1 new -: This address is new since main. ${hidden}`,
        ...unreviewed('src/new.ts:2', '0x9D3c'),
      ],
    ],
    [
      'a wrong checksum that a file has twice',
      { 'src/new.ts': uses(misspelled, misspelled) },
      [
        ...unreviewed('src/new.ts:2', '0xA0b8', twice),
        `checksum warning src/new.ts:2 new 0xA0b8: The checksum of this address is wrong: one of its characters may be a typo. Its network is Ethereum.${twice}`,
      ],
    ],
    [
      'a denied address in a file that was there',
      { 'src/old.ts': uses(treasury, old, denied) },
      [
        'deny error src/old.ts:4 new 0x7F36: This address is on the deny list “Deny”. Its network is Ethereum.',
        ...unreviewed('src/old.ts:4', '0x7F36'),
      ],
    ],
  ];
  for (const [what, files, expected] of cases) {
    it(`says what counts of ${what}`, async () => {
      repository.git('reset', '--quiet', '--hard', 'main');
      repository.git('clean', '--quiet', '-d', '-x', '--force');
      for (const [path, text] of Object.entries(files)) repository.write(path, text);
      repository.commit();
      assert.deepEqual(linesOf(await checkAt(repository.folder, { since: 'main' })), expected);
    });
  }

  it('of some paths reports what is there, and judges it by all of the repository', async () => {
    repository.git('reset', '--quiet', '--hard', 'main');
    repository.git('clean', '--quiet', '-d', '-x', '--force');
    repository.write('src/new.ts', uses(stranger, poison, secret));
    repository.write('sub/new.ts', uses(stranger, old, denied));
    repository.commit();
    const options = { since: 'main', isOnlyNew: false };
    const { findings, judged } = await checkAt(repository.folder, { ...options, paths: ['sub'] });
    assert.deepEqual([...new Set(findings.map(({ path }) => path))], ['sub/new.ts']);
    const states = findings.map(({ rule, state, line }) => `${rule} ${state} ${line}`).sort();
    assert.deepEqual(states, [
      ...['deny new 4', 'new new 2', 'new new 4'],
      ...['unlisted new 2', 'unlisted new 4', 'unlisted unchanged 3'],
    ]);
    assert.deepEqual(
      judged.map(({ address: { places } }) => places.map(({ path, line }) => `${path}:${line}`)),
      [['sub/new.ts:2'], ['sub/new.ts:3'], ['sub/new.ts:4']],
    );
  });

  it('of two that look alike accuses the new one, also of all that is there', async () => {
    repository.git('reset', '--quiet', '--hard', 'main');
    repository.git('clean', '--quiet', '-d', '-x', '--force');
    const [first, second] = [stranger, stranger.replace(/c$/, 'd')];
    repository.git('checkout', '--quiet', '-B', 'before', 'main');
    repository.write('src/old.ts', uses(first));
    repository.commit('before');
    repository.git('checkout', '--quiet', '-B', 'change');
    repository.write('src/new.ts', uses(second));
    repository.commit();
    const options = { since: 'before', isOnlyNew: false };
    const { findings } = await checkAt(repository.folder, options);
    const alike = findings.filter(({ rule }) => rule === 'look-alike');
    assert.deepEqual(
      alike.map(({ path }) => path),
      ['src/new.ts'],
    );
  });

  it('finds a denied text in the book only if the change writes it there', async () => {
    // Of a coin that is not known here, so no address.
    const text = 'GPwg61XoHqQPNmAucFACuQ5H9sGCDv9TpS';
    const noted = (note: string): string => book().replace('{', `{"$comment":"${note}",`);
    for (const [before, now, expected] of [
      [text, `${text} `, ['.address-risk.json']],
      [text, text, []],
      ['', text, ['.address-risk.json']],
    ] as const) {
      repository.git('checkout', '--quiet', '-B', 'noted', 'main');
      repository.write('deny.csv', `address\n${denied}\n${text}\n`);
      repository.write('.address-risk.json', noted(before));
      repository.commit('noted');
      repository.git('checkout', '--quiet', '-B', 'change');
      repository.write('.address-risk.json', noted(now));
      repository.commit();
      const { findings } = await checkAt(repository.folder, { since: 'noted' });
      const denials = findings.filter(({ rule }) => rule === 'deny');
      assert.deepEqual(
        denials.map(({ path }) => path),
        expected,
      );
    }
  });

  it('that is trusted judges itself, and what its book had is not new', async () => {
    repository.git('reset', '--quiet', '--hard', 'main');
    repository.write('.address-risk.json', book(['0x12']));
    const states = async (trustsChange: boolean): Promise<string[]> => {
      const { findings } = await checkAt(repository.folder, { since: 'main', trustsChange });
      return findings.map(({ rule, state }) => `${rule} ${state}`);
    };
    assert.deepEqual(await states(false), ['book new']);
    assert.deepEqual(await states(true), ['book unchanged']);
  });

  it('in no repository judges all that is there as not new, and names 1,000 keys of it at most', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outside-'));
    const key = `privateKey = "0x${'4c0883a6'.repeat(8)}"\n`;
    for (const name of ['a', 'b']) writeFileSync(join(folder, name), key.repeat(600));
    writeFileSync(join(folder, 'c.ts'), uses(stranger));
    const check = await checkAt(folder, { keyTextsIn: 'all' });
    rmSync(folder, { recursive: true });
    const found = check.findings.map(({ rule, path, state }) => `${rule} ${path} ${state}`);
    assert.deepEqual(found, ['unlisted c.ts unchanged']);
    assert.deepEqual([check.base, check.hasBook, check.keyTexts.length], [undefined, false, 1_000]);
  });

  it('of all that is there names no text that may be a key', async () => {
    repository.git('reset', '--quiet', '--hard', 'main');
    repository.write('src/key.ts', `const privateKey = "${secret}";\n`);
    const { findings, counts, judged } = await checkAt(repository.folder);
    const found = findings.map(({ rule, state, path, address }) =>
      [rule, state, path, address ?? '-'].join(' '),
    );
    assert.deepEqual(found, [
      'unlisted new src/key.ts -',
      'new new src/key.ts -',
      'unlisted unchanged src/old.ts 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      `unlisted unchanged src/plain.ts ${toEip55(plain)}`,
    ]);
    assert.deepEqual(
      [...counts],
      [
        ['unlisted', 3],
        ['new', 1],
      ],
    );
    const names = judged.map(({ address, name }) => `${address.canonical} ${name ?? ''}`);
    assert.deepEqual(names, [
      `${treasury} Treasury`,
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2 WETH',
      `${toEip55(plain)} `,
    ]);
  });
});
