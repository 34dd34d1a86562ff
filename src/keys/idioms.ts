import { isValue } from '../text/steps.ts';
import { isBareKey, kindOfName, kindOfProse, type NameKind, type Place } from './words.ts';

/** How far before a value these idioms reach, in UTF-16 units. */
const reach = 280;
const jwkReach = 400;

/** The signature of a function whose body, or whose first statement, is the value. */
const returned =
  /\b(?:function|fn|def|func|fun|string|String|get|const|let|val|var)\s+(\w{2,60})\s{0,2}(?:=\s{0,2}(?:async\s)?)?\([^()]{0,80}\)[^;{}"`]{0,40}(?:[{:]|=>)\s{0,40}(?:return\s)?\s{0,8}["'`]?$/;

/** `Private key for <address>: <key>`. */
const ofAnother =
  /(?:private|secret|signing|seed)[\w ]{0,30} (?:for|of|to) [\w ]{0,24}["'`(]?[1-9A-HJ-NP-Za-km-z]{32,44}["'`)]?\s{0,3}(?:[:=|→]|[-=]>|is)\s{0,3}["'`]?$/i;

/** An object's field for a public key or an address, with the value in another field. */
const pairedField =
  /(?:public_?key|pubkey|pub|address)["']?\s{0,3}[:=]\s{0,3}["']?[1-9A-HJ-NP-Za-km-z]{32,44}["']?[,\s-]{1,40}["']?(?:key|sec|priv|k)["']?\s{0,3}[:=]\s{0,3}["']?$/i;

/** The default value of an option: `"--private-key", default="…"`. */
const defaultOf = /\(([^()]{2,200}),\s{0,40}default(?:_?[vV]alue)?\s{0,3}[=:]\s{0,3}["'`]$/;

const quotedNames = /["'`](-{0,2}[\w-]{2,60})["'`]/g;

/** Idioms in which the name of a value is not right before it. */
export function idiomKind(place: Place): NameKind | undefined {
  const { text, start, end } = place;
  // The others need 32 bytes: twenty bytes are not a key.
  if (text.charAt(start + 1) === 'x') return undefined;
  const before = text.slice(Math.max(0, start - reach), start);
  const [, name] = returned.exec(before) ?? [];
  if (name !== undefined && kindOfName(name, true) === 'key') return 'key';
  if (ofAnother.test(before) || pairedField.test(before)) return 'key';
  if (isOfJwk(text, start, end)) return 'key';
  const [, option = ''] = defaultOf.exec(before) ?? [];
  for (const [, each = ''] of option.matchAll(quotedNames)) {
    if (kindOfName(each) === 'key') return 'key';
  }
  if (isAsserted(before, text.slice(end, end + 120)) || isColumnOfKeys(before)) return 'key';
  return isUsedAsSeed(before, text.slice(end, end + 200)) ? 'key' : undefined;
}

/** RFC 7517 and 7518: the private member of an elliptic curve key. */
export function isOfJwk(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - jwkReach), start);
  return (
    /"d"\s{0,4}:\s{0,4}"$/.test(before) && /"kty"/.test(before + text.slice(end, end + jwkReach))
  );
}

/** The value that a test compares with: each side names a key, and neither an address. */
function isAsserted(before: string, after: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const [, expected] =
    /\bexpect\((.{1,120})\)\.[\w.]{2,40}\(["'`]$/.exec(line) ??
    /\bassert[\w.!]{0,24}\((.{1,120})\)\.[\w.]{2,40}\(["'`]$/.exec(line) ??
    /\bassert[\w.!]{0,24}\((.{1,120}),\s{0,3}[\w(]{0,12}["'`]$/.exec(line) ??
    [];
  if (expected !== undefined) return isKeyInCode(expected);
  if (!/\b(?:assert|require)[\w.!]{0,24}\([^"'`]{0,12}["'`]$/.test(line)) return false;
  const [, actual] = /^["'`],\s?([^\n"'`]{2,100})\)/.exec(after) ?? [];
  return actual !== undefined && isKeyInCode(actual);
}

function isKeyInCode(code: string): boolean {
  const named = code.replace(conversions, '');
  return kindOfName(named) === 'key' && kindOfProse(named) === 'key';
}

/** Calls that convert a value: `.to_string()`, `.toBase58()`, `.encode()`. */
const conversions = /\.(?:to|as|into|en|un|clone|expose|value|get\(\)|String)\w{0,24}(?:\(\))?/g;

/** Go's test tables and pytest's parameters: the names occur once, above the rows. */
function isColumnOfKeys(before: string): boolean {
  const [, fields = ''] =
    /struct\s?\{([^{}]{2,160})\}\s?\{\s/.exec(before) ??
    /parametrize\(\s{0,8}["']([\w, ]{2,120})["'],/.exec(before) ??
    [];
  const row = /[{(]([^{}()]{0,160})$/.exec(before)?.[1] ?? '';
  const column = row.split(',').length - 1;
  const names = fields.split(/[,\n]/).map((field) => field.trim());
  const named = names.filter((name) => name !== '')[column]?.split(/\s/)[0] ?? '';
  return kindOfName(named) === 'key';
}

/** `const raw = "…"; Keypair.fromSeed(decode(raw))`. */
function isUsedAsSeed(before: string, after: string): boolean {
  if (!/=\s{0,3}["'`]$/.test(before.slice(-5))) return false;
  const [, name] = /(\w{1,40})(?::\s?\w{1,20})?\s{0,3}:?=\s{0,3}["'`]$/.exec(before) ?? [];
  if (name === undefined) return false;
  for (const [, used = ''] of after.matchAll(
    /from_?(?:seed|secret|private)\w{0,20}\(([^;\n]{0,80})/gi,
  )) {
    if (used.split(/\W/).includes(name)) return true;
  }
  return false;
}

/** `/sk/…`, `/private_key/…`, `?seed=…`: the part of a URL or path that the value belongs to. */
export function isInKeyPath(text: string, start: number): boolean {
  const [, part = ''] =
    /\/?([\w-]{2,40})\/$/.exec(text.slice(Math.max(0, start - 44), start)) ?? [];
  return part !== '' && !isValue(part) && (isBareKey(part) || kindOfName(part, true) === 'key');
}

/**
 * The offset of the quote that opens the text at whose end a value is: `"x/…"`. Otherwise the
 * offset of the value.
 */
export function startOfPath(text: string, start: number): number {
  if (text.charAt(start - 1) !== '/') return start;
  const before = text.slice(Math.max(0, start - 80), start);
  const [path] = /(?<=["'`])[\w./-]{1,60}\/$/.exec(before) ?? [];
  return path === undefined || isValue(path) ? start : start - path.length;
}
