import type { SharedLedger } from '../ledger/ledger.ts';
import type { Instant, PaidKind, SubjectKey } from '../ledger/store.ts';
import type { ConnectedAccount } from '../lookups/account.ts';
import { isFresh } from '../lookups/clock.ts';
import type { LookupPorts } from '../lookups/ports.ts';
import { limitOf, MemberDoor, type MemberRefusal } from './memberDoor.ts';
import type { Outbox } from './outbox.ts';
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
  readonly outbox: Outbox;
  /** Units that the team may use on a day; null for no limit. */
  readonly teamLimits: Readonly<Record<PaidKind, number | null>>;
  /** How long no new call is made after the service has said that the license is used up. */
  readonly pauseMs: number;
  /** A request gets what another one in progress has fetched. */
  readonly onJoin: (kind: PaidKind) => void;
}

/** How long a member whose allowance is used up waits for what another one is paying for. */
const maxWaitMs = 20_000;
const firstLookMs = 100;
const lastLookMs = 1_000;

/**
 * Waits outside of the flight that all share: whoever may pay need not wait for one who may not.
 * @returns whether to look again for what was refused here
 */
export function waitForOthers(parts: TeamParts, key: SubjectKey, kind: PaidKind) {
  const { clock } = parts.ports;
  const giveUpAt = clock.tick() + maxWaitMs;
  let lookMs = firstLookMs;
  return async (refusal: MemberRefusal | undefined): Promise<boolean> => {
    if (refusal?.kind !== 'usedUp' || clock.tick() >= giveUpAt) return false;
    if (!(await parts.charges.isInFlight(key, kind, clock.now()))) return false;
    await clock.wait(lookMs, parts.account.signal);
    lookMs = Math.min(2 * lookMs, lastLookMs);
    return true;
  };
}

/**
 * Looks up the limit of one member, which may have to wait for that member's other requests: before the
 * flight that all share, and not in it.
 */
export function isUsedUp({ charges, ports }: TeamParts, { member }: MemberRequest, kind: PaidKind) {
  return charges.isUsedUp(member.id, kind, limitOf(member, kind), ports.clock.now());
}

/**
 * The spending door of one request.
 * @param isUsedUp whether its member is known to have used everything: then it permits nothing
 */
export function doorFor(
  parts: TeamParts,
  { member, isRepeat }: MemberRequest,
  isUsedUp: boolean,
): MemberDoor {
  const { charges, outbox, teamLimits, ports } = parts;
  const refusal: MemberRefusal | undefined = isUsedUp
    ? { kind: 'usedUp', by: 'member' }
    : undefined;
  return new MemberDoor(
    {
      ...{ charges, outbox, teamLimits, clock: ports.clock },
      holdOf: async (kind) => (await holdOf(parts, kind, isRepeat)) ?? refusal,
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
