import { env } from 'vscode';
import { csvExport } from '../../report/export/csv.ts';
import type { ExportFacts } from '../../report/export/facts.ts';
import { exportFactsOf } from '../../report/export/factsOf.ts';
import { exportFileName, type ExportFormat } from '../../report/export/fileName.ts';
import { htmlExport } from '../../report/export/html.ts';
import { jsonExport } from '../../report/export/json.ts';
import { markdownExport } from '../../report/export/markdown.ts';
import { exportPick } from '../../words/exportPick.ts';
import type { Calls } from '../calls/register.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { dialogs } from '../shell/dialogs.ts';
import { saveFile } from '../shell/saveFile.ts';
import type { Shell } from '../shell/shell.ts';
import { readPast, readReport } from './readReport.ts';

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
): Promise<void> {
  const facts = await readFacts(calls, shown);
  if (facts === undefined) {
    shell.notifier.refuse(exportPick.nothing());
    return;
  }
  const items = exportPick.formats();
  const picked = await dialogs.pick(items, { title: exportPick.title() });
  if (picked === undefined) return;
  const { format } = picked;
  await saveFile(
    {
      title: exportPick.title(),
      name: exportFileName(facts, format),
      contents: () => Promise.resolve(writers[format](facts)),
    },
    shell,
  );
}

export async function copyMarkdown(calls: Calls, shown: ReasonedSubject): Promise<void> {
  const facts = await readFacts(calls, shown);
  if (facts !== undefined) await env.clipboard.writeText(markdownExport(facts));
}

/** Undefined if no account is in use: then nothing stored can be read. */
async function readFacts(calls: Calls, shown: ReasonedSubject): Promise<ExportFacts | undefined> {
  const past = await readPast(calls, shown);
  const { model, stored } = await readReport(calls, shown, { past });
  return stored === null ? undefined : exportFactsOf(model, stored);
}
