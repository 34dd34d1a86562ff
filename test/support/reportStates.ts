import { readingOf } from '../../src/evidence/reasons.ts';
import { decodeRiskScore } from '../../src/api/decode.ts';
import { decodeSummary } from '../../src/api/summaryFields.ts';
import type { Failure } from '../../src/api/failure.ts';
import type { Aggregator } from '../../src/api/parameters.ts';
import type { JobRow } from '../../src/ledger/store.ts';
import type { HistoryEntry } from '../../src/paid/history.ts';
import type { StoredReport } from '../../src/paid/reports.ts';
import type { ReportView } from '../../src/pageViews.ts';
import {
  type ScoreActivity,
  type SubjectActivity,
  reportModel,
  type ReportInput,
} from '../../src/report/model.ts';
import { historyOf } from '../../src/report/history.ts';
import { presetScales, sampleScale } from '../../src/report/scale.ts';
import { reportView } from '../../src/report/view.ts';
import type { WorkspaceFacts } from '../../src/report/workspaceView.ts';
import type { JobState } from '../../src/risk/jobState.ts';
import {
  deniedWorkspace,
  hostileWorkspace,
  imitatingWorkspace,
  namedWorkspace,
} from './workspaceStates.ts';

/** A report for every state that it can be in, for pictures and for checks of the real page. */

/** When all of them are shown. */
export const reportTime = Date.parse('2026-11-22T12:00:00Z');
const now = reportTime;
const minute = 60_000;

export const subjectOfReports = {
  address: '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b',
  chain: 'ethereum',
} as const;
const subject = subjectOfReports;

export const nothingStored: StoredReport = {
  summary: null,
  summaryCall: null,
  scores: { money: null, money_rank_weight: null },
  jobs: { money: null, money_rank_weight: null },
};

const idle: SubjectActivity = {
  summary: { isFetching: false, problem: undefined },
  scores: { money: undefined, money_rank_weight: undefined },
};

const summary = decodeSummary(
  '{"balance":1523.077315,"usd_balance":4721539.76,"tx_total":48210,"is_contract":true,"last_activity":1795341600}',
);

const categories = {
  money:
    '"sanctioned":{"share":0.8731245517364512,"usd":18211345.128812345,"risk":95,"score":82.946832414962,"direct":0.8731245517364512,"indirect":0},' +
    '"mixer":{"share":0.0712338190071,"usd":1485771.01,"risk":75,"score":5.3425364255,"direct":0.05,"indirect":0.0212338190071},' +
    '"exchange":{"share":0.0401,"usd":836411.5,"risk":10,"score":0.401,"direct":0,"indirect":0.0401},' +
    '"unattributed":{"share":0.0155416292564488,"usd":324161.77,"risk":0,"score":0,"direct":0,"indirect":0.0155416292564488}',
  money_rank_weight:
    '"sanctioned":{"share":0.61,"usd":12723211.4,"risk":95,"score":57.95,"direct":0.61,"indirect":0},' +
    '"mixer":{"share":0.12,"usd":2502965.0,"risk":75,"score":9,"direct":0.1,"indirect":0.02},' +
    '"exchange":{"share":0.25,"usd":5214511,"risk":10,"score":2.5,"direct":0.2,"indirect":0.05},' +
    '"unattributed":{"share":0.02,"usd":417160.87,"risk":0,"score":0,"direct":0,"indirect":0.02}',
};

/** A response with a score, and with details by category as the sample service has them. */
function scoreBody(score: string, aggregator: Aggregator, raw?: string): string {
  return (
    `{"risk_score":{"id":"7d4bff0c-18a5-4d9c-a8e3-0b8a3f9a2a11","address":"${subject.address}",` +
    `"hash":"9f2c1e7785d0f5a1c0b1e4d7a2d4e8ff09ab31cc5b7b4bb3d7f1c2b3a4958672","risk_score":${score},` +
    `"raw_risk_score":${raw ?? `{${categories[aggregator]}}`},"chain":"ethereum",` +
    '"created_by":"2b9f1b9e-5c1e-4f4e-9e0f-0a2f9d6d6a01","creator_display_name":"Compliance team",' +
    '"created_at":"2026-11-22T11:55:01.250Z","updated_at":"2026-11-22T11:55:01.250Z",' +
    '"graph_file_name":"graph-2026-11-22.json"}}'
  );
}

interface StoredScore {
  readonly score: string;
  readonly raw?: string;
  readonly isFresh?: boolean;
}

