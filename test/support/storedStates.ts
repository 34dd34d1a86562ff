import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { sampleAccountKey } from '../../src/paid/account.ts';
import type { CallRow, Claim, JobChange, Store, SubjectKey } from '../../src/ledger/store.ts';
import type { JobState } from '../../src/risk/jobState.ts';
import { openSqliteStore } from './openStore.ts';

const hour = 3_600_000;
const credential = 'sample';

/** Writes what leads to one state of a report. */
type Writer = (store: Store, key: SubjectKey, claim: Claim) => void;

function scored(
  hoursAgo: number,
  score: number,
  aggregator: 'money' | 'money_rank_weight',
): Writer {
  return (store, key, { now }) => {
    const raw = `{"sanctioned":${score / 2},"mixer":${score / 4},"scam":${score / 4}}`;
    store.saveResult({
      ...key,
      part: aggregator,
      body: `{"risk_score":{"address":"${key.address}","risk_score":${score},"raw_risk_score":${raw},"chain":"ethereum","created_at":"2026-11-20T08:00:00Z"}}`,
      receivedAt: now - hoursAgo * hour,
    });
  };
}

function summarized(hoursAgo: number): Writer {
  return (store, key, { now }) => {
    store.saveResult({
      ...key,
      part: 'summary',
      body: '{"balance":1.5,"usd_balance":3750,"tx_total":12,"is_contract":false,"last_activity":1763800000}',
      receivedAt: now - hoursAgo * hour,
    });
  };
}

/** A job that no window holds. */
function job(state: JobState, change: JobChange = {}): Writer {
  return (store, key, claim) => {
    const id = `job-${key.address}`;
    const origin = 'http://127.0.0.1';
    store.beginJob({ ...key, id, aggregator: 'money', origin, credential }, claim);
    store.settleJob(
      id,
      { jobId: `risk_score_result_${key.address}`, isNoticed: true, ...change, state },
      claim,
    );
  };
}

const failedSummary: Writer = (store, key, claim) => {
  store.claimCall(key, claim, { after: claim.now, before: claim.now }, failure);
  store.releaseCall(key, claim.owner, failure);
};

const failure: CallRow = {
  failures: 1,
  retryAt: Date.UTC(2100, 0),
  mayBeCharged: true,
  kind: 'serverFault',
  status: 500,
};

const all =
  (...writers: readonly Writer[]): Writer =>
  (store, key, claim) => {
    for (const write of writers) write(store, key, claim);
  };

/** The states that a ledger can hold, with a text that the report of each shows. */
export const storedStates: Readonly<Record<string, readonly [write: Writer, shows: RegExp]>> = {
  'not requested': [() => undefined, /Not scored yet/],
  ready: [all(summarized(0.1), scored(1, 80, 'money')), /80[^]*Severe/],
  'both aggregators': [
    all(scored(1, 44, 'money'), scored(2, 61, 'money_rank_weight')),
    /44[^]*61[^]*\+17/,
  ],
  'with history': [
    all(scored(90, 20, 'money'), scored(1, 30, 'money')),
    /Over time[^]*\d since \d{4}/,
  ],
  zero: [scored(1, 0, 'money'), /Risk score \(by funds\)\s+0\s/],
  stale: [all(summarized(30), scored(90, 31, 'money')), /31[^]*Stale: as of/],
  'outside the scale': [scored(1, 180, 'money'), /180[^]*outside/i],
  'failed summary': [failedSummary, /500/],
  unknown: [job('unknown', { jobId: null }), /may have been charged/i],
  'on hold': [job('stale'), /Timed out[^]*Resume/],
  'stopped waiting': [job('detached'), /You stopped waiting[^]*Resume/],
  'quota used up': [job('pausedQuota', { status: 402 }), /402/],
  'key rejected': [job('pausedAuth', { status: 403 }), /403/],
  'not found': [job('notFound', { status: 404 }), /404/],
  'invalid ID': [job('invalidId', { status: 422 }), /422/],
};

/** One address for each state, in its order. */
export const addressOfState = (index: number): string =>
  toEip55(`0x${(0xfeed00 + index).toString(16).padStart(40, '0')}`);

/** Makes a ledger of the sample account that holds all of them. */
export function writeStoredStates(file: string): void {
  const store = openSqliteStore(file);
  const claim = { owner: 'gone', now: Date.now(), tick: Date.now() };
  for (const [index, [write]] of Object.values(storedStates).entries()) {
    write(
      store,
      { account: sampleAccountKey, address: addressOfState(index), chain: 'ethereum' },
      claim,
    );
  }
  store.close();
}
