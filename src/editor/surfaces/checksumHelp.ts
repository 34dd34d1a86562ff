import * as vscode from 'vscode';
import type { Occurrence } from '../../addresses/occurrence.ts';
import { toEip1191, toEip55 } from '../../encodings/evmChecksum.ts';
import { networkNamed } from '../../networks/networks.ts';
import { checksumTexts } from '../../words/checksum.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { settings } from '../shell/settings.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { findAddressAt } from '../documents/subject.ts';
import { visitInTurns } from '../../turns/turns.ts';
import { isEditable } from '../documents/isOutsideWorkspace.ts';

const source = 'Address Risk';

/** A file with more has other problems than typos. */
const maxDiagnostics = 1_000;

/**
 * Marks EVM addresses whose checksum fails every applicable rule (EIP-55, EIP-1191, Zilliqa's), and
 * offers fixes for the casing.
 */
export function createChecksumHelp({ index, choices }: Documents): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('addressRisk.checksum');
  async function mark(document: vscode.TextDocument): Promise<void> {
    const severity = severityFor(document);
    if (severity === undefined || !isEditable(document)) {
      collection.delete(document.uri);
      return;
    }
    const lines = (await index.of(document)) ?? [];
    const { version } = document;
    const found: vscode.Diagnostic[] = [];
    const isWhole = await visitInTurns(
      'diagnostics',
      lines.length,
      (line) => {
        const wrong = lines[line]?.wrong ?? [];
        if (wrong.length === 0) return true;
        for (const address of wrong) found.push(diagnosticFor(line, address, severity));
        return found.length < maxDiagnostics;
      },
      () => document.version === version && !document.isClosed,
    );
    // An edit has already requested another read.
    if (!isWhole) return;
    const before = collection.get(document.uri) ?? [];
    if (!isSame(before, found)) collection.set(document.uri, found);
  }

  function markInTime(document: vscode.TextDocument): void {
    // No caller waits for this, and a failure only affects decoration.
    mark(document).catch(() => collection.delete(document.uri));
  }

  const subscriptions = [
    collection,
    vscode.workspace.onDidOpenTextDocument(markInTime),
    index.onDidRead(markInTime),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('addressRisk.diagnostics')) {
        vscode.workspace.textDocuments.forEach(markInTime);
      }
    }),
    vscode.languages.registerCodeActionsProvider(
      { pattern: '**' },
      quickFixes(collection, choices),
      {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      },
    ),
  ];
  vscode.workspace.textDocuments.forEach(markInTime);
  return vscode.Disposable.from(...subscriptions);
}

function severityFor(document: vscode.TextDocument): vscode.DiagnosticSeverity | undefined {
  switch (settings.checksumDiagnostics(document.uri)) {
    case 'off':
      return undefined;
    case 'hint':
      return vscode.DiagnosticSeverity.Hint;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
  }
}

function diagnosticFor(
  line: number,
  { offset, length }: Occurrence,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(line, offset, line, offset + length),
    checksumTexts.wrong(),
    severity,
  );
  diagnostic.source = source;
  diagnostic.code = 'checksum';
  return diagnostic;
}

/** Most edits change nothing here, so the diagnostics stay untouched. */
function isSame(some: readonly vscode.Diagnostic[], others: readonly vscode.Diagnostic[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ range, severity }, index) => {
      const other = others[index];
      return other !== undefined && range.isEqual(other.range) && severity === other.severity;
    })
  );
}

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
      const here = diagnostics.filter((one) => one.source === source && one.code === 'checksum');
      const [first] = here;
      if (first === undefined) return [];
      const one = fix(checksumTexts.fix(), here);
      one.edit = new vscode.WorkspaceEdit();
      one.edit.set(document.uri, [edited(document, first.range)]);
      one.isPreferred = false;
      const ofFile = collection.get(document.uri) ?? [];
      if (ofFile.length < 2) return [one];
      const all = fix(checksumTexts.fixAll(ofFile.length), here);
      all.edit = new vscode.WorkspaceEdit();
      all.edit.set(
        document.uri,
        ofFile.map((each) => edited(document, each.range)),
      );
      return [one, all];
    },
  };
}

function fix(title: string, diagnostics: vscode.Diagnostic[]): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = diagnostics;
  return action;
}
