import { networks } from '../../../src/addresses/networks.ts';
import { englishWords, ethereumLists, viemChains } from './sources.ts';

/** One EIP-155 chain as the table has it. */
interface EvmChain {
  readonly id: number;
  readonly title: string;
  readonly shortName: string;
  readonly native: string;
  readonly explorers: readonly string[];
  readonly nodes: readonly string[];
  /** Whether a library that is kept up to date has it, and not only a list that also has the dead. */
  readonly isCurrent: boolean;
}

/** Chains of the registries that the curated table does not have, by ID. */
function outsideCurated(): EvmChain[] {
  const curated = new Set(networks.map(({ caip2 }) => caip2));
  const byId = new Map<number, EvmChain>();
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
  return [...byId.values()]
    .filter(({ id }) => !curated.has(`eip155:${id}`))
    .sort((a, b) => a.id - b.id);
}

/** Whether two titles have a word in common that says which chain it is. */
function isSameChain(one: EvmChain, other: EvmChain): boolean {
  const wordsOf = ({ title }: EvmChain): string[] =>
    (title.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []).filter(
      (word) => !/^(?:mainnet|testnet|network|chain|evm|sepolia|devnet|l1|l2|goerli)$/.test(word),
    );
  const words = wordsOf(one);
  return wordsOf(other).some((word) =>
    words.some((own) => own.includes(word) || word.includes(own)),
  );
}

/** Hosts of the curated networks too: `extraHosts` lists theirs. */
export function hostsOfCurated(): string[] {
  const byCaip2 = new Map(networks.map(({ caip2, name }) => [caip2, name]));
  const all = [...ethereumLists(), ...viemChains()];
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

function ownersOfHosts(chains: readonly EvmChain[]): Map<string, Set<number>> {
  const owners = new Map<string, Set<number>>();
  for (const { id, explorers, nodes } of chains) {
    for (const host of [...explorers, ...nodes]) {
      owners.set(host, (owners.get(host) ?? new Set()).add(id));
    }
  }
  return owners;
}

/** Words that say what a network is for, not which one it is. */
const generic = /\b(?:mainnet|network|chain|blockchain|evm|l1|l2|layer 2)\b/g;

/** What code calls a chain: its title, and its title without words such as "Mainnet". */
function namesInCode({ title }: EvmChain): string[] {
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

/** A name that says little on its own: a word of a language, a few letters, a number. */
function isCommon(joined: string, title: string): boolean {
  const isOneWord = !/[^a-z0-9]/i.test(title.trim()) || englishWords().has(joined);
  return joined.length < 5 || englishWords().has(joined) || (isOneWord && /^\d|\d$/.test(joined));
}

/** Test networks are started again under the same names, so that a name alone does not tell which. */
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
 * A name in code. `~`: it counts only where the code expects a network. None if it is common and only
 * a list that also has dead chains knows it: another network may be meant.
 */
function wordOf(joined: string, { title, isCurrent }: EvmChain): string[] {
  if (!isCommon(joined, title)) return [isCurrent && !isTestNetwork(title) ? joined : `~${joined}`];
  return isCurrent ? [`~${joined}`] : [];
}

const joinedTitle = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Names that one chain has, or one that is current. */
function ownersOfNames(chains: readonly EvmChain[]): Map<string, number> {
  const owners = new Map<string, Set<EvmChain>>();
  const add = (name: string, chain: EvmChain): void => {
    owners.set(name, (owners.get(name) ?? new Set()).add(chain));
  };
  for (const chain of chains) {
    if (isTestNetwork(chain.title) && !chain.isCurrent) continue;
    for (const name of namesInCode(chain)) if (!reused.has(name)) add(name, chain);
    // `Gravity` and `Gravity Alpha`: the first word alone can mean both.
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

/** The rows of the table: name, chain ID, title, short name, symbol, names in code, hosts. */
export function evmRows(): string[] {
  const taken = new Set(networks.map(({ name }) => name));
  const chains = outsideCurated();
  const owners = ownersOfHosts([...ethereumLists(), ...viemChains()]);
  const namesOf = ownersOfNames(chains);
  const shortNames = new Set(networks.map(({ shortName }) => shortName));
  return chains.map((chain) => {
    const { id, title, shortName, native, explorers, nodes } = chain;
    const slug = title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
    const name = slug === '' || taken.has(slug) ? `eip155:${id}` : slug;
    taken.add(name);
    const words = namesInCode(chain)
      .filter((joined) => namesOf.get(joined) === id)
      .flatMap((joined) => wordOf(joined, chain));
    const isUsable = !shortNames.has(shortName) && !englishWords().has(shortName.toLowerCase());
    const hosts = [...explorers, ...nodes].filter((host) => owners.get(host)?.size === 1);
    const explorer = explorers.find((host) => owners.get(host)?.size === 1) ?? '';
    const others = hosts.filter((host) => host !== explorer);
    return [
      'e',
      name,
      id,
      title,
      isUsable ? shortName : '',
      native,
      words.join(' '),
      [explorer, ...others].join(' '),
    ].join('\t');
  });
}
