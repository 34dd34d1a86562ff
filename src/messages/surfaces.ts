import * as l10n from '@vscode/l10n';
import type { Denial } from '../book/facts.ts';
import type { ChainReading } from '../evidence/reasons.ts';
import type { Elsewhere } from '../known/known.ts';
import { wrongNetworkTexts } from './book.ts';
import { deniedTextText, denialText } from './denials.ts';
import type { Likeness } from './known.ts';
import { addressProblemText } from './inputs.ts';
import { addressGroups } from './inventory.ts';
import { labels, methodName } from './labels.ts';
import { newTexts } from './newness.ts';
import { networkTitle, networkWithReason } from './networks.ts';
import { listed, plain, shortened } from './text.ts';
import type { Checksum } from '../encodings/evmChecksum.ts';
import { utc } from './times.ts';
import { visible } from './visible.ts';

/** A CodeLens is a single line, however long the score is. */
const maxTitleLength = 80;
/** The level and the age are next to it. In UTF-16 units. */
const maxScoreLength = 30;

/** The title of a CodeLens. */
export interface LensText {
  readonly title: string;
  readonly tooltip?: string;
}

/** A CodeLens isn't a button, so its title is a phrase. */
const offerTitle = (): string => l10n.t('Score risk');

export const lensTexts = {
  offer: (): LensText => ({
    title: offerTitle(),
    tooltip: l10n.t('Starts one calculation'),
  }),
  /** The network is undecided, and a click asks for it first. */
  offerAfterNetwork: (): LensText => ({
    title: offerTitle(),
    tooltip: l10n.t('Asks for the network, then starts one calculation'),
  }),
  checksum: (): LensText => ({
    title: l10n.t('Wrong checksum'),
    tooltip: addressProblemText({ kind: 'checksum' }),
  }),
  scoring: (): LensText => ({ title: `$(loading~spin) ${l10n.t('Scoring…')}` }),
  job: (state: string): LensText => ({
    title: l10n.t('Risk: {0}', shortened(state, maxScoreLength)),
  }),
  /** @param behind its level, the method where it is not the chosen one, and the age if it is stale */
  score(
    score: string,
    { level, method, age }: Readonly<Record<'level' | 'method' | 'age', string | null>>,
  ): LensText {
    const title = l10n.t('Risk {0}', shortened(score, maxScoreLength));
    return { title: [title, level, method, age].filter((part) => part !== null).join(' · ') };
  },
};

/** The worst known fact about an address, shown first. */
export function alarmOf(
  [denial]: readonly Denial[],
  likeness: Likeness | undefined,
  wrong?: { readonly token: Elsewhere; readonly network: string },
): LensText | undefined {
  if (denial !== undefined) return { title: onDenyList(denial), tooltip: denialText(denial) };
  if (likeness !== undefined) {
    return { title: addressGroups.looksLike(likeness.other), tooltip: likeness.text };
  }
  if (wrong === undefined) return undefined;
  const { token, network } = wrong;
  const [name, networks] = [plain(token.name), listed(token.networks.map(networkTitle))];
  return {
    title: l10n.t('Wrong network: {0} on {1}', name, networks),
    tooltip: wrongNetworkTexts.problem(token, network),
  };
}

/** The alarm for a denied text that is not an address by itself. */
export const alarmOfText = (denial: Denial): LensText => ({
  title: onDenyList(denial),
  tooltip: deniedTextText(denial),
});

const onDenyList = ({ name, list }: Denial): string =>
  l10n.t('On deny list: {0}', plain(name ?? list));

/** Puts an alarm before a CodeLens title. */
export function withAlarm(alarm: LensText, text: LensText): LensText {
  const tooltip = [alarm.tooltip, text.tooltip].filter((part) => part !== undefined).join('\n');
  return { title: `${alarm.title} · ${text.title}`, tooltip };
}

