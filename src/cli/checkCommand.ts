import { appendFile } from 'node:fs/promises';
import { checkReport, type CheckReport } from './checkReport.ts';
import { checkRoots, hasBaseline } from './checkRoots.ts';
import { checkGithub } from './formats/github.ts';
import { checkJson } from './formats/json.ts';
import { checkMarkdown } from './formats/markdown.ts';
import { checkSarif } from './formats/sarif.ts';
import { checkText } from './formats/text.ts';
import { requireLedger } from './nodeVersion.ts';
import type { Options } from './options.ts';
import { skippedText } from './scanRows.ts';
import { writeResult, type Terminal } from './terminal.ts';
import { exitCodes, worst } from './usageError.ts';
import { version } from './version.ts';

/** The gate: offline and free. */
export async function runCheck(options: Options, terminal: Terminal): Promise<number> {
  // The engine is loaded only where stored scores count.
  if (options.has('scores')) requireLedger();
  const report = options.has('scores')
    ? await (await import('./paid/checkScores.ts')).checkWithScores(options, terminal)
    : checkReport(await checkRoots(options, terminal), hasBaseline(options));
  await writeReport(report, options, terminal);
  return codeOf(report);
}

/** Writes a report in its format, and what was not read to stderr. */
export async function writeReport(
  report: CheckReport,
  options: Options,
  terminal: Terminal,
): Promise<void> {
  const format = options.text('format') ?? 'text';
  for (const skipped of report.notRead) terminal.note(skippedText(skipped));
  if (format !== 'text') for (const fault of report.faults) terminal.note(`address-risk: ${fault}`);
  await writeResult(terminal, textOf(report, format, terminal), options.text('output'));
  const summary = terminal.env['GITHUB_STEP_SUMMARY'] ?? '';
  if (format === 'github' && summary !== '') {
    await appendFile(summary, checkMarkdown(report)).catch(() =>
      terminal.note('The summary of the step cannot be written.'),
    );
  }
}

function textOf(report: CheckReport, format: string, { hasColor }: Terminal): string {
  switch (format) {
    case 'json':
      return checkJson(report);
    case 'sarif':
      return checkSarif(report, version());
    case 'github':
      return checkGithub(report);
    case 'markdown':
      return checkMarkdown(report);
    default:
      return checkText(report, hasColor);
  }
}

export function codeOf({ failed, faults }: CheckReport): number {
  return worst(
    failed > 0 ? exitCodes.findings : exitCodes.ok,
    faults.length > 0 ? exitCodes.usage : exitCodes.ok,
  );
}
