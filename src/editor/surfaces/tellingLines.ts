import type * as vscode from 'vscode';
import { subjectName } from '../../ledger/subjectKey.ts';
import { openStates } from '../../risk/jobState.ts';
import type { Books } from '../book/register.ts';
import { askedFor } from '../book/asked.ts';
import type { Calls } from '../calls/register.ts';
import { findAddressesIn, type PlacedAddress } from '../documents/foundAddresses.ts';
import type { Documents } from '../documents/register.ts';
import { isSignedIn } from '../session/identity.ts';
import { settings } from '../shell/settings.ts';

/** More would not help; the remaining addresses still have hovers. */
export const mostLenses = 1_000;

interface Rooms {
  readonly books: Books;
  readonly calls: Calls;
  readonly documents: Documents;
}

/** Lines of a document by their numbers, each with its first address of which something is known. */
export type TellingLines = ReadonlyMap<number, PlacedAddress>;

/**
 * The lines with an address that has a stored score. Costs nothing.
 * @param options.isScoreOnly false: also one with a job that is open, or on a deny list
 */
export async function tellingLinesIn(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
  { books, calls, documents }: Rooms,
  { isScoreOnly }: { readonly isScoreOnly: boolean },
): Promise<TellingLines> {
  const telling = new Map<number, PlacedAddress>();
  const placed: PlacedAddress[] = [];
  for await (const portion of findAddressesIn(document, documents)) {
    for (const each of portion) {
      if (each.found.subject !== undefined) placed.push(each);
      if (isScoreOnly) continue;
      const { denials } = books.factsOf(document.uri, askedFor(each.found));
      if (denials.length > 0) addFirst(telling, each);
    }
    if (token.isCancellationRequested) return telling;
  }
  const known = await knownSubjects(placed, calls, isScoreOnly);
  for (const each of placed) {
    if (telling.size >= mostLenses) break;
    const { subject } = each.found;
    if (subject !== undefined && known.has(subjectName(subject))) addFirst(telling, each);
  }
  return telling;
}

function addFirst(telling: Map<number, PlacedAddress>, placed: PlacedAddress): void {
  const { line } = placed.range.start;
  if (!telling.has(line)) telling.set(line, placed);
}

/** Names of the subjects with a stored score or, if wanted, an open job. */
async function knownSubjects(
  placed: readonly PlacedAddress[],
  { session, openEngine }: Calls,
  isScoreOnly: boolean,
): Promise<ReadonlySet<string>> {
  const identity = await session.identity();
  if (!isSignedIn(identity) || placed.length === 0) return new Set();
  const addresses = new Set(placed.flatMap(({ found }) => found.subject?.address ?? []));
  const aggregator = settings.aggregator();
  const engine = await openEngine();
  const [scores, jobs] = await Promise.all([
    engine.listScored(identity.key, [...addresses], aggregator),
    isScoreOnly ? [] : engine.listJobs(identity),
  ]);
  const open = jobs.filter(
    (job) => job.aggregator === aggregator && isOneOf(openStates, job.state),
  );
  return new Set([...scores, ...open].map(({ chain, address }) => subjectName({ chain, address })));
}

const isOneOf = (states: readonly string[], state: string): boolean => states.includes(state);
