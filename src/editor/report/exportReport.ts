import { env } from 'vscode';
import { csvExport } from '../../report/export/csv.ts';
import {
  type ExportFacts,
  exportFactsOf,
  exportFileName,
  type ExportFormat,
} from '../../report/export/facts.ts';
import { htmlExport } from '../../report/export/html.ts';
import { jsonExport } from '../../report/export/json.ts';
import { markdownExport } from '../../report/export/markdown.ts';
import { listingOf } from '../../book/facts.ts';
import { tokenElsewhere } from '../../known/known.ts';
import { wrongNetworkTexts } from '../../messages/book.ts';
import { exportPick } from '../../messages/exports.ts';
import { knownTexts } from '../../messages/known.ts';
import type { Calls } from '../calls/calls.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { dialogs } from '../shell/dialogs.ts';
import { saveFile } from '../shell/saveFile.ts';
import type { Shell } from '../shell/shell.ts';
import { readPast, readReport } from './readReport.ts';

type ExportedWorkspace = Pick<WorkspaceKnowledge, 'of' | 'project'>;

const writers: Readonly<Record<ExportFormat, (facts: ExportFacts) => string>> = {
  markdown: markdownExport,
  html: htmlExport,
  json: jsonExport,
  csv: csvExport,
};

/** Asks for a format and a file, and writes what is stored. Makes no call. */
export async function exportReport(
  calls: Calls,
  shell: Shell,
  shown: ReasonedSubject,
  workspace: ExportedWorkspace,
): Promise<void> {
  const facts = await readFacts(calls, shown, workspace);
  if (facts === undefined) {
    shell.notifier.refuse(exportPick.nothing());
    return;
  }
  const items = exportPick.formats();
  const picked = await dialogs.pick(items, { title: exportPick.title() });
  if (picked === undefined) return;
  const { format } = picked;
  await saveFile(shell, {
    title: exportPick.title(),
    name: exportFileName(facts, format),
    contents: () => writers[format](facts),
  });
}

export async function copyMarkdown(
  calls: Calls,
  shown: ReasonedSubject,
  workspace: ExportedWorkspace,
): Promise<void> {
  const facts = await readFacts(calls, shown, workspace);
  if (facts !== undefined) await env.clipboard.writeText(markdownExport(facts));
}

/** Undefined if no account is in use: then nothing stored can be read. */
async function readFacts(
  calls: Calls,
  shown: ReasonedSubject,
  workspace: ExportedWorkspace,
): Promise<ExportFacts | undefined> {
  const past = await readPast(calls, shown);
  const { model, stored } = await readReport(calls, shown, { past });
  return stored === null
    ? undefined
    : exportFactsOf(model, stored, await knownIn(shown, workspace));
}

/** The name and the alarms of the report. */
async function knownIn(
  shown: ReasonedSubject,
  workspace: ExportedWorkspace,
): Promise<ExportFacts['known']> {
  const { facts, likeness, hasNames } = (await workspace.of(shown)).facts;
  const { alarms, names } = knownTexts(facts, { hasNames, now: Date.now(), likeness });
  const { address, chain } = shown.subject;
  const isAssumed = shown.reading?.reason === 'assumed';
  const isReviewed = isAssumed || listingOf(facts) === 'listed';
  const token = isReviewed ? undefined : tokenElsewhere(address, chain);
  return {
    name: names[0]?.name ?? null,
    findings: [
      ...alarms.flatMap(({ kind, text: message }) =>
        // No rule of `check`.
        kind === 'namesake'
          ? []
          : [{ rule: kind === 'denied' ? ('deny' as const) : ('look-alike' as const), message }],
      ),
      ...(token === undefined
        ? []
        : [{ rule: 'wrong-network' as const, message: wrongNetworkTexts.problem(token, chain) }]),
    ],
    project: await workspace.project(),
  };
}
