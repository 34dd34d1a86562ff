import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Prepared } from './prepared.ts';

/**
 * The networks of public registries that `networks.ts` does not have, from a generated file. It is
 * read when a name, an ID, or a host is not in the curated table, so neither activation nor a scan
 * pays for its size.
 */
export interface Registry {
  readonly networks: ReadonlyMap<string, RegisteredNetwork>;
  readonly byChainId: ReadonlyMap<number, string>;
  readonly byShortName: ReadonlyMap<string, string>;
  /** Names in code, in lower case and without separators. */
  readonly byWord: ReadonlyMap<string, RegisteredName>;
  /** Hosts of explorers and nodes that serve one network, of curated networks too. */
  readonly byHost: ReadonlyMap<string, string>;
}

/** A network with its data from the file. The fields mean the same as in `Network`. */
interface RegisteredNetwork {
  readonly name: string;
  readonly title: string;
  readonly family: 'evm' | 'cosmos';
  readonly caip2?: string;
  readonly shortName?: string;
  readonly bech32?: string;
  readonly native: string;
  readonly explorer?: string;
  readonly aliases: readonly string[];
}

interface RegisteredName {
  readonly network: string;
  /** `common`: the name counts only where code expects a network. */
  readonly weight: 'own' | 'common';
}

const loaded = new Prepared(read);

export const registry = (): Registry => loaded.get();

/** Reads the registry in slices, if nothing has needed it before. */
export const prepareRegistry = (): Generator<void, void> => loaded.prepare();

interface Prefixes {
  /** Networks of the Cosmos SDK by their prefix. Undefined: several networks have it. */
  readonly networks: ReadonlyMap<string, string | undefined>;
  /** Networks, including curated ones, that derive accounts from keys as EVM does. */
  readonly withEvmKeys: ReadonlySet<string>;
}

let prefixes: Prefixes | undefined;

/**
 * Separate, because a scan needs them immediately, and the whole registry takes four times as long.
 */
const readPrefixes = (): Prefixes => (prefixes ??= prefixesIn(readText()));

export const registeredPrefixes = (): Prefixes['networks'] => readPrefixes().networks;

export const hasEvmKeys = (prefix: string): boolean => readPrefixes().withEvmKeys.has(prefix);

function prefixesIn(text: string): Prefixes {
  const rows = text.matchAll(/^c\t([^\t\n]*)\t([^\t\n]*)/gm);
  const [, withEvmKeys = ''] = /^k\t([^\n]*)/m.exec(text) ?? [];
  return {
    networks: new Map(
      Array.from(rows, ([, name = '', bech32 = '']) => [bech32, name === '' ? undefined : name]),
    ),
    withEvmKeys: new Set(listed(withEvmKeys)),
  };
}

const readText = (): string => readFileSync(join(import.meta.dirname, 'registry.txt'), 'utf8');

/** Rows between two slices: some milliseconds before the code is compiled. */
const batch = 256;

/**
 * The kinds of rows: an EVM network, further names and hosts of a curated one, a network of the Cosmos
 * SDK. The last row is not read here.
 */
function* read(): Generator<void, Registry> {
  const lines = readText().split('\n');
  const networks = new Map<string, RegisteredNetwork>();
  const byChainId = new Map<number, string>();
  const byShortName = new Map<string, string>();
  const byWord = new Map<string, RegisteredName>();
  const byHost = new Map<string, string>();
  for (const [row, line] of lines.entries()) {
    if (row % batch === 0) yield;
    const cells = line.split('\t');
    const kind = cells[0];
    let name = cells[1] ?? '';
    if (kind === 'e') {
      const [, , id = '', title = '', shortName = '', native = '', words = '', hosts = ''] = cells;
      const slug = slugOf(title);
      name ||= slug;
      const explorer = hosts.slice(0, Math.max(0, hosts.indexOf(' ')) || hosts.length);
      networks.set(name, {
        name,
        title,
        family: 'evm',
        native,
        aliases: [],
        ...(id !== '' && { caip2: `eip155:${id}` }),
        ...(shortName !== '' && { shortName }),
        ...(explorer !== '' && { explorer: `https://${explorer}/address/{address}` }),
      });
      if (id !== '') byChainId.set(Number(id), name);
      if (shortName !== '') byShortName.set(shortName, name);
      for (const word of listed(words)) {
        const weight = word.startsWith('~') ? 'common' : 'own';
        const spelled = weight === 'own' ? word : word.slice(1);
        byWord.set(spelled === '=' ? slug.replaceAll('-', '') : spelled, { network: name, weight });
      }
      for (const host of listed(hosts)) byHost.set(host, name);
    } else if (kind === 'n') {
      for (const word of listed(cells[2] ?? ''))
        byWord.set(word, { network: name, weight: 'common' });
    } else if (kind === 'h') {
      for (const host of listed(cells[2] ?? '')) byHost.set(host, name);
    } else if (kind === 'c') {
      const [, , bech32 = '', title = '', native = '', chainId = ''] = cells;
      if (name === '') continue;
      networks.set(name, {
        name,
        title,
        family: 'cosmos',
        native,
        bech32,
        aliases: [],
        ...(/^[-a-zA-Z0-9]{1,32}$/.test(chainId) && { caip2: `cosmos:${chainId}` }),
      });
    }
  }
  return { networks, byChainId, byShortName, byWord, byHost };
}

/** The name of a network that has none but its title. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const listed = (cell: string): string[] => (cell === '' ? [] : cell.split(' ').filter(Boolean));
