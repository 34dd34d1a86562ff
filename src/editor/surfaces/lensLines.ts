import * as vscode from 'vscode';
import type { AddressQuery } from '../../book/facts.ts';
import { askedFor, describeAddress, type FoundAddress } from '../documents/subject.ts';
import { likenessOf } from '../book/likeness.ts';
import { networkPathOf } from '../documents/surroundings.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import type { Services } from '../services.ts';
import type { NewAddresses } from '../inventory/newAddresses.ts';
import type { Place, StoredResultIndex } from './storedResultIndex.ts';
import type { Revision } from '../../git/revision.ts';

/** In a file with more address lines, only those have a CodeLens that something is known of. */
const maxPlainLines = 20;

/** What one document has. A caret that moves changes nothing of what is known. */
interface FilteredDocument {
  readonly version: number;
  readonly findings: LinesWithFindings;
}

/** What a document was given CodeLens entries for. */
interface GivenLines {
  readonly addressLines: ReadonlySet<number>;
  readonly caretLines: ReadonlySet<number>;
}

/**
 * The CodeLens entries of a document that has few, or many addresses (the setting `auto`): of many, a
 * line without findings has one only while a caret is on it.
 */
export class AutoLensFilter {
  readonly #sources: LineSources;
  #known = new WeakMap<vscode.TextDocument, FilteredDocument>();
  readonly #given = new WeakMap<vscode.TextDocument, GivenLines>();
  readonly #watch: vscode.Disposable;

  /** @param onMove a caret has come to an address line, or has left one */
  constructor(sources: LineSources, onMove: () => void) {
    this.#sources = sources;
    this.#watch = vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document } }) => {
      const given = this.#given.get(document);
      if (given === undefined) return;
      const now = caretsOn(document, given.addressLines);
      const { caretLines } = given;
      if (now.size !== caretLines.size || [...now].some((line) => !caretLines.has(line))) onMove();
    });
  }

  /** @param all the first address of each line that has one */
  async from(all: vscode.Range[], document: vscode.TextDocument): Promise<vscode.Range[]> {
    if (all.length <= maxPlainLines) {
      this.#given.delete(document);
      return all;
    }
    const findings = await this.#findingsIn(document);
    const addressLines = new Set(all.map(({ start }) => start.line));
    const caretLines = caretsOn(document, addressLines);
    this.#given.set(document, { addressLines, caretLines });
    return all.flatMap((range) => {
      const { line } = range.start;
      return findings.get(line) ?? (caretLines.has(line) ? range : []);
    });
  }

  /** Something of what is known has changed. */
  forget(): void {
    this.#known = new WeakMap();
  }

  dispose(): void {
    this.#watch.dispose();
  }

  async #findingsIn(document: vscode.TextDocument): Promise<LinesWithFindings> {
    const { version } = document;
    const known = this.#known.get(document);
    if (known?.version === version) return known.findings;
    const before = this.#known;
    const findings = await linesWithFindings(document, this.#sources, { isScoreOnly: false });
    // In the map of before: what was forgotten meanwhile stays forgotten.
    before.set(document, { version, findings });
    return findings;
  }
}

function caretsOn(document: vscode.TextDocument, lines: ReadonlySet<number>): Set<number> {
  const carets = vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .map(({ selection }) => selection.active.line);
  return new Set(carets.filter((line) => lines.has(line)));
}

/** The lines of a document by their numbers, each with the place of its first address that counts. */
type LinesWithFindings = ReadonlyMap<number, vscode.Range>;

export interface LineSources extends Pick<Services, 'books' | 'documents'> {
  readonly newAddresses: Pick<NewAddresses, 'of' | 'mayBe' | 'need'>;
  readonly stored: StoredResultIndex;
}

/**
 * The lines with an address that has a stored score. Costs nothing.
 * @param options.isScoreOnly false: also one with a job that is open, on a deny list, a look-alike, or new
 * @returns nothing after an edit
 */
export async function linesWithFindings(
  document: vscode.TextDocument,
  { books, documents, newAddresses, stored }: LineSources,
  { isScoreOnly }: { readonly isScoreOnly: boolean },
): Promise<LinesWithFindings> {
  const { index, choices } = documents;
  const { uri } = document;
  await choices.ready(uri);
  const { version } = document;
  const places = await stored.places((await index.of(document)) ?? []);
  const storedOf = await stored.storedFor(places.map(({ canonical }) => canonical));
  const path = networkPathOf(document);

  function isAlarming(asked: AddressQuery): boolean {
    const facts = books.factsOf(uri, asked);
    return facts.denials.length > 0 || likenessOf(uri, asked, books, facts) !== undefined;
  }

  /** The network takes far longer than the rest, and most addresses do not need it. */
  const mayHaveFinding = ({ canonical, occurrence }: Place): boolean => {
    const { scored, open } = storedOf(canonical);
    if (scored.size > 0 || (!isScoreOnly && open.size > 0)) return true;
    const { text, family } = occurrence;
    const asked = { text, family, network: undefined };
    if (isScoreOnly) return false;
    return newAddresses.mayBe(canonical) || isAlarming(asked);
  };

  function rangeOfFinding({ line, occurrence, canonical }: Place): vscode.Range | undefined {
    const start = new vscode.Position(line, occurrence.offset);
    const found = describeAddress(document, { start, occurrence, path }, choices);
    const { scored, open } = storedOf(canonical);
    const network = found.subject?.chain ?? '';
    const isFinding =
      scored.has(network) ||
      (!isScoreOnly &&
        (open.has(network) ||
          isAlarming(askedFor(found)) ||
          newSince(uri, found, newAddresses) !== undefined));
    return isFinding ? found.range : undefined;
  }

  return runInTurns(
    'lenses',
    (function* () {
      const findings = new Map<number, vscode.Range>();
      for (const place of places) {
        if (document.version !== version || document.isClosed) return new Map();
        if (!findings.has(place.line) && mayHaveFinding(place)) {
          const range = rangeOfFinding(place);
          if (range !== undefined) findings.set(place.line, range);
        }
        yield;
      }
      return findings;
    })(),
  );
}

/** Since when an address of a file is new, from memory; undefined if it is not. */
export function newSince(
  uri: vscode.Uri,
  { canonical, occurrence: { family }, chain }: FoundAddress,
  newAddresses: Pick<NewAddresses, 'of'>,
): Revision | undefined {
  const known = newAddresses.of(uri, { canonical, family, network: chain.chain });
  return known?.kind === 'new' ? known.since : undefined;
}
