import { basename } from 'node:path';
import { ChainBuilder, type ChainLedger } from './chainBuilder.ts';
import { readCsv } from './csv.ts';
import { emptyStanding, type TransferLedger } from './ledger.ts';
import {
  labelColumns,
  optionalLabelColumns,
  readChain,
  readLabel,
  readTransfer,
  transferColumns,
} from './rows.ts';

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
