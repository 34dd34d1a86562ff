import { createHash } from 'node:crypto';
import type { TestRepository } from './gitRepository.ts';

/** The addresses of the repository that changes try to hide something in. */
export const denied = '0x7F367cC41522cE07553e823bf3be79A889DEbe1B';
export const treasury = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
/** Two digits of the treasury differ. */
export const poison = '0xdac17f958d2ee523a2206206994597c13d831ed8';
export const stranger = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const substrate = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const polkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const [first, second] = [
  '1AjZPMsnmpdK2Rv9KQNfMurTXinscVro9V',
  '149w62rY42aZBox8fGcmqNsXUzSStKeq8C',
];
const unknownCoin = 'GPwg61XoHqQPNmAucFACuQ5H9sGCDv9TpS';
const mistyped = '1BoatSLRHtKNngkdXEeobR76b53LETtpyX';

const remarks = `Digital Currency Address - XBT ${first}; XBT ${second}; alt. BTG ${unknownCoin};`;

const lower = denied.toLowerCase();
const digits = lower.slice(2);

const entry = (address: string, more: object = {}): object => ({
  ...{ address, network: 'ethereum', name: 'Ours' },
  ...more,
});

const list = { path: 'lists/deny.csv', name: 'Deny', kind: 'deny' };
const words = { path: 'lists/more.txt', name: 'More', kind: 'deny' };

const baseBook = {
  version: 1,
  addresses: [entry(treasury)],
  lists: [list, words],
  policy: { fail: ['deny', 'unlisted', 'look-alike', 'new'], warn: ['book'] },
};

const bookText = (parts: object = {}): string =>
  `${JSON.stringify({ ...baseBook, ...parts }, null, 1)}\n`;

const writeBook = (repository: TestRepository, parts: object): void =>
  repository.write('.address-risk.json', bookText(parts));

/** The base revision that every change starts from. */
export function writeBase(repository: TestRepository): void {
  writeBook(repository, {});
  repository.write('lists/deny.csv', `address,name,network\n${denied},Thief,ethereum\n`);
  repository.write(
    'lists/more.txt',
    ['# from the chat', `${mint} // a scam`, `${substrate}, drained`, mistyped, remarks, ''].join(
      '\n',
    ),
  );
  repository.write('src/treasury.ts', `// ethereum\nexport const t = "${treasury}";\n`);
  repository.write('.gitignore', 'build/\n*.log\n');
}

const use = (address: string): string => `// ethereum\nexport const a = "${address}";\n`;

const decoys = (count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const middle = createHash('sha256').update(String(index)).digest('hex').slice(0, 32);
    return `"0xdac1${middle}1ed8"`;
  }).join('\n');

/** ASCII behind a mark: read by it, each character is two of the text. */
const marked = (first: number, second: number, text = use(denied)): Buffer =>
  Buffer.concat([
    Buffer.of(first, second),
    Buffer.from(text.length % 2 === 0 ? text : `${text}\n`),
  ]);

const utf32 = (text: string): Buffer =>
  Buffer.concat(Array.from(text, (each) => Buffer.from(`${each}\0`, 'utf16le')));

/** The effect of a change on the base revision. */
export interface Way {
  /** By their path below the folder of the change. */
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** Written at the top of the repository, so that no other change can be combined with it. */
  readonly atTop?: (repository: TestRepository) => void;
}

const inFile = (content: string | Buffer, path = 'src/pay.ts'): Way => ({
  files: { [path]: content },
});

/** The denied account in a file, and another file beside it. */
const beside = (path: string, content: string, own = 'src/pay.ts'): Way => ({
  files: { [path]: content, [own]: use(denied) },
});

const withTop = (address: string, atTop: (repository: TestRepository) => void): Way => ({
  ...inFile(use(address)),
  atTop,
});

const withBook = (address: string, parts: object): Way =>
  withTop(address, (repository) => writeBook(repository, parts));

const withList = (content: string): Way =>
  withTop(denied, (repository) => repository.write('lists/deny.csv', content));

const withSettings = (address: string, settings: string): Way =>
  withTop(address, (repository) => repository.write('.vscode/settings.json', settings));

