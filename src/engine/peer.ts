import { framesOf } from './errorFrames.ts';

/** One end of a channel between two threads. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** What a called method can use besides its arguments. */
export interface CallContext {
  /** Aborted when the caller aborts its call. */
  readonly signal: AbortSignal;
  /** Sends something to the caller before the call ends. */
  readonly emit: (event: unknown) => void;
}

/** The methods of one end, by name. Arguments and results must survive a structured clone. */
export type Methods = Readonly<Record<string, (context: CallContext, ...args: never[]) => unknown>>;

/** A method for each name of a table. */
export function mapMethods<Name extends string, Kind extends string, Method>(
  table: Readonly<Record<Name, Kind>>,
  methodOf: (name: Name, kind: Kind) => Method,
): Record<Name, Method> {
  const names = Object.keys(table) as Name[];
  const entries = names.map((name) => [name, methodOf(name, table[name])] as const);
  return Object.fromEntries(entries) as Record<Name, Method>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: never) => void;
}

type Message =
  | {
      readonly type: 'call';
      readonly id: number;
      readonly name: string;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'event'; readonly id: number; readonly event: unknown }
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: RemoteFault };

/** An error without its message, which may quote values. */
interface RemoteFault {
  readonly name: string;
  readonly code: string | undefined;
  readonly stack: string;
}

/** An error of the other thread, without its message. */
class RemoteError extends Error {
  readonly code: string | undefined;

  constructor({ name, code, stack }: RemoteFault) {
    super();
    this.name = name;
    this.code = code;
    this.stack = stack;
  }
}

/** One end of a channel. Either end may call the other, and abort its calls. */
export class Peer {
  readonly #port: Port;
  readonly #own: Methods;
  readonly #onPending: (count: number) => void;
  readonly #calls = new Map<number, PendingCall>();
  readonly #running = new Map<number, AbortController>();
  #last = 0;
  #ended: Error | undefined;

  /** @param onPending called with how many calls are in progress, when that changes */
  constructor(port: Port, own: Methods, onPending: (count: number) => void = () => undefined) {
    this.#port = port;
    this.#own = own;
    this.#onPending = onPending;
    port.on('message', (message) => this.#receive(message as Message));
  }

  /** Calls a method of the other end. Both ends have its type from the same table of methods. */
  async call(
    name: string,
    args: readonly unknown[],
    { signal, onEvent }: CallOptions = {},
  ): Promise<unknown> {
    if (this.#ended !== undefined) throw this.#ended;
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#calls.set(id, { resolve, reject, onEvent });
    this.#onPending(this.#calls.size);
    this.#post({ type: 'call', id, name, args });
    const abort = (): void => this.#post({ type: 'abort', id });
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** The other end is gone: rejects all calls in progress, and aborts those that it made. */
  end(error: Error): void {
    this.#ended ??= error;
    for (const id of [...this.#calls.keys()]) this.#settle(id, ({ reject }) => reject(error));
    for (const controller of this.#running.values()) controller.abort();
  }

  #receive(message: Message): void {
    switch (message.type) {
      case 'call':
        void answer(message, this.#own, this.#running, (reply) => this.#post(reply));
        return;
      case 'abort':
        this.#running.get(message.id)?.abort();
        return;
      case 'event':
        this.#calls.get(message.id)?.onEvent?.(message.event as never);
        return;
      case 'result':
        this.#settle(message.id, ({ resolve }) => resolve(message.value));
        return;
      case 'error':
        this.#settle(message.id, ({ reject }) => reject(new RemoteError(message.error)));
    }
  }

  #settle(id: number, settleCall: (call: PendingCall) => void): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (call !== undefined) settleCall(call);
    this.#onPending(this.#calls.size);
  }

  #post(message: Message): void {
    if (this.#ended === undefined) this.#port.postMessage(message);
  }
}

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onEvent: ((event: never) => void) | undefined;
}

async function answer(
  { id, name, args }: Extract<Message, { type: 'call' }>,
  own: Methods,
  running: Map<number, AbortController>,
  post: (reply: Message) => void,
): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const context: CallContext = {
    signal: controller.signal,
    emit: (event) => post({ type: 'event', id, event }),
  };
  try {
    const method = own[name];
    if (method === undefined) throw new TypeError('There is no such method.');
    post({ type: 'result', id, value: await method(context, ...(args as never[])) });
  } catch (error) {
    post({ type: 'error', id, error: faultOf(error) });
  } finally {
    running.delete(id);
  }
}

function faultOf(error: unknown): RemoteFault {
  if (!(error instanceof Error)) return { name: typeof error, code: undefined, stack: '' };
  const code = 'code' in error ? String(error.code) : undefined;
  return { name: error.name, code, stack: `${error.name}${framesOf(error)}` };
}

/** The same error without its message: structured clone would keep it. */
export function withoutMessage(error: unknown): Error {
  return new RemoteError(faultOf(error));
}
