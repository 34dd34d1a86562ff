import * as l10n from '@vscode/l10n';
import type { ChainReading } from '../evidence/reasons.ts';
import type { Question } from './message.ts';
import { networkWithReason } from './networks.ts';
import { listed, sentences, shortAddress } from './text.ts';
import { methodName } from './labels.ts';

/** The addresses of a file with summaries, before any call. */
export interface BatchCounts {
  readonly found: number;
  readonly stored: number;
  /** The network of each address that the question allows to fetch, and what names it. */
  readonly fetching: readonly FetchedNetwork[];
  /** Further addresses that need a call. */
  readonly later: number;
  /** Addresses that are left out because only the user can choose their network. */
  readonly undecided: readonly string[];
  /** Addresses that are left out because their checksum is wrong. */
  readonly misspelled: readonly string[];
}

interface FetchedNetwork {
  readonly chain: string;
  /** Undefined if nothing is known of what names it. */
  readonly reading: ChainReading | undefined;
}

export function batchQuestion(counts: BatchCounts): Question {
  const { found, stored, fetching, later, undecided, misspelled } = counts;
  const most = fetching.length;
  return {
    text:
      most === 1
        ? l10n.t('Fetch the summary of 1 address?')
        : l10n.t('Fetch the summaries of {0} addresses?', most),
    detail: [
      l10n.t('Addresses found: {0}.', found),
      l10n.t('Summaries already stored: {0}.', stored),
      most === 1
        ? l10n.t('This costs at most 1 API call.')
        : l10n.t('This costs at most {0} API calls.', most),
      ...(later === 0
        ? []
        : [
            l10n.t(
              '{0} addresses need a call. Only the first {1} are fetched now. Run the command again for more.',
              most + later,
              most,
            ),
          ]),
      ...networkCounts(fetching),
      ...undecidedLines(undecided),
      ...misspelledLines(misspelled),
    ].join('\n'),
    yes: most === 1 ? l10n.t('Fetch 1 Summary') : l10n.t('Fetch {0} Summaries', most),
  };
}

