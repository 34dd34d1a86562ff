import { framesOf } from '../api/errorFrames.ts';

/** One end of a channel between two threads. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/**
 * An argument on the wire: signals and listeners stay with the caller, which receives messages
 * about them.
 */
type Argument = 'signal' | 'listener' | { readonly value: unknown };

type Listener = (event?: unknown) => void;

type Message = { readonly id: number } & (
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Argument[] }
  | { readonly type: 'abort' }
  | { readonly type: 'event'; readonly event: unknown }
  | { readonly type: 'result'; readonly value: unknown }
  | { readonly type: 'error'; readonly error: RemoteFault }
);

/** An error without its message, which may quote values. */
type RemoteFault = Pick<Error, 'name' | 'stack'> & { readonly code: string | undefined };

/** One end of a channel. Either end may call the other, and abort its calls. */
export class Peer {
  readonly #port: Port;
  readonly #own: object;
  readonly #onPending: (count: number) => void;
  readonly #calls = new Map<number, PendingCall>();
  readonly #running = new Map<number, AbortController>();
  #last = 0;
  #ended: Error | undefined;

  /**
   * @param own has the methods that the other end may call
   * @param onPending called with how many calls are in progress, when that changes
   */
  constructor(port: Port, own: object, onPending: (count: number) => void = () => undefined) {
    this.#port = port;
    this.#own = own;
    this.#onPending = onPending;
    port.on('message', (message) => this.#receive(message as Message));
  }

  /**
   * Calls a method of the other end, which has the type of the same interface here. A signal
   * argument aborts the call there; a function receives intermediate values; an error loses its
   * message; other arguments must survive a structured clone.
   */
  async call(name: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#ended !== undefined) throw this.#ended;
    const id = ++this.#last;
    const pending = Promise.withResolvers<unknown>();
    const signal = args.find((arg) => arg instanceof AbortSignal);
    this.#calls.set(id, { ...pending, listener: args.find(isListener) });
    this.#onPending(this.#calls.size);
    this.#post({ type: 'call', id, name, args: args.map(crossing) });
    const abort = (): void => this.#post({ type: 'abort', id });
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    try {
      return await pending.promise;
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
        this.#calls.get(message.id)?.listener?.(message.event);
        return;
      case 'result':
        this.#settle(message.id, ({ resolve }) => resolve(message.value));
        return;
      case 'error':
        this.#settle(message.id, ({ reject }) => reject(thrown(message.error)));
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

interface PendingCall extends PromiseWithResolvers<unknown> {
  readonly listener: Listener | undefined;
}

function isListener(arg: unknown): arg is Listener {
  return typeof arg === 'function';
}

function crossing(arg: unknown): Argument {
  if (arg instanceof AbortSignal) return 'signal';
  if (isListener(arg)) return 'listener';
  // Structured clone would keep the message of an error.
  return { value: arg instanceof Error ? thrown(faultOf(arg)) : arg };
}

async function answer(
  { id, name, args }: Extract<Message, { type: 'call' }>,
  own: object,
  running: Map<number, AbortController>,
  post: (reply: Message) => void,
): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  const given = {
    signal: controller.signal,
    listener: (event: unknown) => post({ type: 'event', id, event }),
  };
  const methods = own as Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
  try {
    if (methods[name] === undefined) throw new TypeError('There is no such method.');
    const values = args.map((arg) => (typeof arg === 'string' ? given[arg] : arg.value));
    post({ type: 'result', id, value: await methods[name](...values) });
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

function thrown(fault: RemoteFault): Error {
  return Object.assign(new Error(), fault);
}
