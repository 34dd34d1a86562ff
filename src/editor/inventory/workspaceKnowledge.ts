import * as vscode from 'vscode';
import type { ChainReading } from '../../evidence/reasons.ts';
import { networkNamed, type Family } from '../../networks/networks.ts';
import { mayShareNetwork, type OnNetwork } from '../../folder/compare.ts';
import type { NameInCode } from '../../book/facts.ts';
import type { Inventory } from '../../folder/inventory.ts';
import { byNamePlace } from '../../folder/nameOrder.ts';
import { maxPlaces } from '../../panelProtocol.ts';
import type {
  Occurrences as ListedOccurrences,
  WorkspaceFacts,
} from '../../report/workspaceView.ts';
import { likenessOf } from '../book/likeness.ts';
import { codeNameAtPlace, replacementAt } from '../documents/surroundings.ts';
import {
  findInOpenFiles,
  networksInOpenFiles,
  type Occurrences,
  type Documents,
} from '../documents/foundAddresses.ts';
import { findAddressAt, type ReasonedSubject, type Subject } from '../documents/subject.ts';
import type { KnownInWorkspace, WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { quotedName, replaceText } from '../../messages/book.ts';
import { plain } from '../../messages/text.ts';
import { settings } from '../shell/settings.ts';
import { projectOf, type Revisions, LineCommits } from '../git/revisions.ts';
import type { AddressList, ListedInventory } from './addressList.ts';
import { linesOf } from './searchedFolder.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { compareDecimals, decimalOf } from '../../report/decimal.ts';

interface Ports extends Omit<ListedInventory, 'revisions'> {
  readonly documents: Documents;
  readonly revisions: Pick<Revisions, 'repositoryOf' | 'onDidChange'>;
}

/** Combines the workspace's facts about an address: from books, and from searched or open files. */
export function createWorkspaceKnowledge(ports: Ports): WorkspaceKnowledge & { dispose(): void } {
  const { documents, found } = ports;
  const changed = new vscode.EventEmitter<void>();
  const fire = (): void => changed.fire();
  const commits = new LineCommits(ports.revisions, fire);
  const watches = vscode.Disposable.from(
    changed,
    ports.revisions.onDidChange(() => commits.forget()),
    ports.books.lookAlikes.onDidChange(fire),
    found.search.onDidChange(fire),
    // Also after a change of the books, which decide networks too.
    documents.choices.onDidChange(fire),
    documents.index.onDidRead(fire),
    vscode.window.tabGroups.onDidChangeTabs(fire),
    vscode.workspace.onDidOpenTextDocument(fire),
  );
  return {
    onDidChange: changed.event,
    of: (subject) => knownOf(subject, ports, commits),
    replace: (shown) => replaceAddress(shown, ports),
    nameOf: (subject) => nameOf(subject, ports),
    networksOf: (address, family) => networksOf(address, family, ports),
    async project() {
      const [first, ...others] = vscode.workspace.workspaceFolders ?? [];
      return first === undefined || others.length > 0 ? null : projectOf(first, ports.revisions);
    },
    dispose() {
      watches.dispose();
    },
  };
}

async function knownOf(
  subject: ReasonedSubject,
  ports: Ports,
  commits: LineCommits,
): Promise<KnownInWorkspace> {
  const { books } = ports;
  // In every folder: a report belongs to no file.
  await books.ready(undefined);
  books.readNames(undefined);
  const { asked, onNetwork } = askedOf(subject);
  const occurrences = await occurrencesOf(onNetwork, maxPlaces, ports);
  const known = books.factsOf(undefined, asked);
  const inCode = codeNameOf(onNetwork, occurrences, ports.found);
  return {
    facts: {
      facts: {
        ...known,
        inCode: books.nameInCode(undefined, { ...asked, network: asked.assumed }, inCode),
      },
      likeness: likenessOf(undefined, asked, books, known),
      hasNames: settings.names() !== 'off',
      occurrences: await listed(occurrences, ports.found),
      rank: scoreRank(subject.subject, ports.found, ports.list),
      commit: commits.of(occurrences.first[0]),
    },
    places: occurrences.first,
    reading: await readingOfPlace(subject, occurrences.first[0], ports.documents),
  };
}

/** A row of the view has no reason of its own: its places can have different ones. */
async function readingOfPlace(
  { subject, reading }: ReasonedSubject,
  place: vscode.Location | undefined,
  { choices }: Ports['documents'],
): Promise<ChainReading | undefined> {
  if (reading !== undefined || place === undefined) return undefined;
  const document = await openedOrUndefined(place.uri);
  const found = document && findAddressAt(document, place.range.start, choices);
  const isSame =
    found?.subject?.address === subject.address && found.subject.chain === subject.chain;
  // A default is no evidence for this place.
  return isSame && found.chain.strength !== 'default' ? found.chain : undefined;
}

/** A file that was found can be gone by now, and the report has the rest all the same. */
async function openedOrUndefined(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

function askedOf({ subject: { address, chain }, reading }: ReasonedSubject) {
  const family = networkNamed(chain)?.family ?? 'evm';
  const isAssumed = reading?.reason === 'assumed';
  return {
    asked: { text: address, family, network: isAssumed ? undefined : chain, assumed: chain },
    onNetwork: { canonical: address, family, network: chain, isAssumed },
  };
}

/** More would not be read before they are applied. */
const maxReplaced = 1_000;

async function replaceAddress(
  shown: ReasonedSubject,
  ports: Ports,
): ReturnType<WorkspaceKnowledge['replace']> {
  const { books, documents } = ports;
  const { asked, onNetwork } = askedOf(shown);
  const original = likenessOf(undefined, asked, books)?.original;
  if (original?.isTrusted !== true) return undefined;
  const metadata = { needsConfirmation: true, label: replaceText(original) };
  const edit = new vscode.WorkspaceEdit();
  const { count, first } = await occurrencesOf(onNetwork, maxReplaced, ports);
  for (const { uri, range } of first) {
    const document = await vscode.workspace.openTextDocument(uri);
    const found = findAddressAt(document, range.start, documents.choices);
    // Not where the file has changed since the search.
    if (books.isOwnFile(uri) || found?.canonical !== onNetwork.canonical) continue;
    const replaced = replacementAt(found.range, original.address);
    edit.replace(uri, replaced.range, replaced.newText, metadata);
  }
  if (edit.size === 0) return undefined;
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
  return { left: count - first.length };
}

/** From memory, because a list asks for many. The name of an imitation in code doesn't count. */
function nameOf(subject: Subject, { books, found }: Ports): string | undefined {
  const { asked, onNetwork } = askedOf({ subject, reading: undefined });
  const facts = books.factsOf(undefined, asked);
  const denied = facts.denials.find(({ name }) => name !== undefined)?.name;
  const known = denied ?? facts.names[0]?.name;
  if (known !== undefined) return plain(known);
  if (likenessOf(undefined, asked, books, facts) !== undefined) return undefined;
  const inCode = codeNameOf(onNetwork, { first: [] }, found)?.name;
  return inCode && quotedName(inCode);
}

/** The name of an address in code: from a searched file, else where it is first open. */
function codeNameOf(
  address: OnNetwork,
  { first }: Pick<Occurrences, 'first'>,
  { inventory }: WorkspaceInventory,
): NameInCode | undefined {
  const names = idsOf(address, inventory).flatMap((id) => inventory.codeNames.of(id) ?? []);
  const [found] = names.sort(byNamePlace);
  if (found === undefined) return codeNameAtPlace(first[0]);
  const { name, path, line } = found;
  return { name, path, line: line + 1 };
}

/** Without those that are only assumed. */
async function networksOf(
  address: string,
  family: Family,
  { books, documents, found }: Pick<Ports, 'books' | 'documents' | 'found'>,
): Promise<readonly string[]> {
  await books.ready(undefined);
  const { entries } = books.factsOf(undefined, { text: address, family, network: undefined });
  const named = new Set(entries.map(({ network }) => network));
  const { addresses } = found.inventory;
  for (const id of addresses.idsOf(family, address)) {
    const { network = null, isAssumed } = addresses.of(id) ?? {};
    if (network !== null && isAssumed === false) named.add(network);
  }
  for (const network of await networksInOpenFiles({ canonical: address, family }, documents))
    named.add(network);
  return [...named];
}

interface Counted extends Occurrences {
  readonly isSearched: boolean;
}

/** Occurrences from the search, else in open files, which may be outside all folders. */
async function occurrencesOf(
  address: OnNetwork,
  most: number,
  { documents, found: { inventory, folders } }: Pick<Ports, 'documents' | 'found'>,
): Promise<Counted> {
  const ids = idsOf(address, inventory);
  const count = ids.reduce((sum, id) => sum + inventory.addresses.countOf(id), 0);
  if (count === 0) {
    return { ...(await findInOpenFiles(address, most, documents)), isSearched: false };
  }
  const first = inventory.placesOfAll(ids, most).flatMap((place) => folders.locate(place) ?? []);
  return { count, first, isSearched: true };
}

function idsOf(address: OnNetwork, { addresses }: Inventory): number[] {
  return addresses.idsOf(address.family, address.canonical).filter((id) => {
    const known = addresses.of(id);
    return known !== undefined && mayShareNetwork(address, known);
  });
}

async function listed(
  { count, first, isSearched }: Counted,
  { search, scanner: readings }: WorkspaceInventory,
): Promise<ListedOccurrences> {
  const { state, isCut, unlisted } = search.progress;
  const { notes } = readings;
  const left = unlisted + notes.countOf('tooLarge') + notes.countOf('failed');
  const isWhole = state === 'complete' && !isCut && left === 0;
  const texts = await linesOf(first);
  const isOfOpenFiles = !isSearched && (count > 0 || state !== 'complete');
  return {
    count,
    // The address book and ignored files were not searched, so this never claims that the address
    // is nowhere.
    where: isOfOpenFiles ? 'openFiles' : isWhole && count > 0 ? 'workspace' : 'searchedFiles',
    first: first.map(({ uri, range }, index) => ({
      path: vscode.workspace.asRelativePath(uri),
      line: range.start.line + 1,
      text: texts[index] ?? '',
    })),
    canSearch: state === 'waiting' && (vscode.workspace.workspaceFolders ?? []).length > 0,
  };
}

/** The rank of an address's score among those of the workspace; null without a score. */
function scoreRank(
  own: { readonly address: string; readonly chain: string },
  { inventory: { addresses } }: WorkspaceInventory,
  { judgments }: AddressList,
): WorkspaceFacts['rank'] {
  // The same address may be in several folders.
  const scores = new Map<string, string>();
  for (const [id, { digits, owner }] of judgments.scores()) {
    const chain = addresses.networkOf(id);
    if (digits === null || owner !== 'subject' || chain === null) continue;
    scores.set(subjectName({ address: addresses.addressOf(id), chain }), digits);
  }
  const score = decimalOf(scores.get(subjectName(own)) ?? '');
  if (score === null || scores.size < 2) return null;
  const decimals = [...scores.values()].map(decimalOf);
  const higher = decimals.filter((other) => other !== null && compareDecimals(other, score) > 0);
  return { place: higher.length + 1, of: scores.size };
}
