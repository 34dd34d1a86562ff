import { networkNamed, networks, type Family } from './networks.ts';
import { Prepared } from './prepared.ts';
import { prepareRegistry, registry } from './registry.ts';

/** A network under one of its names in code. */
export interface Named {
  readonly network: string;
  readonly family: Family;
  /**
   * `own`: no other meaning. `everyday`: also a word, such as base: it counts if nothing else can be
   * meant. `common`: it counts only where the code expects a network.
   */
  readonly weight: 'own' | 'everyday' | 'common';
}

/** Names that occur in most programs, or that are better known as products. */
const common = setOf('core mode abstract ink redstone zkevm');

export const isCommon = (name: string): boolean => common.has(name.toLowerCase());

/** Further names that are in at most one package, for places where code expects a network. */
// oxfmt-ignore
const codes: readonly (readonly [name: string, chainId: number])[] = [
  ['ava', 43114], ['avalanchec', 43114], ['opt', 10], ['pol', 137],
  ['bas', 8453], ['zerogravity', 16661], ['rarichain', 1380012617], ['lightlink', 1890],
  ['heco', 128], ['telos', 40], ['pulse', 369], ['optimistic', 10],
  ['fantomsonic', 146], ['plumephoenix', 98866], ['zerog', 16661], ['gravity', 1625],
  ['era', 324], ['kava', 2222], ['ape', 33139], ['bera', 80094],
  ['polygonzk', 1101], ['wc', 480], ['scrollgoerli', 534353], ['zksyncgoerli', 280],
  ['arbsep', 421614], ['optsep', 11155420], ['klaytntestnet', 1001], ['kaiatestnet', 1001],
  ['hyperevmtestnet', 998], ['optimisticgoerli', 420], ['optimisticsepolia', 11155420],
  ['optimistickovan', 69], ['binancesc', 56], ['bttc', 199], ['zksync2testnet', 280], ['blasts2testnet', 168587773],
];

/** Test networks of Ethereum that only code of their time names. */
const ended = ['kovan', 'rinkeby', 'ropsten'];

/** Created by the first address that needs evidence: activation does not pay for them. */
const byWord = new Prepared(allNames);

/** Creates in slices what the first address needs of networks and their names. */
export function* prepareNames(): Generator<void, void> {
  yield* prepareRegistry();
  yield* byWord.prepare();
  isSymbol('A');
}

/** Names between two slices: about a millisecond before the code is compiled. */
const batch = 512;

/** The networks that a name can mean, at most one per family. */
export function networksCalled(joined: string): readonly Named[] {
  return byWord.get().get(joined) ?? none;
}

const none: readonly Named[] = [];

export const joinedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function* allNames(): Generator<void, ReadonlyMap<string, readonly Named[]>> {
  const names = new Map<string, Named[]>();
  const add = (joined: string, named: Named): void => {
    const others = names.get(joined);
    if (others === undefined) names.set(joined, [named]);
    else if (!others.some(({ family }) => family === named.family)) others.push(named);
  };
  for (const { name, title, aliases, family } of networks) {
    const isEverydayName = aliases.includes(`~${name}`);
    for (const alias of [name, title, ...aliases]) {
      const isOwnAlias = alias !== name && alias !== title && !alias.startsWith('~');
      const isEveryday = alias.startsWith('~') || (isEverydayName && !isOwnAlias);
      const weight = common.has(alias.toLowerCase().replace('~', ''))
        ? 'common'
        : isEveryday
          ? 'everyday'
          : 'own';
      add(joinedName(alias), { network: name, family, weight });
    }
  }
  for (const [word, id] of codes) {
    const curated = networks.find(({ caip2 }) => caip2 === `eip155:${id}`);
    const network = curated?.name ?? registry().byChainId.get(id);
    if (network !== undefined) add(word, { network, family: 'evm', weight: 'common' });
  }
  for (const network of ended) {
    for (const layer of ['eth', 'ethereum']) {
      add(layer + network, { network, family: 'evm', weight: 'own' });
    }
  }
  add('sol', { network: 'solana', family: 'solana', weight: 'common' });
  yield;
  let count = 0;
  for (const [word, { network, weight }] of registry().byWord) {
    if (++count % batch === 0) yield;
    // Most of the others are products and words too: Forta, Degen, `the root`.
    const isOther = weight === 'own' && !/(?:chain|net)$/.test(word) && !common.has(word);
    const known = common.has(word) ? 'common' : weight;
    add(word, { network, family: 'evm', weight: isOther ? 'everyday' : known });
  }
  return names;
}

/** Symbols of native assets, and one that was replaced. In a list of assets they name no network. */
let symbols: ReadonlySet<string> | undefined;

/** Whether a word in capitals is the symbol of an asset. */
export function isSymbol(word: string): boolean {
  symbols ??= new Set([
    ...[...networks, ...registry().networks.values()].map(({ native }) => native),
    ...['MATIC', 'ARB', 'OP'],
  ]);
  return word !== word.toLowerCase() && symbols.has(word);
}

/** Words that turn an everyday word next to them into the name of a network. */
export const qualifiers = setOf('mainnet network chain l1 l2 rollup rpc evm');

/** Words after a network's name that make it a test network, which may not be in the table. */
export const testWords = setOf(
  'testnet test goerli görli rinkeby ropsten kovan mumbai fuji amoy sepolia holesky hoodi devnet localnet chapel',
);

const testTitle =
  /test|devnet|sepolia|goerli|holesky|hoodi|amoy|mumbai|fuji|chiado|alfajores|rinkeby|ropsten|kovan|nile|shasta|preprod/i;

/** Whether a network is one for tests, by its title. */
export const isTestNetwork = (network: string): boolean =>
  testTitle.test(networkNamed(network)?.title ?? network);

/** Words next to which an everyday word still names a network: assets, hosts, contents of lists. */
export const fillers = setOf(
  'usdc usdt dai weth wbtc link mainnet network networks chain chains rpc explorer deployments addresses contracts config json http https wss www com org io net dev xyz infura alchemy ankr quiknode publicnode blastapi g v2 v3 api',
);

/**
 * Words for what a contract does, and words of prose: before the name of a test network they do not
 * make it another one, as `foo` does in `fooSepolia`.
 */
export const roleWords = setOf(
  'a dao upgrade upgrades params parameters migration script the on at in to for from of and or via by is are with our this token tokens router factory pool vault proxy owner admin deployer treasury oracle feed feeds registry bridge gateway messenger adapter manager controller implementation impl safe multisig wallet timelock governor staking rewards address addr contract entrypoint multicall quoter permit endpoint mailbox hub spoke lens nft erc20 erc721 mock deploy deployment deployed deployments fork url key id name testnet test tests l1 l2 eth ethereum weth usdc usdt dai usd steth wsteth comp aave uni uniswap proxy beacon account faucet default public live new old current start block run use using see get set up setup create make load is has',
);

/** Words for bridging, which a contract has on one network and names after the other. */
export const bridgingWords = setOf(
  'portal gateway messenger inbox outbox root child l1 l2 gauge rollup sequencer predicate escrow crosschain forwarder receiver relayer',
);

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
