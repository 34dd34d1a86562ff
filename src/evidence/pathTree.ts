import { networkNamed, type Family } from '../networks/networks.ts';
import { combine } from './resolve.ts';
import { mayBeNetwork, verdictOfId } from './entryVerdicts.ts';
import { calledAs, networkCalled, networkOfChainId } from '../networks/mentions.ts';
import { isTellingAtEnd } from './kindOfKeys.ts';
import { isTestNetwork } from '../networks/names.ts';
import { isTestOf } from './networkWords.ts';
import { isSame, named, namedOrOutside, type Verdict } from '../networks/verdict.ts';

/** Folders whose folders and files are named after networks. */
const listsNetworks =
  /^(?:\.openzeppelin|(?:[\w-]*[-_])?(?:deploy(?:ments?|ed)?|networks?|chains?|address(?:es|-?book)|broadcast)(?:[-_](?:addresses|configs?|data))?)$/i;

/** Words beside a network's name that describe a file's content. */
const roles =
  /^(?:address(?:es)?|deploy(?:ments?|ed)?|contracts?|configs?|tokens?|core|prod(?:uction)?|staging|latest|live|diamond|info|list|v?\d{1,3})$/i;

/** Folders named after a file format. */
const isOfFormat =
  /^(?:json|ya?ml|toml|csv|abis?|artifacts|data|src|out|lib|generated|output|evm|contracts?|addresses|networks?|chains?|v\d+)$/i;

/** `chainId-137`, `eip155:137=matic`: a name that declares a chain ID. */
const chainId = /^(?:(?:chain|network)[-_]?id|eip155)[-_:](\d{1,15})(?:=(.{1,80}))?$/i;

/** In a list of networks: Hardhat Ignition's `chain-137`, OpenZeppelin's `unknown-137`. Elsewhere, it is a count. */
const listedId = /^(?:chain|unknown)[-_](\d{1,15})$/i;

/** Networks that ended have no ID in the table: another one may use it now, as LUKSO does Kovan's. */
function verdictOfFolder(id: string, name: string): Verdict {
  const called = networkCalled(name, 'evm');
  const hasEnded = called !== undefined && networkNamed(called)?.caip2 === undefined;
  const ofId = networkOfChainId(id);
  return hasEnded || called === ofId ? namedOrOutside(called, id) : verdictOfId(id);
}

/**
 * The network of a path in a tree by network: `deployments/<network>/`, `broadcast/<script>/<chain
 * ID>/`.
 */
