import { isAll, lowerHexadecimal } from '../characters.ts';
import type { Scanned } from '../outlineParts.ts';
import type { Evidence } from '../source.ts';
import { hexEvidence, isOwnSource } from './hexAccounts.ts';
import { valueKindOf } from './hexNames.ts';
import { namedNetworkOf } from './namedNetwork.ts';
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
  endings: Object.keys(topLevel).map((name) => `.${name}`),
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
  return (start, end) => {
    if (isImplicit(text.slice(start, end))) return ofImplicit(start, end);
    const how = writtenAs(text, start, end);
    if (how === undefined) return false;
    const context = namedNetworkOf(scanned);
    const nearby = context.near(start, end);
    if (nearby !== undefined) return nearby === 'near';
    return how === 'value' && context.ofFile() === 'near';
  };
}

/** Names whose values are files, hosts, and the like: `require("config.near")`. */
const otherNames =
  /(?:^|[^A-Za-z])(?:t|i18n|require|import|from|get|path|file|host|domain|url|event)\(?["'`]$/;

/** `near call wrap.near`, `nearblocks.io/address/wrap.near`, `near:mainnet:wrap.near`. */
const spelled =
  /(?:(?<![\w.-])near (?:call|view|send|deploy|delete|state|keys|tokens|contract|account)\b[^\n]{0,80} |\/(?:address|account|accounts)\/|(?:near:(?:mainnet|testnet)|nep141|nep171):)$/;

/** How far before a name the text shows what it is, in UTF-16 units. */
const reach = 120;

/**
 * Whether a name is a value, and not a member such as `networks.near`: it is alone in quotes, or what
 * comes before it expects an account. `spelled`: only with NEAR nearby.
 */
function writtenAs(text: string, start: number, end: number): 'value' | 'spelled' | undefined {
  const before = text.slice(Math.max(0, start - reach), start);
  if (spelled.test(before)) return 'spelled';
  const quote = text.charAt(start - 1);
  const isQuoted = /["'`]/.test(quote) && text.charAt(end) === quote;
  if (!isQuoted || otherNames.test(before)) return undefined;
  return valueKindOf(text, start, end) === 'other' ? undefined : 'value';
}
