import * as vscode from 'vscode';
import type { Denial } from '../../book/facts.ts';
import type { DeniedPlace } from '../../book/denySearch.ts';
import { denialProblemText, denialsLeftText, deniedTextText } from '../../messages/denials.ts';
import { shortAddress } from '../../messages/text.ts';
import type { Books } from '../book/books.ts';
import { likenessOf } from '../book/likeness.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { problemAt, watchVersion } from '../documents/surroundings.ts';
import { wrongNetworksOf, type Documents } from '../documents/foundAddresses.ts';
import { addressReader, askedFor, findAddressAt } from '../documents/subject.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import {
  type AddressProblems,
  createDocumentMarks,
  mostDrawn,
  offerQuickFixes,
  quickFix,
  offerReplacements,
} from './documentMarks.ts';
import { toEip1191, toEip55 } from '../../encodings/evmChecksum.ts';
import { networkNamed } from '../../networks/networks.ts';
import { addressProblemText } from '../../messages/inputs.ts';
import { checksumTexts } from '../../messages/surfaces.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { settings } from '../shell/settings.ts';
import { tokenElsewhere } from '../../known/known.ts';
import { wrongNetworkTexts } from '../../messages/book.ts';

/** Per file; one more entry shows how many are left. */
const maxDenials = mostDrawn - 1;

const denied = { severity: vscode.DiagnosticSeverity.Error, code: 'denyList' } as const;

/**
 * Marks denied content: detected addresses, then listed texts anywhere else. Nothing can displace
 * these problems.
 */
export function createDenyMarks(
  problems: AddressProblems,
  books: Books,
  { index, choices }: Documents,
): vscode.Disposable {
  return createDocumentMarks(index, {
    ...{ problems, kind: denied.code },
    async find(document, lines) {
      await books.ready(document.uri);
      return runInTurns('diagnostics', denialsIn(document, lines, books, choices));
    },
    changes: [books.onDidChange, choices.onDidChange],
  });
}

function* denialsIn(
  document: vscode.TextDocument,
  lines: readonly AddressLine[],
  books: Books,
  choices: Documents['choices'],
): Generator<void, vscode.Diagnostic[] | undefined> {
  const { uri } = document;
  const isSame = watchVersion(document);
  const search = books.denySearch(uri);
  if (search.length === 0 || books.isOwnFile(uri)) return [];
  const problems: vscode.Diagnostic[] = [];
  const ranges = new Map<number, vscode.Range[]>();
  let left = 0;
  const add = (range: vscode.Range, texts: readonly string[]): void => {
    for (const text of texts) {
      if (problems.length < maxDenials) problems.push(problemAt(range, text, denied));
      else left++;
    }
  };
  const read = addressReader(document, choices);
  for (const [line, { addresses }] of lines.entries()) {
    for (const occurrence of addresses) {
      if (!isSame()) return undefined;
      const { text, family } = occurrence;
      yield;
      const onAny = { text, family, network: undefined };
      if (books.factsOf(uri, onAny).denials.length === 0) continue;
      // Resolving the network takes much longer and matters only for addresses listed on another
      // one.
      const found = read(line, occurrence);
      const { range } = found;
      const short = shortAddress(found.canonical);
      const { denials } = books.factsOf(uri, askedFor(found));
      add(
        range,
        denials.map((denial) => denialProblemText(short, denial)),
      );
      ranges.set(line, [...(ranges.get(line) ?? []), range]);
    }
  }
  const text = document.getText();
  for (const each of search) {
    const places = yield* each.find(text);
    if (!isSame()) return undefined;
    for (const place of places) {
      const range = rangeAt(document, place);
      const isKnown = ranges.get(range.start.line)?.some((other) => other.intersection(range));
      if (isKnown !== true) add(range, place.denials.map(deniedTextText));
      yield;
    }
  }
  const top = new vscode.Range(0, 0, 0, 0);
  return left === 0 ? problems : [problemAt(top, denialsLeftText(left), denied), ...problems];
}

/** Of a place in the whole text. */
export function rangeAt(
  document: vscode.TextDocument,
  { offset, length }: DeniedPlace,
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

/** Hits of a text that isn't an address, as shown in the hover. */
export function denialsAt(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
  books: Books,
): readonly Denial[] {
  const start = Math.max(0, character - reach);
  const range = new vscode.Range(line, start, line, character + reach);
  const text = document.getText(range);
  for (const search of books.denySearch(document.uri)) {
    const work = search.find(text);
    let step = work.next();
    while (step.done !== true) step = work.next();
    const hit = step.value.find(
      ({ offset, length }) => start + offset <= character && character <= start + offset + length,
    );
    if (hit !== undefined) return hit.denials;
  }
  return [];
}

/** Around the mouse, in UTF-16 units: no listed text is longer. */
const reach = 600;

const checksumCode = 'checksum';

/** Fires for our settings of problems. */
const onDidChangeSettings: vscode.Event<void> = (listener) =>
  vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('addressRisk.diagnostics')) listener();
  });

