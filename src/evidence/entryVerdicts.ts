import type { Family } from '../networks/networks.ts';
import type { Entries } from './entries.ts';
import { isAsset, networkCalled, networkOfChainId } from '../networks/mentions.ts';
import { joinedName, networksCalled } from '../networks/names.ts';
import { networkOfHost, testHost } from '../networks/urls.ts';
import { named, namedOrOutside, single, singleOf, type Verdict } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/** Values of `network` that name a purpose or a set, not a network. */
const generic = new Set(
  'all any none default main evm eip155 ethereumfamily production prod staging stage public private custom local dev development unknown undefined null true false string number name network chain auto id key'.split(
    ' ',
  ),
);

/**
 * The network that entries imply: an ID outranks a name, a name outranks a URL, a URL outranks a
 * title.
 */
export function verdictOfEntries(entries: Entries, family: Family): Clue | undefined {
  const ofIds = family === 'evm' ? verdictOfIds(entries.ids) : undefined;
  const clue: Clue | undefined = ofIds && { verdict: ofIds, reason: 'chainId' };
  const isReused = entries.ids.length > 0 && entries.ids.every((id) => reused.has(Number(id)));
  // Of two networks with one ID, the other entries can name one.
  return isReused
    ? (verdictOfOthers(entries, family) ?? clue)
    : (clue ?? verdictOfOthers(entries, family));
}

function verdictOfOthers(entries: Entries, family: Family): Clue | undefined {
  const ofNames = verdictOfNames(entries.names, family);
  if (ofNames !== undefined) {
    return { verdict: ofNames, reason: 'key', isClosed: ofNames.kind === 'outside' };
  }
  const hosts = entries.hosts.map((host) => networkOfHost(host) ?? '');
  const ofHosts = singleOf(hosts.filter((name) => networkOf(name, family)));
  if (ofHosts !== undefined) {
    return { verdict: ofHosts, reason: 'rpcUrl', strength: 'structural' };
  }
  const ofTest = family === 'evm' ? undefined : testNetworkOfHosts(entries.hosts, family);
  if (ofTest !== undefined) return { verdict: ofTest, reason: 'rpcUrl', strength: 'structural' };
  if (entries.isToken) return undefined;
  const titled = entries.titles.flatMap((title) => titledNetwork(title, family) ?? []);
  const ofTitles = singleOf(titled);
  return ofTitles === undefined ? undefined : { verdict: ofTitles, reason: 'name' };
}

/** `api.devnet.solana.com`: the test network of the family, which the table may not have. */
function testNetworkOfHosts(hosts: readonly string[], family: Family): Verdict | undefined {
  for (const host of hosts) {
    const [word] = testHost.exec(host) ?? [];
    if (word !== undefined) return namedOrOutside(networkCalled(`${family} ${word}`, family), host);
  }
  return undefined;
}

const networkOf = (name: string, family: Family): boolean => networkCalled(name, family) === name;

/**
 * A title names a network only as a whole, and not if it is a common word. An asset's symbol means
 * the asset, unless the network has the same name: `key: "eth"`, but `name: "Celo"`.
 */
function titledNetwork(title: string, family: Family): string | undefined {
  if (isAsset(title, networkCalled(title, family))) return undefined;
  const found = networksCalled(joinedName(title)).find((one) => one.family === family);
  return found?.weight === 'own' || found?.weight === 'everyday' ? found.network : undefined;
}

/** IDs that were reassigned after their network ended, so they are ambiguous alone. */
const reused: ReadonlyMap<number, readonly string[]> = new Map([[42, ['kovan', 'lukso']]]);

/** For a reassigned ID: the network that its file mentions. */
export function heldBy(verdict: Verdict, mentions: (network: string) => boolean): Verdict {
  for (const networks of reused.values()) {
    const isOne = verdict.kind === 'named' && networks.includes(verdict.network);
    const isAsked =
      verdict.kind === 'several' && verdict.networks.every((n) => networks.includes(n));
    if (!isOne && !isAsked) continue;
    const [only, other] = networks.filter(mentions);
    return only === undefined || other !== undefined ? { kind: 'several', networks } : named(only);
  }
  return verdict;
}

/** An ID outside the table means a network outside the table. */
export function verdictOfId(id: string): Verdict {
  const networks = reused.get(Number(id));
  if (networks !== undefined) return { kind: 'several', networks };
  return namedOrOutside(networkOfChainId(id), id);
}

/** Like `verdictOfId`, for several IDs of one entry: known ones count. */
export function verdictOfIds(ids: readonly string[]): Verdict | undefined {
  if (ids.length === 1) return verdictOfId(ids[0] ?? '');
  const known = ids.flatMap((id) => reused.get(Number(id)) ?? networkOfChainId(id) ?? []);
  const [first] = ids;
  if (known.length === 0 && first !== undefined) return { kind: 'outside', evidence: first };
  return singleOf(known);
}

function verdictOfNames(names: Entries['names'], family: Family): Verdict | undefined {
  const known: (readonly [network: string, evidence: string])[] = [];
  let outside: string | undefined;
  const firm = names.filter(({ isLoose }) => !isLoose);
  for (const { value, isExact } of firm.length > 0 ? firm : names) {
    const isTest = family !== 'evm' && /^(?:testnet|devnet|sepolia|goerli)/i.test(value);
    const network = networkCalled(isTest ? `${family} ${value}` : value, family);
    if (network !== undefined) known.push([network, value]);
    else if (isTest || (isExact && mayBeNetwork(value) && !isMainOf(family, value))) {
      outside ??= value;
    }
  }
  const ofKnown = single(known);
  if (ofKnown !== undefined || outside === undefined) return ofKnown;
  return { kind: 'outside', evidence: outside };
}

/** The main network of a family other than EVM has no other name there. */
const isMainOf = (family: Family, value: string): boolean =>
  family !== 'evm' && /^main(?:net)?$/i.test(value);

/** Whether a value of `network` can be the name of one that the table does not have. */
export const mayBeNetwork = (value: string): boolean =>
  /^[A-Za-z][\w .-]{1,30}$/.test(value) && !generic.has(joinedName(value));
