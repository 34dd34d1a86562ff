import type { Batches } from './batch/batches.ts';
import type { Books } from './book/books.ts';
import type { Calls } from './calls/calls.ts';
import type { Documents } from './documents/foundAddresses.ts';
import type { WorkspaceKnowledge } from './documents/workspaceKnowledge.ts';
import type { Revisions } from './git/revisions.ts';
import type { Addresses } from './inventory/addresses.ts';
import type { NewAddresses } from './inventory/newAddresses.ts';
import type { Reports } from './report/reports.ts';
import type { Shell } from './shell/shell.ts';

/** Shared by the features of a window: created once, used by commands, surfaces, and tools. */
export interface Services {
  readonly addresses: Addresses;
  readonly batches: Batches;
  readonly books: Books;
  readonly calls: Calls;
  readonly documents: Documents;
  readonly newAddresses: NewAddresses;
  readonly reports: Reports;
  readonly revisions: Revisions;
  readonly shell: Shell;
  readonly workspace: WorkspaceKnowledge;
}
