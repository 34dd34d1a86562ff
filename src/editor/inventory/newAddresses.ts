import * as vscode from 'vscode';
import type { Family } from '../../networks/networks.ts';
import type { Newness } from '../../folder/judgments.ts';
import type { Base } from '../../folder/base.ts';
import { shortName } from '../../git/revision.ts';
import {
  ignoredSinceText,
  noMergeBaseText,
  judgeText,
  newGapText,
  newReview,
  newTexts,
  noNewText,
} from '../../messages/newness.ts';
import { quotedName } from '../../messages/book.ts';
import { sentences } from '../../messages/text.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { maxBases } from '../git/repositoryChanges.ts';
import type { FolderRevisionState } from '../git/folderRevision.ts';
import type { Revisions } from '../git/revisions.ts';
import type { ListedInventory } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import { bookFile } from '../../book/book.ts';
import { byPlace, type Place } from '../../folder/inventory.ts';
import { rowScoreText } from '../../report/rowScore.ts';
import { rowOf, type AddressRow } from './addressRows.ts';
import type { DocumentAddress } from '../documents/subject.ts';
import type { JudgedAddresses } from './fileScanner.ts';

/** An address in a file, with its network if that is decided. */
type InFile = Pick<DocumentAddress, 'canonical' | 'occurrence' | 'chain' | 'problem'>;

/** New addresses for surfaces. Everything except `need` comes from memory. */
export type NewAddresses = Omit<ReturnType<typeof createNewAddresses>, 'dispose'>;

type Searched = Omit<ListedInventory, 'books'>;

interface Ports extends Searched {
  /** Begins to search the workspace. */
  readonly begin: () => void;
}

/** Files that were shown, and that Git may yet report as changed. */
const maxNeeded = 100;

export function createNewAddresses(ports: Ports) {
  const { found, list, revisions, begin } = ports;
  const { addresses } = found.inventory;
  const needed = new Map<string, vscode.Uri>();

  /** Only changed files can have new addresses, and Git reports which files changed. */
  function beginIfChanged(uri: vscode.Uri): void {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const state = folder && revisions.stateOf(folder);
    if (state?.kind !== 'on') return;
    const path = vscode.workspace.asRelativePath(uri, false);
    if (state.comparison.stateOf(path) !== 'changed') return;
    needed.clear();
    begin();
  }

  const watch = revisions.onDidChange(() => {
    for (const uri of [...needed.values()]) beginIfChanged(uri);
  });
  return {
    onDidChange: list.newOnes.onDidChange,
    /** Whether an address is new on some network, which is cheaper to know. */
    mayBe: (canonical: string): boolean => list.newOnes.of(canonical).length > 0,
    /** Undefined for an address that is not new, and until that is requested. */
    of(
      uri: vscode.Uri,
      { canonical, occurrence: { family }, chain, problem }: InFile,
    ): { readonly kind: Newness; readonly since: Base } | undefined {
      // With a wrong checksum, it is a text of its own, and not the new address that it may mean.
      const ids = problem?.kind === 'checksum' ? [] : list.newOnes.of(canonical);
      const owner = ids.length === 0 ? undefined : found.folders.placeOf(uri);
      const id = ids.find((each) => {
        const known = addresses.of(each);
        const isThis = known?.family === family && known.network === chain.chain;
        return isThis && known.folder === owner?.folder;
      });
      const kind = id === undefined ? undefined : list.judgments.newnessOf(id);
      const state = owner && revisions.stateOf(owner.files.folder);
      return kind === undefined || state?.kind !== 'on'
        ? undefined
        : { kind, since: state.revision };
    },
    /** Finds out whether the addresses of a file are new, in the background. */
    need(uri: vscode.Uri): void {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      if (folder === undefined) return;
      revisions.follow(folder);
      // The latest ones: a file that has not changed yet may change.
      needed.delete(uri.toString());
      needed.set(uri.toString(), uri);
      const [oldest = ''] = needed.keys();
      if (needed.size > maxNeeded) needed.delete(oldest);
      beginIfChanged(uri);
    },
    /** All of them, also those on a deny list. For commands, which may act on each. */
    rows: (): Promise<readonly NewRow[]> => runInTurns('inventory', newRows(ports)),
    /** Searches the workspace. @returns whether it is known what is new: the search can be stopped */
    compare: (token: vscode.CancellationToken): Promise<boolean> => compare(ports, token),
    /** Where no address is new. */
    whyNone: (): string => whyNone(revisions),
    dispose(): void {
      watch.dispose();
    },
  };
}

async function compare(
  { found, list, revisions, begin }: Ports,
  token: vscode.CancellationToken,
): Promise<boolean> {
  const { search } = found;
  let wake = (): void => undefined;
  const onNews = (): void => wake();
  const watches = vscode.Disposable.from(
    revisions.onDidChange(onNews),
    found.onDidSettle(onNews),
    token.onCancellationRequested(onNews),
    search.onDidChange(() => {
      if (!search.isRunning) onNews();
    }),
  );
  try {
    begin();
    for (;;) {
      // From before: news may come while the list is updated.
      const news = new Promise<void>((resolve) => (wake = resolve));
      await list.update();
      if (token.isCancellationRequested) return false;
      // A file that was just deleted has nothing to review.
      if (!list.newOnes.isWaiting && found.isSettled) break;
      await news;
    }
    return search.progress.state !== 'canceled';
  } finally {
    watches.dispose();
  }
}

