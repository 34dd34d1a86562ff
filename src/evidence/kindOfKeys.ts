import { networks as table } from '../networks/networks.ts';
import { networkCalled, networkOfChainId } from '../networks/mentions.ts';
import { isSymbol, networksCalled } from '../networks/names.ts';

/** The kind of an entry list's keys. */
export interface KindOfKeys {
  /** How many keys are networks, and no symbols of assets. */
  readonly networks: number;
  /** Networks among them, except `mainnet` and shared names of test networks. */
  readonly mainNetworks: number;
  /** Whether keys are tokens, so that a network among them is the one with its name. */
  readonly isOfAssets: boolean;
  /** Whether the keys are networks, so that any other key means a network outside the table. */
  readonly isByNetwork: boolean;
  /** Whether numbers among the keys are chain IDs. */
  readonly isByChainId: boolean;
}

/** Typical of sizes, fees, and years. */
const isRoundOrYear = (id: string): boolean => Number(id) % 100 === 0 || /^(?:19|20)\d\d$/.test(id);

/** Whether a number is the ID of a network of our own table. */
function isCurated(id: string): boolean {
  const network = networkOfChainId(id);
  return network !== undefined && table.some(({ name }) => name === network);
}

/** Whether it is one that counts, and hardly anything else: `56`, `8453`. */
const isFirm = (id: string): boolean => Number(id) > 9 && !isRoundOrYear(id) && isCurated(id);

/**
 * Whether a number implies that its neighbors are chain IDs. Smaller numbers can be positions and
 * counts, most three-digit ones are versions and status codes, and round ones are fees and sizes.
 */
export function isTelling(id: string): boolean {
  return Number(id) > 255 && !isRoundOrYear(id) && isPlausible(id);
}

/** `20240324`, which is the ID of a network too. */
const isDate = (id: string): boolean => /^20\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(id);

/**
 * The same for the end of the name of a file. Round ones of five digits are IDs if we curate them:
 * `17000` is a network, and `10000` the fee of a pool. Small ones count too much else: `airdrop-324`.
 */
export const isTellingAtEnd = (id: string): boolean =>
  Number(id) > 9_999
    ? isCurated(id) || (isTelling(id) && !isDate(id))
    : Number(id) > 4_999 && isTelling(id) && isCurated(id);

/** IDs of retired networks and of local ones, which code still uses. */
const retiredOrLocal = new Set(['3', '4', '42', '1337', '31337']);

/** Whether a number is the ID of a network. The small ones of the registries count things. */
const isPlausible = (id: string): boolean =>
  retiredOrLocal.has(id) ||
  isCurated(id) ||
  (Number(id) > 999 && networkOfChainId(id) !== undefined);

/**
 * Counting numbers: a list from zero, or one, two, and three, where two is no longer any network's
 * ID.
 */
export const isCount = (numbers: ReadonlySet<string>): boolean =>
  numbers.has('0') || ['1', '2', '3'].every((each) => numbers.has(each));

/** `{"1": …, "137": …}` and nothing else: such numbers are neither positions nor sizes. */
function isMapOfIds(keys: readonly string[]): boolean {
  const isKnown = keys.every((key) => /^\d+$/.test(key) && networkOfChainId(key) !== undefined);
  return isKnown && keys.length > 1 && keys.includes('1') && keys.some((key) => unround.has(key));
}

/** IDs of large networks that are not round numbers. */
const unround = new Set(['137', '56', '250', '43114', '42161']);

const sharedName = /^(?:main(?:net)?|sepolia|holesky|hoodi|goerli|testnet|devnet)$/;

/** Tokens that don't share a name with a network: dollars, and wrapped bitcoin and ether. */
const asset = /^(?:[a-z]{0,4}usd[a-z]{0,2}|dai|[a-z]{1,3}btc[a-z]?|btcb|[a-z]{1,3}eth)$/;

/** The meaning of a key, regardless of its surroundings. */
export interface KeyMeaning {
  /** In lower case and without separators, unless it is a version. */
  readonly joined: string;
  readonly is: 'number' | 'symbol' | 'network' | 'sharedName' | undefined;
  readonly isTelling: boolean;
  readonly isAsset: boolean;
}

export function meaningOfKey(joined: string): KeyMeaning {
  const isNumber = /^\d+$/.test(joined);
  return {
    joined,
    is: isNumber ? 'number' : meaningOfName(joined),
    isTelling: isNumber && isTelling(joined),
    isAsset: asset.test(joined),
  };
}

function meaningOfName(key: string): KeyMeaning['is'] {
  // ETH and BNB are keys of lists of assets too.
  if (isSymbol(key.toUpperCase())) return 'symbol';
  if (networksCalled(key).length === 0 && networkCalled(key, 'evm') === undefined) return undefined;
  return sharedName.test(key) ? 'sharedName' : 'network';
}

/** @param head the text before the entries */
export function kindOfKeys(keys: readonly KeyMeaning[], head: string): KindOfKeys {
  const counts = { number: 0, symbol: 0, network: 0, sharedName: 0 };
  for (const { is } of keys) if (is !== undefined) counts[is]++;
  const networks = counts.network + counts.sharedName;
  const isOfAssets = networks < 2 && keys.some(({ isAsset }) => isAsset);
  return {
    networks,
    mainNetworks: counts.network,
    isOfAssets,
    isByNetwork: networks >= 2 && networks * 2 >= keys.length - counts.number - counts.symbol,
    isByChainId: counts.number > 0 && areChainIds(keys, head, isOfAssets && counts.number === 1),
  };
}

function areChainIds(keys: readonly KeyMeaning[], head: string, isOfAsset: boolean): boolean {
  const names = keys.map(({ joined }) => joined);
  if (isCount(new Set(names))) return false;
  if ((!isOfAsset && keys.some(({ isTelling }) => isTelling)) || isMapOfIds(names)) return true;
  const numbers = names.filter((name) => /^\d+$/.test(name));
  const hasFirm = numbers.some(isFirm);
  // `{1: …, 5000: …}`: a round number beside a network's ID.
  const isWithRound = hasFirm || numbers.includes('1');
  if (isWithRound && numbers.some((id) => Number(id) > 255 && isCurated(id))) return true;
  if (!isOfNetworks.test(head)) return false;
  if (hasFirm) return true;
  const areOfYears = !numbers.every(isCurated) && numbers.every(isRoundOrYear);
  return !isOfVersions.test(head) && numbers.every(isPlausible) && !areOfYears;
}

/** Heads of maps of addresses, contracts, or networks. */
const isOfNetworks = /network|chain|address|deploy|contract|bridge/i;

/** Topics of maps whose numbers are versions. */
const isOfVersions =
  /version|index|tier|fee|(?<!g)round|epoch|season|phase|level|batch|step|stage/i;

/** `ChainId.POLYGON`, `chains.polygon.id`, `NamedChain::Base`: the part that names the network. */
export function lastName(value: string): string {
  const parts = value.split(/\.|::/);
  const last = parts.pop() ?? '';
  return withoutChainId(/^(?:id|name|chainId|key)$/.test(last) ? (parts.pop() ?? '') : last);
}

/** `ChainIDBase`, `CHAIN_ID_BASE`: the name in a constant for a chain ID. */
export const withoutChainId = (name: string): string => name.replace(ofChainId, '');

const ofChainId = /^(?:[cC]hainI[dD]_?|CHAIN_ID_)(?=[A-Z])/;
