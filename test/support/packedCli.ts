import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildCli } from '../harness/buildCli.ts';
import { run } from '../harness/processes.ts';

/** A folder of its own, until this process ends. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'built-cli-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  return folder;
}

let built: Promise<string> | undefined;

/** The folder of the command line as it is published, built for all suites or for this process. */
export function builtCli(): Promise<string> {
  return (built ??= build());
}

async function build(): Promise<string> {
  const program = process.env['ADDRESS_RISK_CLI'];
  if (program !== undefined) return dirname(program);
  const folder = ownFolder();
  await buildCli(folder);
  return folder;
}

/** The file of its package. */
export async function packCli(): Promise<string> {
  const folder = ownFolder();
  const name = await run('npm', ['pack', '--silent', await builtCli()], { cwd: folder });
  return join(folder, name.trim());
}