/** Ways to hide a denied account, by what they hide behind. */
export const hiddenDenials: Readonly<Record<string, Way>> = {
  'nothing: the address as it is listed': inFile(use(denied)),
  'another network in a comment': inFile(`// polygon\nconst a = "${denied}";\n`),
  'another network by its chain ID': inFile(`{ "chainId": 56, "to": "${denied}" }`, 'a.json'),
  'another network in a CAIP-10 name': inFile(`x = "eip155:8453:${denied}"`),
  'a folder of another network': inFile(use(denied), 'deployments/arbitrum/A.json'),
  'lower case': inFile(use(lower)),
  'upper case': inFile(use(`0x${digits.toUpperCase()}`)),
  'a wrong checksum': inFile(use(denied.replace('F367c', 'f367C'))),
  'no 0x': inFile(`const a = "${digits}";\n`),
  'a word of 32 bytes': inFile(use(`0x${'0'.repeat(24)}${digits}`)),
  'a hex literal of Solidity': inFile(`bytes20 a = hex"${digits}";\n`, 'a.sol'),
  'a hex literal with marks': inFile(
    `bytes20 a = hex"${digits.replace(/.{4}(?=.)/g, '$&_')}";\n`,
    'a.sol',
  ),
  'numeric separators': inFile(use(`0x${digits.replace(/.{4}(?=.)/g, '$&_')}`)),
  calldata: inFile(use(`0xa9059cbb${'0'.repeat(24)}${digits}${'0'.repeat(63)}1`)),
  'a minimal proxy': inFile(use(`363d3d373d3d3d363d73${digits}5af43d82803e903d91602b57fd5bf3`)),
  'a packed path of other accounts': inFile(use(`${treasury}000bb8${digits}`)),
  'an escape of one character': inFile(use(denied.replace('F', '\\u0046'))),
  'bytes in escapes': inFile(`x = b"${digits.replace(/../g, '\\x$&')}"\n`, 'a.py'),
  'an escape with many zeros': inFile(use(denied.replace('F', '\\u{0000000046}'))),
  'an escape of eight digits': inFile(use(denied.replace('F', '\\U00000046')), 'a.py'),
  'an octal escape': inFile(use(denied.replace('7F', '\\67\\106')), 'a.c'),
  'the end of a line in a literal': inFile(use(denied.replace('cC4', 'c\\\n    C4')), 'a.rs'),
  'references of HTML': inFile(`<p>${denied.replace('7F', '&#55;&#x0046;')}</p>\n`, 'a.html'),
  'characters that are not seen': inFile(use(denied.replace('cC4', 'c\u200BC\u00AD4'))),
  'percent-encoding': inFile(use(denied.replace('7F', '%37%46'))),
  'the macro of a byte literal': inFile(`let a = address!("${digits}");\n`, 'a.rs'),
  'a name that means a private key': inFile(`privateKey = "${digits}"\n`),
  'a name that means a seed': inFile(`SEED_ENTROPY=0x${digits}\n`, '.env'),
  'an identifier around it': inFile(`const a_0x${digits}_b = 1;\n`),
  'the address of another account beside it': inFile(`f("${treasury}", "${denied}")`),
  'an address of Solana without evidence': inFile(`const x = "${mint}";\n`),
  'an address of Solana under a name for hashes': inFile(`blockhash: ${mint}\n`, 'a.yaml'),
  'another prefix of SS58': inFile(`const a = "${polkadot}"; // polkadot\n`),
  'a listed text with a wrong checksum': inFile(`pay ${mistyped}\n`, 'a.md'),
  'a listed text in another case': inFile(`pay ${mistyped.toUpperCase()}\n`, 'a.md'),
  'a listed row with several': inFile(`pay ${second}\n`, 'a.md'),
  'a listed row that names a coin of no family': inFile(`pay ${unknownCoin}\n`, 'a.md'),
  'a line of more than a mebibyte': inFile(`${'x '.repeat(600_000)}${use(denied)}`),
  'a file of many addresses': inFile(`${decoys(3_000)}\n${use(denied)}`),
  'a byte order mark': inFile(`\uFEFF${use(denied)}`),
  'UTF-16 with a mark': inFile(Buffer.from(`\uFEFF${use(denied)}`, 'utf16le')),
  'UTF-16 without a mark': inFile(Buffer.from(use(denied), 'utf16le')),
  'a false mark of UTF-16': inFile(marked(0xff, 0xfe)),
  'a false mark of big-endian UTF-16': inFile(marked(0xfe, 0xff)),
  'UTF-32 with a mark': inFile(utf32(`\uFEFF${use(denied)}`)),
  'Latin-1': inFile(Buffer.from(`// caf\xe9\n${use(denied)}`, 'latin1')),
  'a zero byte': inFile(`\0${use(denied)}`),
  'carriage returns': inFile(use(denied).replaceAll('\n', '\r')),
  'a folder that .gitignore matches': inFile(use(denied), 'build/out.js'),
  'a .gitignore of its own': beside('src/.gitignore', '*\n'),
  'a .gitignore that is made to be slow': beside('.gitignore', '*b\n'.repeat(400_000), 'src/b'),
  'files.exclude of the workspace': withSettings(
    denied,
    '{ "files.exclude": { "**/*.ts": true } }',
  ),
  'an attribute that calls the file binary': beside(
    '.gitattributes',
    '*.ts binary linguist-generated\n',
  ),
  'an ignore in the book': withBook(denied, {
    addresses: [entry(treasury), entry(denied, { ignore: { reason: 'fine' } })],
  }),
  'an entry in the book': withBook(denied, {
    addresses: [entry(treasury), entry(denied, { name: 'Safe' })],
  }),
  'a rule for another network': withBook(denied, {
    networks: [{ files: '**', network: 'bitcoin' }],
  }),
  'a list that is removed': withTop(denied, (repository) => {
    writeBook(repository, { lists: [] });
    repository.delete('lists');
  }),
  'a list that turns into names': withBook(denied, { lists: [{ ...list, kind: 'names' }, words] }),
  'a list whose row is removed': withList('address,name,network\n'),
  'a list whose row names an unknown network': withList(`address,network\n${denied},mainnet\n`),
  'a list whose row is on another family': withList(`address,network\n${denied},bitcoin\n`),
  'a list that is larger than is read': withList(`address\n${' '.repeat(17_000_000)}`),
  'a book whose JSON is broken': withTop(denied, (repository) =>
    repository.write('.address-risk.json', bookText().slice(0, -30)),
  ),
  'a book that is removed': withTop(denied, (repository) =>
    repository.delete('.address-risk.json'),
  ),
  'a policy that fails for nothing': withBook(denied, { policy: { fail: [] } }),
};

