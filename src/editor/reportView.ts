import { l10n } from 'vscode';
import { hasSummary } from '../addresses/networks.ts';
import type { RiskScore } from '../api/decode.ts';
import { isExactNumber, maxNodes, type ExactJson } from '../api/exactJson.ts';
import type { Aggregator } from '../api/routes.ts';
import type { Known, StoredReport } from '../lookups/reports.ts';
import type {
  ActionId,
  ActionView,
  ReportView,
  RowView,
  SectionState,
  SectionView,
  TableView,
} from '../messages.ts';
import type { SubjectActivity } from './activity.ts';
import { progressText } from './inquiries.ts';
import { actionLabel, signedOutText } from './notifier.ts';
import { isOfAnother, riskWords } from './riskWords.ts';
import {
  callSentence,
  failureSentence,
  jobSentence,
  refusalSentence,
  type Sentence,
} from './sentences.ts';
import { isSignedIn, type Identity } from './session.ts';
import type { Subject } from './subject.ts';
import { ago, cutFigure, grouped, networkTitle, plain, summaryRows, utc } from './words.ts';

export interface ReportInput {
  readonly subject: Subject;
  readonly identity: Identity;
  /** Null if no one is signed in: then there is no account with stored results. */
  readonly stored: StoredReport | null;
  readonly activity: SubjectActivity;
  readonly aggregator: Aggregator;
  /** The identifier sent to the service for the subject's network. */
  readonly sentChain: string;
  readonly now: number;
}

const mostCategories = 40;
const mostColumns = 8;

/** The report as the page shows it: words and numbers only, with every state distinct. */
export function reportView(input: ReportInput): ReportView {
  const { subject, identity, stored } = input;
  return {
    address: subject.address,
    subtitle: networkTitle(subject.chain),
    banner: bannerOf(identity),
    sections: stored === null ? [] : [summarySection(input, stored), scoreSection(input, stored)],
    actions: actionsFor(identity),
    footer: l10n.t(
      'A score reflects what the service knew when it was calculated. It does not prove wrongdoing, and an address without a score is not necessarily safe.',
    ),
  };
}

function actionsFor(identity: Identity): ActionView[] {
  if (isSignedIn(identity)) return [{ id: 'copyAddress', label: l10n.t('Copy Address') }];
  // Each button asks first which service is meant.
  if (identity.kind === 'undecided') {
    return [{ id: 'fetchSummary', label: l10n.t('Fetch summary') }];
  }
  return [
    { id: 'signIn', label: actionLabel('signIn') },
    { id: 'useSampleService', label: actionLabel('useSampleService') },
  ];
}

function bannerOf(identity: Identity): string | null {
  if (identity.kind === 'sample') {
    return l10n.t('Sample data: computed on this machine from a made-up ledger.');
  }
  return isSignedIn(identity) ? null : signedOutText(identity);
}

function summarySection(input: ReportInput, stored: StoredReport): SectionView {
  const { subject, activity, now } = input;
  const known = stored.summary;
  const rows = known === null ? [] : summaryRows(known.value, subject.chain, now);
  const section = { id: 'summary', heading: l10n.t('Summary'), rows } as const;
  if (activity.summary.isFetching) {
    return { ...section, state: 'busy', status: l10n.t('Contacting the service…'), actions: [] };
  }
  const trouble = summaryTrouble(input, stored);
  const fetch: ActionView = {
    id: 'fetchSummary',
    label: known === null ? l10n.t('Fetch summary') : l10n.t('Refresh'),
  };
  if (trouble !== undefined && known?.isFresh !== true) {
    return {
      ...section,
      state: 'failed',
      status: trouble.text + keptText(known),
      actions: actionsOf(trouble, 'fetchSummary'),
    };
  }
  if (known === null) {
    return hasSummary(subject.chain)
      ? { ...section, state: 'empty', status: l10n.t('Not fetched yet.'), actions: [fetch] }
      : {
          ...section,
          state: 'empty',
          status: refusalSentence({ kind: 'notEvm' }).text,
          actions: [],
        };
  }
  return {
    ...section,
    ...ageOf(known, now),
    actions: known.isFresh ? [] : [fetch],
  };
}

