import { accessors, element, group, line, quoted, tag } from './steps.ts';
import {
  decide,
  isBlank,
  isNamePart,
  isOptionBefore,
  isQuote,
  isValue,
  type Boundary,
  type Segment,
  type Walk,
} from './walk.ts';
import { isBareKey, kindOfName } from './words.ts';

/** A longer text of letters and digits is a value, not a name. */
const longestName = 64;

/**
 * Reads backward from a value: names, punctuation, and quoted names. The nearest name that says
 * something decides. Stops before names that belong to another value.
 */
export function segmentBefore(
  text: string,
  from: number,
  options: {
    readonly floor: number;
    readonly isCallee?: boolean;
    readonly isKeySized?: boolean;
  },
): Segment {
  const walk: Walk = {
    text,
    floor: options.floor,
    at: from,
    phrase: '',
    name: '',
    kind: undefined,
    isCallee: options.isCallee === true,
    hasMark: false,
    hasWords: false,
    isBare: options.isKeySized === true,
  };
  let boundary: Boundary | undefined;
  if (options.isCallee !== true) skipOpeningQuotes(walk);
  while (boundary === undefined && walk.kind === undefined) {
    boundary = walk.at <= walk.floor ? 'reach' : step(walk);
  }
  decide(walk);
  // Token lists write an asset as `ARB.SEED-0x…`.
  const isAsset = text.charAt(from - 1) === '-' && !/key|phrase|mnemonic|private/i.test(walk.name);
  const kind = isAsset ? undefined : walk.kind;
  return { kind, boundary: boundary ?? 'value', start: walk.at, name: walk.name };
}

/** The value's own quotes, with the prefixes of some languages: `b'`, `f"`, `@"`. */
function skipOpeningQuotes(walk: Walk): void {
  const { text, floor } = walk;
  const first = walk.at;
  while (walk.at > floor && isQuote(text.charCodeAt(walk.at - 1))) walk.at--;
  if (walk.at === first) return;
  let prefix = walk.at;
  while (prefix > floor && walk.at - prefix < 8 && /[a-zA-Z0-9@$#]/.test(text.charAt(prefix - 1)))
    prefix--;
  if (/^(?:[bBfFrRuULnN@$#]{1,3}|u8|hex|unicode)$/.test(text.slice(prefix, walk.at)))
    walk.at = prefix;
}

/** One step back. Returns what ends the segment, if anything does. */
function step(walk: Walk): Boundary | undefined {
  const { text } = walk;
  const code = text.charCodeAt(walk.at - 1);
  if (isNamePart(code)) return name(walk);
  switch (text.charAt(walk.at - 1)) {
    case ' ':
    case '\t':
    case '\r':
      walk.at--;
      return undefined;
    case '\n':
      return line(walk);
    case ',':
      return 'comma';
    case ';':
      return 'statement';
    case '}':
      return accessors(walk);
    case '(':
    case '[':
    case '{':
      return 'open';
    case ')':
    case ']':
      decide(walk);
      return walk.kind === undefined ? group(walk) : undefined;
    case '"':
    case "'":
    case '`':
      decide(walk);
      return walk.kind === undefined ? quoted(walk) : undefined;
    case '>':
      decide(walk);
      return walk.kind === undefined ? element(walk) : undefined;
    case '<':
      decide(walk);
      return tag(walk);
    case '.':
      decide(walk);
      // The end of a sentence.
      if (isBlank(text.charCodeAt(walk.at)) && walk.hasWords) return 'statement';
      break;
    default:
      decide(walk);
  }
  // The bars of a table are not operators: its rows do not continue.
  if (code !== 0x7c || text.charCodeAt(walk.at - 2) === 0x7c) walk.hasMark = true;
  walk.at--;
  return undefined;
}

function name(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  const end = walk.at;
  let start = end;
  while (start > floor && end - start <= longestName && isNamePart(text.charCodeAt(start - 1)))
    start--;
  const word = text.slice(start, end);
  if (isValue(word)) return 'value';
  const hasLetters = /[^\d_$-]/.test(word);
  // `--key $PK 0x…`: the flag already has a value, the variable.
  const isFilled = word.startsWith('$') && !walk.hasMark && isBlank(text.charCodeAt(end));
  if (hasLetters && isFilled) return 'value';
  const isAssigned =
    text.charAt(start - 1) === '=' && !walk.hasMark && isBlank(text.charCodeAt(end));
  if (hasLetters && isAssigned) return 'value';
  // `--keypair k.json 0x…`: the option already has a value.
  if (hasLetters && !walk.hasMark && isFile(text, start, end)) return 'value';
  // `--private-key KEY 0x…`, `--constructor-args 0x…`: an option names one value.
  if (hasLetters && !walk.hasMark && isOfOption(text, word, start, end)) return 'value';
  walk.at = start;
  if (!hasLetters) return undefined;
  walk.hasWords = true;
  if (walk.name === '') walk.name = word;
  walk.phrase = walk.phrase === '' ? word : `${word} ${walk.phrase}`;
  if (walk.phrase.length > 300) decide(walk);
  return undefined;
}

/** Whether a word is the value of an option, or an option whose value is no key. */
function isOfOption(text: string, word: string, start: number, end: number): boolean {
  if (!isBlank(text.charCodeAt(end))) return false;
  if (word.startsWith('--')) return kindOfName(word) === undefined && !isBareKey(word);
  return isOptionBefore(text, start);
}

function isFile(text: string, start: number, end: number): boolean {
  return (
    isBlank(text.charCodeAt(end)) &&
    text.charAt(start - 1) === '.' &&
    /^(?:json|key|pem|txt|toml|ya?ml)$/.test(text.slice(start, end))
  );
}
