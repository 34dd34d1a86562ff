import { isNamedByCode, type ChainReading } from '../evidence/reasons.ts';
import { isExactNumber, type ExactJson } from '../api/exactJson.ts';
import type { Aggregator } from '../api/parameters.ts';
import { labels } from '../words/labels.ts';
import { plain, shortened } from '../words/text.ts';
import { toolTexts } from '../words/tools.ts';
import { figureJson, time } from './export/jsonParts.ts';
import { exactText } from './export/exactText.ts';
import { reasonJson, summaryJson } from './export/json.ts';
import type { ReportModel, ScoreFacts } from './model.ts';

type Members = Readonly<Record<string, ExactJson>>;

/** Why a tool has no result: a closed kind for the agent, and a sentence of ours. */
export interface ToolError {
  readonly kind: string;
  readonly message: string;
  /** Names of networks to choose from. */
  readonly networks?: readonly string[];
}

/** Longer strings of files and of the service are cut, in UTF-16 units. */
const longest = 128;

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

/** The stored summary of an address; null if there is none. */
export function summaryResult(model: ReportModel): string | null {
  const stored = model.summary?.stored ?? null;
  if (stored === null) return null;
  return toolText(model.isSampleData, {
    ...received(model, stored.receivedAt),
    isFresh: stored.isFresh,
    summary: inert(summaryJson(stored.value)),
  });
}

/** The stored score of an address; null if there is none. */
export function scoreResult(model: ReportModel, aggregator: Aggregator): string | null {
  const score = model.scores?.[aggregator];
  const stored = score?.stored ?? null;
  if (score === undefined || stored === null) return null;
  return toolText(model.isSampleData, {
    ...received(model, stored.receivedAt),
    isFresh: score.state.kind === 'fresh',
    aggregator,
    ...inert(scoreMembers(stored)),
  });
}

function received(
  { subject, reading, isSampleData, origin }: ReportModel,
  receivedAt: number,
): Members {
  return {
    status: 'ok',
    source: isSampleData ? 'sample service' : 'service',
    origin,
    receivedAt: time(receivedAt),
    address: subject.address,
    ...networkJson(subject.chain, reading),
  };
}

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

function scoreMembers(score: ScoreFacts): Members {
  const { figure, place, otherAddress, otherNetwork, calculatedAt, reasons } = score;
  return {
    score: figureJson(figure),
    level: place?.kind === 'level' ? place.name : null,
    isOutsideScale: place?.kind === 'outside',
    // Of another address or network than was requested: then the score is no statement about it.
    otherAddress,
    otherNetwork,
    calculatedAt: calculatedAt === null ? null : time(calculatedAt),
    reasons: reasons === null ? null : reasons.reasons.map(reasonJson),
  };
}

/**
 * JSON whose strings are visible and short, also those of numbers too long to be one. Members keep
 * their names: those are ours.
 */
export function inert<Json extends ExactJson>(json: Json): Json {
  return made(json) as Json;
}

function made(json: ExactJson): ExactJson {
  if (typeof json === 'string') return cut(json);
  if (isExactNumber(json)) return json.length > longest ? cut(json.toString()) : json;
  if (json === null || typeof json === 'boolean') return json;
  if (Array.isArray(json)) return json.map(made);
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, made(value)]));
}

function cut(text: string): string {
  return shortened(plain(text), longest);
}
