import { appendFile, stat } from 'node:fs/promises';
import { checkReport, checkRoots, hasBaseline, type CheckReport } from './checkReport.ts';
import {
  checkGithub,
  checkJson,
  checkMarkdown,
  checkSarif,
  checkText,
  maxRows,
  sarifCutText,
  summaryText,
} from './checkFormats.ts';
import { requireLedger, version } from './program.ts';
import { type Options, exitCodes, worst } from '../options/options.ts';
import { skippedText, writeResult, type Terminal } from './terminal.ts';

/** The gate: offline and free. */
export async function runCheck(options: Options, terminal: Terminal): Promise<number> {
  // The engine is loaded only where stored scores count.
  if (options.has('scores')) requireLedger();
  const report = options.has('scores')
    ? await (await import('./paid/storedScores.ts')).checkWithScores(options, terminal)
    : await checkWithoutScores(options, terminal);
  await writeReport(report, options, terminal);
  return codeOf(report);
}

async function checkWithoutScores(options: Options, terminal: Terminal): Promise<CheckReport> {
  const checks = await checkRoots(options, terminal);
  if (checks.some(({ policy }) => policy.levels.length > 0)) {
    terminal.note('“level:” of the policy is not checked: that needs --scores.');
  }
  return checkReport(checks, hasBaseline(options));
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
  const cut = format === 'sarif' ? sarifCutText(report) : undefined;
  if (cut !== undefined) terminal.note(cut);
  const text = formats[format]?.(report) ?? checkText(report, terminal.hasColor);
  await writeResult(terminal, text, options.text('output'));
  // A CI log must show why the job failed, whatever the file contains.
  if (options.has('output')) terminal.note(summaryText(report));
  const summary = terminal.env['GITHUB_STEP_SUMMARY'] ?? '';
  if (format === 'github' && summary !== '') {
    await appendSummary(summary, report).catch(() =>
      terminal.note('The summary of the step cannot be written.'),
    );
  }
}

/** GitHub drops the whole summary of a step above this size, in bytes, earlier commands' output included. */
const maxSummarySize = 1_048_576;

async function appendSummary(file: string, report: CheckReport): Promise<void> {
  const before = await stat(file).catch(() => undefined);
  const room = maxSummarySize - (before?.size ?? 0) - 1;
  for (let most = maxRows; ; most = Math.floor(most / 2)) {
    const text = checkMarkdown(report, most);
    if (Buffer.byteLength(text) <= room) return appendFile(file, text);
    if (most === 0) throw new Error('There is no room.');
  }
}

/** Text is for people, and has colors. */
const formats: Readonly<Record<string, (report: CheckReport) => string>> = {
  json: checkJson,
  sarif: (report) => checkSarif(report, version()),
  github: checkGithub,
  markdown: checkMarkdown,
};

export function codeOf({ failed, faults }: CheckReport): number {
  return worst(
    failed > 0 ? exitCodes.findings : exitCodes.ok,
    faults.length > 0 ? exitCodes.usage : exitCodes.ok,
  );
}