function summaryTrouble(
  { activity }: ReportInput,
  { summaryCall }: StoredReport,
): Sentence | undefined {
  const { problem } = activity.summary;
  if (problem !== undefined) {
    return 'endpoint' in problem ? failureSentence(problem) : refusalSentence(problem);
  }
  return summaryCall === null ? undefined : callSentence(summaryCall);
}

function scoreSection(input: ReportInput, stored: StoredReport): SectionView {
  const { activity, aggregator, now } = input;
  const known = stored.scores[aggregator];
  const table = known === null ? undefined : detailTable(known.value);
  const section = {
    id: 'score',
    heading: l10n.t('Risk score · {0}', aggregator),
    ...(table === undefined ? {} : { table }),
    ...(known === null ? {} : { figure: figureOf(known.value, input) }),
    rows: known === null ? [] : scoreRows(input, stored, known.value),
  } as const;
  if (activity.score?.kind === 'running') {
    return {
      ...section,
      state: 'busy',
      status: sentenceCase(progressText(activity.score.progress)),
      actions: [{ id: 'cancelScore', label: l10n.t('Cancel') }],
    };
  }
  // An open job is newer than a failed start of this window: none is made while one is open.
  const job = stored.jobs[aggregator];
  if (job !== null) {
    const status = jobSentence(job).text + keptText(known);
    return { ...section, ...jobState(job.state), status };
  }
  const failed = activity.score;
  if (failed !== undefined && (known === null || known.receivedAt <= failed.at)) {
    const sentence = failureSentence(failed.failure);
    return {
      ...section,
      state: 'failed',
      status: sentence.text + keptText(known),
      actions: actionsOf(sentence, known === null ? 'scoreRisk' : 'scoreAnew'),
    };
  }
  const anew: ActionView = { id: 'scoreAnew', label: l10n.t('Score again') };
  if (known !== null) return { ...section, ...ageOf(known, now), actions: [anew] };
  return {
    ...section,
    state: 'empty',
    status: l10n.t('Not scored yet. A calculation counts against your license.'),
    actions: [{ id: 'scoreRisk', label: l10n.t('Score risk') }],
  };
}

function jobState(
  state: NonNullable<StoredReport['jobs'][Aggregator]>['state'],
): Pick<SectionView, 'state' | 'actions'> {
  if (state === 'intent' || state === 'running') return { state: 'busy', actions: [] };
  return state === 'unknown'
    ? { state: 'failed', actions: [{ id: 'scoreAnew', label: l10n.t('Start new calculation') }] }
    : { state: 'failed', actions: [{ id: 'resumeJob', label: l10n.t('Resume') }] };
}

/** The number as received; a scale is named only if one is known. */
function figureOf(
  value: RiskScore,
  { subject, identity }: ReportInput,
): { value: string; caption: string } {
  const { score } = value;
  if (value.isTooBig) {
    return {
      value: '–',
      caption: l10n.t(
        'The response has more than {0} values and cannot be shown. It is stored.',
        maxNodes,
      ),
    };
  }
  if (score.state !== 'given') {
    return {
      value: '–',
      caption:
        score.state === 'absent'
          ? l10n.t('The service returned no score.')
          : l10n.t('The score is not a number: {0}', plain(score.text)),
    };
  }
  if (isOfAnother(value, subject)) {
    return { value: grouped(score.value), caption: l10n.t('for a different address') };
  }
  return {
    value: grouped(score.value),
    caption:
      identity.kind === 'sample'
        ? l10n.t('on the sample scale of 0 to 100')
        : l10n.t('as reported by the service; no scale is set'),
  };
}

function scoreRows(input: ReportInput, stored: StoredReport, score: RiskScore): RowView[] {
  const rows: RowView[] = [];
  const { subject, aggregator, sentChain } = input;
  if (score.address.state === 'given' && isOfAnother(score, subject)) {
    rows.push({
      label: l10n.t('Warning'),
      value: l10n.t('The response is for a different address.'),
      note: plain(score.address.value),
    });
  }
  if (
    score.chain.state === 'given' &&
    ![subject.chain, sentChain.toLowerCase()].includes(score.chain.value.toLowerCase())
  ) {
    rows.push({
      label: l10n.t('Warning'),
      value: l10n.t('The response names a different network.'),
      note: plain(score.chain.value),
    });
  }
  const other = aggregator === 'money' ? 'money_rank_weight' : 'money';
  const otherKnown = riskWords(stored, subject, other, input.now);
  if (otherKnown !== undefined) {
    const note = otherKnown.kind === 'score' ? { note: otherKnown.age } : {};
    rows.push({ label: other, value: otherKnown.text, ...note });
  }
  if (score.createdAt.state === 'given') {
    const at = Date.parse(score.createdAt.value);
    rows.push({ label: l10n.t('Calculated'), value: utc(at), note: ago(at, input.now) });
  }
  return rows;
}