export function treeVerdict(parts: readonly string[], family: Family): Verdict | undefined {
  for (let at = parts.length - 2; at >= 0; at--) {
    const [, said, name] = chainId.exec(stemOf(parts[at + 1] ?? '')) ?? [];
    if (said !== undefined && family === 'evm') return verdictOfFolder(said, name ?? '');
    const list = parts[at] ?? '';
    if (!listsNetworks.test(list)) continue;
    const isBroadcast = list === 'broadcast';
    const verdict = verdictBelow(parts.slice(at + (isBroadcast ? 2 : 1)), {
      family,
      isBroadcast,
      isClosed: /^deployments$/i.test(list),
    });
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

interface Tree {
  readonly family: Family;
  readonly isBroadcast: boolean;
  /** Whether an unknown folder name inside means a different network. */
  readonly isClosed: boolean;
}

function verdictBelow(parts: readonly string[], tree: Tree): Verdict | undefined {
  const [child = '', next = ''] = parts;
  const { family } = tree;
  const name = stemOf(child);
  const isFolder = name === child && next !== '';
  // `deployments/json/arbitrum.json`: the folder describes the format of its files.
  if (isFolder && isOfFormat.test(child)) return verdictBelow(parts.slice(1), tree);
  const listed = family === 'evm' ? listedId.exec(name)?.[1] : undefined;
  if (listed !== undefined) return verdictOfId(listed);
  const [, id, rest = ''] = family === 'evm' ? (startId.exec(name) ?? []) : [];
  if (id !== undefined && !isOrdinal(rest) && !isoDate.test(name)) {
    const verdict = verdictOfId(id);
    return verdict.kind === 'outside' && !tree.isBroadcast ? undefined : verdict;
  }
  const last = family === 'evm' && !isFolder ? idAtEnd(name) : undefined;
  if (last !== undefined) {
    const [ofId, before] = [verdictOfId(last), wholeName(name.slice(0, -last.length - 1), family)];
    // `polygon-8453`: a bridge, or a mistake.
    return ofId.kind === 'named' && before?.kind === 'named' && !isSame(ofId, before)
      ? { kind: 'several', networks: [before.network, ofId.network] }
      : ofId;
  }
  // The name that `FolderIds` gives to a folder for all main networks.
  if (name === 'environment') return wholeName(stemOf(next), family);
  const environment = /^(testnet|devnet)s?$/i.exec(name)?.[1];
  if (environment !== undefined) return testBelow(next, environment, family);
  const own = wholeName(name, family);
  if (own === undefined) {
    const isOutside = isFolder && tree.isClosed && family === 'evm';
    return isTestOf(name, family) || (isOutside && /^[a-z]/.test(name) && mayBeNetwork(name))
      ? { kind: 'outside', evidence: name }
      : undefined;
  }
  const below = next === '' ? undefined : wholeName(stemOf(next), family);
  if (below === undefined || below.kind !== 'named') return own;
  return combine(own, below, family) ?? combine(below, own, family) ?? own;
}

/** `2020-06-01`: most years are IDs of networks too. */
const isoDate = /^(?:19|20)\d\d([-_.])(?:0[1-9]|1[0-2])\1(?:[0-2]\d|3[01])(?!\d)/;

/** An ID alone, or with a description: `137`, `137-addresses`, `8453_base`. */
const startId = /^([1-9]\d{0,14})(?:[-_.](.*))?$/;

/** `pr-1088`, `startBlock-17000`, `mip-324`: prefixes of a number that counts something. */
const counts =
  /(?:^|[a-z])(?:block|height|slot|epoch|round|batch|version|snapshot)$|^(?:issue|pr|pull|ticket|log|port|run|job|build|step|part|page|no|pid|rev|seed|tx|fee|proposal|week|day|[a-z]{1,3}ip|eip|erc|audit)$/;

/** The ID behind what is of its network: `Vault-17000`, `vault-v2-8453`. */
function idAtEnd(name: string): string | undefined {
  const [, before = '', id = ''] = /^([a-z].*)[-_.]([1-9]\d{2,14})$/i.exec(name) ?? [];
  const word = before.toLowerCase().split(/[-_.]/).at(-1) ?? '';
  // `v1.1.480` is a version.
  const isCount = counts.test(word) || /\d\.\d+$/.test(name);
  return id !== '' && isTellingAtEnd(id) && !isCount ? id : undefined;
}

/** `deploy/31_deploy_vault.ts`: the number of a step. */
const isOrdinal = (rest: string): boolean =>
  rest !== '' &&
  networkCalled(rest, 'evm') === undefined &&
  !rest.split(/[-_.]/).every((word) => roles.test(word));

/** `deployments/testnet/polygon/`: the test network of the next name, if the table has it. */
function testBelow(next: string, environment: string, family: Family): Verdict | undefined {
  const evidence = `${stemOf(next)} ${environment}`;
  const of = networkCalled(stemOf(next), family);
  if (of === undefined) return undefined;
  const network = isTestNetwork(of) ? of : networkCalled(evidence, family);
  return namedOrOutside(network, evidence);
}

const stemOf = (part: string): string => part.replace(/\.[a-z]{1,5}$/i, '');

/** A name as a whole: no piece of a name is the network's. Words for what is in a file do not count. */
function wholeName(name: string, family: Family): Verdict | undefined {
  // `deployments/core/`: the content of the folder.
  const whole = roles.test(name) ? undefined : calledAs(name, family)?.network;
  if (whole !== undefined) return named(whole, name);
  const words = name.split(/[-_.]/).filter((word) => !roles.test(word));
  // `base_8453`: its ID agrees with the name.
  const ofId = /^\d{2,15}$/.test(words.at(-1) ?? '') && networkOfChainId(words.at(-1) ?? '');
  if (ofId && calledAs(words.slice(0, -1).join('-'), family)?.network === ofId) words.pop();
  const rest = words.join('-');
  const network = rest === '' || rest === name ? undefined : calledAs(rest, family)?.network;
  return network === undefined ? undefined : named(network, rest);
}
