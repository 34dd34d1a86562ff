import { workspace } from 'vscode';
import type { InventoryAddress } from '../../folder/addressTable.ts';
import type { FilePlace, Inventory } from '../../folder/inventory.ts';
import type { Comparison } from '../../folder/compare.ts';
import { wrongNetworksIn } from '../../folder/wrongNetworks.ts';
import type { Filter } from '../../report/addresses/filter.ts';
import { workspaceReportText } from '../../report/export/workspaceReport.ts';
import {
  changedFirst,
  deniedTextRow,
  rowName,
  type AddressReport,
  type ComparedProject,
  type ReportRule,
  type WorkspaceReport,
} from '../../report/export/addressReport.ts';
import { newReview, newTexts } from '../../messages/newness.ts';
import { wrongNetworkTexts } from '../../messages/book.ts';
import { denialText } from '../../messages/denials.ts';
import { addressFilter, addressGroups } from '../../messages/inventory.ts';
import { typedProblem } from '../../messages/inputs.ts';
import { workspaceReport as texts } from '../../messages/exports.ts';
import { likenessOf } from '../book/likeness.ts';
import type { Calls } from '../calls/calls.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { projectOf, type Revisions } from '../git/revisions.ts';
import { storedKeyOf } from '../session/session.ts';
import { dialogs } from '../shell/dialogs.ts';
import { saveFile } from '../shell/saveFile.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import { filterOf, type ListedInventory } from './addressList.ts';
import { kindsOfWithheld, type InventoryParts, type JudgedAddresses } from './fileScanner.ts';
import { askedOf, listedTexts } from './addressRows.ts';
import { comparisonNotes, type NewAddresses } from './newAddresses.ts';
import { unreadNotes, type WorkspaceInventory } from './workspaceInventory.ts';

interface Ports extends ListedInventory {
  readonly newAddresses: Pick<NewAddresses, 'compare'>;
  readonly calls: Pick<Calls, 'session' | 'openEngine'>;
  readonly shell: Shell;
}

/** Searches the workspace, asks for a format and a file, and writes all that is known. Makes no call. */
export async function exportWorkspaceReport(ports: Ports): Promise<void> {
  const { found, list, newAddresses, calls, shell } = ports;
  const isCompared = await dialogs.progress(newReview.progress(), (_, token) =>
    newAddresses.compare(token),
  );
  // A part of the addresses would pass for all of them.
  if (!isCompared) {
    shell.notifier.inform(newReview.stopped());
    return;
  }
  if (!hasAnything(found, list)) {
    shell.notifier.refuse(texts.empty());
    return;
  }
  const title = texts.command();
  const picked = await dialogs.pick(texts.formats(), { title });
  if (picked === undefined) return;
  const { format } = picked;
  const isSample =
    (await calls.session.identity()).kind === 'sample' || list.judgments.hasSampleData();
  const extension = format === 'markdown' ? 'md' : format;
  await saveFile(shell, {
    title,
    name: `${isSample ? 'sample-data-' : ''}address-risk.${extension}`,
    contents: async () => workspaceReportText(await reportOf(ports, {}), format),
  });
}

/** Asks for a file, and writes the addresses that the view shows, as in the report. Makes no call. */
export async function exportAddresses(ports: Ports): Promise<void> {
  const { list, shell } = ports;
  if (list.grouping.groups.length === 0 && !list.hasTexts) {
    shell.notifier.refuse(addressFilter.nothing());
    return;
  }
  await saveFile(shell, {
    title: addressFilter.exportTitle(),
    name: 'addresses.csv',
    contents: async () => workspaceReportText(await reportOf(ports, list.view.filter), 'csv'),
  });
}

const hasAnything = (
  { inventory: { addresses } }: WorkspaceInventory,
  list: ListedInventory['list'],
): boolean => !addresses.ids().next().done || list.hasTexts;

/** @param filter hides no text that may be a key */
async function reportOf(ports: Ports, filter: Filter): Promise<WorkspaceReport> {
  const { found, books, revisions, calls } = ports;
  return {
    rows: await rowsOf(ports, filter),
    isSample: (await calls.session.identity()).kind === 'sample',
    aggregator: settings.aggregator(),
    projects: await projectsOf(revisions),
    unread: [...bookProblems(books), ...unreadNotes(found), ...comparisonNotes(revisions)],
    madeAt: Date.now(),
  };
}

/** Parts of the address books and their lists that cannot be read: an unread list finds nothing. */
const bookProblems = (books: ListedInventory['books']): string[] =>
  (workspace.workspaceFolders ?? []).flatMap(({ uri, name }, _, { length }) =>
    books.problemsIn(uri).map((text) => (length > 1 ? `${name}/${text}` : text)),
  );

/** Folders of one repository are one, unless they are compared with different revisions. */
async function projectsOf(revisions: Revisions): Promise<ComparedProject[]> {
  const projects = new Map<string, Map<string, ComparedProject>>();
  for (const folder of workspace.workspaceFolders ?? []) {
    const state = revisions.stateOf(folder);
    const revision = state.kind === 'on' ? state.revision : undefined;
    const repository = await revisions.repositoryOf(folder);
    const key = (repository?.api.rootUri ?? folder.uri).toString();
    const known = projects.get(key) ?? new Map<string, ComparedProject>();
    projects.set(key, known);
    known.set(revision?.commit ?? '', {
      ...(await projectOf(folder, revisions)),
      base: revision ? { name: revision.name, commit: revision.commit } : null,
    });
    // Another folder's comparison is more specific.
    if (known.size > 1) known.delete('');
  }
  return [...projects.values()].flatMap((known) => [...known.values()]);
}

