import { Disposable, EventEmitter, Location, Range, window, workspace } from 'vscode';
import { networkNamed } from '../../addresses/networks.ts';
import { mayShareNetwork, type OnNetwork } from '../../inventory/earlierAddresses.ts';
import type { Place } from '../../inventory/inventory.ts';
import { mostPlaces } from '../../messages.ts';
import type { Occurrences as ListedOccurrences } from '../../report/workspaceFacts.ts';
import type { Books } from '../book/register.ts';
import { findInOpenFiles, type Occurrences } from '../documents/openFiles.ts';
import type { Documents } from '../documents/register.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import type { KnownInWorkspace, WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { settings } from '../shell/settings.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

interface Ports {
  readonly books: Books;
  readonly documents: Documents;
  readonly found: WorkspaceInventory;
}

/** What the workspace says of an address: from the books, and from what is searched or open. */
export function createWorkspaceKnowledge(ports: Ports): WorkspaceKnowledge & { dispose(): void } {
  const { documents, found } = ports;
  const changed = new EventEmitter<void>();
  const fire = (): void => changed.fire();
  const watches = Disposable.from(
    changed,
    found.search.onDidChange(fire),
    // Also after a change of the books, which decide networks too.
    documents.choices.onDidChange(fire),
    documents.index.onDidRead(fire),
    window.tabGroups.onDidChangeTabs(fire),
    workspace.onDidOpenTextDocument(fire),
  );
  return {
    onDidChange: changed.event,
    of: (subject) => knownOf(subject, ports),
    dispose() {
      watches.dispose();
    },
  };
}

async function knownOf(
  { subject: { address, chain }, reading }: ReasonedSubject,
  ports: Ports,
): Promise<KnownInWorkspace> {
  const { books } = ports;
  const family = networkNamed(chain)?.family ?? 'evm';
  const isAssumed = reading?.reason === 'assumed';
  // In every folder: a report belongs to no file.
  await books.ready(undefined);
  books.readNames(undefined);
  const network = isAssumed ? undefined : chain;
  const onNetwork = { canonical: address, family, network: chain, isAssumed };
  const occurrences = await occurrencesOf(onNetwork, ports);
  return {
    facts: {
      facts: books.factsOf(undefined, { text: address, family, network }),
      hasNames: settings.names() !== 'off',
      occurrences: listed(occurrences, ports.found),
    },
    places: occurrences.first,
  };
}

interface Counted extends Occurrences {
  readonly isSearched: boolean;
}

/** Those that the search has found, else those in open files, which need not be in a folder. */
async function occurrencesOf(
  address: OnNetwork,
  { documents, found }: Omit<Ports, 'books'>,
): Promise<Counted> {
  const searched = inInventory(address, found);
  if (searched.count > 0) return { ...searched, isSearched: true };
  return { ...(await findInOpenFiles(address, mostPlaces, documents)), isSearched: false };
}

function inInventory(address: OnNetwork, { inventory, folders }: WorkspaceInventory): Occurrences {
  const { addresses } = inventory;
  const ids = addresses.idsOf(address.family, address.canonical).filter((id) => {
    const known = addresses.of(id);
    return known !== undefined && mayShareNetwork(address, known);
  });
  const count = ids.reduce((sum, id) => sum + addresses.countOf(id), 0);
  const first = inventory.placesOfAll(ids, mostPlaces).flatMap((place) => {
    const uri = folders.at(place.folder)?.uriOf(place.path);
    return uri === undefined ? [] : [new Location(uri, rangeOf(place))];
  });
  return { count, first };
}

const rangeOf = ({ line, column, length }: Place): Range =>
  new Range(line, column, line, column + length);

function listed(
  { count, first, isSearched }: Counted,
  { search, readings }: WorkspaceInventory,
): ListedOccurrences {
  const { state, isCut } = search.progress;
  const isWhole = state === 'complete' && !isCut && readings.notes.largeCount === 0;
  return {
    count,
    where: !isSearched ? 'openFiles' : isWhole ? 'workspace' : 'searchedFiles',
    first: first.map(({ uri, range }) => ({
      path: workspace.asRelativePath(uri),
      line: range.start.line + 1,
    })),
    canSearch: state === 'waiting' && (workspace.workspaceFolders ?? []).length > 0,
  };
}
