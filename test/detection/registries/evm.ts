import { networks } from '../../../src/networks/networks.ts';
import { slugOf } from '../../../src/networks/registry.ts';
import { hyperlaneChains, namesOfSources } from './names.ts';
import { englishWords, ethereumLists, viemChains, type Chain } from './sources.ts';

/** Chains of the registries that the curated table does not have, by ID. */
function outsideCurated(): Chain[] {
  const curated = new Set(networks.map(({ caip2 }) => caip2));
  const byId = new Map<number, Chain>();
  for (const chain of ethereumLists()) byId.set(chain.id, chain);
  for (const chain of viemChains()) {
    const other = byId.get(chain.id);
    // IDs of chains that ended are used again. The older list still describes the other chain.
    if (other === undefined || !isSameChain(chain, other)) byId.set(chain.id, chain);
    else {
      byId.set(chain.id, {
        ...chain,
        shortName: other.shortName,
        explorers: [...new Set([...chain.explorers, ...other.explorers])],
        nodes: [...new Set([...chain.nodes, ...other.nodes])],
      });
    }
  }
  const known = [...byId.values()].sort((a, b) => a.id - b.id);
  // Last, so that no network that had a name in the table gets another one.
  const others = hyperlaneChains().filter(({ id }) => !byId.has(id));
  return [...known, ...others].filter(({ id }) => !curated.has(`eip155:${id}`));
}

/** Whether two titles share a word that identifies the chain. */
function isSameChain(one: Chain, other: Chain): boolean {
  const wordsOf = ({ title }: Chain): string[] =>
    (title.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []).filter(
      (word) => !/^(?:mainnet|testnet|network|chain|evm|sepolia|devnet|l1|l2|goerli)$/.test(word),
    );
  const words = wordsOf(one);
  return wordsOf(other).some((word) =>
    words.some((own) => own.includes(word) || word.includes(own)),
  );
}

const allChains = (): Chain[] => [...ethereumLists(), ...hyperlaneChains(), ...viemChains()];

/** Hosts of the curated networks too: `extraHosts` lists theirs. */
export function hostsOfCurated(): string[] {
  const byCaip2 = new Map(networks.map(({ caip2, name }) => [caip2, name]));
  const all = allChains();
  const owners = ownersOfHosts(all);
  const rows = new Map<string, Set<string>>();
  for (const { id, explorers, nodes } of all) {
    const name = byCaip2.get(`eip155:${id}`);
    if (name === undefined) continue;
    const own = [...explorers, ...nodes].filter((host) => owners.get(host)?.size === 1);
    rows.set(name, new Set([...(rows.get(name) ?? []), ...own]));
  }
  return [...rows].map(([name, hosts]) => `h\t${name}\t${[...hosts].sort().join(' ')}`).sort();
}

function ownersOfHosts(chains: readonly Chain[]): Map<string, Set<number>> {
  const owners = new Map<string, Set<number>>();
  for (const { id, explorers, nodes } of chains) {
    for (const host of [...explorers, ...nodes]) {
      owners.set(host, (owners.get(host) ?? new Set()).add(id));
    }
  }
  return owners;
}

/** Words for a network's purpose, which don't identify it. */
const generic = /\b(?:mainnet|network|chain|blockchain|evm|l1|l2|layer 2)\b/g;

/** Names of a chain in code: its title, and its title without words such as "Mainnet". */
function namesInCode({ title }: Chain): string[] {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const short = words.replace(generic, ' ').replace(/ +/g, ' ').trim();
  // `Mantle Sepolia Testnet` is `mantleSepolia`.
  const test = /sepolia|holesky|hoodi/.test(words)
    ? words.replace(/ (?:testnet|mainnet)\b/g, '')
    : words;
  return [...new Set([words, short, test])].map((name) => name.replaceAll(' ', '')).filter(Boolean);
}

/** A name that is ambiguous on its own: an everyday word, a few letters, a number. */
function isCommon(joined: string, title: string): boolean {
  const isOneWord = !/[^a-z0-9]/i.test(title.trim()) || englishWords().has(joined);
  return joined.length < 5 || englishWords().has(joined) || (isOneWord && /^\d|\d$/.test(joined));
}

/** Test networks are restarted under the same names, so a name alone is ambiguous. */
const isTestNetwork = (title: string): boolean => /test|devnet|staging/i.test(title);

/** Names that a second network was given after the first one, or that two have at once. */
const reused = new Set([
  'megaethtestnet',
  'humanitytestnet',
  'berachaintestnet',
  'mantapacifictestnet',
  'sonictestnet',
  'gravity',
]);

/**
 * A name in code. `~`: it counts only where code expects a network. None if it is common and only a
 * list that includes dead chains has it, because another network may be meant.
 */
function wordOf(joined: string, { title, isCurrent }: Chain): string[] {
  if (!isCommon(joined, title))
    return [isCurrent && !isTestNetwork(joined) ? joined : `~${joined}`];
  return isCurrent ? [`~${joined}`] : [];
}

