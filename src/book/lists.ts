import { networkNamed } from '../networks/networks.ts';
import type { ListKind } from './book.ts';
import { PartedMap, listParts } from './portions.ts';
import { readListed, minExactLength, withoutUnseen } from './listCells.ts';
import { rowsOf, type ListProblem, type Row } from './listRows.ts';

/** In bytes. Checked before the file is read. */
export const maxListSize = 16_777_216;

/** More would take hundreds of megabytes of memory. */
export const maxListed = 200_000;

/** A list's row for an address. */
export interface Listed {
  readonly name?: string;
  /** Missing: it is listed on every network. */
  readonly network?: string;
}

/** A list may have hundreds of thousands of them. */
type ListMap<Value> = Pick<ReadonlyMap<string, Value>, 'size' | 'get' | 'has' | 'keys'>;

export interface AddressList {
  /** By `accountOf`; a text on a deny list that is not an address is its own key, in lower case. */
  readonly addresses: ListMap<readonly Listed[]>;
  /** Lowercase texts of a deny list, each with its key. An EVM text is its own key. */
  readonly spellings: ListMap<string>;
  readonly problem: ListProblem | undefined;
}

/**
 * Reads a list: text, CSV, or JSON by the ending of its path. Yields between slices of work. A row
 * that names no address costs no other.
 */
export function* readList(
  text: string,
  path: string,
  kind: ListKind = 'deny',
): Generator<void, AddressList> {
  const list = new ListBuilder(kind);
  const rows = rowsOf(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), path);
  for (;;) {
    const step = rows.next();
    if (step.done === true) return list.finish(step.value);
    if (step.value !== undefined && !list.add(step.value)) return list.finish({ kind: 'tooMany' });
    yield;
  }
}

class ListBuilder {
  readonly #kind: ListKind;
  readonly #addresses = new PartedMap<string, readonly Listed[]>(listParts);
  readonly #spellings = new PartedMap<string, string>(listParts);
  #count = 0;
  #bad = 0;
  #firstBad = 0;

  constructor(kind: ListKind) {
    this.#kind = kind;
  }

  /** @returns false if the list is full */
  add(row: Row): boolean {
    const family = row.network === undefined ? undefined : networkNamed(row.network)?.family;
    let isBad = true;
    for (const each of row.texts) {
      const text = withoutUnseen(each);
      const read = readListed(text, family === undefined ? undefined : row.network);
      const isElsewhere = row.network !== undefined && read?.family !== family;
      const isUsed = read !== undefined && !(isElsewhere && this.#kind === 'names');
      if (isUsed) isBad = false;
      if (this.#kind === 'names' ? !isUsed : read === undefined && text.length < minExactLength) {
        continue;
      }
      const spelling = text.toLowerCase();
      const key = read?.key ?? spelling;
      if (read?.family !== 'evm') this.#spellings.set(spelling, key);
      // A row for an unknown network, or for a network of another family, must still raise an
      // alarm.
      if (!this.#put(key, listedOf(row, isElsewhere ? undefined : row.network))) return false;
    }
    if (isBad && this.#bad++ === 0) this.#firstBad = row.line;
    return true;
  }

  finish(problem: ListProblem | undefined): AddressList {
    const rows = { kind: 'rows', count: this.#bad, firstLine: this.#firstBad } as const;
    return {
      addresses: this.#addresses,
      spellings: this.#spellings,
      problem: problem ?? (this.#bad > 0 ? rows : undefined),
    };
  }

  #put(key: string, listed: Listed): boolean {
    if (this.#count === maxListed) return false;
    this.#count++;
    const others = this.#addresses.get(key) ?? [];
    const isRepeated = others.some(
      ({ name, network }) => name === listed.name && network === listed.network,
    );
    if (!isRepeated && others.length < maxOfOne) {
      // Most rows contain only an address and share one value.
      const isBare = listed === nothing && others.length === 0;
      this.#addresses.set(key, isBare ? bare : [...others, listed]);
    }
    return true;
  }
}

const nothing: Listed = {};
const bare: readonly Listed[] = [nothing];

function listedOf({ name }: Row, network: string | undefined): Listed {
  if (name === undefined && network === undefined) return nothing;
  return { ...(name !== undefined && { name }), ...(network !== undefined && { network }) };
}

/** Rows of one address that are kept: as many as there are networks that anyone lists. */
const maxOfOne = 64;
