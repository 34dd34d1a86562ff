/**
 * The mutants that no test can notice, because the code means the same with them. A run lists them as
 * equivalent and leaves them out of the score. A reason is for these alone: what a test could notice
 * deserves a test.
 */
import type { Mutant } from './mutants.ts';

export interface EquivalentMutant {
  readonly file: string;
  /** The source line on which it starts, without blanks around it. */
  readonly code: string;
  /** `original → replacement`, as the instrumenter writes them. */
  readonly change: string;
  readonly reason: string;
}

export function isOf({ file, code, change }: EquivalentMutant, mutant: Mutant): boolean {
  return (
    file === mutant.file &&
    code === mutant.code &&
    change === `${mutant.original} → ${mutant.replacement}`
  );
}

/** Several changes of one line for one reason. */
const same = (
  file: string,
  code: string,
  reason: string,
  ...changes: readonly string[]
): EquivalentMutant[] => changes.map((change) => ({ file, code, change, reason }));

const segments = 'src/text/segments.ts';
const steps = 'src/text/steps.ts';
const unread =
  'Of the boundaries, only the comma, the opening bracket, and the tag are told apart.';

/** In the room of keys. */
export const equivalentInKeys: readonly EquivalentMutant[] = [
  ...same(
    segments,
    "while (boundary === undefined) boundary = walk.at <= floor ? 'reach' : step(walk);",
    unread,
    '\'reach\' → ""',
  ),
  ...same(segments, "return 'statement';", unread, '\'statement\' → ""'),
  ...same(
    segments,
    "if (isBlank(text.charCodeAt(walk.at)) && walk.hasWords) return 'statement';",
    unread,
    '\'statement\' → ""',
  ),
  ...same(segments, "if (isValue(own)) return 'value';", unread, '\'value\' → ""'),
  ...same(
    segments,
    "if (isApart && isOfOther(text, own, start)) return 'value';",
    unread,
    '\'value\' → ""',
  ),
  ...same(
    segments,
    "return isApart && own.startsWith('--') ? 'value' : undefined;",
    unread,
    '\'value\' → ""',
  ),
  ...same(
    steps,
    "if (walk.hasWords || !(isContinued || walk.hasMark || marker > floor)) return 'line';",
    unread,
    '\'line\' → ""',
  ),
  ...same(
    steps,
    "if (open === -1 || !/\\bget\\b/.test(text.slice(open, at))) return 'statement';",
    unread,
    '\'statement\' → ""',
  ),
  ...same(steps, "if (text.charAt(start) === '\\n') return 'value';", unread, '\'value\' → ""'),
  ...same(
    steps,
    "if (start < floor || text.charAt(start) !== quote) return 'value';",
    unread,
    '\'value\' → ""',
  ),
  ...same(
    steps,
    "if (isValue(content) || (content.startsWith('$') && !walk.hasMark)) return 'value';",
    unread,
    '\'value\' → ""',
  ),
  ...same(
    steps,
    "return text.charAt(start - 1) === '=' ? 'value' : undefined;",
    unread,
    '\'value\' → ""',
  ),
  ...same(
    steps,
    'const [, index] = /^\\s{0,8}[:"\'`]([^"\'`\\n]{1,80})["\'`]?\\s{0,8}$/.exec(content) ?? [];',
    'Only the second element is read, and neither list has one.',
    '[] → ["Stryker was here"]',
  ),
  ...same(
    'src/keys/words.ts',
    'if (last === undefined || ownerships.has(last)) return undefined;',
    'Without words, nothing below finds any.',
    'last === undefined → false',
  ),
  ...same(
    'src/keys/guard.ts',
    "case 'indexedHexKey':",
    'All cases of the group return undefined, and so does the end of the function.',
    '\'indexedHexKey\' → ""',
  ),
  ...same(
    'src/keys/idioms.ts',
    'if (!/=\\s{0,3}["\'`]$/.test(before.slice(-5))) return false;',
    'The next expression ends the same way: this one only saves time.',
    '/=\\s{0,3}["\'`]$/ → /=\\s{0,3}["\'`]/',
  ),
];

const denySearch = 'src/book/denySearch.ts';