/** Ways to hide what looks like the treasury. */
export const hiddenLookAlikes: Readonly<Record<string, Way>> = {
  'nothing: an address with two other digits': inFile(use(poison)),
  'seven decoys with the same ends': inFile(`${decoys(7)}\n${use(poison)}`),
  'two thousand decoys': inFile(`${decoys(2_000)}\n${use(poison)}`),
  'an ignore in the change alone': withBook(poison, {
    addresses: [entry(treasury), entry(poison, { ignore: { reason: 'fine' } })],
  }),
  'the treasury removed from book and code': withTop(poison, (repository) => {
    writeBook(repository, { addresses: [] });
    repository.delete('src/treasury.ts');
  }),
};

/** Ways to make a new address look as if it were known. */
export const hiddenNews: Readonly<Record<string, Way>> = {
  'nothing: an address that is new': inFile(use(stranger)),
  'an entry in the book of the change': withBook(stranger, {
    addresses: [entry(treasury), entry(stranger)],
  }),
  'a folder that .gitignore matches': inFile(use(stranger), 'build/out.js'),
  'a byte order mark of UTF-16': inFile(Buffer.from(`\uFEFF${use(stranger)}`, 'utf16le')),
  'a false byte order mark of UTF-16': inFile(marked(0xff, 0xfe, use(stranger))),
  'a setting of the workspace': withSettings(stranger, '{ "addressRisk.newSince": "HEAD" }'),
};
