import type { Event, Location } from 'vscode';
import type { ChainReading } from '../../evidence/reasons.ts';
import type { ReportProject } from '../../report/export/addressReport.ts';
import type { WorkspaceFacts } from '../../report/workspaceView.ts';
import type { Family } from '../../networks/networks.ts';
import type { ReasonedSubject, Subject } from './subject.ts';

/** What the workspace says of an address, and where the places are that it lists. */
export interface KnownInWorkspace {
  readonly facts: WorkspaceFacts;
  /** In the order of the listed places. */
  readonly places: readonly Location[];
  /** What names the network in the first place; undefined if that is known, or is another network. */
  readonly reading?: ChainReading | undefined;
}

/** What the workspace says of addresses. Nothing of it is fetched, and no search begins. */
export interface WorkspaceKnowledge {
  of(subject: ReasonedSubject): Promise<KnownInWorkspace>;
  /** Who it is, in the order of all surfaces: deny list, address book, known, code. Undefined for no one known. */
  readonly nameOf: (subject: Subject) => string | undefined;
  /** The networks that the address book, the inventory, and open files name for an address. */
  networksOf(address: string, family: Family): Promise<readonly string[]>;
  /** What the one open folder is of; null where several are open, or none. */
  project(): Promise<ReportProject | null>;
  /**
   * Shows what writes the original of a look-alike in its places: nothing is written before the user has
   * ticked a place and applies it.
   * @returns how many places are left for another change; undefined if there is none
   */
  replace(shown: ReasonedSubject): Promise<{ readonly left: number } | undefined>;
  /** Fires often while files are searched or edited. */
  readonly onDidChange: Event<void>;
}