async function rowsOf(ports: Ports, filter: Filter): Promise<AddressReport[]> {
  const { found, list, calls, books, revisions } = ports;
  // Include results stored since the last update of the list.
  await list.update({ scores: true });
  const hasAccount = storedKeyOf(await calls.session.identity()) !== undefined;
  const compared = new Map<number, Comparison>();
  for (const [number, { folder }] of found.folders.open()) {
    const state = revisions.stateOf(folder);
    if (state.kind === 'on') compared.set(number, state.comparison);
  }
  const rows: AddressReport[] = [];
  for (const kind of ['usual', ...kindsOfWithheld] as const) {
    const matches = filterOf(kind === 'hidden' ? {} : filter, found.parts[kind]);
    const steps = rowsIn(kind, { found, books, matches, hasAccount, compared });
    rows.push(...(await runInTurns('inventory', steps)));
  }
  for (const { path, range, lines } of (await listedTexts(found, books, Infinity)).rows) {
    rows.push(deniedTextRow(path, range.start.line + 1, lines));
  }
  return rows;
}

interface RowSources extends Pick<Ports, 'found' | 'books'> {
  readonly matches: (id: number) => boolean;
  /** The numbers of folders that are compared with a revision. */
  readonly compared: ReadonlyMap<number, Pick<Comparison, 'stateOf'>>;
  readonly hasAccount: boolean;
}

function* rowsIn(
  kind: keyof InventoryParts,
  { found, books, matches, hasAccount, compared }: RowSources,
): Generator<void, AddressReport[]> {
  const { inventory, judgments } = found.parts[kind];
  const places = yield* placesByAddress(inventory, found, compared);
  const wrong = kind === 'usual' ? yield* wrongNetworksIn(inventory) : undefined;
  const isHidden = kind === 'hidden';
  const rows: AddressReport[] = [];
  for (const [id, own] of places) {
    yield;
    const known = inventory.addresses.of(id);
    if (known === undefined || !matches(id)) continue;
    const { address, network, isAssumed } = known;
    const { denials, alike } = alarmsOf(id, known, found.parts[kind], { found, books });
    const isUnlisted = judgments.isUnlisted(id) || judgments.isAdded(id);
    const token = network !== null && isUnlisted ? wrong?.get(id) : undefined;
    const said: readonly (readonly [ReportRule, ...(string | undefined)[]])[] = [
      // Hidden addresses are reported as texts.
      ['deny', ...(isHidden ? [] : denials.map(denialText))],
      ['look-alike', alike],
      ['checksum', kind === 'checksum' ? typedProblem({ kind }).label : undefined],
      ['wrong-network', token && wrongNetworkTexts.problem(token, network ?? '')],
      ['unlisted', isUnlisted ? addressGroups.unlistedDetail() : undefined],
      ['new', judgments.isNew(id) ? newTexts.group() : undefined],
    ];
    const findings = said.flatMap(([rule, ...messages]) =>
      messages.flatMap((message) => (message === undefined ? [] : [{ rule, message }])),
    );
    if (isHidden && findings.length === 0) continue;
    const score = judgments.scoreOf(id) ?? null;
    const why = kind === 'checksum' ? kind : network === null ? 'network' : undefined;
    rows.push({
      address: isHidden ? null : address,
      network,
      isAssumed,
      score,
      findings,
      name: rowName(judgments.nameOf(id), inventory.codeNames.of(id)?.name),
      places: changedFirst(own),
      isNewKnown: compared.has(known.folder) && judgments.newnessOf(id) !== 'unknown',
      noScore: score !== null ? null : (why ?? (hasAccount ? 'none' : 'unread')),
    });
  }
  return rows;
}

/** The books' facts on an address judged to be denied or a look-alike; there are few. */
function alarmsOf(
  id: number,
  known: InventoryAddress,
  { judgments }: JudgedAddresses,
  { found, books }: Pick<Ports, 'found' | 'books'>,
) {
  if (!judgments.isDenied(id) && judgments.looksLike(id) === undefined) return { denials: [] };
  const uri = found.folders.at(known.folder)?.folder.uri;
  const asked = askedOf(known);
  const facts = books.factsOf(uri, asked);
  return { denials: facts.denials, alike: likenessOf(uri, asked, books, facts)?.text };
}

/** Of several folders, paths begin with the name of theirs. */
function* placesByAddress(
  inventory: Inventory,
  { folders }: WorkspaceInventory,
  compared: RowSources['compared'],
): Generator<void, Map<number, { path: string; line: number; isChanged: boolean }[]>> {
  const places = new Map<number, { path: string; line: number; isChanged: boolean }[]>();
  const isOne = [...folders.open()].length < 2;
  let file: FilePlace | undefined;
  let isChanged = false;
  for (const { id, place } of inventory.occurrences()) {
    yield;
    if (file?.path !== place.path || file.folder !== place.folder) {
      file = place;
      isChanged = compared.get(place.folder)?.stateOf(place.path) === 'changed';
    }
    const name = folders.at(place.folder)?.folder.name ?? '';
    const own = places.get(id) ?? [];
    places.set(id, own);
    const path = isOne ? place.path : `${name}/${place.path}`;
    own.push({ path, line: place.line + 1, isChanged });
  }
  return places;
}