/** Adds the network and what names it, which the title has no room for. */
export function onNetwork(
  text: LensText,
  chain: string,
  reading: ChainReading | undefined,
): LensText {
  const network = networkWithReason(chain, reading);
  const { tooltip } = text;
  return { ...text, tooltip: tooltip === undefined ? network : `${network}\n${tooltip}` };
}

/** Marks the title of a new address with the revision since which it is new. */
export function ofNew(
  { title, tooltip }: LensText,
  since: { readonly name: string; readonly commit: string },
): LensText {
  const detail = newTexts.since(since);
  return {
    title: l10n.t('{0} · New', title),
    tooltip: tooltip === undefined ? detail : `${tooltip}\n${detail}`,
  };
}

/** Marks a short text as sample data. */
export function sampleText(text: string): string {
  return l10n.t('{0} (sample)', text);
}

/** Marks the title, because what it shows and opens is sample data. */
export function ofSample({ title, tooltip }: LensText): LensText {
  const sample = labels.sampleData();
  return {
    title: sampleText(title),
    tooltip: tooltip === undefined ? sample : `${sample}\n${tooltip}`,
  };
}

/** A text on the one line that a CodeLens has. */
export function onOneLine(text: LensText): LensText {
  return { ...text, title: shortened(text.title, maxTitleLength) };
}

export function checksumText(checksum: Checksum): string {
  switch (checksum) {
    case 'valid':
      return l10n.t('valid checksum');
    case 'invalid':
      return l10n.t('invalid checksum');
    case 'none':
      return l10n.t('no checksum');
  }
}

/** @param age relative, such as *2 days ago* */
export function scoredText(age: string): string {
  return l10n.t('scored {0}', age);
}

/** When a summary was received, for the last line of a hover. */
export function receivedText(receivedAt: number, isFresh: boolean): string {
  return isFresh
    ? l10n.t('as of {0}', utc(receivedAt))
    : l10n.t('stale, as of {0}', utc(receivedAt));
}

/** The mark on an EVM address in the editor, and its quick fixes. */
export const checksumTexts = {
  /** For the hover: VS Code shows the problem of the address above it. */
  notLookedUp: () => l10n.t('An address with a wrong checksum is never looked up or scored.'),
  fix: () => l10n.t('Fix checksum casing'),
  /** @param count at least 2 */
  fixAll: (count: number) => l10n.t('Fix checksum casing of all {0} addresses in this file', count),
};

interface ScoreProblem {
  readonly score: string;
  readonly level: string;
  readonly aggregator: string;
  readonly receivedAt: number;
  /** In words. */
  readonly reasons: readonly string[];
  readonly isSample: boolean;
}

/** A score above the scale counts as the highest level. */
export function aboveScaleText(level: string): string {
  return l10n.t('{0}, above the scale', level);
}

/** Why an address with a score is a problem: the score, and then a line for each reason. */
export function scoreProblemText(problem: ScoreProblem): string {
  const { score, level, aggregator, receivedAt, reasons, isSample } = problem;
  const method = methodName(aggregator);
  const time = utc(receivedAt);
  const first = isSample
    ? l10n.t('Sample data: risk {0} ({1}), {2}, as of {3}', score, level, method, time)
    : l10n.t('Risk {0} ({1}), {2}, as of {3}', score, level, method, time);
  return [first, ...reasons].join('\n');
}

/** A stored score with its level, on one line. */
export function scoreText(text: string, level: string | null, isSample = false): string {
  const score = shortened(text, maxScoreLength);
  const withLevel = level === null ? score : `${level} ${score}`;
  return isSample ? sampleText(withLevel) : withLevel;
}

/** One shape for each grade, as the report draws them. */
const shapes = ['●', '◆', '▲', '■'] as const;

/** The level of a score in hover and CodeLens: `▲ High`. Its name is the user's own. */
export function levelText({
  name,
  grade,
}: {
  readonly name: string;
  readonly grade: 0 | 1 | 2 | 3;
}): string {
  return `${shapes[grade]} ${visible(name)}`;
}
