import { CallEnd } from '../api/callEnd.ts';
import { readCertificates } from '../api/certificates.ts';
import type { Transport, WireOutcome, WireRequest } from '../api/transport.ts';
import type { EngineHost, NetworkSettings } from './engine.ts';

/** The network, loaded by the first request and not before. */
export class LazyNetwork implements Pick<Transport, 'send' | 'close'> {
  readonly #host: Pick<EngineHost, 'send'>;
  readonly #certificatesFile: string;
  #settings: NetworkSettings;
  #current: Promise<Transport> | undefined;

  /** @param certificatesFile the built `certificates.process.ts` */
  constructor(host: Pick<EngineHost, 'send'>, certificatesFile: string, settings: NetworkSettings) {
    this.#host = host;
    this.#certificatesFile = certificatesFile;
    this.#settings = settings;
  }

  async send(request: WireRequest, signal: AbortSignal, onSent: () => void): Promise<WireOutcome> {
    const end = new CallEnd(signal, request.timeLimitMs);
    const loading = (this.#current ??= this.#load());
    let transport: Transport;
    try {
      transport = await end.race(loading);
    } catch (error) {
      // This one sent nothing.
      if (end.signal.aborted) return { ok: false, fault: end.faultOf(error) };
      // The next request tries again.
      if (this.#current === loading) this.#current = undefined;
      return { ok: false, fault: { kind: 'network' } };
    }
    return transport.send(request, signal, onSent);
  }

  /** Requests use these settings from now on; those in flight end with the previous ones. */
  configure(settings: NetworkSettings): void {
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    this.#settings = settings;
    const before = this.#current;
    this.#current = undefined;
    // Read responses in flight to their end: they may have been paid for.
    before?.then((transport) => transport.finish()).catch(() => undefined);
  }

  async close(): Promise<void> {
    // A transport that failed to load needs no closing.
    const transport = await this.#current?.catch(() => undefined);
    await transport?.close();
  }

  async #load(): Promise<Transport> {
    const settings = this.#settings;
    if (settings.transport === 'vscode') return new ForwardingTransport(this.#host);
    const { createUndiciTransport } = await import('../api/undiciTransport.ts');
    const { proxy, noProxy, isDirect } = settings;
    return createUndiciTransport({
      ...{ proxy, noProxy, isDirect },
      certificates: (signal) => readCertificates(this.#certificatesFile, { signal }),
    });
  }
}

/** Only the host's thread has the `https` that VS Code patches. The host closes its connections. */
class ForwardingTransport implements Transport {
  readonly #host: Pick<EngineHost, 'send'>;
  readonly #inFlight = new Set<Promise<unknown>>();
  readonly #all = new AbortController();

  constructor(host: Pick<EngineHost, 'send'>) {
    this.#host = host;
  }

  send(request: WireRequest, signal: AbortSignal, onSent: () => void): Promise<WireOutcome> {
    const either = AbortSignal.any([signal, this.#all.signal]);
    const sending = this.#host
      .send(request, onSent, either)
      // The host could not load its transport, or is closing.
      .catch((): WireOutcome => ({ ok: false, fault: { kind: 'network' } }));
    this.#inFlight.add(sending);
    return sending.finally(() => this.#inFlight.delete(sending));
  }

  async finish(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
  }

  close(): Promise<void> {
    this.#all.abort();
    return Promise.resolve();
  }
}
