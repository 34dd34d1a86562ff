import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

const parseError = { code: -32_700, message: 'Parse error: a line is one JSON-RPC message.' };
const invalidRequest = { code: -32_600, message: 'Invalid request: this is no JSON-RPC message.' };
const clientLeft = { code: -32_000, message: 'The client has left.' };

/**
 * Keeps track of requests in progress, so that they can be finished after the client has ended its input.
 * It also rejects lines that are not JSON. The library's transport drops them.
 */
export class FinishingTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  readonly #inner: Transport;
  /** Requests of the client that have no response yet. */
  readonly #received = new Set<RequestId>();
  /** Requests to the client that have no response yet. */
  readonly #sent = new Set<RequestId>();
  readonly #ended = Promise.withResolvers<undefined>();
  /** When the client has left and all its requests have a response, or none can be sent anymore. */
  readonly ended = this.#ended.promise;
  #hasLeft = false;

  constructor(inner: Transport) {
    this.#inner = inner;
    inner.onmessage = (message, extra) => {
      this.#noteReceived(message);
      this.onmessage?.(message, extra);
    };
    inner.onerror = (error) => {
      this.onerror?.(error);
      void this.#reject(error);
    };
    inner.onclose = () => {
      this.#ended.resolve(undefined);
      this.onclose?.();
    };
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(...[message, options]: Parameters<Transport['send']>): Promise<void> {
    if (!('method' in message)) {
      await this.#inner.send(message, options);
      if (message.id !== undefined) this.#received.delete(message.id);
      this.#endIfIdle();
      return;
    }
    if ('id' in message) {
      this.#sent.add(message.id);
      if (this.#hasLeft) {
        this.#failSent();
        return;
      }
    }
    return this.#inner.send(message, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** To be called when the client sends nothing more. */
  finish(): void {
    this.#hasLeft = true;
    this.#failSent();
    this.#endIfIdle();
  }

  #noteReceived(message: JSONRPCMessage): void {
    if (!('method' in message)) {
      if (message.id !== undefined) this.#sent.delete(message.id);
    } else if ('id' in message) this.#received.add(message.id);
    else if (message.method === 'notifications/cancelled') {
      // The library sends no response to it.
      this.#received.delete(message.params?.['requestId'] as RequestId);
      this.#endIfIdle();
    }
  }

  /** A request whose response cannot come anymore would hold what waits for it. */
  #failSent(): void {
    for (const id of this.#sent) {
      this.#sent.delete(id);
      this.onmessage?.({ jsonrpc: '2.0', id, error: clientLeft });
    }
  }

  async #reject(error: Error): Promise<void> {
    const reason =
      error instanceof SyntaxError
        ? parseError
        : error.name === 'ZodError'
          ? invalidRequest
          : undefined;
    if (reason === undefined) return;
    // The ID is null because none could be read; the library's types don't allow that.
    const message = { jsonrpc: '2.0', id: null, error: reason } as unknown as JSONRPCMessage;
    await this.#inner.send(message).catch(() => undefined);
  }

  #endIfIdle(): void {
    if (this.#hasLeft && this.#received.size === 0) this.#ended.resolve(undefined);
  }
}
