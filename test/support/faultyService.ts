import { setTimeout as delay } from 'node:timers/promises';
import { ask, baseOf } from '../service/support/rawHttp.ts';
import { startLoggedService, type LoggedService } from './loggedService.ts';
import { choicesFrom } from './random.ts';
import { destroy, reply, startRawServer, type RawRequest } from './rawServer.ts';

/** How often each address was charged for. */
export type Charged = Readonly<Record<'starts' | 'summaries', ReadonlyMap<string, number>>>;

export interface FaultyService {
  readonly url: string;
  readonly tenant: string;
  readonly apiKey: string;
  /** Of all requests, as they came off the wire. */
  readonly heads: readonly string[];
  charged(): Charged;
  close(): Promise<void>;
}

/** What a service has charged for: it has answered 200, whether that arrived or not. */
export function chargedBy({ log }: Pick<LoggedService, 'log'>): Charged {
  const [starts, summaries] = [new Map<string, number>(), new Map<string, number>()];
  for (const { target, status } of log) {
    const address = /0x[0-9a-f]{40}/i.exec(target)?.[0].toLowerCase();
    const counts = target.includes('/summary/') ? summaries : starts;
    const isCharged = status === 200 && !target.includes('job_id=');
    if (address !== undefined && isCharged) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return { starts, summaries };
}

export interface FaultyServiceOptions {
  readonly seed: number;
  readonly isFaulty: boolean;
  readonly tenant: string;
  readonly apiKey: string;
}

/** Of eight requests, five go well. */
const ways = ['well', 'well', 'well', 'well', 'well', 'refused', 'lost', 'page'] as const;

/**
 * The sample service behind a server that does what servers do: it says 503, loses a response on its
 * way, and answers with a web page; always the same for a seed.
 */
export async function startFaultyService({
  seed,
  isFaulty,
  ...credentials
}: FaultyServiceOptions): Promise<FaultyService> {
  const many = { apiCalls: 1_000_000, calculations: 1_000_000 };
  const service = await startLoggedService({ ...many, ...credentials, jobSeconds: 1 });
  const choices = choicesFrom(seed);
  const heads: string[] = [];
  const pass = ({ head, line }: RawRequest) => {
    const [method = 'GET', target = '/'] = line.split(' ');
    const authorization = /^authorization: *(.*)$/im.exec(head)?.[1]?.trim() ?? '';
    return ask(baseOf(service.url), method, target, { Authorization: authorization });
  };
  const server = await startRawServer((socket, request, index) => {
    heads.push(request.head);
    const way = isFaulty ? choices.of(ways) : 'well';
    if (way === 'refused') {
      reply(503)(socket, request, index);
      return;
    }
    void pass(request).then(async ({ status, body }) => {
      await delay(choices.below(300));
      const answer = {
        well: reply(status, body),
        lost: destroy,
        page: reply(200, '<!doctype html><p>Sign in', { 'content-type': 'text/html' }),
      }[way];
      answer(socket, request, index);
    });
  });
  return {
    ...{ url: server.url, tenant: service.tenant, apiKey: service.apiKey },
    heads,
    charged: () => chargedBy(service),
    async close() {
      await server.close();
      await service.close();
    },
  };
}
