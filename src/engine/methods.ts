import type { Engine, EngineHost } from './engine.ts';

/**
 * How each method crosses to the engine's thread. `read` costs and changes nothing, or nothing twice:
 * it is repeated if the thread ends. `order` is the same, and no thread is started for it. `once` is
 * not repeated. Of `canceled`, the last argument is a signal; of `watched`, the one before it receives
 * events; `rewatched` is repeated, too.
 */
export const engineMethods = {
  readHeads: 'read',
  readReport: 'read',
  readHistory: 'read',
  listScored: 'read',
  listOpenJobs: 'read',
  lookUp: 'once',
  score: 'watched',
  rejoin: 'rewatched',
  resume: 'rewatched',
  check: 'canceled',
  listJobs: 'read',
  openJobOf: 'read',
  forgetJob: 'once',
  adoptJobId: 'once',
  noticeJob: 'read',
  listResults: 'read',
  clearResults: 'once',
  readUsage: 'read',
  listSpendings: 'read',
  readHolds: 'read',
  clearStops: 'read',
  follow: 'read',
  setActive: 'order',
  leave: 'order',
  configure: 'order',
  close: 'once',
} as const satisfies Record<
  keyof Engine,
  'read' | 'order' | 'once' | 'canceled' | 'watched' | 'rewatched'
>;

/**
 * How each method crosses to the host's thread. Of `told`, the engine awaits nothing; `sent` is the
 * request of a transport, which reports when it leaves and can be canceled.
 */
export const hostMethods = {
  connection: 'asked',
  account: 'asked',
  mayExceed: 'asked',
  mayStartAgain: 'asked',
  maySendKeySized: 'asked',
  send: 'sent',
  onChange: 'told',
  onNotice: 'told',
  onUnknown: 'asked',
  onCall: 'told',
  onFault: 'told',
} as const satisfies Record<keyof EngineHost, 'asked' | 'told' | 'sent'>;
