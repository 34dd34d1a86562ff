/** One transfer of a chain, its names already turned into numbers. */
export interface Transfer {
  readonly from: number;
  readonly to: number;
  readonly hash: number;
  readonly asset: number;
  /** Unix seconds. */
  readonly timestamp: number;
  /** In the asset's own unit. */
  readonly amount: number;
  /** US dollars. */
  readonly usd: number;
}

/** Transfers by column: 44 bytes a row instead of an object each. */
export class TransferColumns {
  length = 0;
  from = new Uint32Array(64);
  to = new Uint32Array(64);
  hash = new Uint32Array(64);
  asset = new Uint32Array(64);
  timestamp = new Float64Array(64);
  amount = new Float64Array(64);
  usd = new Float64Array(64);

  add(transfer: Transfer): void {
    const row = this.length;
    if (row === this.from.length) this.#resize(row * 2);
    this.from[row] = transfer.from;
    this.to[row] = transfer.to;
    this.hash[row] = transfer.hash;
    this.asset[row] = transfer.asset;
    this.timestamp[row] = transfer.timestamp;
    this.amount[row] = transfer.amount;
    this.usd[row] = transfer.usd;
    this.length += 1;
  }

  #resize(capacity: number): void {
    this.from = grown(this.from, new Uint32Array(capacity));
    this.to = grown(this.to, new Uint32Array(capacity));
    this.hash = grown(this.hash, new Uint32Array(capacity));
    this.asset = grown(this.asset, new Uint32Array(capacity));
    this.timestamp = grown(this.timestamp, new Float64Array(capacity));
    this.amount = grown(this.amount, new Float64Array(capacity));
    this.usd = grown(this.usd, new Float64Array(capacity));
  }
}

function grown<T extends Uint32Array | Float64Array>(old: T, into: T): T {
  into.set(old);
  return into;
}
