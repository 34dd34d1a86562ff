import type { Event, Location } from 'vscode';
import type { ChainReading } from '../../evidence/reasons.ts';
import type { ReportProject } from '../../report/export/addressReport.ts';
import type { WorkspaceFacts } from '../../report/workspaceView.ts';
import type { Family } from '../../networks/networks.ts';
import type { ReasonedSubject, Subject } from './subject.ts';

/** Facts about an address from the workspace, with the listed places. */
export interface KnownInWorkspace {
  readonly facts: WorkspaceFacts;
  /** In the order of the listed places. */
  readonly places: readonly Location[];
  /** Evidence for the network at the first place; undefined if that is known, or differs. */
  readonly reading?: ChainReading | undefined;
}

/** Facts about addresses from the workspace. Nothing is fetched, and no search starts. */
export interface WorkspaceKnowledge {
  of(subject: ReasonedSubject): Promise<KnownInWorkspace>;
  /** Who it is, in the order of all surfaces: deny list, address book, known, code. Undefined for no one known. */
  readonly nameOf: (subject: Subject) => string | undefined;
  /** The networks that the address book, the inventory, and open files name for an address. */
  networksOf(address: string, family: Family): Promise<readonly string[]>;
  /** The project of the only open folder; null if there are several or none. */
  project(): Promise<ReportProject | null>;
  /**
   * Previews replacing a look-alike with its original. Nothing is written until the user checks
   * places and applies the change.
   * @returns how many places are left for another change; undefined if there is none
   */
  replace(shown: ReasonedSubject): Promise<{ readonly left: number } | undefined>;
  /** Fires often while files are searched or edited. */
  readonly onDidChange: Event<void>;
}
