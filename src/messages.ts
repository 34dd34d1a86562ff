/**
 * What the panel's page and its host say to each other. The page gets words that are ready to be
 * shown and knows no address, path or setting; the host takes nothing from it but these ids.
 */

export const actionIds = [
  'copyAddress',
  'fetchSummary',
  'scoreRisk',
  'scoreAnew',
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
  /** Said every minute while the page is on the screen. */
  | { readonly type: 'heartbeat' }
  | { readonly type: 'action'; readonly action: ActionId };

export interface ActionView {
  readonly id: ActionId;
  readonly label: string;
}

export interface RowView {
  readonly label: string;
  readonly value: string;
  /** Said behind the value, in a lower voice. */
  readonly note?: string;
}

/** Detail by category, as the service gave it. */
export interface TableView {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Value, zero, unknown and failed look different: that is what the states are for. */
export type SectionState = 'empty' | 'busy' | 'value' | 'stale' | 'failed';

export interface SectionView {
  readonly id: 'summary' | 'score';
  readonly heading: string;
  readonly state: SectionState;
  /** The state in words; read out when it changes. */
  readonly status: string;
  /** The one number that the section is about. */
  readonly figure?: { readonly value: string; readonly caption: string };
  readonly rows: readonly RowView[];
  readonly table?: TableView;
  readonly actions: readonly ActionView[];
}

export interface ReportView {
  readonly address: string;
  readonly subtitle: string;
  /** Said above everything else, such as that the data is sample data. */
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

/** Undefined where a message is none of ours. */
export function readPageMessage(message: unknown): PageMessage | undefined {
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  if (message.type === 'ready' || message.type === 'heartbeat') return { type: message.type };
  if (message.type !== 'action' || !('action' in message)) return undefined;
  const action = actionIds.find((id) => id === message.action);
  return action === undefined ? undefined : { type: 'action', action };
}
