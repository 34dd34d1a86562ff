import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { parentPort } from 'node:worker_threads';

/**
 * The certificates that Node and the system trust, without expired ones. In a worker, because
 * reading a keychain and parsing hundreds of certificates takes longer than a frame.
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
