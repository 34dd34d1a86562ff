import { createHash } from 'node:crypto';
import { HttpServiceClient, type ServiceClient } from '../api/client.ts';
import type { Credentials } from '../api/credentials.ts';
import type { Endpoint, Outcome } from '../api/failure.ts';
import type { Transport } from '../api/transport.ts';
import { accountKey, sampleAccountKey, type ConnectedAccount } from '../lookups/account.ts';

/** The one account that is behind a gateway. */
export interface UpstreamOptions {
  readonly base: string;
  readonly origin: string;
  readonly credentials: Credentials;
  readonly isSample: boolean;
}

/** Told of each call upstream when it has ended. */
export type OnUpstreamCall = (call: {
  readonly endpoint: Endpoint;
  /** `ok`, or the kind of the failure. */
  readonly result: string;
  readonly elapsedMs: number;
}) => void;

/** @param signal aborted when the gateway sends nothing more */
export function connectUpstream(
  { base, origin, credentials, isSample }: UpstreamOptions,
  transport: Pick<Transport, 'send'>,
  onCall: OnUpstreamCall,
  signal: AbortSignal,
): ConnectedAccount {
  const { tenantId, apiKey } = credentials;
  const digest = createHash('sha256').update(`${tenantId}\n${apiKey}`).digest('hex');
  return {
    key: isSample ? sampleAccountKey : accountKey(origin, tenantId),
    origin,
    credential: digest.slice(0, 32),
    client: observed(new HttpServiceClient({ transport, base, credentials }), onCall),
    signal,
    // Members write the identifiers that the service expects.
    serviceChain: (network) => network,
  };
}

function observed(client: ServiceClient, onCall: OnUpstreamCall): ServiceClient {
  const measured = async <T>(endpoint: Endpoint, call: Promise<Outcome<T>>) => {
    const began = performance.now();
    const outcome = await call;
    const result = outcome.ok ? 'ok' : outcome.failure.kind;
    onCall({ endpoint, result, elapsedMs: performance.now() - began });
    return outcome;
  };
  return {
    start: (...call) => measured('start', client.start(...call)),
    status: (...call) => measured('status', client.status(...call)),
    summary: (...call) => measured('summary', client.summary(...call)),
    check: (...call) => client.check(...call),
  };
}
