import type { Checksum } from '../encodings/evmChecksum.ts';
import type { Codec, Reading } from '../families/codec.ts';
import { byteLiteralBefore } from '../families/evmBytes.ts';
import { codecOf, codecs } from '../families/table.ts';
import type { Family } from '../networks/networks.ts';
import type { Placeholder } from '../families/placeholders.ts';
import type { Span } from '../text/span.ts';
import { spellingOf } from './spelling.ts';

/**
 * `padded`: in a longer word, after zeros. `bytes`: a list of bytes, or the string of a byte literal.
 * `uri`: after the scheme of a payment URI.
 */
export type Form = 'plain' | 'padded' | 'bytes' | 'uri';

/** One address in a text. */
export interface Occurrence {
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly length: number;
  readonly text: string;
  readonly family: Family;
  readonly form: Form;
  readonly placeholder: Placeholder | null;
  /** Our name of the network, if the characters of the address name it. */
  readonly network: string | null;
}

type Spelled = Pick<Occurrence, 'text' | 'family'>;

/** The one spelling that rows and requests have. Not part of an occurrence: Keccak is slow. */
export function canonicalOf({ text, family }: Spelled): string {
  return codecOf(family)?.canonical(text) ?? text;
}

/**
 * The account behind an address, for comparisons: equal for every spelling of one account and on
 * every network that shares it. It isn't a spelling and is never sent.
 */
export function accountOf({ text, family }: Spelled): string {
  const codec = codecOf(family);
  return codec?.account?.(text) ?? `${family}:${codec?.canonical(text) ?? text}`;
}

/** Who inside of its account an address is for: a tag, an ID of a customer, a payment ID; empty for none. */
export function subaccountOf({ text, family }: Spelled): string {
  return codecOf(family)?.subaccount?.(text) ?? '';
}

/** The spelling that results of an address on a network are stored under. */
export function storedAs(family: Family, canonical: string): string {
  return codecOf(family)?.storedAs?.(canonical) ?? canonical;
}

const withSpellings = codecs.filter(({ storedAs: of }) => of !== undefined);

/** The same for an address whose family is not known: no two families write the same. */
export function storedAnywhere(canonical: string): string {
  if (canonical.startsWith('0x')) return canonical;
  const stored = withSpellings.map((codec) => codec.storedAs?.(canonical) ?? canonical);
  return stored.find((spelled) => spelled !== canonical) ?? canonical;
}

/** `valid` for families whose every form has a checksum: a wrong one is not found. */
export function checksumOf({ text, family }: Spelled): Checksum {
  return codecOf(family)?.checksumOf?.(text) ?? 'valid';
}

/** The address between two offsets, as a codec read it. */
export function occurrenceOf(
  text: string,
  { start, end }: Span,
  codec: Codec,
  reading: Reading,
): Occurrence {
  const { family, placeholderOf } = codec;
  const address = text.slice(start, end);
  // A single literal: spreading part of it is slow, and this runs for every address.
  return {
    offset: start,
    length: end - start,
    family,
    text: address,
    form:
      reading.isPadded === true
        ? 'padded'
        : reading.isBytes === true
          ? 'bytes'
          : formOf(text, start, end, family),
    placeholder: reading.isZero === true ? 'zero' : (placeholderOf?.(address) ?? null),
    network: reading.network ?? null,
  };
}

function formOf(text: string, start: number, end: number, family: Family): Form {
  const previous = text.charCodeAt(start - 1);
  // Most addresses are neither after a colon nor in the string of a byte literal.
  if (previous === 0x3a) {
    const place = { offset: start, length: end - start, family };
    return spellingOf(text, place)?.how === 'uri' ? 'uri' : 'plain';
  }
  const isQuote = previous === 0x22 || previous === 0x27;
  return isQuote && family === 'evm' && byteLiteralBefore(text, start) !== undefined
    ? 'bytes'
    : 'plain';
}
