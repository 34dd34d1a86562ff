import {
  compactJson,
  editBook,
  entryTexts,
  listText,
  type NewEntry,
  type NewRule,
  type TextEdit,
} from './editBook.ts';
import { isKeyShaped } from '../scan/keyMaterial.ts';
import { nameKey } from './namesake.ts';

/** Why an address is not written into a book before the user has looked at it. */
export type Doubt = 'deny' | 'look-alike' | 'checksum' | 'wrong-network' | 'uncertain' | 'network';

/** An address of a file, with what speaks against adding it. */
export interface Candidate {
  readonly address: string;
  /** Null if nothing names it. */
  readonly network: string | null;
  /** Of a published list or of the book. */
  readonly knownName: string | undefined;
  /** The unverified name in the code. */
  readonly codeName: string | undefined;
  readonly doubt: Doubt | undefined;
  /** Where it is: a path with a line. */
  readonly place: string;
}

export interface LeftOut extends Pick<Candidate, 'address' | 'network' | 'place'> {
  readonly doubt: Doubt;
}

/** Splits addresses into those that a book gets and those that are named instead. */
export function chooseEntries(candidates: readonly Candidate[]): {
  readonly entries: readonly NewEntry[];
  readonly leftOut: LeftOut[];
} {
  const entries: NewEntry[] = [];
  const leftOut: LeftOut[] = [];
  const addressesOf = new Map<string, Set<string>>();
  for (const { address, knownName, codeName } of candidates) {
    const key = nameKey(knownName ?? codeName ?? '');
    addressesOf.set(key, (addressesOf.get(key) ?? new Set()).add(address));
  }
  // With a network for the files that name none, an address can be on it twice.
  const listed = new Set<string>();
  for (const { address, network, knownName, codeName, doubt, place } of candidates) {
    if (doubt !== undefined || network === null) {
      leftOut.push({ address, network, place, doubt: doubt ?? 'network' });
      continue;
    }
    const key = `${address} ${network}`;
    if (listed.has(key)) continue;
    listed.add(key);
    // Code may call an imitation by the name of what it imitates: a name of two addresses is neither's.
    const isOwn = addressesOf.get(nameKey(codeName ?? ''))?.size === 1;
    const isName = isOwn && codeName !== undefined && !isKeyShaped(codeName);
    const name = knownName ?? (isName ? codeName : undefined);
    entries.push({ address, network, ...(name !== undefined && { name }) });
  }
  const written = new Set(entries.map(({ address }) => address));
  const isLeftOut = ({ address, doubt }: LeftOut): boolean =>
    doubt !== 'network' || !written.has(address);
  return { entries, leftOut: leftOut.filter(isLeftOut) };
}

/** Files whose name suggests that they list addresses to avoid. */
export const isDenyListPath = (path: string): boolean =>
  /(^|\/)(deny|denied|deny[-_]?list|block[-_]?list|black[-_]?list|sanctions|sanctioned)\.(csv|txt)$/i.test(
    path,
  );

/** JSON has no comments: a member that the format does not name holds them, and stays when it is edited. */
const notes = [
  'Written from what the code has, to be reviewed as one change. Delete the entries that you do not trust.',
  'Names are from published lists or from the code. Add “reviewedBy” and “reviewedAt” to what you have checked.',
];

/** The kinds that fail from day one: never something that is merely unknown. */
const firstPolicy = {
  fail: ['deny', 'look-alike', 'wrong-network', 'book', 'unread'],
  warn: ['unlisted', 'new', 'checksum'],
};

/**
 * Returns the single edit that adds entries to a book, creating the book if needed.
 *
 *  @param text as for `editBook`
 * @returns undefined if any of them cannot be added
 */
export function* addEntries(
  text: string,
  entries: readonly NewEntry[],
): Generator<void, TextEdit | undefined> {
  if (text.trim() === '') {
    const book = firstBook({ entries, rules: [], denyLists: [] });
    return { start: 0, end: text.length, text: book };
  }
  let edited = text;
  for (const entry of entries) {
    const edit = yield* editBook(edited, entry);
    if (edit === undefined) return undefined;
    edited = edited.slice(0, edit.start) + edit.text + edited.slice(edit.end);
  }
  return { start: 0, end: text.length, text: edited };
}

/** The text of a book that has these parts. */
export function firstBook(parts: {
  readonly entries: readonly NewEntry[];
  readonly rules: readonly NewRule[];
  /** Paths of deny lists. */
  readonly denyLists: readonly string[];
}): string {
  const lists = parts.denyLists.map((path) => ({ path, name: 'Deny list', kind: 'deny' }));
  const rows = (values: readonly unknown[]): string[] =>
    values.map((value) => compactJson(JSON.stringify(value)));
  const members: readonly (readonly [name: string, raws: readonly string[]])[] = [
    ['$comment', rows(notes)],
    ['addresses', entryTexts(parts.entries)],
    ['networks', rows(parts.rules)],
    ['lists', rows(lists)],
  ];
  return [
    '{\n  "version": 1',
    `  "policy": ${compactJson(JSON.stringify(firstPolicy))}`,
    ...members.flatMap(([name, raws]) =>
      raws.length === 0 ? [] : [`  "${name}": ${listText(raws, '  ', '\n')}`],
    ),
  ]
    .join(',\n')
    .concat('\n}\n');
}