/**
 * The details by category. The spec does not describe them, so names and values are shown as
 * received: plain values that every category has become columns, anything else becomes text.
 */
function detailTable({ rawRiskScore }: RiskScore): TableView | undefined {
  if (rawRiskScore.state !== 'given') return undefined;
  const all = Object.entries(rawRiskScore.value);
  if (all.length === 0) return undefined;
  const categories = all.slice(0, mostCategories);
  const caption =
    all.length === categories.length
      ? l10n.t('Details by category, as reported by the service')
      : l10n.t(
          'Details by category, as reported by the service ({0} of {1} shown)',
          categories.length,
          all.length,
        );
  const columns = commonColumns(categories.map(([, detail]) => detail));
  if (columns.length === 0) {
    return {
      caption,
      columns: [l10n.t('Category'), l10n.t('Detail')],
      rows: categories.map(([name, detail]) => [plain(name), plain(compact(detail))]),
    };
  }
  return {
    caption,
    columns: [l10n.t('Category'), ...columns.map(plain)],
    rows: categories.map(([name, detail]) => [
      plain(name),
      ...columns.map((column) => plain(compact(memberOf(detail, column)))),
    ]),
  };
}

/** The names that all details share, if all are objects of plain values. */
function commonColumns(details: readonly ExactJson[]): string[] {
  // All details must share a few names. Skip comparing them if the first has too many.
  const [sample] = details;
  if (sample !== undefined && isRecord(sample) && Object.keys(sample).length > mostColumns) {
    return [];
  }
  const [first, ...others] = details.map((detail) =>
    isRecord(detail) && Object.values(detail).every(isPlainValue) ? Object.keys(detail) : [],
  );
  const common = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  const isAll = details.every(
    (detail) => isRecord(detail) && Object.keys(detail).length === common.length,
  );
  return isAll && common.length <= mostColumns ? common : [];
}

function isRecord(json: ExactJson): json is Readonly<Record<string, ExactJson>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !isExactNumber(json);
}

function isPlainValue(json: ExactJson): boolean {
  return !Array.isArray(json) && !isRecord(json);
}

function memberOf(detail: ExactJson, name: string): ExactJson {
  return isRecord(detail) ? (detail[name] ?? null) : null;
}

/** Names and values as received, on one line. */
function compact(json: ExactJson): string {
  if (isExactNumber(json)) return cutFigure(String(json));
  if (Array.isArray(json)) return json.map(compact).join(', ');
  if (isRecord(json)) {
    return Object.entries(json)
      .map(([name, value]) => `${name} ${compact(value)}`)
      .join(' · ');
  }
  return typeof json === 'string' ? json : JSON.stringify(json);
}

/** The time of the data that is still shown next to a failure. */
function keptText(known: Known<unknown> | null): string {
  return known === null ? '' : ` ${l10n.t('Showing data as of {0}.', utc(known.receivedAt))}`;
}

function ageOf(known: Known<unknown>, now: number): { state: SectionState; status: string } {
  const when = `${utc(known.receivedAt)}, ${ago(known.receivedAt, now)}`;
  return known.isFresh
    ? { state: 'value', status: l10n.t('As of {0}', when) }
    : { state: 'stale', status: l10n.t('Stale: as of {0}', when) };
}

function actionsOf(sentence: Sentence, retry: ActionId): ActionView[] {
  const again: ActionView = { id: retry, label: actionLabel('retry') };
  switch (sentence.next) {
    case 'signIn':
    case 'useSampleService':
    case 'showLog':
    case 'openAccount':
      return [{ id: sentence.next, label: actionLabel(sentence.next) }, again];
    case 'retry':
    case 'showUsage':
    case 'openSettings':
      return [again];
  }
}

function sentenceCase(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