/** In the room of the book. */
export const equivalentInBook: readonly EquivalentMutant[] = [
  ...same(
    denySearch,
    'this.#lists.every(({ list }, index) => list === others[index]?.list)',
    'Both have as many lists, which was compared before.',
    'others[index]?.list → others[index].list',
  ),
  ...same(
    'src/book/editBook.ts',
    'const after = placed.find((each) => each.sort !== undefined && each.sort > sort)?.node;',
    'Nothing is greater than what is undefined, nor less.',
    'each.sort !== undefined → true',
  ),
  ...same(
    'src/book/lines.ts',
    'while (next !== -1 && next < offset) {',
    'Nothing that is looked for begins at a line break.',
    'next < offset → next <= offset',
  ),
  ...same(
    'src/book/lists.ts',
    'const isBare = listed === nothing && others.length === 0;',
    'The shared value only saves memory: it equals the one that is built without it.',
    'listed === nothing && others.length === 0 → false',
  ),
  ...same(
    'src/book/json.ts',
    'for (let at = start + 1; at < text.length; at++) {',
    'Past the end, a code is NaN, which is none of those that are looked for.',
    'at < text.length → at <= text.length',
  ),
  ...same(
    'src/book/json.ts',
    'for (; at < text.length; at++) {',
    'Past the end, a code is NaN, which is no space.',
    'at < text.length → at <= text.length',
  ),
  ...same(
    'src/book/json.ts',
    "const [number = ''] = /^[-+.\\deE]*/.exec(text.slice(start, start + maxNumberLength)) ?? [];",
    'The expression matches every text: only the compiler needs the list.',
    '[] → ["Stryker was here"]',
  ),
  ...same(
    'src/book/listRows.ts',
    'for (let start = 0; start < text.length; line++) {',
    'It adds an empty line, and an empty line is not a row.',
    'start < text.length → start <= text.length',
  ),
  ...same(
    'src/book/listedTexts.ts',
    'kind !== inRun ? long > most : long > 2 + digits || (long >= digits && !known.has(start));',
    'It only saves work: places of known addresses are left out at the end.',
    '2 + digits → 2 - digits',
  ),
  ...same(
    'src/book/readBook.ts',
    'if (text === word || Math.abs(text.length - word.length) > maxEdits) return false;',
    'It only saves work: the distance is at least what the lengths differ by.',
    'Math.abs(text.length - word.length) > maxEdits → false',
  ),
  ...same(
    'src/book/lookAlikeParts.ts',
    "if (rest === '') return [];",
    'No group is ever made of the parts of no rest.',
    "rest === '' → false",
  ),
  ...same(
    'src/book/lookAlikeParts.ts',
    'while (length < digits.length && digits.charAt(length) === digits.charAt(0)) length++;',
    'Behind the last digit is none that is equal to the first.',
    'length < digits.length → true',
  ),
  ...same(
    'src/book/listCells.ts',
    'if (isWord.test(text)) return text;',
    'Nothing would be taken off such a text, which only takes time.',
    'isWord.test(text) → false',
  ),
  ...same(
    'src/book/listedHashes.ts',
    'for (let code = 0; code < 128; code++) {',
    'The next one is no letter or digit.',
    'code < 128 → code <= 128',
  ),
  ...same(
    'src/book/lookAlikeGroups.ts',
    "if (!group.isCrowd || part.rest === '') return;",
    'The finer parts of a group only take memory until it is a crowd, and none follow from no rest.',
    "!group.isCrowd || part.rest === '' → false",
    "part.rest === '' → false",
  ),
  ...same(
    'src/book/lookAlikes.ts',
    'if (known === undefined || wasAnchor !== indexed.anchors > 0) {',
    'What has its parts already only takes time to add again.',
    'known === undefined || wasAnchor !== indexed.anchors > 0 → true',
    'indexed.anchors > 0 → true',
  ),
  ...same(
    'src/book/lookAlikes.ts',
    'if (this.#known.release(key, before?.areAnchors === true)) isChanged = true;',
    'Without a feed before, there are no keys.',
    'before?.areAnchors → before.areAnchors',
  ),
  ...same(
    'src/book/listCells.ts',
    'while (start < end && isQuote(clean.charAt(start))) start++;',
    'A part that starts after its end is as empty as one that starts there.',
    'start < end → start <= end',
  ),
  ...same(
    'src/book/listCells.ts',
    'while (end > start && isQuote(clean.charAt(end - 1))) end--;',
    'A part whose end is before its start is as empty as one whose end is there.',
    'end > start → end >= start',
  ),
];

const newness = 'src/folder/compare.ts';

