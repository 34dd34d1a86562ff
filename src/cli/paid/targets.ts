import { typedProblem } from '../../messages/inputs.ts';
import { mayBeKey, readAddress } from '../../scan/parse.ts';
import { isOfFamily, isRetired, networkNamed, type Network } from '../../networks/networks.ts';
import type { FolderCheck } from '../../folder/check.ts';
import type { Judged } from '../../folder/judge.ts';
import type { NotScored } from '../checkReport.ts';
import type { Policy } from '../../folder/policy.ts';
import { unknownNetworkText } from '../unknownNetwork.ts';
import { UsageError } from '../../options/options.ts';
import type { RiskScale } from '../../report/scale.ts';

/** An address that was to be scored, or a text that is not repeated. */
export interface WantedRow extends Omit<NotScored, 'reason'> {
  /** Why it cannot be scored; null if it can. */
  readonly reason: string | null;
  /** Null for a text that is not repeated. */
  readonly isNew: boolean | null;
  /** The rules of `check` that it breaks, besides that it is new or not listed. */
  readonly rules: readonly string[];
  readonly isDenied: boolean;
  /** Files that have it. */
  readonly placeCount: number;
  /** Of the policy of its folder; of several, of the first that has one. */
  readonly scale: RiskScale | null;
  /** Whether the policy of a folder with it has levels. */
  readonly needsLevel: boolean;
}

/** An address on a network that can be scored. */
export interface ScoreTarget extends WantedRow {
  readonly subject: { readonly address: string; readonly chain: string };
}

export interface Targets {
  /** Deny hits first, then what is new, then by the number of places. */
  readonly targets: readonly ScoreTarget[];
  readonly notScored: readonly WantedRow[];
}

/** As shown to programs and people. */
export const asNotScored = ({ address, place, network, reason }: WantedRow): NotScored => ({
  address,
  ...(place !== undefined && { place }),
  network,
  reason: reason ?? '',
});

export const reasons = {
  retired: 'Its network was shut down.',
  checksum: 'Its checksum is wrong.',
  mayBeKey: 'Nothing was sent: 64 hex digits can also be a private key.',
  keyText: 'Nothing was sent: this text may be a private key, or a part of one.',
} as const;

/** Whether nothing but its network is missing. */
export const lacksNetwork = ({ address, network, reason }: WantedRow): boolean =>
  address !== null && network === null && reason !== reasons.checksum;

const noNetworkText = ({ isSilent }: Judged['address']): string =>
  isSilent
    ? 'No network found. Score it with --network NAME.'
    : 'No network found: the code names several, or one that is not known here. Score it with --network NAME.';

/** Values for addresses that no check examined. */
const unchecked = { isNew: null, rules: [], isDenied: false, placeCount: 0 };

/**
 * @param isAll also what is not new
 * @param usual the network of addresses for which nothing names one
 * @throws UsageError
 */
export function targetsOf(checks: readonly FolderCheck[], isAll: boolean, usual?: string): Targets {
  const networkFor = networksWith(usual);
  const rows = new Map<string, WantedRow>();
  for (const { judged, keyTexts, root, policy } of checks) {
    const { scale } = policy;
    const needsLevel = policy.levels.length > 0;
    for (const { path, line, column } of keyTexts) {
      const place = `${root.shownPrefix}${path}:${line}:${column}`;
      const hidden = { address: null, place, network: null, reason: reasons.keyText };
      rows.set(place, { ...unchecked, ...hidden, scale, needsLevel });
    }
    for (const each of judged) {
      const { address, isNew } = each;
      if (address.isPlaceholder || !(isAll || isNew)) continue;
      const spelled = address.isChecksumWrong ? address.text : address.canonical;
      const network = networkFor(address);
      const name = `${network ?? ''} ${spelled}`;
      const known = rows.get(name);
      rows.set(name, {
        address: spelled,
        network,
        reason: reasonOf(each, network),
        isNew: isNew || known?.isNew === true,
        rules: [...new Set([...(known?.rules ?? []), ...rulesOf(each)])],
        isDenied: isDenied(each) || known?.isDenied === true,
        placeCount: address.places.length + (known?.placeCount ?? 0),
        scale: known?.scale ?? scale,
        needsLevel: needsLevel || known?.needsLevel === true,
      });
    }
  }
  const all = [...rows.values()];
  return {
    targets: all.flatMap(targetIn).sort(byWeight),
    notScored: all.filter(({ reason }) => reason !== null),
  };
}