const joinedTitle = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Names that one chain has, or one that is current. */
function ownersOfNames(chains: readonly Chain[]): Map<string, number> {
  const owners = new Map<string, Set<Chain>>();
  const add = (name: string, chain: Chain): void => {
    owners.set(name, (owners.get(name) ?? new Set()).add(chain));
  };
  for (const chain of chains) {
    if (isTestNetwork(chain.title) && !chain.isCurrent) continue;
    for (const name of namesInCode(chain)) if (!reused.has(name)) add(name, chain);
    // `Gravity` and `Gravity Alpha`: the first word alone can mean either.
    const [first = ''] = chain.title.toLowerCase().match(/[a-z0-9]+/) ?? [];
    const isOther = /test|devnet|sepolia|goerli|holesky|hoodi|legacy|nova/i.test(chain.title);
    if (chain.isCurrent && !isOther && !reused.has(first)) add(first, chain);
  }
  const unique = new Map<string, number>();
  for (const [name, all] of owners) {
    const current = [...all].filter(({ isCurrent }) => isCurrent);
    const titled = current.filter(({ title }) => joinedTitle(title) === name);
    const [owner, ...others] = titled.length > 0 ? titled : current.length > 0 ? current : [...all];
    if (owner !== undefined && others.length === 0) unique.set(name, owner.id);
  }
  return unique;
}

const joined = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const curatedNames = new Set(
  networks.flatMap(({ name, title, aliases }) => [name, title, ...aliases].map(joined)),
);

/** Names in other packages, by chain ID, without those that follow from others. */
function furtherNames(): ReadonlyMap<number, readonly string[]> {
  const titles = allChains()
    .filter(({ isCurrent, title }) => isCurrent || isTestNetwork(title))
    .flatMap((chain) => namesInCode(chain).map((name) => [name, chain.id] as const));
  const words = new Map<number, string>();
  for (const { id, title, shortName } of allChains()) {
    words.set(id, `${words.get(id) ?? ''} ${title} ${shortName}`);
  }
  for (const { caip2 = '', name, title, aliases } of networks) {
    words.set(Number(caip2.slice(7)), [name, title, ...aliases].join(' '));
  }
  const names = namesOfSources({ titles, words });
  const byId = new Map<number, string[]>();
  for (const [name, id] of names) {
    const shorter = name.replace(/(?:mainnet|network|chain|evm)$/, '');
    const isDerived = shorter !== name && (curatedNames.has(shorter) || names.get(shorter) === id);
    if (curatedNames.has(name) || isDerived) continue;
    byId.set(id, [...(byId.get(id) ?? []), name]);
  }
  return byId;
}

/** Rows of curated networks: further names, which count where the code expects a network. */
export function namesOfCurated(): string[] {
  const names = furtherNames();
  return networks
    .flatMap(({ name, caip2 = '' }) => {
      const words = caip2.startsWith('eip155:') ? names.get(Number(caip2.slice(7))) : undefined;
      return words === undefined ? [] : [`n\t${name}\t${[...words].sort().join(' ')}`];
    })
    .sort();
}

/** Networks that ended and whose chain IDs others have now. Code still has their names. */
const retired = ['e\tkovan\t\tKovan\t\tETH\tkovan\tkovan.etherscan.io'];

/**
 * The rows of the table, without what follows from the title: its slug as the name, and `=` for that
 * as a word. Name, chain ID, title, short name, symbol, names in code, hosts. */
export function evmRows(): string[] {
  const taken = new Set(networks.map(({ name }) => name));
  const chains = outsideCurated();
  const owners = ownersOfHosts(allChains());
  const namesOf = ownersOfNames(chains);
  const further = furtherNames();
  const shortNames = new Set(networks.map(({ shortName }) => shortName));
  const rows = chains.map((chain) => {
    const { id, title, shortName, native, explorers, nodes } = chain;
    const slug = slugOf(title);
    const name = slug === '' || taken.has(slug) ? `eip155:${id}` : slug;
    taken.add(name);
    const others = further.get(id) ?? [];
    const own = namesInCode(chain)
      .filter((name) => namesOf.get(name) === id)
      // Each generation of a test network takes the name of the one before.
      .filter((name) => !name.endsWith('testnet') || others.includes(name))
      .flatMap((name) => wordOf(name, chain));
    const known = new Set(own.map((word) => word.replace('~', '')));
    const words = [...own, ...others.filter((name) => !known.has(name)).map((name) => `~${name}`)];
    const isUsable = !shortNames.has(shortName) && !englishWords().has(shortName.toLowerCase());
    const hosts = [...explorers, ...nodes].filter((host) => owners.get(host)?.size === 1);
    const explorer = explorers.find((host) => owners.get(host)?.size === 1) ?? '';
    const otherHosts = hosts.filter((host) => host !== explorer);
    return [
      'e',
      name === slug ? '' : name,
      id,
      title,
      isUsable ? shortName : '',
      native,
      words
        .map((word) => (word.replace('~', '') === joined(slug) ? word.replace(/[^~]+/, '=') : word))
        .join(' '),
      [explorer, ...otherHosts].join(' '),
    ].join('\t');
  });
  return [...rows, ...retired];
}
