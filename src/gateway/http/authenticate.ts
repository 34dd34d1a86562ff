import type { IncomingHttpHeaders } from 'node:http';
import type { Instant } from '../../ledger/store.ts';
import { readCredentials } from '../../sample/http/credentials.ts';
import { Refusal } from '../../sample/http/refusal.ts';
import type { Member, Members } from '../store/members.ts';
import type { Call } from '../../sample/http/calls.ts';
import type { KeyGuard } from './keyGuard.ts';

export interface AuthenticationParts {
  readonly members: Members;
  readonly guard: KeyGuard;
  readonly now: () => Instant;
}

const challenge = { 'WWW-Authenticate': 'Basic realm="Address Risk", charset="UTF-8"' };

/**
 * The member whose key a request has (service-spec.md, "Authentication", 3). The spec ties 404 to jobs
 * at the risk endpoints: there, an unknown tenant gets 401.
 */
export async function authenticate(
  { members, guard, now }: AuthenticationParts,
  call: Call,
  headers: IncomingHttpHeaders,
  address: string,
): Promise<Member> {
  const credentials = readCredentials(headers.authorization);
  if (credentials === undefined) {
    throw new Refusal(401, 'Basic credentials are missing or cannot be read.', challenge);
  }
  const end = guard.begin(credentials, address, performance.now());
  let isGood: boolean | undefined;
  const standing = await members
    .authenticate(credentials.tenant, credentials.key, now())
    .then((found) => {
      isGood = found.state === 'valid';
      return found;
    })
    .finally(() => end(isGood));
  switch (standing.state) {
    case 'tenantUnknown':
      if (call.kind === 'summary') throw new Refusal(404, 'License or tenant not found.');
      throw new Refusal(401, 'The tenant is unknown.', challenge);
    case 'keyUnknown':
      throw new Refusal(401, 'The key is unknown.', challenge);
    case 'revoked':
      throw new Refusal(403, 'The key has been revoked.');
    case 'valid':
      return standing.member;
  }
}
