import { isNamedByCode, type ChainReading } from '../evidence/reasons.ts';
import { isExactNumber, type ExactJson } from '../api/exactJson.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { Summary } from '../api/summaryFields.ts';
import type { Known } from '../paid/reports.ts';
import { labels } from '../messages/labels.ts';
import { plain, shortened } from '../messages/text.ts';
import { toolTexts } from '../messages/tools.ts';
import { figureJson, time, exactText, sourceName } from '../report/export/exactText.ts';
import { reasonJson, summaryJson } from '../report/export/json.ts';
import type { ReportModel, ScoreFacts } from '../report/model.ts';
import type { ScoreEnd, SummaryEnd } from '../engine/engine.ts';
import { otherAccountSentence } from '../messages/account.ts';
import { utcDate } from '../book/book.ts';
import { areIgnored, listingOf, type AddressFacts, type Denial } from '../book/facts.ts';
import { inCodeTexts, namesakeText, nameTexts } from '../messages/book.ts';
import { levelOfRisk, type RiskScale } from '../report/scale.ts';
import type { Risk, ScoreOwner } from '../report/risk.ts';
import {
  failureSentence,
  summaryFailureSentence,
  jobSentence,
  refusalSentence,
} from '../messages/outcomes.ts';

type Members = Readonly<Record<string, ExactJson>>;

/** Why a tool has no result: a closed kind for the agent, and a sentence of ours. */
export interface ToolError {
  readonly kind: string;
  readonly message: string;
  /** Names of networks to choose from. */
  readonly networks?: readonly string[];
}

/** Longer strings of files and of the service are cut, in UTF-16 units. */
const maxLength = 128;

/**
 * The text of a result. An agent reads it, so everything that was received is a JSON string without
 * invisible characters, and short.
 */
export function toolText(isSample: boolean, members: Members): string {
  return exactText({
    notice: toolTexts.notice(),
    isSampleData: isSample,
    ...(isSample && { label: labels.sampleData() }),
    ...members,
  });
}

export function toolErrorText(isSample: boolean, error: ToolError): string {
  const { kind, message, networks } = error;
  return toolText(isSample, {
    status: 'error',
    error: { kind, message, ...(networks !== undefined && { networks }) },
  });
}

/** The stored summary of a report, or its score by one method; null if there is none. */
export function storedResult(
  model: ReportModel,
  aggregator: Aggregator | undefined,
): string | null {
  const { subject, reading, isSampleData, origin, summary, scores } = model;
  const known = summary?.stored ?? null;
  const score = aggregator && scores?.[aggregator].stored;
  const members =
    aggregator === undefined
      ? known && summaryMembers(known)
      : score && scoreMembers(score, aggregator);
  if (!members) return null;
  return toolText(isSampleData, {
    status: 'ok',
    source: sourceName(isSampleData),
    origin,
    address: subject.address,
    ...networkJson(subject.chain, reading),
    ...members,
  });
}

/** A stored summary. */
export const summaryMembers = ({ value, receivedAt, isFresh }: Known<Summary>): Members => ({
  receivedAt: time(receivedAt),
  isFresh,
  summary: inert(summaryJson(value)),
});

/** A stored score. A score for another address or network doesn't count as the requested one. */
export function scoreMembers(score: ScoreFacts, aggregator: Aggregator): Members {
  const { figure, place, owner, otherAddress, otherNetwork, calculatedAt, reasons } = score;
  const isOfOther = owner === 'otherAddress' || owner === 'otherNetwork';
  return inert({
    receivedAt: time(score.receivedAt),
    isFresh: score.isFresh,
    aggregator,
    score: isOfOther ? null : figureJson(figure),
    level: place?.kind === 'level' ? place.name : null,
    isOutsideScale: place?.kind === 'outside',
    ...othersOf(owner),
    otherAddress,
    // Also a spelling that no table has, of a score that counts.
    otherNetwork,
    calculatedAt: calculatedAt === null ? null : time(calculatedAt),
    reasons: reasons === null ? null : reasons.reasons.map(reasonJson),
  });
}

const othersOf = (owner: ScoreOwner): Members => ({
  isOfAnotherAddress: owner === 'otherAddress',
  isOfAnotherNetwork: owner === 'otherNetwork',
});

