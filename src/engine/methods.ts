import type { Engine } from './engine.ts';

/**
 * What becomes of each method if the engine's thread ends. `read` costs and changes nothing, or nothing
 * twice: it is repeated. `order` is the same, and no thread is started for it. `once` is not repeated.
 */
export const engineMethods = {
  readStored: 'read',
  readReport: 'read',
  readHistory: 'read',
  listScored: 'read',
  listOpenJobs: 'read',
  lookUp: 'once',
  score: 'once',
  rejoin: 'read',
  resume: 'read',
  check: 'once',
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
} as const satisfies Record<keyof Engine, 'read' | 'order' | 'once'>;