/** In the room of the inventory. */
export const equivalentInFolder: readonly EquivalentMutant[] = [
  ...same(
    'src/folder/scanDiskFiles.ts',
    "if (kind === 'files') scanner.prepare();",
    'It only saves time.',
    "kind === 'files' → kind !== 'files'",
    "kind === 'files' → true",
    "kind === 'files' → false",
  ),
  ...same(
    'src/git/objectReader.ts',
    'const [, kind, digits] = /^[\\da-f]+ (\\w+) (\\d+)\\n$/.exec(header) ?? [];',
    'One text has no third part either.',
    '[] → ["Stryker was here"]',
  ),
  ...same(
    'src/git/files.ts',
    'if (match === null || kind === undefined) continue;',
    'Git lists no other kinds of files.',
    'kind === undefined → false',
  ),
  ...same(
    'src/folder/judge.ts',
    'const isVouched = found.length > 0 && books.isTrusted(address);',
    'It only saves time: without a denial, nothing asks for it.',
    'found.length > 0 → true',
  ),
  ...same(
    'src/folder/judge.ts',
    'const family = networkNamed(network)?.family;',
    'A network of an entry is always one of the table.',
    'networkNamed(network)?.family → networkNamed(network).family',
  ),
  ...same(
    'src/folder/findings.ts',
    "? { ...problem(0, findingTexts.bookRemovedBelow()), kind: 'judge' }",
    'What is neither a problem nor a notice judges.',
    '\'judge\' → ""',
  ),
  ...same(
    'src/folder/fileSearch.ts',
    "return shown.includes('\\r') && /\\r(?!\\n)/.test(shown) ? shown.replace(/\\r\\n?/g, '\\n') : shown;",
    'It only saves time.',
    '\'\\r\' → ""',
  ),
  ...same(
    'src/folder/readFolder.ts',
    'if (results === undefined)',
    'Threads only save time: what they would read is read here.',
    'results === undefined → true',
  ),
  ...same(
    'src/folder/scanText.ts',
    'if (known === undefined) this.#bases.set(name, basis);',
    'It only shares memory.',
    'known === undefined → false',
  ),
  ...same(
    'src/folder/inventory.ts',
    '#isSettled = true;',
    'Nothing in an empty inventory moves.',
    'true → false',
  ),
  ...same(
    'src/folder/judgments.ts',
    'if (name === undefined) this.#names.delete(id);',
    'A name that is undefined is none.',
    'name === undefined → false',
  ),
  ...same(
    'src/folder/judgments.ts',
    'if (looksLike === undefined) this.#looksLike.delete(id);',
    'A name that is undefined is none.',
    'looksLike === undefined → false',
  ),
  ...same(
    newness,
    'if (known === undefined || comparison === undefined) continue;',
    'Candidates are in use, in a folder that has a comparison.',
    'known === undefined || comparison === undefined → false',
    'known === undefined || comparison === undefined → known === undefined && comparison === undefined',
    'known === undefined → false',
    'comparison === undefined → false',
  ),
  ...same(
    newness,
    'if (comparisons.size === 0) return { newness: all.map(() => new Map()), waiting, places: [] };',
    'It only saves time: without comparisons, nothing is a candidate.',
    'comparisons.size === 0 → false',
  ),
  ...same(
    'src/report/addresses/groups.ts',
    'other.rows.count - one.rows.count || (groupName(one.kind) < groupName(other.kind) ? -1 : 1)',
    'Different groups have different names.',
    'groupName(one.kind) < groupName(other.kind) → groupName(one.kind) <= groupName(other.kind)',
  ),
  ...same(
    'src/report/addresses/groups.ts',
    "if (one.kind.kind === 'file' && other.kind.kind === 'file') {",
    'If one group is of a file, all are.',
    "one.kind.kind === 'file' → true",
    "other.kind.kind === 'file' → true",
  ),
  ...same(
    'src/report/addresses/groups.ts',
    'if (severity !== 0) return severity > 0;',
    'It is not zero.',
    'severity > 0 → severity >= 0',
  ),
  ...same(
    'src/report/addresses/groups.ts',
    'if (frequency !== 0) return frequency > 0;',
    'It is not zero.',
    'frequency > 0 → frequency >= 0',
  ),
  ...same(
    'src/folder/inventory.ts',
    'if (left === 0) break;',
    'It only saves time: no file after that has any of the addresses.',
    'left === 0 → false',
  ),
  ...same(
    'src/folder/inventory.ts',
    'const count = ids.reduce((sum, id) => sum + this.addresses.countOf(id), 0);',
    'The count only saves time: with another one, all files are read.',
    'sum + this.addresses.countOf(id) → sum - this.addresses.countOf(id)',
  ),
  ...same(
    'src/folder/inventory.ts',
    'left--;',
    'The count only saves time: with another one, all files are read.',
    'left-- → left++',
  ),
];