/** A line for each network and reason, the most frequent first. */
export function networkCounts(fetching: readonly FetchedNetwork[]): string[] {
  const counts = new Map<string, number>();
  for (const { chain, reading } of fetching) {
    const network = networkWithReason(chain, reading);
    counts.set(network, (counts.get(network) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([network, count]) =>
      count === 1
        ? l10n.t('{0}: 1 address.', network)
        : l10n.t('{0}: {1} addresses.', network, count),
    );
}

/** Why nothing is fetched: no such address exists, or all summaries are stored. */
export function nothingToFetchText({
  found,
  undecided,
  misspelled,
}: Pick<BatchCounts, 'found' | 'undecided' | 'misspelled'>): string {
  const left = [...undecidedLines(undecided), ...misspelledLines(misspelled)];
  if (found === 0 && left.length > 0) return sentences(left);
  return sentences([storedText(found), ...left]);
}

function storedText(found: number): string {
  switch (found) {
    case 0:
      return l10n.t('This file has no addresses on EVM networks. Only those have summaries.');
    case 1:
      return l10n.t('1 summary already stored. No call is needed.');
    default:
      return l10n.t('{0} summaries already stored. No call is needed.', found);
  }
}

/** Names the addresses whose network only the user can choose. */
export function undecidedLines(addresses: readonly string[]): string[] {
  return addresses.length === 0
    ? []
    : [
        l10n.t(
          'Skipped: network unknown ({0}). Use Select Network… to choose it.',
          shortList(addresses),
        ),
      ];
}

/** Names the addresses that no call takes. */
export function misspelledLines(addresses: readonly string[]): string[] {
  return addresses.length === 0
    ? []
    : [l10n.t('Skipped because of a wrong checksum: {0}. Check for a typo.', shortList(addresses))];
}

const maxNamed = 5;

/** Short addresses; of many, the first and how many more there are. */
export function shortList(addresses: readonly string[]): string {
  const names = listed(addresses.slice(0, maxNamed).map(shortAddress));
  const left = addresses.length - maxNamed;
  return left > 0 ? l10n.t('{0}, and {1} more', names, left) : names;
}

export const batchTexts = {
  noFile: () => l10n.t('Open a file to look up its addresses.'),
  progressTitle: () => l10n.t('Fetching summaries'),
  progress: (stored: number, all: number) => l10n.t('{0} of {1}', stored, all),
  stopped: () => l10n.t('Stopped.'),
  otherAccount: () => l10n.t('Stopped: a different account is in use now.'),
  done: (stored: number, all: number) => l10n.t('Summaries stored: {0} of {1}.', stored, all),
};

/** An address whose score a batch starts, and what names its network, if that is known. */
interface Started {
  readonly address: string;
  readonly chain: string;
  readonly reading: ChainReading | undefined;
}

/** The addresses that a batch does not start, by the reason. */
export interface LeftOut {
  readonly undecided: readonly string[];
  readonly keySized: readonly string[];
  readonly unknown: readonly string[];
  readonly misspelled: readonly string[];
  /** Rows of a group that the view does not show. */
  readonly notShown: number;
}

export interface ScoreBatchFacts extends LeftOut {
  readonly aggregator: string;
  /** Where the calls go; null for sample data. */
  readonly origin: string | null;
  readonly starting: readonly Started[];
  /** Further addresses that need a calculation. */
  readonly later: number;
  readonly stored: number;
  /** With a job that runs or is on hold. */
  readonly open: number;
}

/** Names how many calculations are started, what they cost, and what is left out. */
export function scoreBatchQuestion(facts: ScoreBatchFacts): Question {
  const { starting, aggregator, origin } = facts;
  const count = starting.length;
  return {
    text:
      count === 1
        ? l10n.t('Score the risk of 1 address?')
        : l10n.t('Score the risk of {0} addresses?', count),
    detail: [
      costLine(count, origin),
      l10n.t('Method: {0}.', methodName(aggregator)),
      ...laterLines(facts),
      ...freeLines(facts),
      ...networkCounts(starting),
      ...leftOutLines(facts),
    ].join('\n'),
    yes: count === 1 ? l10n.t('Start 1 Calculation') : l10n.t('Start {0} Calculations', count),
  };
}

function costLine(count: number, origin: string | null): string {
  if (origin === null) {
    return count === 1
      ? l10n.t('This starts 1 calculation. Sample data costs nothing.')
      : l10n.t('This starts {0} calculations. Sample data costs nothing.', count);
  }
  return count === 1
    ? l10n.t('This starts 1 calculation at {0}. It counts against your license.', origin)
    : l10n.t(
        'This starts {0} calculations at {1}. Each counts against your license.',
        count,
        origin,
      );
}

function laterLines({ starting, later }: ScoreBatchFacts): string[] {
  const [first, last] = [starting[0], starting.at(-1)];
  if (later === 0 || first === undefined || last === undefined) return [];
  return [
    l10n.t(
      '{0} addresses need a calculation. Only the first {1} are scored now, from {2} to {3}. Run the command again for more.',
      starting.length + later,
      starting.length,
      shortAddress(first.address),
      shortAddress(last.address),
    ),
  ];
}

function freeLines({ stored, open }: ScoreBatchFacts): string[] {
  return [
    ...(stored === 0 ? [] : [l10n.t('Already scored, at no cost: {0}.', stored)]),
    ...(open === 0 ? [] : [l10n.t('Open jobs, resumed at no cost: {0}.', open)]),
  ];
}

/** Addresses that are left out, by reason. */
export function leftOutLines(left: LeftOut): string[] {
  const { undecided, keySized, unknown, misspelled, notShown } = left;
  return [
    ...undecidedLines(undecided),
    ...misspelledLines(misspelled),
    ...(keySized.length === 0
      ? []
      : [
          l10n.t(
            'Skipped because 64 digits can also be a private key: {0}. Score each one on its own.',
            shortList(keySized),
          ),
        ]),
    ...(unknown.length === 0
      ? []
      : [
          l10n.t(
            'Skipped because an earlier calculation may have been charged: {0}. See Show Risk Jobs.',
            shortList(unknown),
          ),
        ]),
    ...(notShown === 0
      ? []
      : [l10n.t('Skipped because the view does not show them: {0}.', notShown)]),
  ];
}

/** The pick of *Score Risk…* when the selection has several addresses. */
export const scoresPick = {
  title: () => l10n.t('Score Risk'),
  prompt: () =>
    l10n.t('Select the addresses to score. You confirm the cost if you select more than one.'),
};

/** While a batch runs, and after it. */
export const scoreBatchTexts = {
  noFile: () => l10n.t('Open a file to score its addresses.'),
  noAddresses: () => l10n.t('There are no addresses to score.'),
  busy: () => l10n.t('Addresses are already being scored. Wait, or cancel scoring.'),
  progressTitle: () => l10n.t('Scoring risk'),
  nothingToStart: () => l10n.t('No calculation is needed.'),
  done: (scored: number, all: number) =>
    all === 1
      ? l10n.t('Scored: {0} of 1 address.', scored)
      : l10n.t('Scored: {0} of {1} addresses.', scored, all),
  canceled: () => l10n.t('Stopped. No more calculations will start. Jobs in progress continue.'),
  stopped: () => l10n.t('Stopped. No more calculations will start.'),
};

/** Why an address has no new score, in its row. */
export const scoreReasons = {
  undecided: () => l10n.t('The network is unknown.'),
  keySized: () => l10n.t('64 digits can also be a private key. Score it on its own.'),
  unknown: () => l10n.t('An earlier calculation may have been charged. See Show Risk Jobs.'),
  later: () => l10n.t('Not started: the limit for one run was reached.'),
  notStarted: () => l10n.t('Not started.'),
  inProgress: () => l10n.t('The calculation is in progress.'),
};

/** The view with the scores of a batch. */
export const scoresView = {
  nothing: () => l10n.t('There are no scores to export.'),
  exportTitle: () => l10n.t('Export Scores as CSV'),
};