/**
 * Marks EVM addresses whose checksum fails every applicable rule (EIP-55, EIP-1191, Zilliqa's), and
 * offers fixes for the casing.
 */
export function createChecksumHelp(
  problems: AddressProblems,
  books: Books,
  { index, choices }: Documents,
): vscode.Disposable {
  return vscode.Disposable.from(
    createDocumentMarks(index, {
      ...{ problems, kind: checksumCode },
      find: (document, lines) => runInTurns('diagnostics', wrongChecksumsIn(document, lines)),
      changes: [onDidChangeSettings],
    }),
    offerQuickFixes(checksumFixes(problems, choices, books)),
  );
}

/** Yields between lines. Undefined after an edit. */
function* wrongChecksumsIn(
  document: vscode.TextDocument,
  lines: readonly AddressLine[],
): Generator<void, vscode.Diagnostic[] | undefined> {
  const severity = severities[settings.checksumDiagnostics(document.uri)];
  const found: vscode.Diagnostic[] = [];
  if (severity === undefined) return found;
  const isSame = watchVersion(document);
  for (const [line, { wrong }] of lines.entries()) {
    if (!isSame()) return undefined;
    for (const { offset, length } of wrong) {
      const range = new vscode.Range(line, offset, line, offset + length);
      found.push(
        problemAt(range, addressProblemText({ kind: 'checksum' }), {
          severity,
          code: checksumCode,
        }),
      );
    }
    if (found.length >= mostDrawn) break;
    yield;
  }
  return found;
}

const severities = {
  off: undefined,
  hint: vscode.DiagnosticSeverity.Hint,
  warning: vscode.DiagnosticSeverity.Warning,
} as const;

function checksumFixes(
  problems: AddressProblems,
  choices: ChainChoices,
  books: Books,
): vscode.CodeActionProvider {
  /**
   * The checksum casing of the digits; Rootstock has its own rule. Undefined for an address that looks
   * like another one: a right checksum would only make it look right.
   */
  const edited = (
    document: vscode.TextDocument,
    range: vscode.Range,
  ): vscode.TextEdit | undefined => {
    const found = findAddressAt(document, range.start, choices);
    if (found !== undefined && likenessOf(document.uri, askedFor(found), books) !== undefined) {
      return undefined;
    }
    const text = document.getText(range);
    const digits = `0x${text.slice(-40)}`;
    const chain = found?.chain.chain ?? '';
    const salted = /^eip155:(30|31)$/.exec(networkNamed(chain)?.caip2 ?? '')?.[1];
    const spelled = salted === undefined ? toEip55(digits) : toEip1191(digits, Number(salted));
    return vscode.TextEdit.replace(range, text.slice(0, -40) + spelled.slice(2));
  };
  return {
    async provideCodeActions(document, _range, { diagnostics }) {
      const here = diagnostics.filter(
        (each) => each.source === 'Address Risk' && each.code === checksumCode,
      );
      const [first] = here;
      if (first === undefined) return [];
      await books.ready(document.uri);
      const edit = edited(document, first.range);
      if (edit === undefined) return [];
      const one = quickFix(checksumTexts.fix(), here, document, [edit]);
      one.isPreferred = false;
      const ofFile = problems.of(document.uri, checksumCode);
      const edits = ofFile.flatMap((each) => edited(document, each.range) ?? []);
      // “All” would not be true where one is left out.
      if (edits.length < 2 || edits.length < ofFile.length) return [one];
      return [one, quickFix(checksumTexts.fixAll(edits.length), here, document, edits)];
    },
  };
}

const warning = { severity: vscode.DiagnosticSeverity.Warning, code: 'wrongNetwork' } as const;

/** Marks tokens of a different network than the code says, and offers the right address. */
export function createWrongNetworkMarks(
  problems: AddressProblems,
  books: Books,
  documents: Documents,
): vscode.Disposable {
  const { index, choices } = documents;
  return vscode.Disposable.from(
    createDocumentMarks(index, {
      ...{ problems, kind: warning.code },
      find: (document) => wrongNetworksIn(document, books, documents),
      changes: [books.onDidChange, choices.onDidChange],
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

/** Undefined after an edit. */
async function wrongNetworksIn(
  document: vscode.TextDocument,
  books: Books,
  documents: Documents,
): Promise<vscode.Diagnostic[] | undefined> {
  await books.ready(document.uri);
  const found = await wrongNetworksOf(document, { books, documents });
  if (found === undefined) return undefined;
  const wrong = [...found].slice(0, mostDrawn);
  return wrong.map(([{ range, chain }, token]) =>
    problemAt(range, wrongNetworkTexts.problem(token, chain.chain ?? ''), warning),
  );
}
