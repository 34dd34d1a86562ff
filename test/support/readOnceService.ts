import { reply, startRawServer } from './rawServer.ts';

/** A service whose results can be read once, and what it has seen. */
export interface ReadOnceService {
  readonly url: string;
  readonly starts: number;
  /** Of each address. */
  readonly startsOf: ReadonlyMap<string, number>;
  /** Status calls for a job whose result was sent before. */
  readonly pollsAfterResult: number;
  /** When each of them came, in milliseconds of `performance.now()`. */
  readonly lateAt: readonly number[];
  close(): Promise<void>;
}

export async function startReadOnceService(): Promise<ReadOnceService> {
  let starts = 0;
  const lateAt: number[] = [];
  const addresses = new Map<string, string>();
  const startsOf = new Map<string, number>();
  const read = new Set<string>();
  const server = await startRawServer((socket, request, index) => {
    const [method, target = ''] = request.line.split(' ');
    if (method === 'POST') {
      const id = `upstream.${++starts}`;
      const address = target.split('/')[3] ?? '';
      addresses.set(id, address);
      startsOf.set(address.toLowerCase(), (startsOf.get(address.toLowerCase()) ?? 0) + 1);
      reply(200, id)(socket, request, index);
      return;
    }
    const id = new URL(target, 'http://service').searchParams.get('job_id') ?? '';
    if (read.has(id)) {
      lateAt.push(performance.now());
      reply(409)(socket, request, index);
      return;
    }
    read.add(id);
    const address = addresses.get(id);
    const body = JSON.stringify({ risk_score: { address, chain: 'ethereum', risk_score: 42.1 } });
    reply(200, body)(socket, request, index);
  });
  return {
    ...{ url: server.url, startsOf, lateAt },
    get starts() {
      return starts;
    },
    get pollsAfterResult() {
      return lateAt.length;
    },
    close: () => server.close(),
  };
}
