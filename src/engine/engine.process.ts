import { parentPort, workerData } from 'node:worker_threads';
import type { EngineHost } from './engine.ts';
import { framesOf } from './errorFrames.ts';
import { createLocalEngine, type EngineOptions } from './localEngine.ts';
import { createPeer } from './peer.ts';
import type { EngineMethods, HostMethods } from './protocol.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

const engine = createLocalEngine(workerData as EngineOptions, {
  connection: (account) => peer.call('connection', [account]),
  account: () => peer.call('account', []),
  mayExceed: (kind) => peer.call('mayExceed', [kind]),
  mayStartUnstored: () => peer.call('mayStartUnstored', []),
  maySendKeySized: (subject) => peer.call('maySendKeySized', [subject]),
  send: (request, onSent, signal) => peer.call('send', [request], { signal, onEvent: onSent }),
  onChange: (subject) => notify('onChange', subject),
  onNotice: (notice) => notify('onNotice', notice),
  onUnknown: (job) => peer.call('onUnknown', [job]),
  onCall: (entry) => notify('onCall', entry),
  onFault: (where, error) => notify('onFault', where, withoutMessage(error)),
} satisfies EngineHost);

const methods: EngineMethods = {
  readHeads: (_, keys) => engine.readHeads(keys),
  readReport: (_, key) => engine.readReport(key),
  readHistory: (_, key) => engine.readHistory(key),
  listScored: (_, ...args) => engine.listScored(...args),
  listOpenJobs: (_, ...args) => engine.listOpenJobs(...args),
  lookUp: (_, request) => engine.lookUp(request),
  score: (context, request) =>
    engine.score(request, (event) => context.emit(event), context.signal),
  rejoin: (context, request, since) =>
    engine.rejoin(request, since, (event) => context.emit(event), context.signal),
  resume: (context, account, jobId) =>
    engine.resume(account, jobId, (event) => context.emit(event), context.signal),
  check: ({ signal }, account) => engine.check(account, signal),
  listJobs: (_, account) => engine.listJobs(account),
  openJobOf: (_, ...args) => engine.openJobOf(...args),
  forgetJob: (_, ...args) => engine.forgetJob(...args),
  noticeJob: (_, id) => engine.noticeJob(id),
  adoptJobId: (_, ...args) => engine.adoptJobId(...args),
  listResults: (_, ...args) => engine.listResults(...args),
  clearResults: () => engine.clearResults(),
  readUsage: (_, account) => engine.readUsage(account),
  listSpendings: (_, ...args) => engine.listSpendings(...args),
  readHolds: (_, account) => engine.readHolds(account),
  listSpendingsOf: (_, ...args) => engine.listSpendingsOf(...args),
  clearStops: (_, account) => engine.clearStops(account),
  follow: () => engine.follow(),
  setActive: (_, isActive) => engine.setActive(isActive),
  leave: () => engine.leave(),
  configure: (_, settings) => engine.configure(settings),
  close: () => engine.close(),
};
const peer = createPeer<HostMethods>(port, methods);

function notify<Name extends 'onChange' | 'onNotice' | 'onCall' | 'onFault'>(
  name: Name,
  ...args: HostMethods[Name] extends (context: never, ...args: infer Args) => unknown ? Args : never
): void {
  // The thread that should hear of it is gone, and this one ends with it.
  peer.call(name, args as never).catch(() => undefined);
}

/** Structured clone keeps the message of an error, which may quote values. */
function withoutMessage(error: unknown): Error {
  const bare = new Error();
  if (!(error instanceof Error)) return bare;
  bare.name = error.name;
  bare.stack = `${error.name}${framesOf(error)}`;
  return bare;
}
