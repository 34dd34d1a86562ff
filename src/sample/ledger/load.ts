import { basename } from 'node:path';
import { ChainBuilder, type ChainLedger, type Label, type TransferRecord } from './chainBuilder.ts';
import { readCsv, BadRow, type Row } from './csv.ts';
import { emptyStanding, type TransferLedger } from './ledger.ts';
import { reservedCategories } from '../engine/score.ts';
import { isAddress } from './addresses.ts';

const transferColumns = [
  ...['chain', 'hash', 'timestamp', 'from', 'to', 'asset', 'amount', 'usd'],
] as const;
const labelColumns = ['chain', 'address', 'category', 'risk', 'name'] as const;
const optionalLabelColumns = ['contract'] as const;

/** Sums of a million rows must stay finite, and a weight must not vanish: 0, or 1e-30 to 1e30. */
const smallest = 1e-30;
const largest = 1e30;
/** The end of the year 9999. A timestamp in milliseconds lies beyond it. */
const lastSecond = 253_402_300_799;

/** @throws {BadRow} */
function readTransfer(row: Row<(typeof transferColumns)[number]>): TransferRecord {
  return {
    hash: matching(row.hash, /^[\x21-\x7e]{1,128}$/, 'the hash'),
    timestamp: readTimestamp(row.timestamp),
    from: readAddress(row.chain, row.from, 'the sender'),
    to: readAddress(row.chain, row.to, 'the receiver'),
    asset: matching(row.asset, /^\P{Cc}{1,64}$/u, 'the asset'),
    amount: readAmount(row.amount, 'the amount'),
    usd: readAmount(row.usd, 'usd'),
  };
}

/** @throws {BadRow} */
function readLabel(
  row: Row<(typeof labelColumns)[number] | (typeof optionalLabelColumns)[number]>,
): Label {
  const category = matching(row.category, /^\P{Cc}{1,64}$/u, 'the category');
  if (reservedCategories.includes(category)) {
    throw new BadRow(`the category ${category} is the score's own`);
  }
  const risk = readNumber(row.risk, 'the risk');
  if (risk > 100) throw new BadRow('the risk is above 100');
  const contract = row.contract === '' ? '0' : row.contract;
  if (contract !== '0' && contract !== '1') throw new BadRow('contract is neither 0 nor 1');
  return {
    address: readAddress(row.chain, row.address, 'the address'),
    category,
    risk,
    isContract: contract === '1',
  };
}

/** A name that fits into a request target and a job identifier. @throws {BadRow} */
function readChain(text: string): string {
  return matching(text, /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/, 'the chain');
}

function readAddress(chain: string, text: string, what: string): string {
  if (!isAddress(chain, text)) throw new BadRow(`${what} is not an address of its chain`);
  return text;
}

function readAmount(text: string, what: string): number {
  const value = readNumber(text, what);
  if (value !== 0 && !(value >= smallest && value <= largest)) {
    throw new BadRow(`${what} is neither 0 nor from ${smallest} to ${largest}`);
  }
  return value;
}

function readNumber(text: string, what: string): number {
  if (!/^\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/.test(text)) {
    throw new BadRow(text.startsWith('-') ? `${what} is negative` : `${what} is not a number`);
  }
  return Number(text);
}

function readTimestamp(text: string): number {
  if (/^\d+$/.test(text)) {
    const seconds = Number(text);
    if (seconds > lastSecond) throw new BadRow('the timestamp is not in seconds');
    return seconds;
  }
  const isUtc = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)$/.test(text);
  const milliseconds = isUtc ? Date.parse(text) : NaN;
  if (!(milliseconds >= 0)) {
    throw new BadRow('the timestamp is neither Unix seconds nor ISO 8601 in UTC since 1970');
  }
  return milliseconds / 1000;
}

function matching(text: string, shape: RegExp, what: string): string {
  if (!shape.test(text)) throw new BadRow(`${what} is missing or malformed`);
  return text;
}

const maxLabelNotes = 20;

/**
 * Reads a ledger from CSV files. An address that they do not name has no transfers.
 *
 * @returns the ledger, and notes for people on what was skipped
 * @throws {UsageError} if a file cannot be read or lacks a column
 */
export async function loadLedger(files: {
  readonly transfers: string;
  readonly labels: string | undefined;
}): Promise<{ readonly ledger: TransferLedger; readonly notes: readonly string[] }> {
  const builders = new Map<string, ChainBuilder>();
  const builderOf = (name: string) => {
    const known = builders.get(name);
    if (known !== undefined) return known;
    const chain = readChain(name);
    const builder = new ChainBuilder(chain);
    builders.set(chain, builder);
    return builder;
  };

  const notes = await readCsv(files.transfers, { required: transferColumns }, (row) => {
    const transfer = readTransfer(row);
    builderOf(row.chain).addTransfer(transfer);
  });
  if (files.labels !== undefined) {
    notes.push(...(await readLabels(files.labels, builderOf)));
  }

  const chains = new Map<string, ChainLedger>();
  for (const [name, builder] of builders) chains.set(name, builder.build());
  const fileName = basename(files.transfers);
  const ledger: TransferLedger = {
    origin: `loaded ledger ${fileName}`,
    fileName,
    chains,
    unknownAddress: () => emptyStanding,
  };
  return { ledger, notes };
}

async function readLabels(
  file: string,
  builderOf: (chain: string) => ChainBuilder,
): Promise<string[]> {
  const unused: string[] = [];
  let count = 0;
  const columns = { required: labelColumns, optional: optionalLabelColumns };
  const notes = await readCsv(file, columns, (row) => {
    const label = readLabel(row);
    const loser = builderOf(row.chain).addLabel(label);
    if (loser === undefined) return;
    count += 1;
    if (count > maxLabelNotes) return;
    const { address, category, risk } = loser;
    unused.push(
      `${basename(file)}: ${address} on ${row.chain} has several labels; ${category} (${risk}) is not used`,
    );
  });
  if (count > maxLabelNotes) unused.push(`${basename(file)}: ${count} labels are not used`);
  return [...notes, ...unused];
}
