import { grouped } from '../messages/figures.ts';
import { levelText, aboveScaleText, scoreText } from '../messages/surfaces.ts';
import { jobStateName } from '../messages/jobs.ts';
import { isResumable } from '../risk/jobState.ts';
import { ofOtherText, scoreTexts } from '../messages/score.ts';
import { notGiven, notReadable } from '../messages/summary.ts';
import { ago } from '../messages/times.ts';
import { visible } from '../messages/visible.ts';
import { type RiskScale, alarmRank, gradeOf, placeOfScore } from './scale.ts';
import type { LevelView } from '../pageViews.ts';
import { figureDigits } from './decimal.ts';
import { isOther, type Risk, type ScoreFigure, riskOf, type ScoreOwner } from './risk.ts';
import { time } from './export/exactText.ts';
import { plain } from '../messages/text.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { StoredState } from '../paid/reports.ts';

/** The stored risk, in words short enough for a line of a hover or a CodeLens. */
export type RiskLine =
  | {
      readonly kind: 'score';
      /** The score as sent by the service, or that there is none for this address. */
      readonly text: string;
      /** When it was received, relative. */
      readonly age: string;
      /** Older than the user's limit. */
      readonly isStale: boolean;
      /** Its shape and name; null without a scale, or outside of it. */
      readonly level: string | null;
      /** Only its name. */
      readonly levelName: string | null;
      /** Of the highest level. */
      readonly isSevere: boolean;
      /** Why it has no level although there is a scale; may be empty. */
      readonly noLevel: string;
    }
  | {
      readonly kind: 'job';
      /** The state of the job. */
      readonly text: string;
      /** Whether it waits for someone who resumes it. */
      readonly canResume: boolean;
    };

/** @param scale of the account; null if none is set */
export function riskLine(risk: Risk, now: number, scale: RiskScale | null): RiskLine {
  if (risk.kind === 'job') {
    const canResume = risk.state !== 'running' && isResumable(risk.state);
    return { kind: 'job', text: jobStateName(risk.state), canResume };
  }
  const score = onScale(risk, scale);
  const level = score.level?.isAbove === false ? score.level : null;
  return {
    kind: 'score',
    text: scoreWords(score),
    age: ago(risk.receivedAt, now),
    isStale: !risk.isFresh,
    level: level && levelText(level),
    levelName: level && visible(level.name),
    isSevere: level?.grade === 3,
    noLevel: scale !== null && risk.owner === 'unstated' ? scoreTexts.unstated() : '',
  };
}

/** The digits as sent by the service, or why there are none. */
const scoreWords = ({ owner, digits, state }: StoredScore): string =>
  ofOtherText(owner) ??
  (digits !== null ? grouped(digits) : state === 'absent' ? notGiven() : notReadable());

/** The score of a row with its level, on one line, and its age if it is too old. */
export function rowScoreText(score: StoredScore, now: number): string {
  const { level, isSampleData, isFresh, receivedAt } = score;
  const levelName = level && (level.isAbove ? aboveScaleText(plain(level.name)) : levelText(level));
  const shown = scoreText(scoreWords(score), levelName, isSampleData === true);
  return isFresh ? shown : `${shown} · ${ago(receivedAt, now)}`;
}

/** A level that a score has reached. */
export interface ScoreLevel extends LevelView {
  /** 0 for the lowest. */
  readonly rank: number;
  /** Whether the score is above the scale; then it is the highest. */
  readonly isAbove: boolean;
}

/** A stored score as the view, exports, and the command line show it. */
export interface StoredScore {
  /** Whether there is a number, and why not. */
  readonly state: ScoreFigure['kind'];
  /** The digits as the service sent them; null for another address, or if none can be read. */
  readonly digits: string | null;
  /** Null without a scale, below it, or for another address. */
  readonly level: ScoreLevel | null;
  /** Whether the response is for the address and the network of the request. */
  readonly owner: ScoreOwner;
  readonly isFresh: boolean;
  /** The service declares it to be made up. */
  readonly isSampleData?: boolean;
  /** In milliseconds. */
  readonly receivedAt: number;
}

/** Shared by rows with scores. */
interface HasScore {
  readonly score: StoredScore | null;
}

/** Columns that every CSV with stored scores has. */
export const scoreColumns = {
  score: ({ score }: HasScore) => score?.digits ?? '',
  level: ({ score }: HasScore) => score?.level?.name ?? '',
  received_at: ({ score }: HasScore) => (score === null ? '' : time(score.receivedAt)),
  is_fresh: ({ score }: HasScore) => (score === null ? '' : String(score.isFresh)),
};

/** A stored score in JSON. Its number is a string: it would lose digits. */
export const storedScoreJson = (score: StoredScore | null) => ({
  score: score?.digits ?? null,
  level: score?.level?.name ?? null,
  isOfAnotherAddress: score?.owner === 'otherAddress',
  isOfAnotherNetwork: score?.owner === 'otherNetwork',
  isFresh: score?.isFresh ?? false,
  receivedAt: score && time(score.receivedAt),
});

/** Whether the service declares any score to be made up. */
export const hasSampleScore = (rows: readonly HasScore[]): boolean =>
  rows.some(({ score }) => score?.isSampleData === true);

/** Null if no score is stored. */
export function storedScore(
  heads: StoredState | undefined,
  subject: { readonly address: string; readonly chain: string },
  aggregator: Aggregator,
  scale: RiskScale | null,
): StoredScore | null {
  return scoreOnScale(riskOf(heads, subject, aggregator), scale);
}

/** Null for a score that is not a number, or that is of another address or network. */
export const ownDigits = ({ figure, owner }: Pick<ScoreRisk, 'figure' | 'owner'>): string | null =>
  isOther(owner) ? null : figureDigits(figure);

/** Null without a score. */
export const scoreOnScale = (risk: Risk | null, scale: RiskScale | null): StoredScore | null =>
  risk?.kind === 'score' ? onScale(risk, scale) : null;

type ScoreRisk = Extract<Risk, { readonly kind: 'score' }>;

function onScale(risk: ScoreRisk, scale: RiskScale | null): StoredScore {
  const { figure, owner, isFresh, receivedAt, isSampleData } = risk;
  return {
    state: figure.kind,
    digits: ownDigits(risk),
    level: scale && reachedLevel(risk, scale),
    owner,
    isFresh,
    receivedAt,
    ...(isSampleData === true && { isSampleData }),
  };
}

function reachedLevel(risk: ScoreRisk, scale: RiskScale): ScoreLevel | null {
  const place = placeOfScore(risk, scale);
  const rank = place && alarmRank(place, scale);
  const level = scale.levels[rank ?? -1];
  if (place === null || rank === null || level === undefined) return null;
  const grade = gradeOf(rank, scale.levels.length);
  return { name: level.name, grade, rank, isAbove: place.kind === 'outside' };
}
