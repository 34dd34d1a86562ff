import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { parentPort } from 'node:worker_threads';

/**
 * What Node trusts and what the system trusts, without what has expired. In a worker: reading a
 * keychain and parsing some hundred certificates takes longer than a frame.
 */
function trusted(): string[] {
  const now = Date.now();
  const all = new Set([...getCACertificates('default'), ...getCACertificates('system')]);
  return [...all].filter((pem) => {
    try {
      return Date.parse(new X509Certificate(pem).validTo) > now;
    } catch {
      return false;
    }
  });
}

parentPort?.postMessage(trusted());
