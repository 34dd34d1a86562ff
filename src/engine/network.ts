import { readCertificates } from '../api/certificates.ts';
import type { Transport, WireOutcome } from '../api/transport.ts';
import type { EngineHost, NetworkSettings } from './engine.ts';

export interface Network extends Omit<Transport, 'finish'> {
  /** Requests use these settings from now on; those in flight end with the previous ones. */
  configure(settings: NetworkSettings): void;
}

/**
 * The network, loaded by the first request and not before.
 * @param certificatesFile the built `certificates.process.ts`
 */
export function createNetwork(
  host: Pick<EngineHost, 'send'>,
  certificatesFile: string,
  initial: NetworkSettings,
): Network {
  let settings = initial;
  let current: Promise<Transport> | undefined;

  async function load(): Promise<Transport> {
    if (settings.transport === 'vscode') return transportOf(host);
    const { createUndiciTransport } = await import('../api/undiciTransport.ts');
    const { proxy, noProxy, isDirect } = settings;
    return createUndiciTransport({
      proxy,
      noProxy,
      isDirect,
      certificates: () => readCertificates(certificatesFile),
    });
  }

  return {
    async send(request, signal, onSent): Promise<WireOutcome> {
      const loading = (current ??= load());
      let transport: Transport;
      try {
        transport = await loading;
      } catch {
        // The next request tries again; this one sent nothing.
        if (current === loading) current = undefined;
        return { ok: false, fault: { kind: 'network' } };
      }
      return transport.send(request, signal, onSent);
    },
    configure(next) {
      if (JSON.stringify(next) === JSON.stringify(settings)) return;
      settings = next;
      const before = current;
      current = undefined;
      // Read responses in flight to their end: they may have been paid for.
      before?.then((transport) => transport.finish()).catch(() => undefined);
    },
    async close() {
      // A transport that failed to load needs no closing.
      const transport = await current?.catch(() => undefined);
      await transport?.close();
    },
  };
}

/** Only the host's thread has the `https` that VS Code patches. The host closes its connections. */
function transportOf(host: Pick<EngineHost, 'send'>): Transport {
  const inFlight = new Set<Promise<unknown>>();
  const all = new AbortController();
  return {
    send(request, signal, onSent) {
      const sending = host
        .send(request, onSent, AbortSignal.any([signal, all.signal]))
        // The host could not load its transport, or is closing.
        .catch((): WireOutcome => ({ ok: false, fault: { kind: 'network' } }));
      inFlight.add(sending);
      return sending.finally(() => inFlight.delete(sending));
    },
    async finish() {
      await Promise.allSettled(inFlight);
    },
    close() {
      all.abort();
      return Promise.resolve();
    },
  };
}
