import type { Checksum } from './evm.ts';
import type { Reading } from './families/codec.ts';
import { codecOf } from './families/table.ts';
import type { Family } from './networks.ts';
import type { Placeholder } from './placeholders.ts';
import { spellingOf } from './spelling.ts';

/** `padded`: an EVM address in a word of 32 bytes. `uri`: behind the scheme of a payment URI. */
export type Form = 'plain' | 'padded' | 'uri';

/** One address as it stands in a text. */
export interface Occurrence {
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly length: number;
  readonly text: string;
  readonly family: Family;
  readonly form: Form;
  readonly placeholder: Placeholder | null;
  /** Our name of the network, where the characters of the address tell it. */
  readonly network: string | null;
}

type Spelled = Pick<Occurrence, 'text' | 'family' | 'form'>;

/** The address itself: of a padded word its last twenty bytes. */
function bare({ text, form }: Spelled): string {
  return form === 'padded' ? `0x${text.slice(-40)}` : text;
}

/** The one spelling under which results are stored. Computed where it is needed: Keccak takes its time. */
export function canonicalOf(occurrence: Spelled): string {
  const address = bare(occurrence);
  return codecOf(occurrence.family)?.canonical(address) ?? address;
}

/** Families without one of their own are found by their shape and what is near; the others by it. */
export function checksumOf(occurrence: Spelled): Checksum {
  return codecOf(occurrence.family)?.checksumOf?.(bare(occurrence)) ?? 'valid';
}

/** What stands between two places, as `reading` found it. */
export function occurrenceOf(
  text: string,
  start: number,
  end: number,
  family: Family,
  reading: Reading,
): Occurrence {
  const address = text.slice(start, end);
  const place = { offset: start, length: end - start, family };
  const form =
    family === 'evm' && place.length > 42
      ? 'padded'
      : text.charAt(start - 1) === ':' && spellingOf(text, place)?.how === 'uri'
        ? 'uri'
        : 'plain';
  return {
    ...place,
    text: address,
    form,
    placeholder:
      reading.isZero === true ? 'zero' : (codecOf(family)?.placeholderOf?.(address) ?? null),
    network: reading.network ?? null,
  };
}
