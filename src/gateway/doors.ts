import type { SharedLedger } from '../ledger/ledger.ts';
import type { Instant, PaidKind } from '../ledger/store.ts';
import type { ConnectedAccount } from '../lookups/account.ts';
import { isFresh } from '../lookups/clock.ts';
import type { LookupPorts } from '../lookups/ports.ts';
import { MemberDoor, type MemberRefusal } from './memberDoor.ts';
import type { Place } from './place.ts';
import type { Charges } from './store/charges.ts';
import type { Member } from './store/members.ts';

/** What a member asks for. */
export interface MemberRequest {
  readonly member: Member;
  readonly place: Place;
  /** A stored result is not wanted, however fresh. */
  readonly isRepeat: boolean;
}

/** What every paid call of a team is made with. */
export interface TeamParts {
  readonly account: ConnectedAccount;
  /** With the stops that the ports do not show (`quietStops.ts`). */
  readonly ledger: SharedLedger;
  /** Without the door: each request has its own. */
  readonly ports: Omit<LookupPorts, 'spending'>;
  readonly charges: Charges;
  /** Units that the team may use on a day; null for no limit. */
  readonly teamLimits: Readonly<Record<PaidKind, number | null>>;
  /** How long no new call is made after the service has said that the license is used up. */
  readonly pauseMs: number;
}

/** The spending door of one request. */
export function doorFor(parts: TeamParts, { member, isRepeat }: MemberRequest): MemberDoor {
  const { charges, teamLimits, ports, account } = parts;
  return new MemberDoor(
    {
      ...{ charges, teamLimits, now: () => ports.clock.now() },
      wait: (ms) => ports.clock.wait(ms, account.signal),
      holdOf: (kind) => holdOf(parts, kind, isRepeat),
    },
    member,
  );
}

async function holdOf(
  { account, ledger, ports, pauseMs }: TeamParts,
  kind: PaidKind,
  isRepeat: boolean,
): Promise<MemberRefusal | undefined> {
  const now = ports.clock.now();
  const scope = kind === 'start' ? 'risk' : 'summary';
  const stops = await ledger.readStops(account.key, account.credential);
  const stop = stops.find((each) => each.scope === scope && each.status === 402);
  const until: Instant = (stop?.at ?? -Infinity) + pauseMs;
  if (until > now) return { kind: 'paused', until };
  const lostAt = isRepeat || kind === 'summary' ? null : await ledger.readLoss();
  const mayBeLost = lostAt !== null && isFresh(lostAt, now, ports.policy().riskMs);
  return mayBeLost ? { kind: 'mayBeLost' } : undefined;
}
