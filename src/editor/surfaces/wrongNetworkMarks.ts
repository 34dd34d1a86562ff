import * as vscode from 'vscode';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { canonicalOf } from '../../addresses/occurrence.ts';
import { toEip55 } from '../../encodings/evmChecksum.ts';
import { knownAddress, tokenElsewhere } from '../../known/known.ts';
import { wrongNetworkTexts } from '../../messages/book.ts';
import { problemAt, stillAsItIs } from '../documents/surroundings.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { addressReader, findAddressAt } from '../documents/subject.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { createDocumentMarks, offerReplacements } from './documentMarks.ts';

/** In one file; more would not be read. */
const maxMarks = 1_000;

const warning = { severity: vscode.DiagnosticSeverity.Warning, code: 'wrongNetwork' } as const;

/** Marks tokens of other networks than the code says, and offers the right address. */
export function createWrongNetworkMarks({ index, choices }: Documents): vscode.Disposable {
  return vscode.Disposable.from(
    createDocumentMarks(index, {
      collection: vscode.languages.createDiagnosticCollection('addressRisk.wrongNetwork'),
      find: (document, lines) => runInTurns('diagnostics', problemsIn(document, lines, choices)),
      changes: [choices.onDidChange],
    }),
    offerReplacements(warning.code, (document, start) => {
      const found = findAddressAt(document, start, choices);
      const network = found?.chain.chain ?? null;
      const token =
        found && network !== null ? tokenElsewhere(found.canonical, network) : undefined;
      if (token === undefined || network === null) return [];
      return [{ title: wrongNetworkTexts.fix(token, network), address: toEip55(token.address) }];
    }),
  );
}

/** Yields behind each address. Undefined after an edit. */
function* problemsIn(
  document: vscode.TextDocument,
  lines: readonly AddressLine[],
  choices: Documents['choices'],
): Generator<void, vscode.Diagnostic[] | undefined> {
  const isSame = stillAsItIs(document);
  const read = addressReader(document, choices);
  const found: vscode.Diagnostic[] = [];
  const accounts = new Set<string>();
  const tokens = new Set<string>();
  for (const [line, { addresses }] of lines.entries()) {
    for (const occurrence of addresses) {
      yield;
      if (!isSame()) return undefined;
      if (occurrence.family !== 'evm') continue;
      const canonical = canonicalOf(occurrence);
      accounts.add(canonical.toLowerCase());
      // Finding the network is slow, so only for addresses that lists have.
      if (found.length === maxMarks || knownAddress('evm', canonical) === undefined) continue;
      const { range, chain: reading } = read(line, occurrence);
      const { chain } = reading;
      const token = chain === null ? undefined : tokenElsewhere(canonical, chain);
      if (token === undefined || chain === null) continue;
      tokens.add(token.address);
      found.push(problemAt(range, wrongNetworkTexts.problem(token, chain), warning));
    }
  }
  // Bridges and lists of pairs have a token at both addresses.
  return [...tokens].some((token) => accounts.has(token)) ? [] : found;
}
