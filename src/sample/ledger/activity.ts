import type { TransferColumns } from './transferColumns.ts';

/** What a summary tells, by address of one chain. */
export interface Activity {
  /** Native asset received minus sent; may fall below 0 where a ledger lacks earlier transfers. */
  readonly balance: Float64Array;
  /** Distinct transaction hashes. */
  readonly transactions: Uint32Array;
  /** Unix seconds of the latest transfer; 0 without any. */
  readonly last: Float64Array;
  readonly isContract: Uint8Array;
  /** US dollars for one unit of the native asset; 0 where no transfer tells. */
  readonly price: number;
}

/** @param native number of the native asset, or undefined if no transfer of it is known */
export function activityOf(
  transfers: TransferColumns,
  size: number,
  native: number | undefined,
  contracts: Iterable<number>,
): Activity {
  const balance = new Float64Array(size);
  const last = new Float64Array(size);
  const price = { at: -1, usd: 0 };
  for (let row = 0; row < transfers.length; row += 1) {
    const from = transfers.from[row] as number;
    const to = transfers.to[row] as number;
    const timestamp = transfers.timestamp[row] as number;
    last[from] = Math.max(last[from] as number, timestamp);
    last[to] = Math.max(last[to] as number, timestamp);
    if (transfers.asset[row] !== native) continue;
    const amount = transfers.amount[row] as number;
    balance[from] = (balance[from] as number) - amount;
    balance[to] = (balance[to] as number) + amount;
    if (amount > 0 && timestamp >= price.at) {
      const usd = (transfers.usd[row] as number) / amount;
      // Of several at the last moment the highest, so that the order of rows does not matter.
      price.usd = timestamp > price.at ? usd : Math.max(price.usd, usd);
      price.at = timestamp;
    }
  }
  const isContract = new Uint8Array(size);
  for (const address of contracts) isContract[address] = 1;
  const transactions = distinctHashes(transfers, size);
  return { balance, transactions, last, isContract, price: price.usd };
}

/** Hashes by address through compressed rows; a stamp for each hash then tells the repeated ones. */
function distinctHashes(transfers: TransferColumns, size: number): Uint32Array {
  const { length } = transfers;
  const ends = new Uint32Array(size + 1);
  let hashes = 0;
  for (let row = 0; row < length; row += 1) {
    const from = transfers.from[row] as number;
    const to = transfers.to[row] as number;
    ends[from] = (ends[from] as number) + 1;
    ends[to] = (ends[to] as number) + 1;
    hashes = Math.max(hashes, (transfers.hash[row] as number) + 1);
  }
  for (let x = 1; x <= size; x += 1) ends[x] = (ends[x] as number) + (ends[x - 1] as number);
  const slots = new Uint32Array(2 * length);
  for (let row = 0; row < length; row += 1) {
    for (const x of [transfers.from[row] as number, transfers.to[row] as number]) {
      ends[x] = (ends[x] as number) - 1;
      slots[ends[x]] = transfers.hash[row] as number;
    }
  }
  // Filled from the back, so every end is a start now.
  const stamps = new Int32Array(hashes).fill(-1);
  const counts = new Uint32Array(size);
  for (let x = 0; x < size; x += 1) {
    let count = 0;
    for (let at = ends[x] as number; at < (ends[x + 1] as number); at += 1) {
      const hash = slots[at] as number;
      if (stamps[hash] !== x) count += 1;
      stamps[hash] = x;
    }
    counts[x] = count;
  }
  return counts;
}
