import type { TransferColumns } from './transferColumns.ts';

/** The part of a graph that transfers alone decide; see `Graph` for the meaning of each. */
export interface DollarRows {
  readonly rows: Uint32Array;
  readonly senders: Uint32Array;
  readonly usd: Float64Array;
  readonly received: Float64Array;
  readonly sent: Float64Array;
}

/**
 * Sums transfers to u(s→x) by two stable counting sorts, by sender and then by receiver, after which
 * the transfers of a pair lie side by side. Self transfers and those of 0 dollars are left out.
 */
export function dollarRows(transfers: TransferColumns, size: number): DollarRows {
  const bySender = sorted(relevantRows(transfers), transfers.from, size);
  const order = sorted(bySender, transfers.to, size);

  const rows = new Uint32Array(size + 1);
  const senders = new Uint32Array(order.length);
  const usd = new Float64Array(order.length);
  const received = new Float64Array(size);
  const sent = new Float64Array(size);
  let edges = 0;
  let receiver = -1;
  for (const row of order) {
    const from = transfers.from[row] as number;
    const to = transfers.to[row] as number;
    const dollars = transfers.usd[row] as number;
    if (to !== receiver || senders[edges - 1] !== from) {
      while (receiver < to) {
        receiver += 1;
        rows[receiver] = edges;
      }
      senders[edges] = from;
      edges += 1;
    }
    usd[edges - 1] = (usd[edges - 1] as number) + dollars;
    received[to] = (received[to] as number) + dollars;
    sent[from] = (sent[from] as number) + dollars;
  }
  rows.fill(edges, receiver + 1);
  return { rows, senders: senders.slice(0, edges), usd: usd.slice(0, edges), received, sent };
}

function relevantRows(transfers: TransferColumns): Uint32Array {
  const rows = new Uint32Array(transfers.length);
  let count = 0;
  for (let row = 0; row < transfers.length; row += 1) {
    if (transfers.from[row] === transfers.to[row] || transfers.usd[row] === 0) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}

/** `rows` in ascending order of their key, rows of one key in the order they had. */
function sorted(rows: Uint32Array, key: Uint32Array, size: number): Uint32Array {
  const starts = new Uint32Array(size + 1);
  for (const row of rows) {
    const next = (key[row] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let x = 1; x <= size; x += 1) starts[x] = (starts[x] as number) + (starts[x - 1] as number);
  const result = new Uint32Array(rows.length);
  for (const row of rows) {
    const x = key[row] as number;
    result[starts[x] as number] = row;
    starts[x] = (starts[x] as number) + 1;
  }
  return result;
}
