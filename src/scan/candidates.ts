import { alphanumeric, base64, isIn, type CharacterSet } from '../text/characters.ts';
import type { Codec, Reading, Shape } from '../families/codec.ts';
import { codecs } from '../families/table.ts';

/** A shape with everything that the search needs of its codec: all of one layout, which is faster. */
export interface Candidate {
  readonly start: string;
  readonly least: number;
  readonly most: number;
  readonly characters: CharacterSet | undefined;
  readonly read: (token: string) => Reading | undefined;
  readonly codec: Codec;
  /** The part of `start` that a run of letters and digits does not contain, such as `addr_`. */
  readonly head: string;
  readonly notAfter: string;
  readonly separators: readonly number[] | undefined;
  readonly skipped: number;
  readonly network: string | undefined;
}

/** Shapes by their first character. */
const byFirst = new Map<number, Candidate[]>();
/** Shapes with no beginning, by the length of a token. */
export const byLength: Candidate[][] = [];
/** Shapes in base64, which have other boundaries. */
export const inBase64: Candidate[] = [];
/** Shapes with a head, by its last character. */
export const byHeadEnd = new Map<number, Candidate[]>();
export const headEnds = new Uint8Array(0x10000);

for (const codec of codecs) {
  for (const shape of codec.shapes) {
    const candidate = candidateOf(codec, shape);
    const { start, head, characters } = candidate;
    if (characters === base64) inBase64.push(candidate);
    else if (start === '') {
      for (let length = candidate.least; length <= candidate.most; length++) {
        (byLength[length] ??= []).push(candidate);
      }
    } else if (head === '') addTo(byFirst, start.charCodeAt(0), candidate);
    else {
      const end = head.charCodeAt(head.length - 1);
      addTo(byHeadEnd, end, candidate);
      headEnds[end] = 1;
    }
  }
}

function candidateOf(codec: Codec, shape: Shape): Candidate {
  const { start, lengths, characters, notAfter = '', separators, skipped = 0, network } = shape;
  const [least, most] = lengths;
  const read = characters === undefined ? codec.read : (codec.readShaped ?? codec.read);
  let headLength = start.length;
  while (headLength > 0 && isIn(alphanumeric, start, headLength - 1)) headLength--;
  return {
    start,
    least,
    most,
    characters,
    read,
    codec,
    head: start.slice(0, headLength),
    notAfter,
    separators,
    skipped,
    network,
  };
}

function addTo(map: Map<number, Candidate[]>, key: number, candidate: Candidate): void {
  const others = map.get(key);
  if (others === undefined) map.set(key, [candidate]);
  else others.push(candidate);
}

/** The lengths of addresses in base64. */
export const shortestBase64 = Math.min(...inBase64.map(({ least }) => least));
export const longestBase64 = Math.max(...inBase64.map(({ most }) => most));

/** Codecs whose addresses can begin with these two characters. */
export const beginningWith = (first: number, second: number): readonly Candidate[] =>
  byFirst.get(first)?.filter(({ start }) => start.length === 1 || start.charCodeAt(1) === second) ??
  [];
