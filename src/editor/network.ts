import { readCertificates } from '../api/certificates.ts';
import type { Transport } from '../api/transport.ts';
import { settings } from './settings.ts';

export interface Network extends Omit<Transport, 'finish'> {
  /** Releases what is open; the next request uses the settings at that time. */
  reset(): void;
}

/**
 * The network, loaded by the first request and not before.
 * @param certificatesFile the built `certificates.process.ts`
 */
export function createNetwork(certificatesFile: string): Network {
  let current: Promise<Transport> | undefined;

  async function load(): Promise<Transport> {
    if (settings.transport() === 'vscode') {
      const { createNodeTransport } = await import('../api/nodeTransport.ts');
      return createNodeTransport();
    }
    const { createUndiciTransport } = await import('../api/undiciTransport.ts');
    const { proxy, noProxy, isDirect } = settings.proxy();
    return createUndiciTransport({
      proxy,
      noProxy,
      isDirect,
      certificates: () => readCertificates(certificatesFile),
    });
  }

  return {
    async send(request, signal, onSent) {
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
    reset() {
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
