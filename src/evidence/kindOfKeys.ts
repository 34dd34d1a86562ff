import { networks as table } from '../networks/networks.ts';
import { networkCalled, networkOfChainId } from '../networks/mentions.ts';
import { isSymbol, networksCalled } from '../networks/names.ts';

/** What the keys of entries are. */
export interface KindOfKeys {
  /** How many keys are networks, and no symbols of assets. */
  readonly networks: number;
  /** Those that are neither `mainnet` nor the name of a test network that others share. */
  readonly mainNetworks: number;
  /** Whether keys are tokens, so that a network among them is the one with its name. */
  readonly isOfAssets: boolean;
  /** Whether the keys are networks, so that a key that is none names one outside the table. */
  readonly isByNetwork: boolean;
  /** Whether numbers among the keys are chain IDs. */
  readonly isByChainId: boolean;
}

/**
 * Whether a number says that others beside it are chain IDs. Smaller ones are places and counts too, and
 * most of three digits are versions and status codes: those of the registries alone do not count.
 */
export function isTelling(id: string): boolean {
  const network = Number(id) > 255 ? networkOfChainId(id) : undefined;
  return network !== undefined && (Number(id) > 999 || table.some(({ name }) => name === network));
}

/** Numbers that count: a list from nought, or one, two, and three, of which two is no one's ID by now. */
export const isCount = (numbers: ReadonlySet<string>): boolean =>
  numbers.has('0') || ['1', '2', '3'].every((each) => numbers.has(each));

/** `{"1": …, "137": …}` and nothing else: such numbers are no list, and no sizes. */
function isMapOfIds(keys: readonly string[]): boolean {
  const isKnown = keys.every((key) => /^\d+$/.test(key) && networkOfChainId(key) !== undefined);
  return isKnown && keys.length > 1 && keys.includes('1') && keys.some((key) => unround.has(key));
}

/** Those of large networks that are no round numbers. */
const unround = new Set(['137', '56', '250', '43114', '42161']);

const sharedName = /^(?:main(?:net)?|sepolia|holesky|hoodi|goerli|testnet|devnet)$/;

/** Tokens that no network is called after: dollars, and what stands for bitcoin and ether. */
const asset = /^(?:[a-z]{0,4}usd[a-z]{0,2}|dai|[a-z]{1,3}btc[a-z]?|btcb|[a-z]{1,3}eth)$/;

/** @param isNamed whether the text before the entries calls them addresses, contracts, or networks */
export function kindOfKeys(keys: readonly string[], isNamed: boolean): KindOfKeys {
  let numbers = 0;
  let hasLargeId = false;
  let networks = 0;
  let mainNetworks = 0;
  let assets = 0;
  for (const key of keys) {
    if (/^\d+$/.test(key)) {
      numbers++;
      if (isTelling(key)) hasLargeId = true;
    } else if (isSymbol(key.toUpperCase())) {
      // ETH and BNB are keys of lists of assets too.
      assets++;
    } else if (networksCalled(key).length > 0 || networkCalled(key, 'evm') !== undefined) {
      networks++;
      if (!sharedName.test(key)) mainNetworks++;
    }
  }
  const isOfAssets = networks < 2 && keys.some((key) => asset.test(key));
  return {
    networks,
    mainNetworks,
    isOfAssets,
    isByNetwork: networks >= 2 && networks * 2 >= keys.length - numbers - assets,
    isByChainId:
      numbers > 0 &&
      !isCount(new Set(keys)) &&
      ((hasLargeId && !(isOfAssets && numbers === 1)) || isNamed || isMapOfIds(keys)),
  };
}
