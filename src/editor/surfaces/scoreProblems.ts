import { alarmRank, problemRank } from '../../report/scale.ts';
import * as vscode from 'vscode';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { ReportModel } from '../../report/model.ts';
import { reasonLines } from '../../report/scoreView.ts';
import { grouped } from '../../messages/figures.ts';
import { scoreProblemText, aboveScaleText } from '../../messages/surfaces.ts';
import { plain } from '../../messages/text.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { problemAt, watchVersion } from '../documents/surroundings.ts';
import { readReport } from '../report/readReport.ts';
import { settings } from '../shell/settings.ts';
import type { Services } from '../services.ts';
import { type AddressProblems, createDocumentMarks } from './documentMarks.ts';
import { scoredIn, type StoredResultIndex } from './lensLines.ts';

const warning = { severity: vscode.DiagnosticSeverity.Warning, code: 'score' } as const;

/** Problems of one file; more would not be read. */
const maxDiagnostics = 200;

interface Rooms extends Pick<Services, 'calls' | 'documents' | 'shell'> {
  readonly stored: StoredResultIndex;
  readonly problems: AddressProblems;
}

/** Marks the addresses in open documents whose stored score has a level that the user chose, or more. */
export const createScoreProblems = (rooms: Rooms) =>
  createDocumentMarks(rooms.documents.index, {
    ...{ problems: rooms.problems, kind: warning.code },
    find: (document, lines) => problemsIn(document, lines, rooms),
    onFault: (error) => rooms.shell.log.fault('score problems', error),
  });

/** Whether an address has such a problem now. VS Code shows it with its reasons above a hover. */
export function hasScoreProblem({ uri }: vscode.TextDocument, range: vscode.Range): boolean {
  return vscode.languages
    .getDiagnostics(uri)
    .some((each) => each.code === warning.code && each.range.isEqual(range));
}

/** Costs nothing: it reads what is stored. */
async function problemsIn(
  document: vscode.TextDocument,
  lines: readonly AddressLine[],
  rooms: Rooms,
): Promise<vscode.Diagnostic[] | undefined> {
  const levels = settings.problemsLevels(document.uri);
  if (levels.every((level) => level === 'off')) return [];
  const isSame = watchVersion(document);
  const known = new Map<string, string | null>();
  const problems: vscode.Diagnostic[] = [];
  for (const { range, subject, chain: reading } of await scoredIn(document, lines, rooms)) {
    if (problems.length >= maxDiagnostics) break;
    if (subject === undefined) continue;
    const name = subjectName(subject);
    let text = known.get(name);
    if (text === undefined) {
      const { model } = await readReport(rooms.calls, { subject, reading });
      text = textOf(model, levels);
      known.set(name, text);
    }
    if (text !== null) problems.push(problemAt(range, text, warning));
  }
  return isSame() ? problems : undefined;
}

/** Null if it isn't a problem. */
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
