import { networkNamed, networks, type Family } from '../networks/networks.ts';
import { accountOf } from '../addresses/occurrence.ts';
import { readAddress } from '../scan/parse.ts';
import { maxNodes } from '../api/exactJson.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { Instant, SubjectKey } from '../ledger/store.ts';
import type { ScoreHead } from '../paid/history.ts';
import type { StoredState } from '../paid/reports.ts';
import type { JobState } from '../risk/jobState.ts';
import { networkOfChainId } from '../networks/mentions.ts';
import { joinedName, networksCalled } from '../networks/names.ts';

/** An address on a network. */
export type ReportSubject = Pick<SubjectKey, 'address' | 'chain'>;

/** The number of a score. Zero is a value, and a missing or unreadable number is neither. */
export type ScoreFigure =
  /** The digits as the service sent them. */
  | { readonly kind: 'value' | 'zero'; readonly digits: string }
  | { readonly kind: 'absent' }
  /** `text` is the beginning of the value in place of the number. */
  | { readonly kind: 'unreadable'; readonly text: string }
  /** The response has more than `most` values, so it wasn't parsed. */
  | { readonly kind: 'tooBig'; readonly most: number };

/** The stored risk of an address: its score even when stale; without one, the state of its job. */
export type Risk =
  | {
      readonly kind: 'score';
      readonly figure: ScoreFigure;
      readonly owner: ScoreOwner;
      readonly receivedAt: Instant;
      /** Within the time that the user has set. */
      readonly isFresh: boolean;
      /** The service declares it to be made up. */
      readonly isSampleData?: boolean;
    }
  | { readonly kind: 'job'; readonly state: JobState };

/** Null if nothing is stored. */
export function riskOf(
  stored: StoredState | undefined,
  subject: ReportSubject,
  aggregator: Aggregator,
): Risk | null {
  if (stored === undefined) return null;
  const { scores, jobs } = stored;
  const known = scores[aggregator];
  if (known === null) {
    const job = jobs[aggregator];
    return job === null ? null : { kind: 'job', state: job.state };
  }
  const { value, receivedAt, isFresh, isSampleData } = known;
  return {
    kind: 'score',
    figure: figureOf(value),
    owner: ownerOf(value, subject, stored.sentChain),
    receivedAt,
    isFresh,
    ...(isSampleData === true && { isSampleData }),
  };
}

export const hasSampleData = ({
  summary,
  scores,
}: Pick<StoredState, 'summary' | 'scores'>): boolean =>
  [summary, ...Object.values(scores)].some((known) => known?.isSampleData === true);

export function figureOf({ score, isTooBig }: ScoreHead): ScoreFigure {
  if (isTooBig) return { kind: 'tooBig', most: maxNodes };
  switch (score.state) {
    case 'given':
      return { kind: isZero(score.value) ? 'zero' : 'value', digits: score.value };
    case 'absent':
      return { kind: 'absent' };
    case 'unreadable':
      return { kind: 'unreadable', text: score.text };
  }
}

/** By its digits: a number too small for a double is not zero. */
function isZero(digits: string): boolean {
  return !/[1-9]/.test(digits.split(/e/i, 1)[0] ?? '');
}

/**
 * The subject of a response. Only a score of the requested subject has a level: the others don't
 * apply to it, and `unstated` names no address at all.
 */
export type ScoreOwner = 'subject' | 'otherAddress' | 'otherNetwork' | 'unstated';

/** @param sentChain the identifier that the request had, if the service takes another than ours */
export function ownerOf(
  { address, chain }: Pick<ScoreHead, 'address' | 'chain'>,
  subject: ReportSubject,
  sentChain = subject.chain,
): ScoreOwner {
  if (address.state !== 'given') return 'unstated';
  if (!isSameAddress(address.value, subject)) return 'otherAddress';
  if (chain.state !== 'given' || isSame(chain.value, subject.chain, sentChain)) return 'subject';
  const meant = meantBy(chain.value, subject);
  // A spelling that no table has is shown as a note.
  return meant === undefined || meant === subject.chain ? 'subject' : 'otherNetwork';
}

/** The network that a response names, unless it is a name of the subject's. */
export function otherNetworkIn(
  { chain }: Pick<ScoreHead, 'chain'>,
  subject: ReportSubject,
  sentChain: string,
): string | null {
  if (chain.state !== 'given' || isSame(chain.value, subject.chain, sentChain)) return null;
  return meantBy(chain.value, subject) === subject.chain ? null : chain.value;
}

function meantBy(name: string, subject: ReportSubject): string | undefined {
  return networkMeant(name, networkNamed(subject.chain)?.family ?? 'evm');
}

/** Whether a score is of something else than the subject. */
export const isOther = (owner: ScoreOwner): boolean =>
  owner === 'otherAddress' || owner === 'otherNetwork';

const isSame = (name: string, ...others: readonly string[]): boolean =>
  others.some((other) => other.toLowerCase() === name.trim().toLowerCase());

/** The same account may be spelled differently. */
function isSameAddress(address: string, subject: ReportSubject): boolean {
  if (address === subject.address) return true;
  const reading = readAddress(address, subject.chain);
  if (!reading.ok) return digitsOf(address) === digitsOf(subject.address);
  const { canonical: text, family } = reading.address;
  const own = networkNamed(subject.chain)?.family ?? family;
  return accountOf({ text, family }) === accountOf({ text: subject.address, family: own });
}

/** Hex digits are equal in either case and without leading zeros. */
function digitsOf(address: string): string {
  return /^0x[\da-f]+$/i.test(address) ? address.toLowerCase().replace(/^0x0*/, '') : address;
}

/**
 * Our name for a network under any program's name: one of ours, a name or short name from
 * registries, a CAIP-2 ID, or an EIP-155 chain ID in any notation. Undefined if no table has it.
 *
 *  @param family of the address next to it, for which everyday words count as names
 */
export function networkMeant(name: string, family: Family): string | undefined {
  const text = name.trim().toLowerCase();
  const id = /^(?:eip155:)?(\d{1,15}|0x[\da-f]{1,12})$/.exec(text)?.[1];
  if (id !== undefined) return networkOfChainId(String(Number(id)));
  const known = networkNamed(text) ?? networks.find(({ caip2 }) => caip2?.toLowerCase() === text);
  if (known !== undefined) return known.name;
  const called = networksCalled(joinedName(text));
  const own = called.find((each) => each.family === family);
  return (own ?? called.find(({ weight }) => weight === 'own'))?.network;
}
