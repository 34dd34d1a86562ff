import * as l10n from '@vscode/l10n';
import type { ChainReading } from '../evidence/reasons.ts';
import type { Question } from './message.ts';
import { networkWithReason } from './networkReasons.ts';
import { listed, sentences, shortAddress } from './text.ts';

/** The addresses of a file with summaries, before any call. */
export interface BatchCounts {
  readonly found: number;
  readonly stored: number;
  /** The network of each address that the question allows to fetch, and what names it. */
  readonly fetching: readonly FetchedNetwork[];
  /** Addresses that are left out because only the user can choose their network. */
  readonly undecided: readonly string[];
}

interface FetchedNetwork {
  readonly chain: string;
  /** Undefined if nothing is known of what names it. */
  readonly reading: ChainReading | undefined;
}

export function batchQuestion({ found, stored, fetching, undecided }: BatchCounts): Question {
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
      ...networkCounts(fetching),
      ...undecidedLines(undecided),
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

/** Why nothing is fetched: there is no such address, or all summaries are stored. */
export function nothingToFetchText(found: number, undecided: readonly string[]): string {
  const left = undecidedLines(undecided);
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
