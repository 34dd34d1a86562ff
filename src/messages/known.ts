import * as l10n from '@vscode/l10n';
import { isIgnored, utcDate, type BookEntry } from '../book/book.ts';
import { areIgnored, listingOf, type AddressFacts } from '../book/facts.ts';
import {
  ignoreText,
  inCodeTexts,
  namesakeText,
  nameTexts,
  reviewText,
  type NameText,
  type Original,
  ignoreAddedText,
  listingText,
} from './book.ts';
import { denialText } from './denials.ts';
import { plain } from './text.ts';

/** A warning about an address. */
export interface AlarmText {
  readonly kind: 'denied' | 'lookAlike' | 'namesake';
  readonly text: string;
  /** Of the deny list. */
  readonly path: string;
}

/** Below a deny-list hit, or a look-alike. */
export const alarmNote = (): string => l10n.t('This warning counts whatever the score says.');

/** The address that one resembles. */
export interface Likeness {
  /** Its name, or shortened; null for a crowd. */
  readonly other: string | null;
  readonly text: string;
  /** Undefined for a crowd, and for what published lists have no whole address of. */
  readonly original?: Original | undefined;
}

/** Facts from workspace files about an address, as text without markup. */
export interface KnownTexts {
  /** The worst first, shown before everything else. */
  readonly alarms: readonly AlarmText[];
  readonly names: readonly NameText[];
  /** The unverified name in code, in quotes; null if there is none. */
  readonly inCode: NameText | null;
  /** Review, note, and ignore from the address book, and a namesake that is not an alarm. */
  readonly notes: readonly string[];
}

/** A repository may list an address in many files; a surface shows the first names. */
const maxNames = 3;

/**
 * The same words for the hover and the report.
 * @param options.hasNames the setting `names`; without names, deny-list hits stay
 * @param options.now an ignore can have ended by then
 */
export function knownTexts(
  facts: AddressFacts,
  {
    hasNames,
    now,
    likeness,
  }: {
    readonly hasNames: boolean;
    readonly now: number;
    readonly likeness: Likeness | undefined;
  },
): KnownTexts {
  const { denials, entries, names } = facts;
  const today = utcDate(now);
  const counts = areIgnored(facts, today);
  const listing = listingOf(facts);
  const inCode = hasNames ? facts.inCode : undefined;
  const namesakes = inCode?.namesake === undefined ? [] : [namesakeText(inCode.namesake)];
  // Where someone has vouched for it, or something worse is known, it is a note.
  const isNote = listing === 'listed' || denials.length > 0 || likeness !== undefined;
  const change = listingText(listing);
  // Don't repeat a name that others use already: `USDC = 0xA0…`.
  const isSaid = names.some(({ name }) => name.toLowerCase() === inCode?.name.toLowerCase());
  return {
    alarms: [
      ...denials.map((denial): AlarmText => {
        return { kind: 'denied', text: denialText(denial), path: plain(denial.path) };
      }),
      ...(likeness === undefined
        ? []
        : [{ kind: 'lookAlike', text: likeness.text, path: '' } as const]),
      ...(isNote ? [] : namesakes).map((text): AlarmText => {
        return { kind: 'namesake', text, path: '' };
      }),
    ],
    names: hasNames ? names.slice(0, maxNames).map(nameTexts) : [],
    inCode: inCode === undefined || isSaid ? null : inCodeTexts(inCode),
    notes: [
      ...(isNote ? namesakes : []),
      ...(change === null ? [] : [change]),
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
    ...(ignore === undefined
      ? []
      : [isActive && !counts ? ignoreAddedText(ignore) : ignoreText(ignore, isActive)]),
  ];
}
