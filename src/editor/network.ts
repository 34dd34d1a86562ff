import { readCertificates } from '../api/certificates.ts';
import type { Transport } from '../api/transport.ts';
import { settings } from './settings.ts';

export interface Network extends Omit<Transport, 'finish'> {
  /** Lets go of what is open; the next request is sent by what the settings say then. */
  reset(): void;
}

/**
 * The network, loaded by its first request: nothing of it is there while nothing is asked.
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
        // The next request tries again; nothing of this one has left.
        if (current === loading) current = undefined;
        return { ok: false, fault: { kind: 'network' } };
      }
      return transport.send(request, signal, onSent);
    },
    reset() {
      const before = current;
      current = undefined;
      // What is on its way may have been paid for: it is read to its end.
      before?.then((transport) => transport.finish()).catch(() => undefined);
    },
    async close() {
      // What did not load need not be closed.
      const transport = await current?.catch(() => undefined);
      await transport?.close();
    },
  };
}
