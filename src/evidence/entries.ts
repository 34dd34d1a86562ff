import { joinedName } from '../networks/names.ts';
import { networkNotAsset } from '../networks/mentions.ts';
import {
  lastName,
  withoutChainId,
  kindOfKeys,
  meaningOfKey,
  type KeyMeaning,
  type KindOfKeys,
} from './kindOfKeys.ts';
import { keyBefore } from '../text/keys.ts';
import { readShared } from '../text/once.ts';
import { networkOfHost, testHost, urlsIn } from '../networks/urls.ts';

/** Entries of one block, or of lines with one indentation: `key: value`, `key = value`. */
export interface Entries extends KindOfKeys {
  readonly ids: readonly string[];
  /** Of `originChainId` and the like, with the word before: the ID, or the name, of `originAddress`. */
  readonly prefixed: readonly (readonly [prefix: string, network: string])[];
  /** Values of keys such as `network`. */
  readonly names: readonly EntryName[];
  readonly hosts: readonly string[];
  /** Values of keys such as `name`, which may also name a token. */
  readonly titles: readonly string[];
  /** All keys, in lower case and without separators. */
  readonly keys: readonly string[];
  /** Whether the entries describe a token, so that a title is the token's. */
  readonly isToken: boolean;
}

interface EntryName {
  readonly value: string;
  /** Whether its key can also be about something else, and yields to one that cannot. */
  readonly isLoose: boolean;
  /** Whether a value that no network has names one outside of the table. */
  readonly isExact: boolean;
}

type Kind = 'id' | 'idOfPlace' | 'name' | 'looseName' | 'domain' | 'title' | 'token' | 'picture';

const kinds = new Map<string, Kind>();
/**
 * Words before `chainId` that indicate another place, not the entry's own network, as in
 * `lzChainId`.
 */
const places =
  'origin source src destination dst remote from to l1 l2 home foreign parent child root peer target bridged input output sell selltoken buy buytoken';
for (const [kind, keys] of [
  ['id', 'chainid networkid evmchainid eip155 eip155chainid chainidnumber destchainid'],
  ['name', 'chain chainname network networkname blockchain chainkey networkkey'],
  ['looseName', 'platform assetplatform net currency chainslug networkslug chainalias caip2'],
  ['idOfPlace', places.replace(/\w+/g, '$&chainid')],
  ['domain', 'domain domainid'],
  ['title', 'name title key slug id label displayname prettyname shortname'],
  ['token', 'symbol decimals ticker tokensymbol'],
  ['picture', 'logouri logo logourl icon iconurl image img website homepage docs source'],
] as const) {
  for (const key of keys.split(' ')) kinds.set(key, kind);
}

/** Keys of the definition of a chain, as viem has it. */
const definesChain = new Set(['rpcurls', 'nativecurrency', 'blockexplorers']);

/** Keys of URLs of nodes and explorers. */
const urlKey = /rpc|url|endpoint|explorer|scan|node|provider|host|api/;

/** `INIT_EVM_CHAIN_ID`, but no `fakeEvmChainId`. */
const ofEvm = /^(?!fake|mock|dummy|invalid|wrong|unsupported|unknown).{0,40}evmchainid$/;

const typed = /\w\??:\s{0,4}[A-Z][\w.<>[\]]{0,48}\s{1,4}$/;

/** In UTF-16 units. */
const maxValueLength = 200;

/** Don't count keys beyond this: such a long list isn't about networks. */
const maxKeys = 512;

/** Options for reading part of a text. */
interface PartOptions {
  /** The text before the entries. */
  readonly head: string;
  /** Whether chain IDs below 256 belong to a bridge. */
  readonly isSmallIdForeign: boolean;
  /** Whether these are lines of YAML, whose values need no quotes. */
  readonly isPlain?: boolean;
  /** Whether they are an item of a list of networks. */
  readonly isOfChain?: boolean;
  /** The first elements of a list of pairs. */
  readonly firsts?: readonly string[];
}

/** Reads the entries of some parts of a text. */
export function entriesIn(
  text: string,
  ranges: Iterable<readonly [start: number, end: number]>,
  options: PartOptions,
): Entries {
  const found = {
    ids: [] as string[],
    prefixed: [] as [string, string][],
    names: [] as EntryName[],
    hosts: [] as string[],
    titles: [] as string[],
    isToken: false,
    meanings: (options.firsts ?? []).map((first): KeyMeaning => keyCalled(first)),
    /** Values of `id`, which is a chain ID where the other entries define a chain. */
    definedIds: [] as string[],
  };
  for (const [start, end] of ranges) {
    const part = text.slice(start, end);
    for (separator.lastIndex = 0; separator.test(part);) {
      const at = start + separator.lastIndex - 1;
      addEntry(text, { at, start, end }, found, options);
    }
  }
  const { meanings, ids, names, titles, definedIds } = found;
  const keys = meanings.map(({ joined }) => joined);
  if (options.isOfChain || keys.some((key) => definesChain.has(key))) ids.push(...definedIds);
  // The title of a network is its name.
  if (options.isOfChain)
    names.push(...titles.map((value) => ({ value, isExact: false, isLoose: true })));
  // Not with a spread, which was a third of the time of this function.
  return Object.assign(found, { keys }, kindOfKeys(meanings, options.head));
}

/** `::`, `==`, and the scheme of a URL are not separators. */
const separator = /(?<!:):(?![:/])|(?<!=)=(?!=)/g;

type Found = {
  -readonly [
    Key in Exclude<keyof Entries, keyof KindOfKeys | 'keys'>
  ]: Entries[Key] extends readonly (infer Item)[] ? Item[] : Entries[Key];
} & { readonly definedIds: string[]; readonly meanings: KeyMeaning[] };

