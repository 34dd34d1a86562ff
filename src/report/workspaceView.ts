import type { AddressFacts } from '../book/facts.ts';
import { type Likeness, knownTexts } from '../messages/known.ts';
import type { ActionView } from '../panelProtocol.ts';
import { markedDifference } from '../book/lookAlikes.ts';
import type { WorkspaceView } from '../pageViews.ts';
import { addressRows } from '../messages/inventory.ts';
import { commitText, rankText } from '../messages/past.ts';
import { labels } from '../messages/labels.ts';
import { comparedTexts } from '../messages/book.ts';
import { occurrenceTexts } from '../messages/report.ts';
import { plain } from '../messages/text.ts';

/**
 * Facts about an address from the workspace. Exports include its name and alarms, but no places or
 * notes.
 */
export interface WorkspaceFacts {
  readonly facts: AddressFacts;
  /** The address it resembles. */
  readonly likeness?: Likeness | undefined;
  /** Whether the user wants to see names (the setting `names`). */
  readonly hasNames: boolean;
  readonly occurrences: Occurrences;
  /** Where its score is among the stored ones of the workspace, from the highest; null if unknown. */
  readonly rank: { readonly place: number; readonly of: number } | null;
  /** The commit that last changed the line of the first place; null if Git does not know. */
  readonly commit: CommitFacts | null;
}

export interface CommitFacts {
  readonly hash: string;
  /** In milliseconds; null if Git doesn't say. */
  readonly at: number | null;
  /** The first line of its message: text of the repository. */
  readonly subject: string;
}

/** Where an address is. */
export interface Occurrences {
  /** The scope of the count. `searchedFiles`: the search skipped files, or hasn't ended. */
  readonly where: 'workspace' | 'searchedFiles' | 'openFiles';
  /** All of them, also those that are not listed. */
  readonly count: number;
  /** The first ones; a button opens each by its index. */
  readonly first: readonly ListedPlace[];
  /** The workspace was not searched yet. */
  readonly canSearch: boolean;
}

export interface ListedPlace {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Of the line, without space at its ends; empty if it was not read. */
  readonly text: string;
}

/** Facts about an address from the workspace, as shown on the page; null for none. */
export function workspaceView(
  { facts, likeness, hasNames, occurrences, commit }: WorkspaceFacts,
  { address, now }: { readonly address: string; readonly now: number },
): WorkspaceView | null {
  const texts = knownTexts(facts, { hasNames, now, likeness });
  const view = {
    ...texts,
    comparison: likeness === undefined ? null : likenessView(address, likeness),
    occurrences: occurrencesView(occurrences, commit),
  };
  const { alarms, names, inCode, notes } = texts;
  const isEmpty = alarms.length + names.length + notes.length === 0 && inCode === null;
  return isEmpty && view.occurrences === null ? null : view;
}

/** Both addresses, one above the other. */
function likenessView(own: string, { other, original }: Likeness): WorkspaceView['comparison'] {
  if (original === undefined || other === null) return null;
  const [marked, originalMarked] = markedDifference(own, original.address);
  return {
    heading: labels.compareWith(plain(other)),
    note: comparedTexts.note(),
    rows: [
      { name: comparedTexts.own(), parts: marked.split(differing) },
      {
        name: plain(original.name ?? comparedTexts.other()),
        parts: originalMarked.split(differing),
      },
    ],
  };
}

/** Between them, parts with and without differences take turns. */
const differing = /[[\]]/;

/** The workspace's contribution to *Over time*. */
export function workspaceNotes({ rank }: WorkspaceFacts): string[] {
  return rank === null ? [] : [rankText(rank.place, rank.of)];
}

/** More are closed at first. */
const maxOpen = 3;

function occurrencesView(
  { where, count, first, canSearch }: Occurrences,
  commit: WorkspaceFacts['commit'],
): WorkspaceView['occurrences'] {
  const [top] = first;
  if (count === 0) return null;
  return {
    text: occurrenceTexts[where](count),
    firstShown: maxOpen,
    places: first.map(({ path, line, text }, place) => ({
      action: { id: 'openPlace', place, label: addressRows.place(path, line) },
      text: plain(text),
    })),
    note:
      commit === null || top === undefined
        ? ''
        : commitText(addressRows.place(top.path, top.line), commit),
    actions: moreActions({ where, left: count - first.length, canSearch }),
  };
}

/** The view lists what was searched, so it does not have more of the open files. */
function moreActions({
  where,
  left,
  canSearch,
}: Pick<Occurrences, 'where' | 'canSearch'> & { readonly left: number }): ActionView[] {
  if (canSearch) return [{ id: 'findAddresses', label: occurrenceTexts.find() }];
  return where === 'openFiles' || left === 0
    ? []
    : [{ id: 'findAddresses', label: occurrenceTexts.more(left) }];
}
