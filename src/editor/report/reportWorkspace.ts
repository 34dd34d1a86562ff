import type { WebviewPanel } from 'vscode';
import type { WorkspaceFacts } from '../../report/workspaceFacts.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import type { KnownInWorkspace, WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { openPlace } from './openPlace.ts';

/** What the workspace says of the address of a report, as it was read last. */
export class ReportWorkspace {
  readonly #workspace: WorkspaceKnowledge;
  /** The newest reading; one that began before it may end later. */
  #reading: Promise<KnownInWorkspace> | undefined;
  #known: KnownInWorkspace | undefined;

  constructor(workspace: WorkspaceKnowledge) {
    this.#workspace = workspace;
  }

  /** Undefined until it has been read. */
  get facts(): WorkspaceFacts | undefined {
    return this.#known?.facts;
  }

  /** @returns false if a newer reading started in the meantime */
  async read(shown: ReasonedSubject): Promise<boolean> {
    const reading = this.#workspace.of(shown);
    this.#reading = reading;
    const known = await reading;
    if (reading !== this.#reading) return false;
    this.#known = known;
    return true;
  }

  /** @param index of a place that is listed; any other does nothing */
  async open(index: number | undefined, panel: WebviewPanel): Promise<void> {
    const place = index === undefined ? undefined : this.#known?.places[index];
    if (place !== undefined) await openPlace(place, panel);
  }
}
