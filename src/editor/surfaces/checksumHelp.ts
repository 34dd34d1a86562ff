import * as vscode from 'vscode';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { toEip1191, toEip55 } from '../../encodings/evmChecksum.ts';
import { networkNamed } from '../../networks/networks.ts';
import { addressProblemText } from '../../messages/inputs.ts';
import { checksumTexts } from '../../messages/surfaces.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { findAddressAt } from '../documents/subject.ts';
import { problemAt, stillAsItIs } from '../documents/surroundings.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { settings } from '../shell/settings.ts';
import { createDocumentMarks, offerQuickFixes, quickFix } from './documentMarks.ts';

const code = 'checksum';

/** A file with more has other problems than typos. */
const maxDiagnostics = 1_000;

/** Fires for our settings of problems. */
const onDidChangeSettings: vscode.Event<void> = (listener) =>
  vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('addressRisk.diagnostics')) listener();
  });

/**
 * Marks EVM addresses whose checksum fails every applicable rule (EIP-55, EIP-1191, Zilliqa's), and
 * offers fixes for the casing.
 */
export function createChecksumHelp({ index, choices }: Documents): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('addressRisk.checksum');
  return vscode.Disposable.from(
    createDocumentMarks(index, {
      collection,
      find: (document, lines) => runInTurns('diagnostics', problemsIn(document, lines)),
      changes: [onDidChangeSettings],
    }),
    offerQuickFixes(quickFixes(collection, choices)),
  );
}

/** Yields between lines. Undefined after an edit. */
function* problemsIn(
  document: vscode.TextDocument,
  lines: readonly AddressLine[],
): Generator<void, vscode.Diagnostic[] | undefined> {
  const severity = severities[settings.checksumDiagnostics(document.uri)];
  const found: vscode.Diagnostic[] = [];
  if (severity === undefined) return found;
  const isSame = stillAsItIs(document);
  for (const [line, { wrong }] of lines.entries()) {
    if (!isSame()) return undefined;
    for (const { offset, length } of wrong) {
      const range = new vscode.Range(line, offset, line, offset + length);
      found.push(problemAt(range, addressProblemText({ kind: 'checksum' }), { severity, code }));
    }
    if (found.length >= maxDiagnostics) break;
    yield;
  }
  return found;
}

const severities = {
  off: undefined,
  hint: vscode.DiagnosticSeverity.Hint,
  warning: vscode.DiagnosticSeverity.Warning,
} as const;

function quickFixes(
  collection: vscode.DiagnosticCollection,
  choices: ChainChoices,
): vscode.CodeActionProvider {
  /** The checksum casing of the digits; Rootstock has its own rule. */
  const edited = (document: vscode.TextDocument, range: vscode.Range): vscode.TextEdit => {
    const text = document.getText(range);
    const digits = `0x${text.slice(-40)}`;
    const chain = findAddressAt(document, range.start, choices)?.chain.chain ?? '';
    const salted = /^eip155:(30|31)$/.exec(networkNamed(chain)?.caip2 ?? '')?.[1];
    const spelled = salted === undefined ? toEip55(digits) : toEip1191(digits, Number(salted));
    return vscode.TextEdit.replace(range, text.slice(0, -40) + spelled.slice(2));
  };
  return {
    provideCodeActions(document, _range, { diagnostics }) {
      const here = diagnostics.filter(
        (each) => each.source === 'Address Risk' && each.code === code,
      );
      const [first] = here;
      if (first === undefined) return [];
      const one = quickFix(checksumTexts.fix(), here, document, [edited(document, first.range)]);
      one.isPreferred = false;
      const ofFile = collection.get(document.uri) ?? [];
      if (ofFile.length < 2) return [one];
      const edits = ofFile.map((each) => edited(document, each.range));
      return [one, quickFix(checksumTexts.fixAll(ofFile.length), here, document, edits)];
    },
  };
}
