import { comparedAs, type Family } from '../networks/networks.ts';
import { knownAddress, knownByEnds, type KnownByEnds } from '../known/known.ts';
import { accountOf, canonicalOf } from '../addresses/occurrence.ts';

/** An address whose look-alikes are searched for. */
export interface KnownAddress {
  /** In any spelling that the scanner finds. */
  readonly address: string;
  readonly family: Family;
}

/** Two addresses that a person takes for each other. */
export interface LookAlike extends KnownAddress {
  /**
   * `ends`: they share their first and last four digits, or seven with an anchor. `close`: at most two
   * digits differ.
   */
  readonly how: 'ends' | 'close';
}

/** In digits: the length of each end of a shortened address. */
const endLength = 4;

/** An end of two different digits, such as `6ee6`, is compared with more of them. */
const maxEndLength = 8;

const maxDifferent = 2;

/** Of this many pieces of an address, `maxDifferent` changes leave one as it was. */
const pieces = maxDifferent + 1;

export interface Indexed extends KnownAddress {
  address: string;
  /** The account; of a named one, who has it: all accounts below a name are of one owner. */
  readonly key: string;
  readonly digits: string;
  /** Feeds of anchors that have it. */
  anchors: number;
}

/** A property that addresses may share. */
export interface Part {
  /** Equal for all that have it. */
  readonly name: string;
  /** Whether no one has it by accident: `0000` is common. */
  readonly isTelling: boolean;
  /** The other digits: a crowd is split by their pieces. Empty if it is not. */
  readonly rest: string;
}

const spelled = ({ address, family }: KnownAddress) => ({ text: address, family });

export function indexedOf(known: KnownAddress): Indexed {
  const { address } = known;
  const family = comparedAs(known.family);
  const digits = digitsOf(lettersOf(known), family);
  const key = isName(digits) ? digits : accountOf(spelled(known));
  return { key, address, family, digits, anchors: 0 };
}

/** The characters to compare. Not the canonical spelling for EVM, which takes Keccak. */
function lettersOf({ address, family }: KnownAddress): string {
  return family === 'evm'
    ? `0x${address.slice(-40).toLowerCase()}`
    : canonicalOf({ text: address, family });
}

/** The digits of an address without the prefix that its whole family shares. */
const digitsOf = (key: string, family: Family): string =>
  family === 'near' && isName(key) ? digitsOfName(key) : key.slice(prefixLength(key, family));

/**
 * The label that its owner registered, between dots: `.ref-finance.` for `v2.ref-finance.near`. A
 * bridge names tokens by their EVM account, so that account is compared instead.
 */
function digitsOfName(name: string): string {
  const labels = name.split('.');
  const [first = ''] = labels;
  return /^[\da-f]{40}$/.test(first) ? first : `.${labels.at(-2) ?? ''}.`;
}

function prefixLength(key: string, family: Family): number {
  switch (family) {
    case 'tron':
    case 'ripple':
    case 'stellar':
      return 1;
    case 'tezos':
      return 3;
    default: {
      // `0x`, `0:` of TON, `cashaddr:`, and the readable part of bech32 with its witness version.
      const [prefix = ''] =
        /^(?:0x|-?\d:|[a-z]+:[qp]?|(?:bc|tb|ltc)1[qp]|[a-z]{1,20}1)/.exec(key) ?? [];
      return prefix.length;
    }
  }
}

type Digits = Pick<Indexed, 'digits' | 'family'>;

/** Returns no parts for an address that was counted up or repeated. */
export function partsOf(known: Digits): Part[] {
  const { digits } = known;
  if (!isVaried(digits) || (isName(digits) && digits.length < minNameLength)) return [];
  const size = pieceSize(digits);
  const parts = pieceNames(known).map((name, index): Part => {
    const [start, end] = [index * size, (index + 1) * size];
    return {
      name,
      isTelling: isVaried(digits.slice(start, end)) && !isName(digits),
      rest: digits.slice(0, start) + digits.slice(end),
    };
  });
  const isAtEnds = endsOf(digits).every((end) => end.isTelling) && !isName(digits);
  return isAtEnds ? [...parts, { name: endsName(known), isTelling: true, rest: '' }] : parts;
}

