import * as v from 'valibot';
import { compareDecimals, decimalOf, figureDigits } from './decimal.ts';
import type { Grade, LevelView } from '../pageViews.ts';
import type { Risk } from './risk.ts';

/** Explains a problem with a scale written as JSON, and the correct form. */
export const scaleProblemText = (problem: ScaleProblem): string => scaleProblemTexts[problem];

const scaleProblemTexts: Readonly<Record<ScaleProblem, string>> = {
  shape:
    'Write it as {"min": 0, "max": 100, "levels": [{"name": "Low", "from": 0}, {"name": "High", "from": 50}]}, with 1 to 10 levels and nothing else.',
  range: '“min” must be less than “max”.',
  start: 'The first level must begin at “min”.',
  order: 'Each level must begin above the one before it.',
  end: 'No level may begin above “max”.',
  names: 'Give each level a name of its own.',
};

/** A range of scores with a name. It ends where the next one begins. */
interface ScaleLevel {
  readonly name: string;
  /** The least score of the level. */
  readonly from: number;
}

/** The user's setting `riskScale`: the spec gives scores no range. */
export interface RiskScale {
  readonly min: number;
  readonly max: number;
  /** From the lowest; the first begins at `min`. */
  readonly levels: readonly ScaleLevel[];
}

/**
 * Why a setting is not a scale. `shape`: it has other members or types. `range`: `min` is not below
 * `max`. `start`: the first level does not begin at `min`. `order`: a level does not begin above the
 * one before it. `end`: a level begins above `max`. `names`: two levels have one name.
 */
export type ScaleProblem = 'shape' | 'range' | 'start' | 'order' | 'end' | 'names';

export type ScaleReading =
  | { readonly kind: 'scale'; readonly scale: RiskScale }
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly problem: ScaleProblem };

/** Where a score is on a scale. */
export type ScalePlace =
  | {
      readonly kind: 'level';
      readonly name: string;
      /** 0 for the lowest level, `count` - 1 for the highest. */
      readonly rank: number;
      readonly count: number;
    }
  | { readonly kind: 'outside'; readonly side: 'above' | 'below' };

/** More levels than color and shape can distinguish. */
const maxLevels = 10;

const finite = v.pipe(v.number(), v.finite());

const shape = v.strictObject({
  min: finite,
  max: finite,
  levels: v.pipe(
    v.array(
      v.strictObject({
        name: v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,40}$/u)),
        from: finite,
      }),
    ),
    v.minLength(1),
    v.maxLength(maxLevels),
  ),
});

/**
 * Reads the setting.
 * @param setting as the user wrote it; null and undefined mean no scale
 */
export function readScale(setting: unknown): ScaleReading {
  if (setting === null || setting === undefined) return { kind: 'none' };
  const result = v.safeParse(shape, setting);
  if (!result.success) return { kind: 'bad', problem: 'shape' };
  const problem = problemOf(result.output);
  return problem === null ? { kind: 'scale', scale: result.output } : { kind: 'bad', problem };
}

function problemOf({ min, max, levels }: RiskScale): ScaleProblem | null {
  if (min >= max) return 'range';
  if (levels[0]?.from !== min) return 'start';
  if (levels.some(({ from }, index) => index > 0 && from <= (levels[index - 1]?.from ?? from))) {
    return 'order';
  }
  if (levels.some(({ from }) => from > max)) return 'end';
  return new Set(levels.map(({ name }) => name)).size < levels.length ? 'names' : null;
}

/** The scales that can be chosen without writing one: 0 to 1, 0 to 10, and 0 to 100. */
export const presetScales: readonly RiskScale[] = [1, 10, 100].map((max) => ({
  min: 0,
  max,
  levels: [
    { name: 'Low', from: 0 },
    { name: 'Medium', from: max / 4 },
    { name: 'High', from: max / 2 },
    { name: 'Severe', from: (max * 3) / 4 },
  ],
}));

/** The presets that a score is on. @param digits as the service sent it; null for no score */
export function presetsFor(digits: string | null): readonly RiskScale[] {
  if (digits === null) return presetScales;
  return presetScales.filter((scale) => levelOf(scale, digits)?.kind === 'level');
}

/** The scale of the sample service, which the user's setting does not change. */
export const sampleScale = presetScales[2] as RiskScale;

/**
 * Compares exactly: 49.999999999999999999 is below a level from 50.
 * @param digits the score as the service sent it
 * @returns null if the digits cannot be placed: they have an endless exponent
 */
export function levelOf({ min, max, levels }: RiskScale, digits: string): ScalePlace | null {
  const score = decimalOf(digits);
  if (score === null) return null;
  const isBelow = (limit: number): boolean => {
    const decimal = decimalOf(String(limit));
    return decimal !== null && compareDecimals(score, decimal) < 0;
  };
  const most = decimalOf(String(max));
  if (isBelow(min)) return { kind: 'outside', side: 'below' };
  if (most === null || compareDecimals(score, most) > 0) return { kind: 'outside', side: 'above' };
  const rank = levels.findLastIndex(({ from }) => !isBelow(from));
  const level = levels[rank];
  return level === undefined
    ? null
    : { kind: 'level', name: level.name, rank, count: levels.length };
}

/** The name of the level from which a score is a problem, unless a setting names another one. */
export const usualProblemLevel = 'High';

/**
 * The rank from which a score is a problem: the lowest of some levels, `Infinity` for `off`. A
 * level that the scale doesn't have counts as the default, because a typo must not silence
 * warnings.
 */
export function problemRank({ levels }: RiskScale, names: readonly string[]): number {
  const rankOf = (name: string): number => levels.findIndex((level) => level.name === name);
  const rankFor = (name: string): number => {
    if (name === 'off') return Infinity;
    return (
      [rankOf(name), rankOf(usualProblemLevel)].find((rank) => rank !== -1) ?? levels.length - 1
    );
  };
  return Math.min(...names.map(rankFor));
}

/**
 * The level that alarms take a place for: above the scale it is the highest one. Null below the scale.
 */
export function alarmRank(place: ScalePlace, { levels }: RiskScale): number | null {
  if (place.kind === 'level') return place.rank;
  return place.side === 'above' ? levels.length - 1 : null;
}

/** Null outside of the scale. */
export function levelView(place: ScalePlace): LevelView | null {
  if (place.kind === 'outside') return null;
  return { name: place.name, grade: gradeOf(place.rank, place.count) };
}

/** Levels of any scale share four colors and shapes: its lowest has the first, its highest the last. */
export function gradeOf(rank: number, count: number): Grade {
  if (count < 2) return 0;
  return Math.round((rank / (count - 1)) * 3) as Grade;
}

/** The level of a stored score; null without a scale, outside of it, or for another subject. */
export function levelOfRisk(risk: Risk, scale: RiskScale | null): LevelView | null {
  const place = risk.kind === 'score' ? placeOfScore(risk, scale) : null;
  return place && levelView(place);
}

/** Where a stored score is on a scale; null without one, or for another subject. */
export function placeOfScore(
  { figure, owner }: Pick<Extract<Risk, { kind: 'score' }>, 'figure' | 'owner'>,
  scale: RiskScale | null,
): ScalePlace | null {
  const digits = figureDigits(figure);
  return scale === null || owner !== 'subject' || digits === null ? null : levelOf(scale, digits);
}
