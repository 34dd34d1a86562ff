import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { handle, type AnsweredRequest, type ServiceState } from './http/handle.ts';
import { listen } from './http/listen.ts';
import { generateLedger } from './ledger/generate.ts';
import type { TransferLedger } from './ledger/ledger.ts';
import { loadLedger } from './ledger/load.ts';
import { Records } from './records.ts';
import type { SampleServiceOptions } from './commandLine.ts';
import { defaults } from './options.ts';
import { Scorer } from './scorer.ts';
import { UsageError } from '../options/options.ts';

export type SampleService = Awaited<ReturnType<typeof startSampleService>>;

/** A route in addition to the contract; returns whether it handled the request. */
export type SideRoute = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Hooks {
  readonly sideRoute?: SideRoute;
  /** Called for every request when it is answered. The service itself keeps no record of them. */
  readonly onAnswer?: (answered: AnsweredRequest) => void;
}

/** How long a client may take to send one request, in milliseconds. */
const requestLimitMs = 30_000;

/**
 * Starts the service in this process, on 127.0.0.1.
 *
 * @throws {UsageError} for files, a folder or a port that cannot be used
 */
export async function startSampleService(
  options: SampleServiceOptions = {},
  { sideRoute = () => false, onAnswer = () => undefined }: Hooks = {},
) {
  const tenant = options.tenant ?? defaults.tenant;
  const apiKey = options.apiKey ?? defaults.apiKey;
  const { ledger, notes } = await openLedger(options);
  const records = new Records(options.data);
  seedLicenses(records, options);
  const scorer = new Scorer(ledger, options.depth ?? defaults.depth);
  const state: ServiceState = {
    ledger,
    records,
    scorer,
    jobSeconds: options.jobSeconds ?? defaults.jobSeconds,
    startAnswer: options.startAnswer ?? 'text',
    readOnce: options.readOnce ?? false,
  };

  const server = createServer({ requestTimeout: requestLimitMs });
  try {
    const { port, answered } = await listen(
      server,
      '127.0.0.1',
      options.port ?? 0,
      async (request, response) => {
        if (!sideRoute(request, response)) await handle(state, request, response, onAnswer);
      },
    );
    return {
      /** `{base_url}` of service-spec.md: http on 127.0.0.1, without a slash at the end. */
      url: `http://127.0.0.1:${port}`,
      tenant,
      apiKey,
      /** Where the numbers come from: "generated ledger, seed 1". */
      origin: ledger.origin,
      /** For users: which parts of a loaded ledger are used or not. */
      notes,
      async close(): Promise<void> {
        scorer.close();
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
        await answered();
        records.close();
      },
    };
  } catch (error) {
    records.close();
    throw error;
  }
}

async function openLedger({
  transfers,
  labels,
  seed,
}: SampleServiceOptions): Promise<{ ledger: TransferLedger; notes: readonly string[] }> {
  if (transfers !== undefined) return loadLedger({ transfers, labels });
  if (labels !== undefined) throw new UsageError('--labels needs --transfers');
  return { ledger: generateLedger(seed ?? defaults.seed), notes: [] };
}

/** Issues what the options name; other data in a data folder stays unchanged. */
function seedLicenses(records: Records, options: SampleServiceOptions): void {
  const tenant = options.tenant ?? defaults.tenant;
  // The default is a key that everybody knows: only for a tenant that has no other.
  if (options.apiKey !== undefined || !records.hasKey(tenant)) {
    records.putKey(tenant, options.apiKey ?? defaults.apiKey, false);
  }
  if (options.revokedKey !== undefined) records.putKey(tenant, options.revokedKey, true);
  records.putLicense(tenant, 'api-call', options.apiCalls, defaults.apiCalls);
  records.putLicense(tenant, 'calculation', options.calculations, defaults.calculations);
}
