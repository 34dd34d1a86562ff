/**
 * What detection decides about each key and each address of the corpora in many surroundings, a letter
 * for each. The guard weighs evidence, so no rule says what is right for all of them: the letters show
 * which decisions a change of the code changes.
 */
import { keyMaterialAt, type KeyShape } from '../../src/addresses/keyMaterial.ts';
import { scanText } from '../../src/addresses/scan.ts';
import { keyCases } from './keyCorpus.ts';
import { valueIn } from './keyPairs.ts';
import { names } from './keyPairsOfNames.ts';
import { accounts, bytes, halves, pieces } from './keyPairsOfPieces.ts';
import { labels, surroundings as places } from './keyPairsOfTexts.ts';
import { trueAddresses } from './trueAddresses.ts';

const letters: Readonly<Record<KeyShape | 'none', string>> = {
  none: '.',
  privateKey: 'p',
  wif: 'w',
  extendedKey: 'x',
  seedPhrase: 's',
  solanaKey: 'l',
  pem: 'm',
  keyPiece: 'k',
};

/** A token in two, as the text of a template has its `A` and `B`; the first has 40 digits of hex. */
function splitInTwo(token: string, template: string): string {
  const at = Math.min(42, token.length >> 1);
  const parts: Readonly<Record<string, string>> = { A: token.slice(0, at), B: token.slice(at) };
  return template.replace(/\b[AB]\b/g, (name) => parts[name] ?? name);
}

/** Each takes a text and the key or the address in it. */
const surroundings: readonly ((text: string, token: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replaceAll('"', '`'),
  (text) => text.replaceAll('"', ''),
  (text) => text.replaceAll(/^/gm, '// '),
  (text) => text.replaceAll(/^/gm, '# '),
  (text) => text.replaceAll(/^/gm, '    '),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll(/\s+/g, ' '),
  (text) => text.replaceAll(' = ', '='),
  (text) => text.replaceAll(': ', ' => '),
  (text) => text.replaceAll(', ', ','),
  (text) => text.toUpperCase(),
  (text) => `privateKey = ${text}`,
  (text) => `address: ${text}`,
  (text) => `const txHash = ${text}`,
  (text) => `pk: ${text}`,
  (text) => `seed phrase\n${text}`,
  (text) => `# secrets\n\n${text}`,
  (text) => `// wallets:\n${text}`,
  (text) => `${text} // private key`,
  (text) => `${text} # the deployed token`,
  (text) => `address,private_key\n${text}`,
  (text) => `{ "keys": [${text}] }`,
  (text) => `<secret>${text}</secret>`,
  (text) => `<address>${text}</address>`,
  (text) => `sign(${text}, 1)`,
  (text) => `${text}\n${text}`,
  (text, token) => text.replaceAll(token, token.slice(0, -1)),
  (text, token) => text.replaceAll(token, `${token}0`),
  (text, token) => text.replaceAll(token, `"${token}"`),
  (text, token) => text.replaceAll(token, `${token} ${token}`),
  (text, token) => `name: ${token}\ntype: private\n${text}`,
  (_text, token) => `secret_key "${token}"`,
  (_text, token) => `[1, "${token}", null]`,
  (_text, token) => `the key of ${token} is lost`,
  (_text, token) => `wif: ${token}`,
  (_text, token) => `WIF = "${token}"`,
  (_text, token) => `pk="${token}"`,
  (_text, token) => `PK: '${token}'`,
  (_text, token) => `_key_ = ${token}`,
  (_text, token) => `api.keys --value ${token} -- mine`,
  (_text, token) => `ключ: ${token}`,
  (_text, token) => `秘密鍵 ${token}`,
  (_text, token) => splitInTwo(token, '"head": "A", "rest": "B"'),
  (_text, token) => splitInTwo(token, 'top = "A"\nbottom = "B"'),
  (_text, token) => splitInTwo(token, 'A B'),
  (_text, token) => splitInTwo(token, '("A" + "B").trim()'),
  (_text, token) => `<wallet><private>${token}</private></wallet>`,
  (_text, token) => `${token}, ${token.slice(0, 26)}, ${token.slice(0, 25)}`,
];

function decisionOn(text: string, token: string): string {
  const source = { path: 'src/solana.ts' };
  const half = token.slice(0, Math.min(42, token.length >> 1)).toLowerCase();
  const start = text.toLowerCase().indexOf(half);
  if (start === -1) return '-';
  const middle = start + (half.length >> 1);
  const shape = keyMaterialAt(text, middle, source)?.shape ?? 'none';
  const isFound = scanText(text, source).some(
    ({ offset, length }) => offset <= middle && middle < offset + length,
  );
  if (!isFound) return letters[shape];
  return shape === 'none' ? 'a' : letters[shape].toUpperCase();
}

function lineOf(name: string, text: string, token: string): string {
  const decisions = surroundings.map((surround) => decisionOn(surround(text, token), token));
  return `${decisions.join('')} ${JSON.stringify(name)}`;
}

/** Longer texts have lists of other values, which change nothing at each character. */
const longestVaried = 240;

/** The text without each of its characters, and with a blank before each, except in the value. */
function* variantsOf(text: string, value: string): Generator<string> {
  if (text.length > longestVaried) return;
  const start = text.indexOf(value);
  for (let at = 0; at <= text.length; at++) {
    if (at > start && at < start + value.length) continue;
    yield `${text.slice(0, at)} ${text.slice(at)}`;
    if (at !== start) yield text.slice(0, at) + text.slice(at + 1);
  }
}

/** A line for each corpus entry: a letter for each of its surroundings, and its name. */
export function keyDecisions(): string[] {
  const seen = new Set<string>();
  const lines = keyCases.map(({ name, text, secrets }) => lineOf(name, text, secrets[0]!));
  for (const { text, address, template } of trueAddresses) {
    const name = `${template} · ${address.length}`;
    if (seen.has(name)) continue;
    seen.add(name);
    lines.push(lineOf(name, text, address));
  }
  return lines;
}

/** The same for the texts of the pairs, and a line with a letter for each small change to one. */
export function pairDecisions(): string[] {
  const pairs = [...names, ...labels, ...places, ...halves, ...pieces, ...bytes, ...accounts];
  return [...new Set(pairs.flatMap(({ held, sent }) => [held, sent]))].flatMap((template) => {
    const { text, value } = valueIn(template);
    const varied = [...variantsOf(text, value)].map((variant) => decisionOn(variant, value));
    return [
      lineOf(template, text, value),
      `${varied.join('')} ${JSON.stringify(`varied: ${template}`)}`,
    ];
  });
}
