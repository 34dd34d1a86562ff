import { isAll, lowerHexadecimal } from '../text/characters.ts';
import { isComment, lineStart } from '../text/lines.ts';
import { setOf } from '../text/words.ts';
import { fileOf, type Evidence, type Scanned } from './source.ts';
import { hexEvidence, isOwnSource } from './hexAccounts.ts';
import { valueKindOf } from './hexNames.ts';
import { namedNetworkOf } from './namedNetwork.ts';
import { isNamedIn } from './networkWords.ts';
import { unchanged, type Codec, type Reading } from './codec.ts';

/** NEAR's nomicon, "Account ID": the digits of an Ed25519 key, for an account without a name. */
const implicitLength = 64;

const lengths = [2, 64] as const;

/** The top-level accounts under which anyone has accounts, and their network. */
const topLevel: Readonly<Record<string, string>> = {
  near: 'near',
  tg: 'near',
  testnet: 'near-testnet',
};

/** The same document: words of lower-case letters and digits, with one separator between them. */
const named = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/;

/** Named accounts, and implicit ones of 64 digits. Neither has a checksum: the text names NEAR. */
export const near: Codec = {
  family: 'near',
  uriSchemes: [],
  shapes: [{ start: '', lengths: [implicitLength, implicitLength], characters: lowerHexadecimal }],
  // Endings from `topLevel`, as a literal expression so that the build can check it.
  endings: /\.(?:near|testnet|tg)/g,
  read(token): Reading | undefined {
    if (isImplicit(token)) return {};
    const [least, most] = lengths;
    if (token.length < least || token.length > most || !named.test(token)) return undefined;
    const end = token.lastIndexOf('.');
    const top = token.slice(end + 1);
    return end > 0 && Object.hasOwn(topLevel, top) ? { network: topLevel[top] ?? '' } : undefined;
  },
  canonical: unchanged,
  checksumOf: () => 'none',
  evidenceIn: nearEvidence,
  isOwnSource: (source) => isOwnSource(source, 'near'),
  keyLikeness: 'hexKey',
};

const isImplicit = (token: string): boolean =>
  token.length === implicitLength && isAll(lowerHexadecimal, token, 0, implicitLength);

const implicitEvidence = hexEvidence('near', (kind) => kind === 'address');

function nearEvidence(scanned: Scanned): Evidence {
  const { text } = scanned;
  const ofImplicit = implicitEvidence(scanned);
  const isDocument = document.test(scanned.source?.path ?? '');
  let isAboutNear: boolean | undefined;
  return (start, end) => {
    if (isImplicit(text.slice(start, end))) return ofImplicit(start, end);
    const how = writtenAs(text, start, end);
    if (how === undefined && !isWord(text, start, end, isDocument)) return false;
    if (how === 'account') return true;
    const name = text.slice(start, end);
    const before = text.slice(Math.max(0, start - reach), start);
    if (isCertainName(name) && !otherNames.test(before)) return true;
    const nearby = namedNetworkOf(scanned).near(start, end);
    if (nearby !== undefined) return nearby === 'near';
    return (isAboutNear ??= isAbout(scanned));
  };
}

/** `token.v2.ref-finance.near`: nothing else has three labels ending in `near`. */
const subaccount = /^[^.]+\.(?:[^.]+\.)+near$/;

/** Cameras, lights, and settings, which have a member `near`. */
const otherLabels = setOf(
  'camera frustum clip clipping shadow light viewport projection fog plane lens depth perspective ' +
    'orthographic scene renderer uniform setting option label message error i18n',
);

const isOtherLabel = (label: string): boolean => {
  const word = label.slice(label.lastIndexOf('_') + 1);
  return otherLabels.has(word) || otherLabels.has(word.replace(/s?\d{0,3}$/, ''));
};

/** Whether a name is a member of one of those, or the end of a sentence: `e.g.near`. */
const isOtherName = (name: string): boolean =>
  /^(?:e\.g|i\.e)\./.test(name) || name.split('.').slice(0, -1).some(isOtherLabel);

const isCertainName = (name: string): boolean => subaccount.test(name) && !isOtherName(name);

