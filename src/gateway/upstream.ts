import { createHash } from 'node:crypto';
import { HttpServiceClient, observedClient } from '../api/client.ts';
import type { Credentials } from '../api/credentials.ts';
import type { Endpoint } from '../api/failure.ts';
import type { Transport } from '../api/transport.ts';
import { accountKey, sampleAccountKey } from '../paid/account.ts';

/** The one account that is behind a gateway. */
export interface UpstreamOptions {
  readonly base: string;
  readonly origin: string;
  readonly credentials: Credentials;
  readonly isSample: boolean;
}

/** Called after each upstream call. */
export type OnUpstreamCall = (call: {
  readonly endpoint: Endpoint;
  /** `ok`, or the kind of the failure. */
  readonly result: string;
  readonly elapsedMs: number;
}) => void;

export type UpstreamAccount = ReturnType<typeof connectUpstream>;

/** Results that show a wrong key, and those that show a good one; the rest show neither. */
const rejections: ReadonlySet<string> = new Set(['keyInvalid', 'keyRevoked']);
const acceptances: ReadonlySet<string> = new Set(['ok', 'notReady', 'callsUsedUp', 'quotaUsedUp']);

/**
 * An account whose key can change: reads use the newest key.
 * @param signal aborted when the gateway stops sending
 */
export function connectUpstream(
  { base, origin, credentials: initial, isSample }: UpstreamOptions,
  transport: Pick<Transport, 'send'>,
  onCall: OnUpstreamCall,
  signal: AbortSignal,
) {
  const withKey = (credentials: Credentials) => {
    const { tenantId, apiKey } = credentials;
    const digest = createHash('sha256').update(`${tenantId}\n${apiKey}`).digest('hex');
    const client = new HttpServiceClient({ transport, base, credentials });
    const key = {
      credential: digest.slice(0, 32),
      rejectedSince: undefined as number | undefined,
      client: observedClient(client, (endpoint, outcome, elapsedMs) => {
        const result = outcome.ok ? 'ok' : outcome.failure.kind;
        if (rejections.has(result)) key.rejectedSince ??= Date.now();
        else if (acceptances.has(result)) key.rejectedSince = undefined;
        onCall({ endpoint, result, elapsedMs });
      }),
    };
    return key;
  };
  let current = withKey(initial);
  return {
    key: isSample ? sampleAccountKey : accountKey(origin, initial.tenantId),
    origin,
    get credential() {
      return current.credential;
    },
    get client() {
      return current.client;
    },
    signal,
    /** Since when the service rejects the key; undefined if it took it last, or was not called with it. */
    get rejectedSince() {
      return current.rejectedSince;
    },
    // Members write the identifiers that the service expects.
    serviceChain: (network: string) => network,
    /** Takes another key of the same tenant. Calls in progress end with the one before. */
    use(credentials: Credentials) {
      current = withKey(credentials);
    },
  };
}
