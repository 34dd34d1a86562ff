import { blockAt } from '../text/blocks.ts';
import { lineAt, parentOf, type Outline } from '../text/outline.ts';
import { networkOfChainId } from '../networks/mentions.ts';
import { named } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/** Files of data, each entry of which has a key. */
const isDataFile = /\.(?:jsonc?|ya?ml|toml)$/i;

/** Files with one variable on each line. */
const isVariablesFile = /(?:^|[\\/])\.env(?:rc|\.[\w.-]{1,40})?$|\.(?:env|properties|tfvars)$/i;

const isShell = /\.(?:sh|bash|zsh)$/i;

/** How much of a shell script is looked at, in UTF-16 units. */
const maxShellLength = 16_384;

const assignment = /^\s*(?:#.*|(?:export )?\w+=[^(]*)?$/;

/**
 * Whether lines of a file are entries rather than statements. A shell script can set one network and
 * hold addresses of another, so it counts only if it does nothing but set variables.
 */
export function hasEntries(path: string, text: string): boolean {
  if (!isShell.test(path)) return isDataFile.test(path) || isVariablesFile.test(path);
  return (
    text.length <= maxShellLength &&
    text.split('\n').every((line) => assignment.test(line.trimEnd()))
  );
}

/** What comes before the key is looked at last: each line of a large file begins like one. */
const chainId =
  /(?:chain|network)_?id(?<=(?:^|[\s{,])["']?(?:evm_?)?(?:chain|network)_?id)["']?\s{0,4}[:=]\s{0,4}["']?(\d{1,15})/gi;

/**
 * The chain ID that a file of data names under such a key. Null if it names none, or several: then
 * they are those of its entries, and so is the ID of an item of a list, or of one section of many.
 */
export function clueOfFileId(outline: Outline, path: string): Clue | null {
  if (!isDataFile.test(path)) return null;
  const { text } = outline;
  const isToml = /\.toml$/i.test(path);
  let only: string | undefined;
  for (const match of text.matchAll(chainId)) {
    const [whole, id = ''] = match;
    if (only !== undefined && only !== id) return null;
    // Another one with the same ID says the same.
    if (only === undefined && isOfPart(outline, match.index + whole.length, isToml)) return null;
    only = id;
  }
  const network = networkOfChainId(only ?? '');
  return only === undefined || network === undefined
    ? null
    : { verdict: named(network), reason: 'chainId', strength: 'structural' };
}

/** Whether an offset is in an item of a list, or in one of several sections of TOML. */
function isOfPart(outline: Outline, offset: number, isToml: boolean): boolean {
  if (isOfItem(outline, offset)) return true;
  const { text } = outline;
  if (!isToml || !/^\[/m.test(text.slice(0, offset))) return false;
  return (text.match(/^\[/gm) ?? []).length > 1;
}

/** Whether an offset is in an item of a list, of JSON or of YAML. */
function isOfItem({ text, blocks, lines }: Outline, offset: number): boolean {
  for (let block = blockAt(blocks, offset); block !== -1; block = blocks.parents[block] ?? -1) {
    if (text.charCodeAt(blocks.opens[block] ?? 0) === 0x5b) return true;
  }
  for (let line = lineAt(lines, offset); line !== -1; line = parentOf(lines, line)) {
    const start = lines.contents[line] ?? 0;
    if (text.startsWith('- ', start)) return true;
  }
  return false;
}
