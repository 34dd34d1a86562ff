import { isIgnored, utcDate, type BookEntry } from '../book/book.ts';
import { areIgnored, listingOf, type AddressFacts } from '../book/facts.ts';
import { ignoreText, nameTexts, reviewText } from './book.ts';
import { ignoreAddedText, listingText } from './bookChanges.ts';
import { denialText } from './denials.ts';
import { plain } from './text.ts';

/** What the files of the workspace say of an address, in words. None of it is markup. */
export interface KnownTexts {
  /** Deny-list hits, each with the path of its list. They stand before everything else. */
  readonly denials: readonly { readonly text: string; readonly path: string }[];
  readonly names: readonly { readonly name: string; readonly source: string }[];
  /** Review, note, and ignore of the address book. */
  readonly notes: readonly string[];
}

/** A repository may list an address in many files; a surface shows the first names. */
const mostNames = 3;

/**
 * The same words for the hover and the report.
 * @param options.hasNames the setting `names`; without names, deny-list hits stay
 * @param options.now an ignore can have ended by then
 */
export function knownTexts(
  facts: AddressFacts,
  { hasNames, now }: { readonly hasNames: boolean; readonly now: number },
): KnownTexts {
  const { denials, entries, names } = facts;
  const today = utcDate(now);
  const counts = areIgnored(facts, today);
  const listing = listingText(listingOf(facts));
  return {
    denials: denials.map((denial) => ({ text: denialText(denial), path: plain(denial.path) })),
    names: hasNames ? names.slice(0, mostNames).map(nameTexts) : [],
    notes: [
      ...(listing === null ? [] : [listing]),
      ...(hasNames ? entries.flatMap((entry) => notesOf(entry, today, counts)) : []),
    ],
  };
}

/** @param counts whether the base revision has the ignore too */
function notesOf(entry: BookEntry, today: string, counts: boolean): string[] {
  const { note, ignore } = entry;
  const isActive = isIgnored(entry, today);
  const review = reviewText(entry);
  return [
    ...(review === null ? [] : [review]),
    ...(note === undefined ? [] : [plain(note)]),
    ...(ignore === undefined ? [] : [ignoreText(ignore, isActive)]),
    ...(isActive && !counts ? [ignoreAddedText()] : []),
  ];
}