function targetIn(row: WantedRow): ScoreTarget[] {
  const { address, network, reason } = row;
  if (reason !== null || address === null || network === null) return [];
  return [{ ...row, subject: { address, chain: network } }];
}

const rulesOf = ({ address, judgments }: Judged): string[] =>
  judgments
    .filter(({ countsAt }) => address.places.some(countsAt))
    .map(({ rule }) => rule)
    .filter((rule) => rule !== 'new' && rule !== 'unlisted');

const isDenied = ({ judgments }: Judged): boolean => judgments.some(({ rule }) => rule === 'deny');

function reasonOf({ address }: Judged, network: string | null): string | null {
  const { canonical, isChecksumWrong } = address;
  if (isChecksumWrong) return reasons.checksum;
  if (network === null) return noNetworkText(address);
  if (isRetired(network)) return reasons.retired;
  return mayBeKey(canonical, network) ? reasons.mayBeKey : null;
}

/** Ranks alarms that don't depend on a score; higher is worse. */
export const alarmOf = ({ isDenied, rules }: WantedRow): number =>
  isDenied ? 0 : rules.includes('look-alike') ? 1 : 2;

function byWeight(one: ScoreTarget, other: ScoreTarget): number {
  if (one.isDenied !== other.isDenied) return one.isDenied ? -1 : 1;
  if (one.isNew !== other.isNew) return one.isNew ? -1 : 1;
  return (
    other.placeCount - one.placeCount || (one.subject.address < other.subject.address ? -1 : 1)
  );
}

/**
 * Addresses that the user gave.
 * @throws UsageError; it does not quote what may be a key
 */
export function givenTargets(
  addresses: readonly string[],
  network: string | undefined,
  { scale, levels }: Policy,
): ScoreTarget[] {
  // One address may be given in several spellings.
  const subjects = addresses.map((text) => givenSubject(text, network));
  const byAddress = new Map(subjects.map((subject) => [subject.address, subject]));
  const needsLevel = levels.length > 0;
  return [...byAddress.values()].map((subject) => {
    const { address, chain } = subject;
    const row = { address, network: chain, reason: null, scale, needsLevel };
    return { ...unchecked, isNew: false, ...row, subject };
  });
}

/**
 * The network of an address: the one that something names, else the usual one if it is of its family.
 * @throws UsageError
 */
export function networksWith(usual: string | undefined) {
  const known = usual === undefined ? undefined : openNetwork(usual);
  return ({ network, family }: Judged['address']): string | null =>
    network ?? (isOfFamily(known, family) ? (usual ?? null) : null);
}

/** @throws UsageError */
function openNetwork(network: string): Network {
  const known = networkNamed(network);
  if (known === undefined) throw new UsageError(unknownNetworkText(network));
  if (isRetired(network)) throw new UsageError(`${known.title} was shut down.`);
  return known;
}

/** @throws UsageError */
export function givenSubject(text: string, network: string | undefined): ScoreTarget['subject'] {
  if (network === undefined) throw new UsageError('An address needs --network.');
  const known = openNetwork(network);
  const read = readAddress(text, network);
  if (!read.ok) throw new UsageError(typedProblem(read.problem).label);
  const { family, canonical } = read.address;
  if (family !== known.family) throw new UsageError(`This is not an address on ${known.title}.`);
  if (mayBeKey(canonical, network)) throw new UsageError(reasons.mayBeKey);
  return { address: canonical, chain: network };
}
