import { appendFile } from 'node:fs/promises';
import { GitError } from '../git/gitError.ts';
import { NoBaseError } from '../workspace/base.ts';
import { checkFolder, type CheckOptions, type FolderCheck } from '../workspace/check.ts';
import { NoPathError, requestedRoots } from '../workspace/roots.ts';
import { checkReport, type CheckReport } from './checkReport.ts';
import { checkGithub } from './formats/github.ts';
import { checkJson } from './formats/json.ts';
import { checkMarkdown } from './formats/markdown.ts';
import { checkSarif } from './formats/sarif.ts';
import { checkText } from './formats/text.ts';
import type { Options } from './options.ts';
import { skippedText } from './scanCommand.ts';
import { writeResult, type Terminal } from './terminal.ts';
import { exitCodes, UsageError, worst } from './usageError.ts';
import { version } from './version.ts';

/** The gate: offline and free. */
export async function runCheck(options: Options, terminal: Terminal): Promise<number> {
  const checks = await checkRoots(options, terminal);
  const report = checkReport(checks, hasBaseline(options));
  await writeReport(report, options, terminal);
  return codeOf(report);
}

/** @throws UsageError */
export async function checkRoots(options: Options, terminal: Terminal): Promise<FolderCheck[]> {
  const { operands } = options;
  const since = options.text('since');
  const isStaged = options.has('staged');
  const shared: Omit<CheckOptions, 'paths'> = {
    ...{ since, isStaged, isAll: options.has('all'), now: Date.now() },
    trustsChange: options.text('trust') === 'head',
  };
  try {
    const roots = await requestedRoots(
      terminal.folder,
      operands,
      isStaged ? (since ?? 'HEAD') : since,
    );
    const checks: FolderCheck[] = [];
    for (const { root, paths } of roots) {
      if (root.repository === undefined && (since !== undefined || isStaged)) {
        throw new UsageError('--since and --staged need a Git repository.');
      }
      checks.push(await checkFolder(root, { ...shared, paths }));
    }
    return checks;
  } catch (error) {
    if (error instanceof NoBaseError || error instanceof NoPathError) {
      throw new UsageError(error.message);
    }
    if (error instanceof GitError) throw new UsageError(gitText(error));
    throw error;
  }
}

function gitText({ fault, message }: GitError): string {
  return fault === 'missing'
    ? 'There is a Git repository, and Git is not installed: what is new cannot be known.'
    : `Git did not answer (${message}).`;
}

const hasBaseline = (options: Options): boolean => options.has('since') || options.has('staged');

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