function stored(scores: Partial<Record<Aggregator, StoredScore>>): StoredReport {
  const known = (aggregator: Aggregator): StoredReport['scores'][Aggregator] => {
    const wanted = scores[aggregator];
    if (wanted === undefined) return null;
    const { score, raw, isFresh = true } = wanted;
    const value = decodeRiskScore(scoreBody(score, aggregator, raw));
    if (value === undefined) throw new Error('not a score');
    return { value, receivedAt: now - (isFresh ? 5 : 60 * 50) * minute, isFresh };
  };
  return {
    ...nothingStored,
    scores: { money: known('money'), money_rank_weight: known('money_rank_weight') },
    ...(summary && { summary: { value: summary, receivedAt: now - 5 * minute, isFresh: true } }),
  };
}

/** A score of earlier, as `readHistory` returns it. */
function entry(
  aggregator: Aggregator,
  score: string,
  minutesAgo: number,
  raw?: string,
): HistoryEntry {
  const value = decodeRiskScore(scoreBody(score, aggregator, raw));
  if (value === undefined) throw new Error('not a score');
  return {
    aggregator,
    receivedAt: now - minutesAgo * minute,
    score: value,
    details: value.rawRiskScore,
  };
}

function job(state: JobState, status: number | null = null): JobRow {
  return {
    ...{ ...subject, account: 'account', id: 'job', aggregator: 'money', origin: 'o' },
    ...{ credential: 'c', state, jobId: 'job.1', createdAt: now - 14_000, polls: 3 },
    ...{
      status,
      unreadBody: null,
      lostAt: null,
      unansweredAt: null,
      owner: null,
      leaseUntil: 0,
      isNoticed: false,
    },
  };
}

const withJob = (row: JobRow): Partial<ReportInput> => ({
  stored: { ...stored({}), jobs: { ...nothingStored.jobs, money: row } },
});

const withActivity = (score: ScoreActivity): Partial<ReportInput> => ({
  stored: { ...stored({}), jobs: { ...nothingStored.jobs, money: job('running') } },
  activity: { ...idle, scores: { ...idle.scores, money: score } },
});

function failed(kind: Failure['kind'], status?: number): Partial<ReportInput> {
  const failure: Failure = {
    kind,
    endpoint: 'start',
    wasSent: true,
    ...(status === undefined ? {} : { status }),
  };
  return {
    stored: stored({}),
    activity: {
      summary: { isFetching: false, problem: { ...failure, endpoint: 'summary' } },
      scores: { ...idle.scores, money: { kind: 'failed', failure, at: now } },
    },
  };
}

const hostile = '<img src=x onerror=alert(1)> \u202Egpj.exe\u202C \0 javascript:alert(1)';
const many = Array.from({ length: 400 }, (_, index) => `"category ${index}":${400 - index}.25`);
const lowParts =
  '{"exchange":{"share":0.62,"usd":2927354.65,"risk":5,"score":3.1,"direct":0.5,"indirect":0.12},' +
  '"bridge":{"share":0.21,"usd":991523.35,"risk":8,"score":1.68,"direct":0.2,"indirect":0.01},' +
  '"unattributed":{"share":0.17,"usd":802661.76,"risk":0,"score":0,"direct":0.17,"indirect":0}}';
const both = { money: { score: '88.69' }, money_rank_weight: { score: '69.45' } };

