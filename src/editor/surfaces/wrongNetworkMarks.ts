import * as vscode from 'vscode';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { canonicalOf } from '../../addresses/occurrence.ts';
import { toEip55 } from '../../encodings/evmChecksum.ts';
import { knownAddress, tokenElsewhere } from '../../known/known.ts';
import { wrongNetworkTexts } from '../../messages/book.ts';
import { networkPathOf, rangeFrom } from '../documents/surroundings.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { describeAddress, findAddressAt } from '../documents/subject.ts';
import { createDocumentMarks, offerReplacements, problemAt } from './documentMarks.ts';

/** In one file; more would not be read. */
const maxMarks = 1_000;

const warning = { severity: vscode.DiagnosticSeverity.Warning, code: 'wrongNetwork' } as const;

/** Marks tokens of other networks than the code says, and offers the right address. */
export function createWrongNetworkMarks({ index, choices }: Documents): vscode.Disposable {
  return vscode.Disposable.from(
    createDocumentMarks(index, {
      collection: vscode.languages.createDiagnosticCollection('addressRisk.wrongNetwork'),
      find: (document, lines) => problemsIn(document, lines, choices),
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
  const { version } = document;
  const path = networkPathOf(document);
  const found: vscode.Diagnostic[] = [];
  const accounts = new Set<string>();
  const tokens = new Set<string>();
  for (const [line, { addresses }] of lines.entries()) {
    for (const occurrence of addresses) {
      yield;
      if (document.version !== version || document.isClosed) return undefined;
      if (occurrence.family !== 'evm') continue;
      const canonical = canonicalOf(occurrence);
      accounts.add(canonical.toLowerCase());
      // Finding the network is slow, so only for addresses that lists have.
      if (found.length === maxMarks || knownAddress('evm', canonical) === undefined) continue;
      const range = rangeFrom(new vscode.Position(line, occurrence.offset), occurrence);
      const place = { start: range.start, occurrence, path };
      const { chain } = describeAddress(document, place, choices).chain;
      const token = chain === null ? undefined : tokenElsewhere(canonical, chain);
      if (token === undefined || chain === null) continue;
      tokens.add(token.address);
      found.push(problemAt(range, wrongNetworkTexts.problem(token, chain), warning));
    }
  }
  // Bridges and lists of pairs have a token at both addresses.
  return [...tokens].some((token) => accounts.has(token)) ? [] : found;
}
