import * as vscode from 'vscode';
import { chainOf, createChainReader, type ChainContext } from '../../evidence/chainOf.ts';
import type { ChainReading } from '../../evidence/reasons.ts';
import type { Occurrence } from '../../addresses/occurrence.ts';
import { surroundingsOf } from './surroundings.ts';

/**
 * In UTF-16 units: reading a document of this length takes some four milliseconds. In longer ones,
 * only what is near an address is evidence.
 */
const maxReadLength = 262_144;

interface Reader {
  readonly version: number;
  /** The path, and the networks that the address book names for it. */
  readonly file: string;
  readonly chainOf: ReturnType<typeof createChainReader>;
}

/** One for each document, for its last version. */
const readers = new WeakMap<vscode.TextDocument, Reader>();

/** The network of an address of a document: as the command line reads it from the file. */
export function chainInDocument(
  document: vscode.TextDocument,
  start: vscode.Position,
  address: Pick<Occurrence, 'length' | 'family' | 'network'>,
  context: ChainContext,
): ChainReading {
  const length = document.offsetAt(new vscode.Position(document.lineCount, 0));
  if (length > maxReadLength) {
    const { text, offset } = surroundingsOf(document, start);
    return chainOf(text, { ...address, offset }, { ...context, hasFacts: true });
  }
  const reader = readerOf(document, context);
  return reader.chainOf({ ...address, offset: document.offsetAt(start) }, context);
}

function readerOf(
  document: vscode.TextDocument,
  { path = '', bookNetworks = [] }: ChainContext,
): Reader {
  const known = readers.get(document);
  const file = [path, ...bookNetworks].join('\n');
  if (known?.version === document.version && known.file === file) return known;
  const chainOfEach = createChainReader(document.getText(), path, bookNetworks, true);
  const reader = { version: document.version, file, chainOf: chainOfEach };
  readers.set(document, reader);
  return reader;
}
