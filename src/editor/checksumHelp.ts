import * as vscode from 'vscode';
import { checksumOf } from '../addresses/occurrence.ts';
import { scanText } from '../addresses/scan.ts';
import { toEip1191, toEip55 } from '../addresses/evm.ts';
import { networkNamed } from '../addresses/networks.ts';
import type { ChainChoices } from './chainChoice.ts';
import { settings } from './settings.ts';
import { isForeign, sightAt } from './subject.ts';

const source = 'Address Risk';

/** A file with more has another trouble than typing errors. */
const mostDiagnostics = 1_000;

/** Lines that are read in one turn, by their length. */
const turnLength = 262_144;

const longestTurnMs = 8;

/**
 * Marks EVM addresses whose checksum is wrong by every rule that could apply (EIP-55, EIP-1191,
 * Zilliqa's), and spells them right. An open file is read once; after that, the lines that change.
 */
export function createChecksumHelp(choices: ChainChoices): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('addressRisk.checksum');
  /** One reading of a file at a time; a newer one ends the older. */
  const readings = new Map<string, symbol>();

  async function readAll(document: vscode.TextDocument): Promise<void> {
    const key = document.uri.toString();
    const reading = Symbol(key);
    readings.set(key, reading);
    const severity = severityFor(document);
    if (severity === undefined) {
      collection.delete(document.uri);
      return;
    }
    const found: vscode.Diagnostic[] = [];
    for (let line = 0; line < document.lineCount && found.length < mostDiagnostics;) {
      const end = endOfTurn(document, line);
      found.push(...diagnosticsIn(document, line, end, severity));
      line = end;
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (readings.get(key) !== reading || document.isClosed) return;
    }
    collection.set(document.uri, found.slice(0, mostDiagnostics));
  }

  function readChanges({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const severity = severityFor(document);
    if (severity === undefined || contentChanges.length === 0) return;
    const isLarge = contentChanges.some(({ text }) => text.length > turnLength);
    if (isLarge || contentChanges.length > 1) {
      schedule(document);
      return;
    }
    let diagnostics = [...(collection.get(document.uri) ?? [])];
    for (const { range, text } of contentChanges) {
      const added = text.split('\n').length - 1;
      const shift = added - (range.end.line - range.start.line);
      diagnostics = [
        ...diagnostics.filter((one) => one.range.end.line < range.start.line),
        ...diagnosticsIn(document, range.start.line, range.start.line + added + 1, severity),
        ...diagnostics
          .filter((one) => one.range.start.line > range.end.line)
          .map((one) => moved(one, shift)),
      ];
    }
    collection.set(document.uri, diagnostics);
  }

  function schedule(document: vscode.TextDocument): void {
    if (isForeign(document)) return;
    // A failure is a fault of ours in what only decorates; nobody waits for it.
    readAll(document).catch(() => collection.delete(document.uri));
  }

  const subscriptions = [
    collection,
    vscode.workspace.onDidOpenTextDocument(schedule),
    vscode.workspace.onDidChangeTextDocument((change) => {
      if (!isForeign(change.document)) readChanges(change);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      readings.delete(uri.toString());
      collection.delete(uri);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('addressRisk.diagnostics')) {
        vscode.workspace.textDocuments.forEach(schedule);
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
  vscode.workspace.textDocuments.forEach(schedule);
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

/** The line after those that one turn reads: by length, and long lines are turns of their own. */
function endOfTurn(document: vscode.TextDocument, from: number): number {
  const began = performance.now();
  let length = 0;
  let line = from;
  while (line < document.lineCount && (line === from || length < turnLength)) {
    length += document.lineAt(line).text.length + 1;
    line++;
    if (performance.now() - began > longestTurnMs) break;
  }
  return line;
}

/** No address goes over the end of a line, so lines can be read in any portions. */
function diagnosticsIn(
  document: vscode.TextDocument,
  from: number,
  to: number,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic[] {
  const found: vscode.Diagnostic[] = [];
  for (let line = from; line < Math.min(to, document.lineCount); line++) {
    const { text } = document.lineAt(line);
    if (text.length < 42) continue;
    for (const occurrence of scanText(text)) {
      if (occurrence.family !== 'evm' || occurrence.placeholder !== null) continue;
      if (checksumOf(occurrence) !== 'invalid') continue;
      const { offset, length } = occurrence;
      const diagnostic = new vscode.Diagnostic(
        new vscode.Range(line, offset, line, offset + length),
        vscode.l10n.t(
          'The letters of this address fail every checksum that could apply (EIP-55, EIP-1191, Zilliqa). Is there a typing error?',
        ),
        severity,
      );
      diagnostic.source = source;
      diagnostic.code = 'checksum';
      found.push(diagnostic);
    }
  }
  return found;
}

function moved(diagnostic: vscode.Diagnostic, lines: number): vscode.Diagnostic {
  if (lines === 0) return diagnostic;
  const { start, end } = diagnostic.range;
  diagnostic.range = new vscode.Range(start.translate(lines), end.translate(lines));
  return diagnostic;
}

function quickFixes(
  collection: vscode.DiagnosticCollection,
  choices: ChainChoices,
): vscode.CodeActionProvider {
  /** The spelling that the address would have were its digits right; Rootstock has its own. */
  const edited = (document: vscode.TextDocument, range: vscode.Range): vscode.TextEdit => {
    const text = document.getText(range);
    const digits = `0x${text.slice(-40)}`;
    const chain = sightAt(document, range.start, choices)?.chain.chain ?? '';
    const salted = /^eip155:(30|31)$/.exec(networkNamed(chain)?.caip2 ?? '')?.[1];
    const spelled = salted === undefined ? toEip55(digits) : toEip1191(digits, Number(salted));
    return vscode.TextEdit.replace(range, text.slice(0, -40) + spelled.slice(2));
  };
  return {
    provideCodeActions(document, _range, { diagnostics }) {
      const here = diagnostics.filter((one) => one.source === source && one.code === 'checksum');
      const [first] = here;
      if (first === undefined) return [];
      const one = fix(vscode.l10n.t('Spell this address by its checksum'), here);
      one.edit = new vscode.WorkspaceEdit();
      one.edit.set(document.uri, [edited(document, first.range)]);
      one.isPreferred = false;
      const ofFile = collection.get(document.uri) ?? [];
      if (ofFile.length < 2) return [one];
      const all = fix(
        vscode.l10n.t(
          'Spell all {0} such addresses of this file by their checksums',
          ofFile.length,
        ),
        here,
      );
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