/**
 * Digits that match at both ends. One pair in 134 million does so by chance: that is fine for anchors, and too
 * often for all addresses.
 */
const anchorEnds = [
  [3, 4],
  [4, 3],
] as const;

/** The parts that an address may share with an anchor. */
export function anchorParts({ digits, family }: Digits): Part[] {
  if (!isVaried(digits)) return [];
  return sharedEnds(digits).map((ends) => ({
    name: `${family} anchor ${ends}`,
    isTelling: true,
    rest: '',
  }));
}

/** Returns no ends for an address that was ground to begin with equal digits. */
function sharedEnds(digits: string): string[] {
  if (runLength(digits) >= endLength || isName(digits)) return [];
  return anchorEnds.flatMap(([first, last]) => {
    const [start, end] = [digits.slice(0, first), digits.slice(-last)];
    return isTelling(start) && isTelling(end) ? `${start}…${end}` : [];
  });
}

const pieceSize = (digits: string): number => Math.ceil(digits.length / pieces);

function piecesOf(digits: string): string[] {
  const size = pieceSize(digits);
  return Array.from({ length: pieces }, (_, index) =>
    digits.slice(index * size, (index + 1) * size),
  );
}

const lastsOf = (digits: string): string[] => [
  digits.slice(-endLength),
  digits.slice(1 - endLength),
];

function pieceNames({ digits, family }: Digits): string[] {
  return piecesOf(digits).map((piece, index) => `${family} ${digits.length} ${index} ${piece}`);
}

function endsName({ digits, family }: Digits): string {
  const [first, last] = endsOf(digits);
  return `${family} ${first.digits}…${last.digits}`;
}

/**
 * Which addresses have something in common with some that are compared: no others can be among their
 * look-alikes or in their crowds. Of a large book that are few, and the rest need no index.
 */
export class CommonParts {
  readonly #names: ReadonlySet<string>;
  /**
   * Only the pieces and the last digits: most addresses have none of these, so their names need not
   * be built.
   */
  readonly #digits: ReadonlySet<string>;

