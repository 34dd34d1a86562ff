import { randomUUID } from 'node:crypto';
import { chainIdShape, type Aggregator } from '../api/parameters.ts';
import { LedgerError } from '../ledger/faults.ts';
import type { SharedLedger, Sql } from '../ledger/ledger.ts';
import type { Instant, PaidKind, SettledCharge, SubjectKey } from '../ledger/store.ts';
import { networkNamed } from '../networks/networks.ts';
import { isFresh } from '../paid/clock.ts';
import { Lease } from '../paid/lease.ts';
import { lateUnless, Permit } from '../paid/permit.ts';
import { keyOf } from '../paid/storedKey.ts';
import type { LookupPorts } from '../paid/ports.ts';
import type { PaidCall, SpendingAnswer, SpendingDoor } from '../paid/spending.ts';
import { notStored } from '../paid/writeUntilStored.ts';
import { isKeyShaped } from '../scan/keyMaterial.ts';
import { readAddress, mayBeKey } from '../scan/parse.ts';
import type { Log } from './log.ts';
import type { Outbox } from './outbox.ts';
import type { Charges } from './store/charges.ts';
import type { Member } from './store/members.ts';
import type { UpstreamAccount } from './upstream.ts';
import { subjectName } from '../ledger/subjectKey.ts';

/** A member's request. */
export interface MemberRequest {
  readonly member: Member;
  readonly place: Place;
  /** A stored result is not wanted, however fresh. */
  readonly isRepeat: boolean;
}

/** Shared by all calls of a team. */
export interface Team {
  readonly account: UpstreamAccount;
  /** Without the outbox, which uses it itself. */
  readonly sql: Sql;
  /** With the stops that the ports do not show (`withPausesOnly`). */
  readonly ledger: SharedLedger;
  /** Without the door: each request has its own. */
  readonly ports: Omit<LookupPorts, 'spending'>;
  readonly charges: Charges;
  readonly outbox: Outbox;
  /** Units that the team may use on a day; null for no limit. */
  readonly teamLimits: Readonly<Record<PaidKind, number | null>>;
  /** How long to make no new calls after the service reported an exhausted license. */
  readonly pauseMs: number;
  readonly log: Log;
  /** A request gets what another one in progress has fetched. */
  readonly onJoin: (kind: PaidKind) => void;
}

