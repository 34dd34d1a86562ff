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

  /** Applies settings to new requests; requests in flight keep the previous ones. */
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
    if (settings.transport === 'vscode') return forwardingTo(this.#host);
    const { createUndiciTransport } = await import('../api/undiciTransport.ts');
    return createUndiciTransport({
      ...settings,
      certificates: (signal) => readCertificates(this.#certificatesFile, { signal }),
    });
  }
}

/** Only the host's thread has the `https` that VS Code patches. The host closes its connections. */
function forwardingTo(host: Pick<EngineHost, 'send'>): Transport {
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    async send({ deadline, ...request }, signal, onSent) {
      // It moves; the host has what is known now.
      const now = deadline && { deadline: { sendBefore: deadline.sendBefore } };
      try {
        return await host.send({ ...request, ...now }, onSent, signal);
      } catch {
        // The host could not load its transport, or is closing.
        return { ok: false, fault: { kind: 'network' } };
      }
    },
    finish: nothing,
    close: nothing,
  };
}
