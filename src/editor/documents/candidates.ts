import type { Range, TextDocument } from 'vscode';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { AmbiguousAddress } from './chainChoice.ts';
import { findAddressesIn } from './foundAddresses.ts';
import type { Documents } from './register.ts';
import type { FoundAddress, LocatedSubject, ReasonedSubject } from './subject.ts';

/** The addresses that a batch is about, each once on its network, in their order. */
export interface Candidates<Found extends ReasonedSubject = ReasonedSubject> {
  readonly located: readonly Found[];
  /** Only the user can choose their network. */
  readonly open: readonly AmbiguousAddress[];
}

/** Collects addresses, each once on its network. */
export class CandidateList<Found extends ReasonedSubject> {
  readonly #located = new Map<string, Found>();
  readonly #open = new Map<string, AmbiguousAddress>();

  add(found: Found): void {
    const name = subjectName(found.subject);
    if (!this.#located.has(name)) this.#located.set(name, found);
  }

  addOpen(open: AmbiguousAddress): void {
    if (!this.#open.has(open.address)) this.#open.set(open.address, open);
  }

  get all(): Candidates<Found> {
    return { located: [...this.#located.values()], open: [...this.#open.values()] };
  }
}

/** The addresses of a document or a part of it. Those that cannot be looked up are left out. */
export async function candidatesIn(
  document: TextDocument,
  documents: Documents,
  within?: Range,
): Promise<Candidates<LocatedSubject>> {
  const { version } = document;
  const list = new CandidateList<LocatedSubject>();
  for await (const portion of findAddressesIn(document, documents, within)) {
    for (const { found } of portion) addFound(list, found);
  }
  const isWhole = document.version === version || document.isClosed;
  return isWhole ? list.all : candidatesIn(document, documents, within);
}

function addFound(
  list: CandidateList<LocatedSubject>,
  { subject, open, chain: reading }: FoundAddress,
): void {
  if (subject !== undefined) list.add({ subject, reading });
  if (open !== undefined) list.addOpen(open);
}
