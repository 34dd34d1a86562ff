import { accountOf } from '../addresses/occurrence.ts';
import { networkCalled, networkOfChainId } from '../networks/mentions.ts';
import { readJson, type JsonNode } from './json.ts';

/** Files of tools that name addresses. */
export type NameFileKind = 'tokenList' | 'deployment' | 'broadcast' | 'labels';

/** Patterns of their paths below a folder; `nameFileKind` decides. */
export const nameFilePatterns = [
  '**/*tokenlist*.json',
  '**/*token-list*.json',
  '**/deployments/*/*.json',
  '**/broadcast/*/*/run-*.json',
  '**/*.sol',
] as const;

/** In bytes. Checked before a file is read; a deployment with its source is far smaller. */
export const maxNameFileSize = 4_194_304;

/** An address and what a file calls it. */
export interface NamedAddress {
  /** By `accountOf`. */
  readonly key: string;
  readonly name: string;
  /** Missing: on any network. Null: on one that the table does not have. */
  readonly network?: string | null;
}

const maxNameLength = 120;

/** Entries of one file; more are not read. */
const maxNames = 20_000;

/** In UTF-16 units. */
const maxElementLength = 65_536;

/** By the path below the folder, with slashes. */
export function nameFileKind(path: string): NameFileKind | undefined {
  const parts = path.split('/');
  const [file = ''] = parts.slice(-1);
  if (file.endsWith('.sol')) return 'labels';
  if (!file.endsWith('.json')) return undefined;
  if (/token-?list/i.test(file)) return 'tokenList';
  if (parts.at(-3) === 'deployments') return 'deployment';
  return parts.at(-4) === 'broadcast' && file.startsWith('run-') ? 'broadcast' : undefined;
}

/** The names in a file. Yields between slices of work; a part that is not as expected is left out. */
export function* readNames(
  kind: NameFileKind,
  path: string,
  text: string,
): Generator<void, NamedAddress[]> {
  if (kind === 'labels') return yield* labelsIn(text);
  const source = text.replace(/^\uFEFF/, '');
  const reading = yield* readJson(source, 2, maxNames);
  if (reading.kind !== 'json') return [];
  const values = new Values(source, reading.root);
  switch (kind) {
    case 'tokenList':
      return yield* namesOf(values.elementsOf('tokens'), tokenIn);
    case 'deployment':
      return deploymentIn(path, values.textOf('address'));
    case 'broadcast':
      return yield* namesOf(values.elementsOf('transactions'), (value) =>
        contractIn(value, path.split('/').at(-2) ?? ''),
      );
  }
}

/** The values of an outline, built only as they are requested. */
class Values {
  readonly #text: string;
  readonly #root: JsonNode;

  constructor(text: string, root: JsonNode) {
    this.#text = text;
    this.#root = root;
  }

  *elementsOf(key: string): Generator {
    for (const { start, end } of this.#memberOf(key)?.elements ?? []) {
      if (end - start <= maxElementLength) yield JSON.parse(this.#text.slice(start, end));
    }
  }

  textOf(key: string): string {
    const { start, end } = this.#memberOf(key) ?? { start: 0, end: 0 };
    const value: unknown =
      end - start > 512 || end === 0 ? '' : JSON.parse(this.#text.slice(start, end));
    return typeof value === 'string' ? value : '';
  }

  #memberOf(key: string): JsonNode | undefined {
    return this.#root.members.find((member) => member.key === key)?.value;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function* namesOf(
  values: Iterable<unknown>,
  read: (fields: Fields) => NamedAddress | undefined,
): Generator<void, NamedAddress[]> {
  const names: NamedAddress[] = [];
  for (const value of values) {
    const isObject = typeof value === 'object' && value !== null;
    const named = isObject ? read(value as Fields) : undefined;
    if (named !== undefined) names.push(named);
    yield;
  }
  return names;
}

/** Uniswap's schema of token lists: `chainId`, `address`, `name`, `symbol`. */
function tokenIn({ chainId, address, name, symbol }: Fields): NamedAddress | undefined {
  const title = [name, symbol].filter((part) => typeof part === 'string' && part !== '');
  const text = title.length === 2 ? `${String(title[0])} (${String(title[1])})` : title[0];
  const network = typeof chainId === 'number' ? networkOfChainId(String(chainId)) : undefined;
  return namedAddress(address, text, network ?? null);
}

/** Foundry: `transactions` of a run, with the chain ID as the name of the folder. */
function contractIn(fields: Fields, chainId: string): NamedAddress | undefined {
  const network = /^\d{1,15}$/.test(chainId) ? networkOfChainId(chainId) : undefined;
  return namedAddress(fields['contractAddress'], fields['contractName'], network ?? null);
}

/** hardhat-deploy: `deployments/<network>/<Name>.json`. */
function deploymentIn(path: string, address: string): NamedAddress[] {
  const [folder = '', file = ''] = path.split('/').slice(-2);
  const network = networkCalled(folder, 'evm') ?? null;
  return [namedAddress(address, file.slice(0, -'.json'.length), network) ?? []].flat();
}

function namedAddress(
  address: unknown,
  name: unknown,
  network: string | null | undefined,
): NamedAddress | undefined {
  if (typeof address !== 'string' || !/^0x[\da-f]{40}$/i.test(address)) return undefined;
  const text = typeof name === 'string' ? name.trim().slice(0, maxNameLength) : '';
  if (text === '') return undefined;
  return {
    key: accountOf({ text: address, family: 'evm' }),
    name: text,
    ...(network !== undefined && { network }),
  };
}

const call = 'vm.label(';

/** In UTF-16 units: a call of `vm.label` with its two arguments. */
const maxCallLength = 256;

/** Foundry: `vm.label(0x…, "Name")`, also with the address in `address(…)`. */
function* labelsIn(text: string): Generator<void, NamedAddress[]> {
  const names: NamedAddress[] = [];
  for (let at = text.indexOf(call); at !== -1; at = text.indexOf(call, at + call.length)) {
    const rest = text.slice(at + call.length, at + maxCallLength);
    const comma = rest.indexOf(',');
    const address = /0x[\da-f]{40}(?![\da-f])/i.exec(rest.slice(0, comma))?.[0];
    const [, quoted] = /^"([^"\\\n]{1,120})"/.exec(rest.slice(comma + 1).trimStart()) ?? [];
    const named = comma === -1 ? undefined : namedAddress(address, quoted, undefined);
    if (named !== undefined) names.push(named);
    if (names.length === maxNames) break;
    yield;
  }
  return names;
}
