import { readCertificates } from '../../src/api/certificates.ts';
import { createUndiciTransport } from '../../src/api/undiciTransport.ts';
import { faultOf, send } from './transports.ts';

/** One request in a process of its own, because Node reads NODE_EXTRA_CA_CERTS when it starts. */
const [url = '', proxy = ''] = process.argv.slice(2);
const worker = new URL('../../src/api/certificates.process.ts', import.meta.url);
const read = await readCertificates(worker, { signal: new AbortController().signal });
const transport = createUndiciTransport({ proxy, certificates: () => Promise.resolve(read) });
const { outcome } = await send(transport, url);
process.stdout.write(
  JSON.stringify({ kind: faultOf(outcome), body: outcome.ok ? outcome.answer.body : '', read }),
);
await transport.close();
