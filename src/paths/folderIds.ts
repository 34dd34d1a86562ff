import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { lstatOf } from './inside.ts';
import { readListedFile } from './readFile.ts';

/** In milliseconds: a deployment to a new network writes such a file while an editor is open. */
const freshMs = 2_000;

/** In bytes; a longer file has no chain ID. */
const longest = 256;

/** In folders above a file. */
const farthest = 32;

/**
 * Written by hardhat-deploy into each network's folder: only the ID, or JSON since its second
 * version.
 */
const files = [
  { name: '.chainId', id: /^\s*(\d{1,15})\s*$/ },
  { name: '.chain', id: /"chainId"\s{0,4}:\s{0,4}"?(\d{1,15})\b/ },
] as const;

/** Folder names that several networks share, or that stand for the whole family. */
const sharedName = /^(mainnet|ethereum)(?![a-z0-9])/;

/** One of these beside `mainnet` means that it covers all main networks. */
const environments = ['testnet', 'testnets', 'devnet'];

/** One of these beside such a name means that it is Ethereum's. */
const networks =
  'sepolia goerli holesky hoodi kovan rinkeby ropsten polygon matic arbitrum optimism base bsc avalanche gnosis xdai'.split(
    ' ',
  );

/** Main networks that such a list has some of, and how many of them make one. */
const listed = ['mainnet', 'ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'bsc', 'gnosis'];
const minListed = 3;

/** Empty for files other than data: code with such a name is about a network but runs on any. */
const extensionOf = (path: string): string => /\.(?:jsonc?|ya?ml|toml)$/i.exec(path)?.[0] ?? '';

interface Folder {
  readonly id: string | undefined;
  readonly isEnvironment: boolean;
}

/**
 * Knows folders by more than their names: one with a chain ID in a file, one for all main networks,
 * or one of files by network.
 */
export class FolderIds {
  readonly #root: string;
  readonly #folders = new Recent<Folder>();
  readonly #lists = new Recent<boolean>();

  /** @param root what paths are relative to */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Rewrites a path so that the nearest folder with an ID has that ID in CAIP-2 form, with its
   * name: `deployments/eip155:137=matic/Token.json`. Otherwise, a folder or file `mainnet` beside
   * `testnet` without networks, or a folder `ethereum` beside none, becomes `environment`. A data
   * file beside those of several networks is put into a folder `networks`. Other paths stay
   * unchanged.
   */
  byId(path: string): string {
    let end = separatorBefore(path, path.length);
    let environment = isEnvironment(resolve(this.#root, path)) ? end + 1 : undefined;
    for (let count = 0; end > 0 && count < farthest; count++) {
      const start = separatorBefore(path, end);
      const { id, isEnvironment } = this.#folder(path.slice(0, end));
      if (id !== undefined)
        return `${path.slice(0, start + 1)}eip155:${id}=${path.slice(start + 1)}`;
      if (isEnvironment) environment ??= start + 1;
      end = start;
    }
    if (environment === undefined) {
      const name = separatorBefore(path, path.length) + 1;
      const isListed = this.#isListed(path.slice(0, name), extensionOf(path));
      return isListed ? `${path.slice(0, name)}networks/${path.slice(name)}` : path;
    }
    const rest = path.slice(environment).replace(sharedName, '');
    return `${path.slice(0, environment)}environment${rest}`;
  }

  /** Whether a folder has files of data that are called after networks. */
  #isListed(folder: string, extension: string): boolean {
    if (extension === '') return false;
    const has = (network: string): boolean =>
      existsSync(resolve(this.#root, folder, network + extension));
    const read = (): boolean => listed.filter(has).length >= minListed;
    return this.#lists.at(folder + extension, read);
  }

  #folder(folder: string): Folder {
    return this.#folders.at(folder, () => {
      const full = resolve(this.#root, folder);
      return { id: idIn(full), isEnvironment: isEnvironment(full) };
    });
  }
}

/** A cache of folders that expires. */
class Recent<Value> {
  readonly #known = new Map<string, { readonly value: Value; readonly readAtMs: number }>();

  at(key: string, read: () => Value): Value {
    const nowMs = performance.now();
    const known = this.#known.get(key);
    if (known !== undefined && nowMs - known.readAtMs < freshMs) return known.value;
    const value = read();
    this.#known.set(key, { value, readAtMs: nowMs });
    return value;
  }
}

function separatorBefore(path: string, end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    const character = path.charAt(at);
    if (character === '/' || character === '\\') return at;
  }
  return -1;
}

/**
 * `mainnet/` beside `testnet/`, `mainnet_config.json` beside `testnet_config.json`, `ethereum/` beside
 * `solana/`.
 */
function isEnvironment(path: string): boolean {
  const name = basename(path);
  const [, shared] = sharedName.exec(name) ?? [];
  if (shared === undefined) return false;
  const rest = name.slice(shared.length);
  const has = (other: string): boolean => existsSync(join(dirname(path), other + rest));
  const isAsked = shared === 'ethereum' ? rest === '' : environments.some(has);
  return isAsked && !networks.some(has);
}

function idIn(folder: string): string | undefined {
  for (const { name, id } of files) {
    const [, found] = id.exec(shortText(join(folder, name))) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Empty if there is no such regular file, or if it is long. */
function shortText(path: string): string {
  // Most folders have none: an error for each costs more than all else that is read of them.
  if (lstatOf(path)?.isFile() !== true) return '';
  const read = readListedFile(path, longest, (size) => Buffer.alloc(size));
  return read.kind === 'bytes' ? read.bytes.toString('latin1') : '';
}
