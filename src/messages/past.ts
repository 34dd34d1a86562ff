import * as l10n from '@vscode/l10n';
import type { Charge } from '../ledger/store.ts';
import { signed } from './figures.ts';
import { listed, plain } from './text.ts';
import { utc } from './times.ts';

/** Where a score is among all that are stored, from the highest. */
export function rankText(place: number, of: number): string {
  switch (place) {
    case 1:
      return l10n.t('Highest of the {0} addresses in this workspace that have a score', of);
    case 2:
      return l10n.t('Second highest of the {0} addresses in this workspace that have a score', of);
    case 3:
      return l10n.t('Third highest of the {0} addresses in this workspace that have a score', of);
    default:
      return l10n.t(
        'Ranked {0} of the {1} addresses in this workspace that have a score, highest first',
        place,
        of,
      );
  }
}

/** The commit that last changed a line. */
export function commitText(
  place: string,
  {
    hash,
    at,
    subject,
  }: { readonly hash: string; readonly at: number | null; readonly subject: string },
): string {
  const commit = hash.slice(0, 7);
  return at === null
    ? l10n.t('{0} last changed in {1}: {2}', place, commit, plain(subject))
    : l10n.t('{0} last changed in {1} on {2}: {3}', place, commit, utc(at), plain(subject));
}

/** No one would read more changes; the text says how many are left. */
const maxChanges = 3;

/** Earlier scores of an address, and what was paid for them. */
export const pastTexts = {
  caption: () => l10n.t('Stored scores, newest first'),
  received: () => l10n.t('Received'),
  aggregator: () => l10n.t('Method'),
  change: () => l10n.t('Change'),
  categories: () => l10n.t('Categories that changed'),
  added: (name: string) => l10n.t('{0} added', name),
  removed: (name: string) => l10n.t('{0} removed', name),
  changed: (name: string) => l10n.t('{0} changed', name),
  more: (count: number) => (count === 1 ? l10n.t('1 more') : l10n.t('{0} more', count)),
  same: () => l10n.t('none'),
  cost: () => l10n.t('Cost'),
  costOf: (cost: string) => l10n.t('Cost: {0}', cost),
  oneCalculation: () => l10n.t('1 calculation'),
  maybeOne: () => l10n.t('possibly 1 calculation'),
  nothing: () => l10n.t('nothing'),
  shared: () => l10n.t('shared by your team: nothing charged'),
};

interface ChangedCategory {
  readonly names: readonly string[];
  /** Exact; null if the two values cannot be subtracted. */
  readonly difference: string | null;
}

type Changes = Readonly<Record<'added' | 'removed' | 'changed', readonly ChangedCategory[]>>;

/** Differences from the previous score; empty if there is nothing to compare. */
export function changesText(changes: Changes | null): string {
  if (changes === null) return '';
  const nameOf = ({ names }: ChangedCategory): string => plain(names.join(' › '));
  const texts = [
    ...changes.added.map((category) => pastTexts.added(nameOf(category))),
    ...changes.removed.map((category) => pastTexts.removed(nameOf(category))),
    ...changes.changed.map((category) =>
      category.difference === null
        ? pastTexts.changed(nameOf(category))
        : `${nameOf(category)} ${signed(category.difference)}`,
    ),
  ];
  if (texts.length === 0) return pastTexts.same();
  const more = texts.length - maxChanges;
  return listed([...texts.slice(0, maxChanges), ...(more > 0 ? [pastTexts.more(more)] : [])]);
}

export function chargeText(charge: Charge): string {
  switch (charge) {
    case 'made':
      return pastTexts.oneCalculation();
    case 'none':
    case 'open':
      return pastTexts.nothing();
    case 'shared':
      return pastTexts.shared();
    case 'maybe':
    case 'sent':
      return pastTexts.maybeOne();
  }
}