/** The network of an address, and what names it. */
export function networkJson(network: string | null, reading: ChainReading | undefined): Members {
  return {
    network,
    networkReason: reading?.reason ?? 'given',
    networkEvidence:
      reading === undefined || !isNamedByCode(reading) ? null : cut(reading.evidence),
    isNetworkAssumed: reading?.reason === 'assumed',
  };
}

/**
 * Makes all strings in JSON visible and short, including the digits of numbers that are too long. Member
 * names stay: we chose them.
 */
export function inert<Json>(json: Json, shown = cut): Json {
  return made(json, shown) as Json;
}

function made(json: unknown, shown: (text: string) => string): unknown {
  if (typeof json === 'string') return shown(json);
  if (isExactNumber(json)) return json.length > maxLength ? shown(json.toString()) : json;
  if (Array.isArray(json)) return json.map((each) => made(each, shown));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, made(value, shown)]),
  );
}

function cut(text: string): string {
  return shortened(plain(text), maxLength);
}

/** Nothing was sent, because the account changed after the user confirmed the call. */
export function otherAccountError(): ToolError {
  return { kind: 'otherAccount', message: otherAccountSentence().text };
}

/** Why a look-up has no result; undefined if it has one. */
export function summaryError(end: SummaryEnd): ToolError | undefined {
  switch (end.kind) {
    case 'value':
      return undefined;
    case 'refused':
      return { kind: end.refusal.kind, message: refusalSentence(end.refusal).text };
    case 'failed':
      return { kind: end.failure.kind, message: summaryFailureSentence(end.failure).text };
  }
}

/** The same for a score. The kind of one that is not ready is the state of its job. */
export function scoreError(end: ScoreEnd): ToolError | undefined {
  switch (end.kind) {
    case 'value':
      return undefined;
    case 'declined':
      return { kind: end.refusal.kind, message: refusalSentence(end.refusal).text };
    case 'failed':
      return { kind: end.failure.kind, message: failureSentence(end.failure).text };
    case 'unknown':
    case 'onHold':
      return { kind: end.job.state, message: jobSentence(end.job).text };
    case 'gone':
      return { kind: 'noResult', message: toolTexts.noResult() };
  }
}

/** Of one address. */
const maxHits = 3;

/** How scores are shown. */
interface ShownBy {
  readonly aggregator: Aggregator;
  readonly scale: RiskScale | null;
  readonly isSample: boolean;
}

/** Facts about an address from the files of a folder. */
export function factsJson(facts: AddressFacts): Readonly<Record<string, ExactJson>> {
  const { denials, names, entries, inCode } = facts;
  return {
    denyListHits: denialsJson(denials),
    names: names.map((known) => ({ ...nameTexts(known) })),
    ...(inCode !== undefined && {
      nameInCode: {
        ...inCodeTexts(inCode),
        warning: inCode.namesake === undefined ? null : namesakeText(inCode.namesake),
      },
    }),
    isInAddressBook: entries.length > 0,
    isAddedInThisChange: listingOf(facts) === 'added',
    isIgnored: areIgnored(facts, utcDate(Date.now())),
  };
}

export const denialsJson = (denials: readonly Denial[]): ExactJson[] =>
  denials.slice(0, maxHits).map(({ list, path, name }) => ({ list, path, name: name ?? null }));

/** A stored score, or the job that is open. */
export function riskJson(risk: Risk | null, { aggregator, scale, isSample }: ShownBy): ExactJson {
  if (risk === null) return null;
  if (risk.kind === 'job') return { job: risk.state };
  return {
    aggregator,
    source: sourceName(isSample || risk.isSampleData === true),
    score: figureJson(risk.figure),
    level: levelOfRisk(risk, scale)?.name ?? null,
    ...othersOf(risk.owner),
    receivedAt: time(risk.receivedAt),
    isFresh: risk.isFresh,
  };
}

/** Shown by VS Code before a tool runs. */
interface Preparation {
  readonly progress: string;
  /** The user must agree to it first. */
  readonly question?: { readonly title: string; readonly text: string };
}

/**
 * The work of a tool, without VS Code's classes. An agent supplies the input, so all of it is
 * validated.
 */
export interface ToolWork {
  prepare(input: unknown): Promise<Preparation>;
  /** @returns the text of the result, or of an error */
  run(input: unknown, signal: AbortSignal): Promise<string>;
}

/** The members of an input, whose types are not checked yet. */
export function membersOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