const quotedSubaccount = /["'`][a-z\d_-]+\.(?:[a-z\d_-]+\.){1,4}near(?=["'`])/g;

/** Whether the path or the first lines of a file name NEAR, beside whatever others. */
function isAbout({ text, source }: Scanned): boolean {
  const file = fileOf(text, source);
  return (
    isOwnSource(file, 'near') || isNamedIn('near', file.head) || hasQuotedSubaccount(file.head)
  );
}

function hasQuotedSubaccount(head: string): boolean {
  for (const { 0: quoted, index } of head.matchAll(quotedSubaccount)) {
    const before = head.slice(Math.max(0, index - reach), index + 1);
    if (isCertainName(quoted.slice(1)) && !otherNames.test(before)) return true;
  }
  return false;
}

/** Names whose values are files, hosts, and the like: `require("config.near")`. */
const otherNames =
  /(?:^|[^A-Za-z])(?:t|i18n|require|import|from|get|path|file|host|domain|url|event)\(?["'`]$/;

/** `near call wrap.near`, `near:mainnet:wrap.near`, `near.social/alice.near`: NEAR comes before it. */
const afterNear =
  /(?:(?<![\w.-])near (?:call|view|send|deploy|delete|state|keys|tokens|contract|account)\b[^\n]{0,80} |near[:/](?:mainnet|testnet)[:/]|near\.(?:social|org)\/(?:#\/)?|nep1[47]1:)$/;

/** A page or an interface of an explorer. */
const pathOfAccount = /\/(?:address|accounts?|contract)\/$/;

/** Names that only an account has, so that its ending is enough: `receiver_id: "alice.near"`. */
const accountName =
  /(?:account|receiver|signer|predecessor|contract|beneficiary|delegator|token|pool)_?id["'`]?\s{0,4}(?::|[=!]?={1,2})\s{0,4}["'`]$/i;

/** How far before a name the text shows what it is, in UTF-16 units. */
const reach = 120;

/** The following value belongs to a name: `owner: "`, `owner = "`, `contract("`. */
const assigned = /[:=(]\s{0,4}["'`]$/;

/**
 * The notation of a name. `account`: nothing else is written this way. `value`: a whole quoted
 * string, or the path of a page. Undefined: it may be a member such as `networks.near`.
 */
function writtenAs(text: string, start: number, end: number): 'account' | 'value' | undefined {
  const before = text.slice(Math.max(0, start - reach), start);
  if (afterNear.test(before)) return 'account';
  if (pathOfAccount.test(before)) return 'value';
  const quote = text.charAt(start - 1);
  const isQuoted = /["'`]/.test(quote) && text.charAt(end) === quote;
  if (!isQuoted || otherNames.test(before)) return undefined;
  if (accountName.test(before)) return 'account';
  const kind = valueKindOf(text, start, end);
  const name = text.slice(start, end);
  // Test networks are called `testnet` everywhere, and `.tg` also ends hosts.
  if (kind === 'address' && assigned.test(before) && name.endsWith('.near')) return 'account';
  return kind === 'other' && !subaccount.test(name) ? undefined : 'value';
}

/** Files of words, and those whose values need no quotes. */
const document = /\.(?:mdx?|txt|rst|adoc|html?|csv|tsv|ya?ml|toml|ini|conf|env|sh|bash|snap)$/i;

/** Characters around a word: `<alice.near>`, `--accountId=alice.near`, `a.near|b.near`. */
const beforeWord = /[\s(<"'`*|[=]/;
const afterWord = /[\s)>"'`*|\],.:;!?\\@/]/;

/** Usual names of objects whose members are networks: `window.near`, `config.testnet`. */
const objects =
  /^(?:(?:window|this|self|props|state|context|ctx|process)\.|(?:configs?|options|env|networks?|chains?|urls?|rpcs?|endpoints?|contracts|tokens|addresses|args|params|default|exports|global|data|result|utils|errors?|labels?|messages?)\.\w+$)/;

/**
 * Whether a name is one among other words: in a document, or in a comment or a string of code.
 * Elsewhere it would be a member of an object.
 */
function isWord(text: string, start: number, end: number, isDocument: boolean): boolean {
  if (start > 0 && !beforeWord.test(text.charAt(start - 1))) return false;
  if (end < text.length && !afterWord.test(text.charAt(end))) return false;
  const name = text.slice(start, end);
  if (objects.test(name) || isOtherName(name) || isSection(text, start)) return false;
  return isDocument || isInWords(text, start, end);
}

/** `[networks.testnet]` on a line of its own: a section of TOML. */
const isSection = (text: string, start: number): boolean =>
  text.charAt(start - 1) === '[' && /(?:^|\n)$/.test(text.slice(Math.max(0, start - 2), start - 1));

/** How far before a name its line is read, in UTF-16 units. */
const lineReach = 400;

/** Whether a name is in a string with other words or in a comment, judging by its line. */
function isInWords(text: string, start: number, end: number): boolean {
  const line = text.slice(lineStart(text, start, Math.max(0, start - lineReach)), start);
  if (isComment(line.trimStart()) || line.includes('//')) {
    // `// camera.near = 0.5`: a member of an object.
    return !/^\s{0,4}[-+*/]?=(?!=)/.test(text.slice(end, end + 8));
  }
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '\\') at++;
    else if (quote === '' ? '"\'`'.includes(character) : character === quote)
      quote = quote === '' ? character : '';
  }
  return quote !== '';
}
