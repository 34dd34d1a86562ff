/** A use of everything that a ledger and a gateway's store can do, for the plans of its statements. */
import { prune } from '../../src/gateway/upkeep.ts';
import { Charges } from '../../src/gateway/store/charges.ts';
import { Members } from '../../src/gateway/store/members.ts';
import {
  addMemberJob,
  addToAudit,
  findMemberJob,
  memberOfStart,
  oldAudit,
  requestStart,
  takeRequestedStart,
} from '../../src/gateway/store/requests.ts';
import type { LedgerMethod, SharedLedger, Sql } from '../../src/ledger/ledger.ts';
import type { NewJob, Spending, Store, StoredResult } from '../../src/ledger/store.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const job: NewJob = { ...key, id: 'j', aggregator: 'money', origin: 'o', credential: 'c' };
const claim = { owner: 'w', now: 1, tick: 1 };
const result: StoredResult = { ...key, part: 'money', body: '{}', receivedAt: 1 };
const orphan = { failures: 1, retryAt: 1, mayBeCharged: true, kind: 'tls', status: null } as const;
export const spending: Omit<Spending, 'charge'> = {
  ...{ ...key, id: 's', kind: 'summary', aggregator: null, source: 'command' },
  ...{ isAutomatic: true, at: 1 },
};
const limits = { day: 'd', perDay: 9, maxUnanswered: 9, perHour: 9 };

/** A use of each method; a new one does not compile without. */
export const ledgerUses: Readonly<Record<LedgerMethod, (store: Store) => unknown>> = {
  readResult: (store) => store.readResult(key, 'money'),
  listResultsOf: (store) => store.listResultsOf('a', ['0xA']),
  listResults: (store) => store.listResults('a', 9),
  listHistory: (store) => store.listHistory(key),
  readPastResult: (store) => store.readPastResult({ ...result, receivedAt: 9 }),
  saveResult: (store) => store.saveResult(result),
  addResult: (store) => store.addResult({ ...result, receivedAt: 9 }),
  clearResults: (store) => store.clearResults(),
  beginJob: (store) => store.beginJob(job, claim),
  readJob: (store) => store.readJob('j'),
  listJobs: (store) => [store.listJobs('a'), store.listJobs()],
  listJobsInProgress: (store) => [store.listJobsInProgress('a'), store.listJobsInProgress()],
  openJobOf: (store) => store.openJobOf(key, 'money'),
  claimJob: (store) => store.claimJob('j', claim, 'intent'),
  changeJob: (store) => store.changeJob('j', { polls: 1 }, claim),
  settleJob: (store) => store.settleJob('j', { state: 'done' }, claim, result),
  overrideJob: (store) => store.overrideJob('j', { isNoticed: true }, 1),
  keepJob: (store) => store.keepJob({ ...job, id: 'k' }, { state: 'unknown' }, 1),
  forgetJob: (store) => store.forgetJob('j', 'done'),
  settleOrphans: (store) => store.settleOrphans(1, 1),
  takeTurn: (store) => [store.takeTurn('a', 'w', 1, 1), store.takeTurn('a', 'v', 2, 2)],
  renewTurn: (store) => store.renewTurn('a', 'w', 1),
  endTurn: (store) => store.endTurn('a', 'w', 1),
  claimCall: (store) => store.claimCall(key, claim, { after: 0, before: 1 }, orphan),
  renewCall: (store) => store.renewCall(key, claim),
  settleCall: (store) => store.settleCall(key, 'w', { ...result, part: 'summary' }),
  releaseCall: (store) => store.releaseCall(key, 'w', orphan),
  readCall: (store) => store.readCall(key),
  setStop: (store) => store.setStop('a', 'c', { scope: 'risk', status: 402, at: 1 }),
  readStops: (store) => store.readStops('a', 'c'),
  clearStops: (store) => (['risk', undefined] as const).forEach((s) => store.clearStops('a', s)),
  reserveSpending: (store) => store.reserveSpending(spending, limits),
  markSpending: (store) => store.markSpending('s'),
  settleSpending: (store) =>
    (['maybe', null] as const).forEach((c) => store.settleSpending('s', c)),
  listSpendings: (store) => [store.listSpendings('a', 9), store.listSpendings('a', 9, key)],
  countUnanswered: (store) => store.countUnanswered('a'),
  decideAllowance: (store) => store.decideAllowance('start', true, 1),
  countPoll: (store) => store.countPoll('a', 'd', 'job'),
  uncountPoll: (store) => store.uncountPoll('a', 'd', 'job'),
  readUsage: (store) => store.readUsage('a', 'd'),
  query: (store) => store.query('SELECT id FROM member WHERE id = ?', 'm'),
  change: (store) => store.change('DELETE FROM start_again WHERE job = ?', 'j'),
  changeAll: (store) => store.changeAll([]),
  readLoss: (store) => store.readLoss(),
  version: (store) => store.version(),
};

/** The gateway's work per request, and every few seconds. */
export async function useTeam(sql: Sql, { keepJob }: Pick<SharedLedger, 'keepJob'>): Promise<void> {
  const members = new Members(sql);
  const added = await members.add('m', { calculations: 1, apiCalls: 1, validUntil: null }, 1);
  await members.rotate('m', 2, 1);
  await members.set('m', { calculations: 2, apiCalls: 2, validUntil: 2 }, 2);
  await members.rename('m', 'n', 2);
  await members.rename('n', 'm', 2);
  await members.authenticate(added!.tenantId, added!.key, 3);
  await members.revoke('m', 4);
  await members.enable('m', 5);
  const charges = new Charges(sql);
  const charge = { id: 'c', member: 'm', kind: 'start', key, aggregator: 'money', at: 1 } as const;
  await charges.reserve(charge, { member: 1, team: 1 });
  await charges.hold('c', 2, true);
  await charges.isInFlight(key, 'start', 3);
  await charges.settleOrphans(4, () => Promise.resolve());
  await charges.settle('c', 'none');
  await charges.release('c');
  const own = { id: 'i', member: 'm', chain: 'e', account: 'a', spelling: 'a', job: null } as const;
  await addMemberJob(sql, { ...own, aggregator: 'money', receivedAt: null }, 1);
  await findMemberJob(sql, 'i', 'm');
  await requestStart(sql, 'j');
  await takeRequestedStart(sql);
  await memberOfStart(sql, (await keepJob(job, { state: 'unknown' }, 1)).id);
  const request = { member: 'm', endpoint: 'start', chain: 'e', account: 'a' } as const;
  await addToAudit(sql, { ...request, id: 'a', status: 200, charged: 0 }, 1);
  await prune(sql, [oldAudit(1, 9)], () => undefined);
}

/** Few rows, whatever is stored: stops and turns of accounts, answers of the user, and marks. */
export const smallTables = [
  'stop',
  'turn',
  'waiter',
  'allowance',
  'breaker',
  'upkeep',
  'loss',
  'start_again',
];
/** All rows are wanted, or an operator's list of the newest of all accounts is. */
export const wholeReads = [
  /^DELETE FROM (?:older_)?result(?: WHERE true RETURNING 1 AS deleted)?$/,
  /^SELECT \* FROM member ORDER BY name$/,
  /FROM job WHERE true {2}ORDER BY created_at DESC LIMIT 200$/,
];