  constructor(compared: Iterable<KnownAddress>) {
    const indexed = [...compared].map(indexedOf);
    const names = indexed.flatMap((each) =>
      [...partsOf(each), ...anchorParts(each)].map(({ name }) => name),
    );
    this.#names = new Set(names);
    this.#digits = new Set(
      names.length === 0
        ? []
        : indexed.flatMap(({ digits }) => [...piecesOf(digits), ...lastsOf(digits)]),
    );
  }

  hasAnyOf(known: KnownAddress): boolean {
    if (this.#names.size === 0) return false;
    const { family } = known;
    const digits = digitsOf(lettersOf(known), family);
    const isCandidate =
      lastsOf(digits).some((last) => this.#digits.has(last)) ||
      piecesOf(digits).some((piece) => this.#digits.has(piece));
    if (!isCandidate) return false;
    return (
      pieceNames({ digits, family }).some((name) => this.#names.has(name)) ||
      this.#names.has(endsName({ digits, family })) ||
      anchorParts({ digits, family }).some(({ name }) => this.#names.has(name))
    );
  }
}

export function finerParts({ name, rest }: Part): Part[] {
  if (rest === '') return [];
  const size = Math.ceil(rest.length / pieces);
  return Array.from({ length: pieces }, (_, index) => {
    const piece = rest.slice(index * size, (index + 1) * size);
    const isTelling = isVaried(piece) && !isName(rest);
    return { name: `${name} ${index} ${piece}`, isTelling, rest: '' };
  });
}

interface End {
  readonly digits: string;
  readonly isTelling: boolean;
}

/** The first and the last digits, which people compare. */
const endsOf = (digits: string): readonly [first: End, last: End] => [
  endOf(digits.slice(0, endLength), () => digits),
  endOf(digits.slice(-endLength), () => Array.from(digits).reverse().join('')),
];

/**
 * Extends an end until it is telling. After four or more equal digits, the next ones are compared,
 * because `0x0000` identifies nothing.
 * @param inward all digits, from this end to the other
 */
function endOf(plain: string, inward: () => string): End {
  if (isMixed(plain)) return { digits: plain, isTelling: isTelling(plain) };
  const digits = inward();
  const run = runLength(digits);
  const from = run < endLength ? 0 : run;
  let compared = '';
  for (let length = endLength; length <= maxEndLength && !isMixed(compared); length++) {
    compared = digits.slice(from, from + length);
  }
  const vanity = from === 0 ? '' : digits.slice(0, endLength);
  return { digits: vanity + compared, isTelling: isTelling(compared) };
}

/** Equal digits at the beginning. */
function runLength(digits: string): number {
  let length = 1;
  while (length < digits.length && digits.charAt(length) === digits.charAt(0)) length++;
  return length;
}

/**
 * The token or contract of published lists whose first and last digits an address has. An address that
 * is in these lists itself counts as no imitation, although a list can contain one.
 *
 * @param alike the addresses that a warning names already
 */
export function imitated(
  { address, family }: KnownAddress,
  alike: readonly KnownAddress[] = [],
): KnownByEnds | undefined {
  if (family !== 'evm' || alike.some((each) => knownAddress(family, each.address)))
    return undefined;
  const digits = address.slice(-40).toLowerCase();
  const isPlain = endsOf(digits).every((end) => end.isTelling && end.digits.length === endLength);
  if (!isPlain || !isVaried(digits)) return undefined;
  return knownAddress(family, address) === undefined ? knownByEnds(digits) : undefined;
}

export function howAlike(
  digits: string,
  others: string,
  isAnchor = false,
): LookAlike['how'] | undefined {
  if (digits.length === others.length) {
    let different = 0;
    for (let at = 0; at < digits.length && different <= maxDifferent; at++) {
      if (digits.charCodeAt(at) !== others.charCodeAt(at)) different++;
    }
    if (different <= maxDifferent) return areNumbered(digits, others) ? undefined : 'close';
  }
  if (isName(digits)) return undefined;
  const otherEnds = endsOf(others);
  const isSame = endsOf(digits).every(
    (end, at) => end.isTelling && end.digits === otherEnds[at]?.digits,
  );
  if (isSame) return 'ends';
  const shared = isAnchor && isVaried(digits) ? sharedEnds(others) : [];
  return sharedEnds(digits).some((ends) => shared.includes(ends)) ? 'ends' : undefined;
}

/** With its dots. Shorter names differ in two characters by chance. */
const minNameLength = 10;

/** A named account, as on NEAR: people read all of it, and its parts are words. */
const isName = (digits: string): boolean => digits.includes('.');

/** `pool-1.near` and `pool-2.near`. */
const areNumbered = (digits: string, others: string): boolean =>
  isName(digits) && unnumbered(digits) === unnumbered(others);

const unnumbered = (digits: string): string => digits.replace(/\d+/g, '0');

/** `0000`, `dead`, `1212`: someone made them, and many addresses have them. */
const isTelling = (end: string): boolean =>
  isMixed(end) && end !== 'dead' && !sequences.includes(end);

/** Whether it has three different digits. */
function isMixed(end: string): boolean {
  const first = end.charCodeAt(0);
  let second = first;
  for (let at = 1; at < end.length; at++) {
    const digit = end.charCodeAt(at);
    if (digit === first || digit === second) continue;
    if (second !== first) return true;
    second = digit;
  }
  return false;
}

const sequences = '0123456789abcdef fedcba9876543210';

/**
 * Whether an address looks like one that a key or a hash made: most of its pairs of neighboring
 * digits are different ones. `0x4200…0006`, counted numbers, and repeated words are not.
 */
function isVaried(digits: string): boolean {
  // As numbers: strings of two characters would take most of the time of an index.
  const pairs = new Set<number>();
  for (let at = 0; at + 1 < digits.length; at++) {
    pairs.add((digits.charCodeAt(at) << 16) | digits.charCodeAt(at + 1));
  }
  return pairs.size >= 0.6 * (digits.length - 1);
}
