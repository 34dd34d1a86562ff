import assert from 'node:assert/strict';
import { checkPace, checkStoredFirst, type SeenCall } from './invariants.ts';
import type { JobRow } from '../../src/ledger/store.ts';

/** The service's reaction to a paid call; an unknown one counts as accepted. */
export type Verdict = 'accepted' | 'refused';

/** The payment state of one result. */
interface Account {
  /** `maybe`: a summary that may have been charged, and brought nothing. */
  state: 'free' | 'open' | 'fresh' | 'maybe';
  /** Wall time of what may run out. */
  at: number;
  hasRunOut: boolean;
  /** Acts of people that have not led to a call yet. */
  acts: number;
  /** Requests for a repeat despite a fresh result. */
  repeats: number;
  /** Whether a hover may have requested it: then the first call need not be the person's. */
  isHovered: boolean;
}

/** This close to an expiry, either outcome is acceptable. */
const blurMs = 10_000;

/**
 * The requests that may be sent, derived from user actions and the service's responses, without
 * leases, turns, or transactions: the client is right if none of its requests is rejected here.
 */
export class Reference {
  readonly #calls: SeenCall[] = [];
  readonly #scores = new Map<string, Account>();
  readonly #summaries = new Map<string, Account>();
  readonly #told = new Set<string>();
  readonly #lifeMs: { readonly score: number; readonly summary: number };

  constructor(lifeMs: { readonly score: number; readonly summary: number }) {
    this.#lifeMs = lifeMs;
  }

  /** A user requests a score or a summary; a hover isn't a user action. */
  acts(kind: 'score' | 'summary', name: string, isRepeat = false): void {
    const account = this.#of(kind, name);
    account.acts++;
    if (isRepeat) account.repeats++;
  }

  hovers(name: string): void {
    this.#of('summary', name).isHovered = true;
  }

  /** A person lets go of a job, whatever may have been charged. */
  forgets(name: string): void {
    this.#of('score', name).state = 'free';
  }

  /** Time went by, or the clock was set. */
  isNow(now: number): void {
    for (const [accounts, lifeMs] of [
      [this.#scores, this.#lifeMs.score],
      [this.#summaries, this.#lifeMs.summary],
    ] as const) {
      for (const account of accounts.values()) {
        if (now - account.at >= lifeMs - blurMs) account.hasRunOut = true;
      }
    }
  }

  /** A start is at the service. */
  start(call: SeenCall, jobs: readonly JobRow[], verdict: Verdict): void {
    this.#see(call, jobs);
    const account = this.#of('score', call.name);
    assert.ok(account.acts > 0, `I1: a start of ${call.name} that no one requested`);
    account.acts--;
    assert.notEqual(account.state, 'open', `a second start of ${call.name} while one is open`);
    if (account.state === 'fresh' && !account.hasRunOut) {
      assert.ok(account.repeats > 0, `a start of ${call.name}, whose score is fresh`);
      account.repeats--;
    }
    account.state = verdict === 'accepted' ? 'open' : 'free';
  }

  /** A status call is at the service. */
  poll(call: SeenCall, jobs: readonly JobRow[]): void {
    this.#see(call, jobs);
    checkPace(this.#calls);
  }

  /** The service gives the result of a job. */
  scored(name: string, now: number): void {
    const account = this.#of('score', name);
    // A job that a person let go of earns nothing: the next start may be on its way.
    if (account.state !== 'open') return;
    Object.assign(account, { state: 'fresh', at: now, hasRunOut: false });
  }

  /**
   * A summary call is at the service.
   * @param isStored whether the answer of the one before is in the ledger
   */
  summary(call: SeenCall, isStored: boolean): void {
    this.#calls.push(call);
    const account = this.#of('summary', call.name);
    assert.notEqual(account.state, 'open', `a second call for ${call.name} while one is open`);
    if (account.state === 'fresh' || account.state === 'maybe') {
      if (!account.hasRunOut) {
        assert.ok(!isStored, `a call for ${call.name}, whose summary is fresh`);
        assert.ok(
          account.acts > 0,
          `a call for ${call.name}, which may be charged, that no one requested`,
        );
      }
    }
    const isOfHover = account.state === 'free' && account.isHovered;
    if (account.acts > 0 && !isOfHover) account.acts--;
    account.isHovered = false;
    account.state = 'open';
  }

  /** The end of the open summary call: `lost` if its window ended. */
  summarised(name: string, end: 'fresh' | 'refused' | 'lost', now: number): void {
    const account = this.#of('summary', name);
    if (account.state !== 'open') return;
    const state = ({ fresh: 'fresh', refused: 'free', lost: 'maybe' } as const)[end];
    if (end === 'fresh') account.acts = 0;
    Object.assign(account, { state, at: now, hasRunOut: false });
  }

  /** A window reports that a start may have been charged. */
  tells(id: string): void {
    assert.ok(!this.#told.has(id), 'told twice of one unknown start');
    this.#told.add(id);
  }

  get starts(): number {
    return this.#calls.filter(({ kind }) => kind === 'start').length;
  }

  #see(call: SeenCall, jobs: readonly JobRow[]): void {
    this.#calls.push(call);
    checkStoredFirst(call, jobs);
  }

  #of(kind: 'score' | 'summary', name: string): Account {
    const accounts = kind === 'score' ? this.#scores : this.#summaries;
    const known = accounts.get(name);
    if (known !== undefined) return known;
    const account: Account = {
      ...{ state: 'free', at: 0, hasRunOut: false },
      ...{ acts: 0, repeats: 0, isHovered: false },
    };
    accounts.set(name, account);
    return account;
  }
}