const inputs: Readonly<Record<string, Partial<ReportInput>>> = {
  'not requested': {},
  starting: withActivity({ kind: 'running', progress: { kind: 'starting' } }),
  waiting: withActivity({
    kind: 'running',
    progress: { kind: 'waiting', polls: 3, nextCheckAt: now + 2_000, isOutOfReach: false },
  }),
  'polled by another window': withJob(job('running')),
  'on hold': withJob(job('stale', 409)),
  'stopped waiting': withJob(job('detached')),
  unknown: withJob(job('unknown')),
  'quota used up': withJob(job('pausedQuota', 402)),
  'key rejected': failed('keyRevoked', 403),
  failed: failed('serverFault', 500),
  ready: { stored: stored(both), scale: presetScales[2] ?? null },
  'ready, one aggregator, no scale': {
    stored: stored({ money: { score: '88.69' } }),
    mayAskForScale: true,
  },
  low: {
    stored: stored({ money: { score: '4.78', raw: lowParts } }),
    scale: presetScales[2] ?? null,
  },
  zero: { stored: stored({ money: { score: '0', raw: '{}' } }), scale: presetScales[2] ?? null },
  'outside the scale': {
    stored: stored({ money: { score: '188.69' } }),
    scale: presetScales[2] ?? null,
  },
  'no number': { stored: stored({ money: { score: '"high"', raw: '["a",{"b":null}]' } }) },
  stale: {
    stored: stored({ money: { score: '31.5', isFresh: false } }),
    scale: presetScales[2] ?? null,
  },
  'failed beside a stored score': {
    ...failed('timeout'),
    stored: stored({ money: { score: '31.5', isFresh: false } }),
  },
  'network assumed': {
    stored: stored({ money: { score: '88.69' } }),
    reading: readingOf('assumed', 'ethereum'),
  },
  'sample data': {
    stored: stored(both),
    account: { kind: 'sample' },
    origin: null,
    scale: sampleScale,
  },
  'signed out, with results': { account: { kind: 'signedOut' }, stored: stored(both) },
  'signed out': { account: { kind: 'signedOut' }, stored: null },
  'not EVM': {
    subject: { address: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh', chain: 'bitcoin' },
  },
  'many categories': {
    stored: stored({ money: { score: '12.5', raw: `{${many.join(',')}}` } }),
    scale: presetScales[2] ?? null,
  },
  'nested categories': {
    stored: stored({
      money: {
        score: '0.42',
        raw:
          '{"direct":{"mixer":0.25,"scam":0.15},"indirect":{"exchange":0.4,"bridge":0.2},' +
          '"model":"v2","notes":["a","b"]}',
      },
    }),
    scale: presetScales[0] ?? null,
  },
  'with history': {
    stored: stored(both),
    scale: presetScales[2] ?? null,
    past: {
      scores: historyOf(
        [
          entry('money', '88.69', 5),
          entry('money_rank_weight', '69.45', 6),
          entry('money', '31.5', 60 * 26, '{"sanctioned":{"share":0.2},"gambling":{"share":0.8}}'),
        ],
        subject,
      ),
      spendings: [
        {
          ...{ ...subject, account: 'account', id: 'call', kind: 'start', aggregator: 'money' },
          ...{ source: 'panel', isAutomatic: false, at: now - 5 * minute, charge: 'made' },
        },
      ],
    },
  },
  'named, with places': { stored: stored(both), scale: presetScales[2] ?? null },
  'look-alike': { stored: stored({ money: { score: '0', raw: '{}' } }) },
  'on a deny list': { stored: stored({ money: { score: '0', raw: '{}' } }) },
  'hostile text': {
    stored: stored({
      money: {
        score: '7',
        raw: JSON.stringify({
          [hostile]: 3,
          other: { share: 0.5, text: hostile },
          list: [hostile],
        }),
      },
    }),
  },
};

/** Facts about the address from the workspace, in some of the states. */
const workspaces: Readonly<Record<string, WorkspaceFacts>> = {
  'named, with places': namedWorkspace(subject.address),
  'look-alike': imitatingWorkspace(subject.address),
  'on a deny list': deniedWorkspace(subject.address),
  'hostile text': hostileWorkspace(subject.address, hostile),
};

/** States with content in initially closed details. */
export const openedStates: ReadonlySet<string> = new Set([
  'look-alike',
  'with history',
  'nested categories',
  'hostile text',
]);

/** The names of all states. */
export const reportStates = Object.keys(inputs);

/** A report with as many categories. */
export function reportWithCategories(total: number): ReportView {
  const members = Array.from({ length: total }, (_, index) => `"category ${index}":${index}.25`);
  return viewOf({ stored: stored({ money: { score: '12.5', raw: `{${members.join(',')}}` } }) });
}

/** The report in a state, as the page receives it. */
export function reportIn(state: string, workspace = workspaces[state]): ReportView {
  return viewOf(inputs[state] ?? {}, workspace);
}

function viewOf(input: Partial<ReportInput>, workspace?: WorkspaceFacts): ReportView {
  const model = reportModel({
    subject,
    reading: readingOf('comment', 'ethereum'),
    account: { kind: 'service' },
    origin: 'https://risk.example',
    stored: nothingStored,
    activity: idle,
    aggregator: 'money',
    scale: null,
    past: null,
    mayAskForScale: false,
    isPinned: false,
    ...input,
  });
  return reportView(model, now, workspace);
}
