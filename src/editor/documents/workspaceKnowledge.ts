import type { Event, Location } from 'vscode';
import type { WorkspaceFacts } from '../../report/workspaceFacts.ts';
import type { ReasonedSubject } from './subject.ts';

/** What the workspace says of an address, and where the places are that it lists. */
export interface KnownInWorkspace {
  readonly facts: WorkspaceFacts;
  /** In the order of the listed places. */
  readonly places: readonly Location[];
}

/** What the workspace says of addresses. Nothing of it is fetched, and no search begins. */
export interface WorkspaceKnowledge {
  of(subject: ReasonedSubject): Promise<KnownInWorkspace>;
  /** Fires often while files are searched or edited. */
  readonly onDidChange: Event<void>;
}
