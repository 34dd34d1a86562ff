/** The messages of a report's page to its host, which accepts only these IDs from it. */

const actionIds = [
  'copyAddress',
  'copyMarkdown',
  'exportReport',
  'openRaw',
  'openExplorer',
  'addToAddressBook',
  'addToDenyList',
  'replaceAddress',
  'showOccurrences',
  'pin',
  'openPlace',
  'findAddresses',
  'selectChain',
  'fetchSummary',
  'scoreRisk',
  'scoreAgain',
  'resumeJob',
  'cancelScore',
  'setScale',
  'keepNoScale',
  'signIn',
  'useSampleService',
  'openAccount',
  'showLog',
] as const;

export type ActionId = (typeof actionIds)[number];

/** The target of an action that has several buttons: the second aggregator. */
const targets = ['money', 'money_rank_weight'] as const;

export type Target = (typeof targets)[number];

/** A scale offered in the page. */
const scaleChoices = ['upTo1', 'upTo10', 'upTo100', 'own'] as const;

export type ScaleChoice = (typeof scaleChoices)[number];

/** Places of an address in the workspace that a report lists. */
export const maxPlaces = 5;

export interface Action {
  readonly id: ActionId;
  readonly target?: Target;
  readonly scale?: ScaleChoice;
  /** The index of a place: the page has no paths. */
  readonly place?: number;
}

export type PageMessage =
  | { readonly type: 'ready' }
  /** Sent every minute while the page is visible. */
  | { readonly type: 'heartbeat' }
  | { readonly type: 'action'; readonly action: Action };

export interface ActionView extends Action {
  readonly label: string;
}

/** Undefined if a message is not ours. */
export function readPageMessage(message: unknown): PageMessage | undefined {
  if (!isObject(message)) return undefined;
  const { type } = message;
  if (type === 'ready' || type === 'heartbeat') return { type };
  if (type !== 'action' || !isObject(message['action'])) return undefined;
  const action = readAction(message['action']);
  return action === undefined ? undefined : { type, action };
}

function readAction(action: Readonly<Record<string, unknown>>): Action | undefined {
  const id = actionIds.find((each) => each === action['id']);
  const target = targets.find((each) => each === action['target']);
  const scale = scaleChoices.find((each) => each === action['scale']);
  const place = readPlace(action['place']);
  if (id === undefined) return undefined;
  return {
    id,
    ...(target && { target }),
    ...(scale && { scale }),
    ...(place !== undefined && { place }),
  };
}

function readPlace(place: unknown): number | undefined {
  if (typeof place !== 'number' || !Number.isInteger(place)) return undefined;
  return place >= 0 && place < maxPlaces ? place : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