interface Key extends KeyMeaning {
  readonly kind: Kind | undefined;
  /** Whether it is for the chain ID of a network of EVM and no other. */
  readonly isOfEvm: boolean;
  readonly isOfUrl: boolean;
}

/** Most objects of a repository have the same keys. */
const knownKeys = new Map<string, Key>();

const keyCalled = (name: string): Key => readShared(knownKeys, name, readKey);

function readKey(name: string): Key {
  const key = withoutChainId(name);
  const joined = /^\d+\./.test(key) ? key : joinedName(key);
  const isOfEvm = ofEvm.test(joined);
  const kind = isOfEvm ? 'id' : kinds.get(joined);
  return { ...meaningOfKey(joined), kind, isOfEvm, isOfUrl: urlKey.test(joined) };
}

function addEntry(
  text: string,
  range: { readonly at: number; readonly start: number; readonly end: number },
  found: Found,
  { isSmallIdForeign, isPlain }: PartOptions,
): void {
  const separator = range.at;
  // `const a: Story = {`: the type of `a`.
  const isTyped =
    text.charCodeAt(separator) === 0x3d &&
    typed.test(text.slice(Math.max(range.start, separator - 60), separator));
  if (isTyped) return;
  const key = keyBefore(text, separator, range.start);
  if (key === '') return;
  const meaning = keyCalled(key);
  const { joined, kind, isOfEvm, isOfUrl } = meaning;
  if (found.meanings.length < maxKeys) found.meanings.push(meaning);
  if (kind === 'token') found.isToken = true;
  if (kind === 'picture') return;
  // Most keys are neither, so their values are no evidence.
  if ((kind === undefined && !isOfUrl) || isInComment(text, separator, isPlain)) return;
  const { value, isQuoted } = valueAfter(text, separator, range.end);
  if (value.includes('://')) {
    if (!isOfUrl) return;
    for (const { host } of urlsIn(value)) {
      if (networkOfHost(host) !== undefined || testHost.test(host)) found.hosts.push(host);
    }
    return;
  }
  if (kind === undefined || kind === 'token' || value === '') return;
  const id = idIn(value);
  if (joined === 'id' && id !== undefined) found.definedIds.push(id);
  if (kind === 'title') {
    if (isQuoted || /^[\w -]{2,40}$/.test(value)) found.titles.push(value);
  } else if (kind === 'idOfPlace') {
    const network = id ?? /\.([A-Z][A-Z\d_]{1,40})\b/.exec(value)?.[1];
    if (network !== undefined) found.prefixed.push([joined.slice(0, -'chainid'.length), network]);
  } else if (id !== undefined) {
    const isForeign = kind === 'domain' || (isSmallIdForeign && !isOfEvm);
    if (isForeign && Number(id) < 256) return;
    if (kind !== 'looseName') found.ids.push(id);
  } else if (kind === 'id') {
    // `chainId: ChainId.POLYGON`, `chainId: "mainnet"`.
    const isExact = /\.[A-Z]/.test(value);
    found.names.push({ value: lastName(value), isExact, isLoose: false });
  } else {
    // A value of YAML needs no quotes.
    const isBare = isPlain && text.charCodeAt(separator) === 0x3a && /^[a-z][\w-]*$/i.test(value);
    const isName = isQuoted || isBare || /\.[A-Z]/.test(value);
    const isLoose = kind === 'looseName';
    if (joined === 'currency' && networkNotAsset(value, 'evm') === undefined) return;
    found.names.push({ value: lastName(value), isExact: !isLoose && isName, isLoose });
  }
}

/**
 * Whether an entry is an example, or no longer counts: `* const blockchain = …`, `// chainId: 56,`.
 * @param isOfLines whether it may be an item of Markdown
 */
export function isInComment(text: string, at: number, isOfLines = false): boolean {
  const before = text.slice(Math.max(0, at - maxValueLength), at);
  // A quoted `//` or `#`, such as in a path pattern, doesn't start a comment.
  const line = before
    .slice(before.lastIndexOf('\n') + 1)
    .replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g, '');
  if (!isOfLines && /^\s{0,80}\* /.test(line)) return true;
  return /(?:^|\s)\/\//.test(line) || openComment.test(line);
}

/** Of `/* … `, with no end behind it. */
const openComment = /(?:^|\s)\/\*(?![^\n]*\*\/)/;

/** The digits of a chain ID: `137`, `0x89`, `137n`, `eip155:137`. */
function idIn(value: string): string | undefined {
  return /^(?:eip155:)?(0x[0-9a-f]{1,12}|\d{1,15}|\d{1,9}e\d)n?$/i.exec(value)?.[1];
}

function valueAfter(
  text: string,
  separator: number,
  end: number,
): { readonly value: string; readonly isQuoted: boolean } {
  let at = separator + 1;
  while (at < end && ' \t>'.includes(text.charAt(at))) at++;
  const quote = text.charAt(at);
  const isQuoted = quote === '"' || quote === "'" || quote === '`';
  const rest = text.slice(isQuoted ? at + 1 : at, Math.min(end, at + maxValueLength));
  if (isQuoted) {
    const close = rest.indexOf(quote);
    return { value: close === -1 ? '' : rest.slice(0, close), isQuoted };
  }
  const [line = ''] = /^[^\n,;#]*/.exec(rest) ?? [];
  const comment = line.search(/ (?:\/\/|as )/);
  return { value: (comment === -1 ? line : line.slice(0, comment)).trim(), isQuoted };
}