/** Why no call of a kind may be made for anyone now, if so. */
async function holdOf(
  { account, ledger, ports, pauseMs }: Team,
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

/** The address and the network of a request. */
export interface Place {
  /** As the service calls the network. */
  readonly chain: string;
  /** The account in canonical spelling: results are shared by it. */
  readonly account: string;
  /** The address as the member has spelled it. */
  readonly spelling: string;
}

/**
 * Undefined if the service cannot mean any account by it. A network that is not in our table may be one
 * that only the service knows: then an EVM address is read as one, and others are taken as they are.
 */
export function readPlace(chain: string, spelling: string): Place | undefined {
  if (!chainIdShape.test(chain) || isKeyShaped(chain)) return undefined;
  const reading = readAddress(spelling, chain);
  const family = networkNamed(chain)?.family ?? 'evm';
  if (!reading.ok || reading.address.family !== family) return undefined;
  return { chain, account: reading.address.canonical, spelling };
}

/** Why a call for a member may not be made. */
export type MemberRefusal =
  | { readonly kind: 'usedUp'; readonly by: 'member' | 'team' }
  /** The service reported that the team's license is exhausted. */
  | { readonly kind: 'paused'; readonly until: Instant }
  /** A result may have been lost with a damaged file, and be fresh. */
  | { readonly kind: 'mayBeLost' };

/** The spending door for one request of one member: it counts the call before it is sent. */
export class MemberDoor implements SpendingDoor {
  readonly #team: Team;
  readonly #request: MemberRequest;
  readonly #isUsedUp: boolean;
  #refusal: MemberRefusal | undefined;
  #charge: SettledCharge | undefined;

  /** @param isUsedUp whether its member is known to have used everything: then it permits nothing */
  constructor(team: Team, request: MemberRequest, isUsedUp: boolean) {
    this.#team = team;
    this.#request = request;
    this.#isUsedUp = isUsedUp;
  }

  /** Why the last call was not permitted. */
  get refusal(): MemberRefusal | undefined {
    return this.#refusal;
  }

  /** Units that the request has used. */
  get units(): number {
    return this.#charge === 'made' || this.#charge === 'maybe' ? 1 : 0;
  }

  async ask(call: PaidCall): Promise<SpendingAnswer> {
    this.#refusal = undefined;
    try {
      return await this.#ask(call);
    } catch (error) {
      return { kind: 'refused', refusal: notStored(error) };
    }
  }

  async #ask({ key, kind, aggregator }: PaidCall): Promise<SpendingAnswer> {
    const { charges, outbox, teamLimits, ports } = this.#team;
    const { clock } = ports;
    const { member, isRepeat } = this.#request;
    const hold = await holdOf(this.#team, kind, isRepeat);
    if (hold !== undefined) return this.#refuse(hold);
    if (this.#isUsedUp) return this.#refuse({ kind: 'usedUp', by: 'member' });
    const id = randomUUID();
    const at = clock.now();
    const charge = { id, member: member.id, kind, key, aggregator: aggregator ?? null, at };
    const limits = { member: limitOf(member, kind), team: teamLimits[kind] };
    const usedUpBy = await charges.reserve(charge, limits).catch((error: unknown) => {
      // It may have been counted, and its answer lost.
      if (error instanceof LedgerError) outbox.keep([['releaseCharge', id]]);
      throw error;
    });
    if (usedUpBy !== undefined) return this.#refuse({ kind: 'usedUp', by: usedUpBy });
    const lease = new Lease({ owner: id, clock, renew: () => charges.hold(id, clock.now()) });
    const record = async (state: SettledCharge | null): Promise<void> => {
      lease.end();
      if (state !== null) this.#charge = state;
      const settled = state === null ? charges.release(id) : charges.settle(id, state);
      await settled.catch((error: unknown) => {
        if (!(error instanceof LedgerError)) throw error;
        outbox.keep([state === null ? ['releaseCharge', id] : ['settleCharge', id, state]]);
      });
    };
    const mark = lateUnless(kind, () => charges.hold(id, clock.now(), true));
    // The member's own client has asked its user.
    const isAgreed = mayBeKey(key.address, key.chain);
    return { kind: 'granted', permit: new Permit(id, record, isAgreed, mark) };
  }

  #refuse(refusal: MemberRefusal): SpendingAnswer {
    this.#refusal = refusal;
    return { kind: 'refused', refusal: { kind: 'allowance' } };
  }
}

/** Units of a kind that a member may use on a day; null for no limit. */
export function limitOf({ calculations, apiCalls }: Member, kind: PaidKind): number | null {
  return kind === 'start' ? calculations : apiCalls;
}

/** The result of a call for a member. */
interface MadeCall<Outcome> {
  readonly outcome: Outcome;
  /** Why it was not permitted. */
  readonly refusal: MemberRefusal | undefined;
  /** Units that this member has used. */
  readonly units: number;
}

/**
 * Upstream calls of one kind: a single call for all members who want the same result at the same
 * time.
 */
export class SharedCalls<Outcome extends { readonly kind: string }> {
  readonly #team: Team;
  readonly #kind: PaidKind;
  readonly #inFlight = new Map<string, Promise<MadeCall<Outcome>>>();

  constructor(team: Team, kind: PaidKind) {
    this.#team = team;
    this.#kind = kind;
  }

  /** @param call does the work, through the spending door of its member */
  async make(
    request: MemberRequest,
    aggregator: Aggregator | undefined,
    call: (door: MemberDoor) => Promise<Outcome>,
  ): Promise<MadeCall<Outcome>> {
    const { account, charges, ports, onJoin } = this.#team;
    const { member, place, isRepeat } = request;
    const kind = this.#kind;
    const key = keyOf(account, { chain: place.chain, address: place.account });
    const name = JSON.stringify([subjectName(key, aggregator), isRepeat]);
    const waits = waitForOthers(this.#team, key, kind);
    for (;;) {
      // It may have to wait for other requests of this member: before the flight that all share.
      const limit = limitOf(member, kind);
      const mayPay = !(await charges.isUsedUp(member.id, kind, limit, ports.clock.now()));
      const joined = this.#inFlight.get(name);
      const made = await (joined ?? this.#call(request, mayPay ? name : undefined, call));
      const { outcome, refusal } = made;
      if (refusal !== undefined && ['declined', 'refused'].includes(outcome.kind)) {
        // Someone else's allowance is used up: this member's may not be.
        if (joined !== undefined || (await waits(refusal))) continue;
      }
      if (joined === undefined) return made;
      if (['value', 'opened'].includes(outcome.kind)) onJoin(kind);
      return { ...made, units: 0 };
    }
  }

  /** Resolves when no call is in flight, however each has ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#inFlight.values());
  }

  /** @param name by which others may join; undefined for a member who may not pay */
  #call(
    request: MemberRequest,
    name: string | undefined,
    call: (door: MemberDoor) => Promise<Outcome>,
  ): Promise<MadeCall<Outcome>> {
    const door = new MemberDoor(this.#team, request, name === undefined);
    const made = call(door).then((outcome) => {
      return { outcome, refusal: door.refusal, units: door.units };
    });
    if (name === undefined) return made;
    const shared = made.finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, shared);
    return shared;
  }
}

/** How long a member whose allowance is used up waits for what another one is paying for. */
const maxWaitMs = 20_000;
const firstLookMs = 100;
const lastLookMs = 1_000;

/**
 * Waits outside of the flight that all share: a member who may pay need not wait for one who may not.
 * @returns whether to look again for what was refused here
 */
function waitForOthers(team: Team, key: SubjectKey, kind: PaidKind) {
  const { clock } = team.ports;
  const giveUpAt = clock.tick() + maxWaitMs;
  let lookMs = firstLookMs;
  return async (refusal: MemberRefusal | undefined): Promise<boolean> => {
    if (refusal?.kind !== 'usedUp' || clock.tick() >= giveUpAt) return false;
    if (!(await team.charges.isInFlight(key, kind, clock.now()))) return false;
    await clock.wait(lookMs, team.account.signal);
    lookMs = Math.min(2 * lookMs, lastLookMs);
    return true;
  };
}
