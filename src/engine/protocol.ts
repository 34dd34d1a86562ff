import type { WireOutcome, WireRequest } from '../api/transport.ts';
import type { Instant } from '../ledger/store.ts';
import type { AccountRef, Engine, EngineHost, ScoreRequest } from './engine.ts';
import type { CallContext } from './peer.ts';

type Called<Method> = Method extends (...args: infer Args) => infer Result
  ? (context: CallContext, ...args: Args) => Result
  : never;

/** Methods of the engine that report progress or can be canceled: the peer carries both. */
type Watched = 'score' | 'rejoin' | 'resume' | 'check';

/** What the host's thread calls in the engine's. Progress is an event of the call. */
export type EngineMethods = {
  readonly [Name in Exclude<keyof Engine, Watched>]: Called<Engine[Name]>;
} & {
  score(context: CallContext, request: ScoreRequest): ReturnType<Engine['score']>;
  rejoin(
    context: CallContext,
    request: Parameters<Engine['rejoin']>[0],
    since: Instant,
  ): ReturnType<Engine['rejoin']>;
  resume(context: CallContext, account: AccountRef, jobId: string): ReturnType<Engine['resume']>;
  check(context: CallContext, account: AccountRef): ReturnType<Engine['check']>;
};

/** What the engine's thread calls in the host's. That a request was sent is an event of `send`. */
export type HostMethods = {
  readonly [Name in Exclude<keyof EngineHost, 'send' | 'onFault'>]: Called<EngineHost[Name]>;
} & {
  send(context: CallContext, request: WireRequest): Promise<WireOutcome>;
  onFault(context: CallContext, where: string, error: Error): void;
};