/** Notes in the view if it cannot show everything that is new. */
export const comparisonNotes = (revisions: Revisions): string[] =>
  ofFolders(revisions, (state) => {
    if (state.kind === 'off') return [noNewText(state.reason)];
    if (state.kind !== 'on') return [];
    const { gap, ignoredSetting, revision: since } = state;
    return [
      ...missingBaseNotes(since),
      ...(since.judge.commit === since.commit ? [] : [judgeText(judgeOf(since))]),
      ...(gap === undefined ? [] : [newGapText(gap, since, maxBases)]),
      ...(ignoredSetting === undefined ? [] : [ignoredSinceText(ignoredSetting, since)]),
    ];
  });

const judgeOf = ({ judge }: Base): Base['judge'] => ({ ...judge, name: shortName(judge.name) });

const missingBaseNotes = (since: Base): string[] =>
  since.isMergeBaseMissing ? [noMergeBaseText(judgeOf(since))] : [];

/** Since when addresses are new. */
export const newGroupDetail = (revisions: Revisions): string =>
  ofFolders(revisions, (state) =>
    state.kind === 'on' ? [newTexts.groupDetail(state.revision)] : [],
  ).join('\n');

/** Why no address is new. */
const whyNone = (revisions: Revisions): string =>
  sentences(
    ofFolders(revisions, (state) => {
      if (state.kind === 'off') return [noNewText(state.reason)];
      if (state.kind === 'waiting') return [newReview.stopped()];
      const { gap, revision: since } = state;
      const reason = gap === undefined ? newReview.none(since) : newGapText(gap, since, maxBases);
      return [reason, ...missingBaseNotes(since)];
    }),
  );

/** Each folder has a revision of its own; of several, a text begins with the name of its folder. */
function ofFolders(
  revisions: Revisions,
  textsOf: (state: FolderRevisionState) => readonly string[],
): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return [...textsOf({ kind: 'off', reason: { kind: 'noRepository' } })];
  return folders.flatMap((folder) =>
    textsOf(revisions.stateOf(folder)).map((text) =>
      folders.length === 1 ? text : newTexts.inFolder(folder.name, text),
    ),
  );
}

/** A new address with its facts. */
export interface NewRow {
  /** As the commands of a row receive it. */
  readonly row: AddressRow;
  /** The first one in a changed file. */
  readonly place: vscode.Location;
  readonly family: Family;
  readonly name: string | undefined;
  /** In words; undefined without a stored one. */
  readonly score: string | undefined;
  /** Then no command takes it, and its spelling is what there is to review. */
  readonly isChecksumWrong: boolean;
}

/** The worst first, then in the order of their places. Yields between slices of work. */
export function* newRows(searched: Searched): Generator<void, NewRow[]> {
  const { usual, checksum } = searched.found.parts;
  const rows = [...(yield* rowsIn(usual, searched)), ...(yield* rowsIn(checksum, searched))];
  return rows
    .sort((one, other) => one.rank - other.rank || byPlace(one.at, other.at))
    .map(({ row }) => row);
}

interface RankedRow {
  /** On a deny list, a look-alike, a wrong checksum, any other. */
  readonly rank: 0 | 1 | 2 | 3;
  readonly at: Place;
  readonly row: NewRow;
}

function* rowsIn(
  { inventory, judgments }: JudgedAddresses,
  { found, revisions }: Searched,
): Generator<void, RankedRow[]> {
  const isChecksumWrong = inventory !== found.inventory;
  const { folders } = found;
  const left = new Set([...judgments.newOnes()].filter((id) => judgments.isNew(id)));
  const rows: RankedRow[] = [];
  const rankOf = (id: number): RankedRow['rank'] => {
    if (judgments.isDenied(id)) return 0;
    if (judgments.looksLike(id) !== undefined) return 1;
    return isChecksumWrong ? 2 : 3;
  };
  /** First places in code, or in the address book for addresses without any. */
  const firstPlaces = new Map<number, Place>();
  for (const { id, place } of left.size === 0 ? [] : inventory.occurrences()) {
    yield;
    if (!left.has(id) || !isChanged(place, found, revisions)) continue;
    if (place.path !== bookFile) left.delete(id);
    else if (firstPlaces.has(id)) continue;
    firstPlaces.set(id, place);
  }
  for (const [id, at] of firstPlaces) {
    yield;
    const row = rowOf({ inventory, folders }, id, { kind: 'new' });
    const place = folders.locate(at);
    const family = inventory.addresses.familyOf(id);
    if (row === undefined || place === undefined || family === undefined) continue;
    const scored = judgments.scoreOf(id);
    const score = scored && rowScoreText(scored, Date.now());
    const inCode = inventory.codeNames.of(id)?.name;
    const name = judgments.nameOf(id) ?? (inCode && quotedName(inCode));
    rows.push({
      ...{ rank: rankOf(id), at },
      row: { row, family, place, name, score, isChecksumWrong },
    });
  }
  return rows;
}

function isChanged(
  { folder, path }: Place,
  { folders }: WorkspaceInventory,
  revisions: Revisions,
): boolean {
  const own = folders.at(folder)?.folder;
  const state = own && revisions.stateOf(own);
  return state?.kind === 'on' && state.comparison.stateOf(path) === 'changed';
}
