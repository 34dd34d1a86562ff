import { blockAt } from '../text/blocks.ts';
import { keyOf } from '../text/keys.ts';
import { endOfSection, lineAt, lineEnd, parentOf, type Outline } from '../text/outline.ts';
import { networkOfChainId } from '../networks/mentions.ts';
import { named } from '../networks/verdict.ts';
import { isInComment } from './entries.ts';
import type { Clue } from './clue.ts';

/** Files of data, each entry of which has a key. */
export const isDataFile = /\.(?:jsonc?|ya?ml|toml)$/i;

/** The text before the key is checked last, because each line of a large file starts like one. */
const chainId =
  /(?:chain|network)_?id(?<=(?:^|[\s{,])["']?(?:evm_?)?(?:chain|network)_?id)["']?\s{0,4}[:=]\s{0,4}["']?(\d{1,15})/gi;

/**
 * The only chain ID that a data file has under such a key. Null if there is none, or several, which
 * then belong to their entries. So does an ID in a list item or in one section of many.
 */
export function clueOfFileId(outline: Outline, path: string): Clue | null {
  if (!isDataFile.test(path)) return null;
  const { text } = outline;
  const isToml = /\.toml$/i.test(path);
  let only: string | undefined;
  for (const match of text.matchAll(chainId)) {
    const [whole, id = ''] = match;
    if (isInComment(text, match.index)) continue;
    if (only !== undefined && only !== id) return null;
    // A repeated ID adds nothing.
    if (only === undefined && isOfPart(outline, match.index + whole.length, isToml)) return null;
    only = id;
  }
  const network = networkOfChainId(only ?? '');
  return only === undefined || network === undefined
    ? null
    : { verdict: named(network), reason: 'chainId', strength: 'structural' };
}

/**
 * Whether an offset is in an item of a list, in one of several TOML sections, or in a part with its
 * own addresses that isn't named after networks.
 */
function isOfPart(outline: Outline, offset: number, isToml: boolean): boolean {
  if (isOfItem(outline, offset) || isOfOwnPart(outline, offset)) return true;
  const { text } = outline;
  if (!isToml || !/^\[/m.test(text.slice(0, offset))) return false;
  return (text.match(/^\[/gm) ?? []).length > 1;
}

/** Keys of parts that are about the file: `network: { chainId: 137, … }`. */
const isOfFileAsWhole =
  /network|chain|config|settings|environment|env$|meta|info|params|options|deploy|provider/i;

/** In UTF-16 units: a larger part is one of many entries. */
const maxPartLength = 4_096;

function isOfOwnPart(outline: Outline, offset: number): boolean {
  const { text, blocks, lines } = outline;
  const block = blockAt(blocks, offset);
  if (block !== -1) {
    const opening = blocks.opens[block] ?? 0;
    if ((blocks.parents[block] ?? -1) === -1) return false;
    return isApart(keyOf(text, opening), text.slice(opening, blocks.closes[block]));
  }
  const parent = parentOf(lines, lineAt(lines, offset));
  if (parent === -1) return false;
  const start = lines.contents[parent] ?? 0;
  const end = lines.starts[endOfSection(lines, parent)] ?? text.length;
  return isApart(text.slice(start, lineEnd(outline, parent)), text.slice(start, end));
}

const isApart = (key: string, part: string): boolean =>
  !isOfFileAsWhole.test(key) && /0x[\da-f]{40}/i.test(part.slice(0, maxPartLength));

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
