/**
 * The messages between the panel's page and its host. The page receives words that are ready to
 * show and knows no address, path, or setting; the host accepts only these IDs from it.
 */

const actionIds = [
  'copyAddress',
  'fetchSummary',
  'scoreRisk',
  'scoreAgain',
  'resumeJob',
  'cancelScore',
  'signIn',
  'useSampleService',
  'openAccount',
  'showLog',
] as const;

export type ActionId = (typeof actionIds)[number];

export type PageMessage =
  | { readonly type: 'ready' }
  /** Sent every minute while the page is visible. */
  | { readonly type: 'heartbeat' }
  | { readonly type: 'action'; readonly action: ActionId };

export interface ActionView {
  readonly id: ActionId;
  readonly label: string;
}

export interface RowView {
  readonly label: string;
  readonly value: string;
  /** Shown after the value, less prominently. */
  readonly note?: string;
}

/** Details by category, as reported by the service. */
export interface TableView {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The states make value, zero, unknown, and failed look different. */
type SectionState = 'empty' | 'busy' | 'value' | 'stale' | 'failed';

export interface SectionView {
  readonly id: 'summary' | 'score';
  readonly heading: string;
  readonly state: SectionState;
  /** The state in words; read out when it changes. */
  readonly status: string;
  /** The main number of the section. */
  readonly figure?: { readonly value: string; readonly caption: string };
  readonly rows: readonly RowView[];
  readonly table?: TableView;
  readonly actions: readonly ActionView[];
}

export interface ReportView {
  readonly address: string;
  readonly subtitle: string;
  /** Shown above everything else, for example that the data is sample data. */
  readonly banner: string | null;
  readonly sections: readonly SectionView[];
  readonly actions: readonly ActionView[];
  readonly footer: string;
}

export interface HostMessage {
  readonly type: 'report';
  readonly report: ReportView;
  /** What the page keeps and the host gets back when the window is reloaded; opaque to the page. */
  readonly restore: unknown;
}

/** Undefined if a message is not ours. */
export function readPageMessage(message: unknown): PageMessage | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  if (message.type === 'ready' || message.type === 'heartbeat') return { type: message.type };
  if (message.type !== 'action' || !('action' in message)) return undefined;
  const action = actionIds.find((id) => id === message.action);
  return action === undefined ? undefined : { type: 'action', action };
}
