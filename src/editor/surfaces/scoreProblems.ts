import { alarmRank, problemRank } from '../../report/scale.ts';
import * as vscode from 'vscode';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { ReportModel } from '../../report/model.ts';
import { reasonLines } from '../../report/scoreView.ts';
import { grouped } from '../../messages/figures.ts';
import { scoreProblemText, aboveScaleText } from '../../messages/surfaces.ts';
import { plain } from '../../messages/text.ts';
import type { Calls } from '../calls/calls.ts';
import { networkPathOf } from '../documents/surroundings.ts';
import { describeAddress, type ReasonedSubject } from '../documents/subject.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { readReport } from '../report/readReport.ts';
import { settings } from '../shell/settings.ts';
import type { Services } from '../services.ts';
import { problemAt } from './documentMarks.ts';
import type { StoredResultIndex } from './storedResultIndex.ts';
import { isEditable } from '../documents/isOutsideWorkspace.ts';

const warning = { severity: vscode.DiagnosticSeverity.Warning, code: 'score' } as const;

/** Problems of one file; more would not be read. */
const maxDiagnostics = 200;

interface Rooms extends Pick<Services, 'documents' | 'shell'> {
  readonly calls: Calls;
  readonly stored: StoredResultIndex;
}

/** Marks the addresses in open documents whose stored score has a level that the user chose, or more. */
export function createScoreProblems(rooms: Rooms) {
  const { documents, shell } = rooms;
  const collection = vscode.languages.createDiagnosticCollection('addressRisk.scores');
  /** Documents that are being marked; true: once more, something has changed meanwhile. */
  const working = new Map<vscode.TextDocument, boolean>();

  async function mark(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const found = await problemsIn(document, rooms);
    if (!document.isClosed && document.version === version) collection.set(document.uri, found);
  }

  async function work(document: vscode.TextDocument): Promise<void> {
    do {
      working.set(document, false);
      await mark(document);
    } while (working.get(document) === true && !document.isClosed);
  }

  function markInTime(document: vscode.TextDocument): void {
    if (!isEditable(document)) return;
    if (working.has(document)) {
      working.set(document, true);
      return;
    }
    work(document)
      .catch((error: unknown) => shell.log.fault('score problems', error))
      .finally(() => working.delete(document));
  }

  const markAll = (): void => {
    vscode.workspace.textDocuments.forEach(markInTime);
  };
  const subscriptions = [
    collection,
    vscode.workspace.onDidOpenTextDocument(markInTime),
    documents.index.onDidRead(markInTime),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
  ];
  markAll();
  return {
    /** Something stored, a setting, or a network may have changed. */
    refresh: markAll,
    dispose(): void {
      for (const each of subscriptions) each.dispose();
    },
  };
}

/** Whether an address has such a problem now. VS Code shows it with its reasons above a hover. */
export function hasScoreProblem({ uri }: vscode.TextDocument, range: vscode.Range): boolean {
  return vscode.languages
    .getDiagnostics(uri)
    .some((each) => each.code === warning.code && each.range.isEqual(range));
}

/** Costs nothing: it reads what is stored. */
async function problemsIn(
  document: vscode.TextDocument,
  rooms: Rooms,
): Promise<vscode.Diagnostic[]> {
  const levels = settings.problemsLevels(document.uri);
  if (levels.every((level) => level === 'off')) return [];
  const places = await scoredPlaces(document, rooms);
  const known = new Map<string, string | null>();
  const found: vscode.Diagnostic[] = [];
  for (const { range, subject } of places) {
    if (found.length >= maxDiagnostics) break;
    const name = subjectName(subject.subject);
    let text = known.get(name);
    if (text === undefined) {
      const { model } = await readReport(rooms.calls, subject);
      text = textOf(model, levels);
      known.set(name, text);
    }
    if (text === null) continue;
    found.push(problemAt(range, text, warning));
  }
  return found;
}

interface ScoredPlace {
  readonly range: vscode.Range;
  readonly subject: ReasonedSubject;
}

/** The places of addresses with a stored score; only of those that have one the network is read. */
async function scoredPlaces(
  document: vscode.TextDocument,
  { documents: { index, choices }, stored }: Rooms,
): Promise<ScoredPlace[]> {
  const places = await stored.places((await index.of(document)) ?? []);
  const storedOf = await stored.storedFor(places.map(({ canonical }) => canonical));
  await choices.ready(document.uri);
  const { version } = document;
  const path = networkPathOf(document);
  return runInTurns(
    'diagnostics',
    (function* () {
      const scored: ScoredPlace[] = [];
      for (const { line, occurrence, canonical } of places) {
        if (document.version !== version || document.isClosed) return [];
        const networks = storedOf(canonical).scored;
        if (networks.size > 0) {
          const start = new vscode.Position(line, occurrence.offset);
          const found = describeAddress(document, { start, occurrence, path }, choices);
          const { subject, range, chain: reading } = found;
          if (subject !== undefined && networks.has(subject.chain)) {
            scored.push({ range, subject: { subject, reading } });
          }
        }
        yield;
      }
      return scored;
    })(),
  );
}

/** Null if it is no problem. */
function textOf(
  { scores, aggregator, scale, isSampleData }: ReportModel,
  levels: readonly string[],
): string | null {
  const stored = scores?.[aggregator].stored ?? null;
  if (stored === null || scale === null || !('digits' in stored.figure)) return null;
  const { place, figure, receivedAt } = stored;
  const rank = place === null ? null : alarmRank(place, scale);
  if (place === null || rank === null || rank < problemRank(scale, levels)) return null;
  const name = plain(scale.levels[rank]?.name ?? '');
  return scoreProblemText({
    score: grouped(figure.digits),
    level: place.kind === 'level' ? name : aboveScaleText(name),
    aggregator,
    receivedAt,
    reasons: reasonLines(stored),
    isSample: isSampleData,
  });
}
