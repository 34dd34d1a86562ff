import { createChainReader } from '../evidence/chainOf.ts';
import { reasonText } from '../evidence/reasons.ts';
import type { Checksum } from '../encodings/evmChecksum.ts';
import type { Family } from '../networks/networks.ts';
import { canonicalOf, checksumOf, type Form } from '../addresses/occurrence.ts';
import { scanText } from '../scan/scan.ts';
import { createLineCounter } from '../book/lines.ts';
import type { FolderIds } from '../paths/folderIds.ts';

/** One address, as `scan` prints it: the contract fixes names and meanings. */
export interface Row {
  readonly path: string;
  /** In UTF-16 units; a byte order mark counts. */
  readonly offset: number;
  readonly length: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly family: Family;
  readonly form: Form;
  readonly canonical: string;
  readonly checksum: Checksum;
  readonly placeholder: string | null;
  readonly chain: string | null;
  readonly chainReason: string;
}

/** @param folderIds those of the folder that the path is relative to */
export function* rowsOf(path: string, text: string, folderIds?: FolderIds): Generator<Row> {
  let chainOf: ReturnType<typeof createChainReader> | undefined;
  const lines = createLineCounter(text);
  for (const occurrence of scanText(text, { path })) {
    const { offset, length, family, form, placeholder } = occurrence;
    const { line, column } = lines.placeAt(offset);
    chainOf ??= createChainReader(text, folderIds?.byId(path) ?? path, [], true);
    const reading = chainOf(occurrence);
    yield {
      path,
      offset,
      length,
      line: line + 1,
      column: column + 1,
      text: occurrence.text,
      family,
      form,
      canonical: canonicalOf(occurrence),
      checksum: checksumOf(occurrence),
      placeholder,
      chain: reading.chain,
      chainReason: reasonText(reading),
    };
  }
}
