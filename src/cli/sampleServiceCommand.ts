import { resolve } from 'node:path';
import { readCommandLine } from '../sample/commandLine.ts';
import { startSampleService } from '../sample/server.ts';
import { type Options, exitCodes } from '../options/options.ts';
import type { Terminal } from './terminal.ts';

/** Runs only the sample service, until it is interrupted. */
export async function runSampleService({ operands }: Options, terminal: Terminal): Promise<number> {
  const beside = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(terminal.folder, path);
  const options = readCommandLine(operands);
  const service = await startSampleService({
    ...options,
    transfers: beside(options.transfers),
    labels: beside(options.labels),
    data: beside(options.data),
  });
  for (const note of service.notes) terminal.note(note);
  await terminal.write(`Sample service: ${service.url}\n`);
  terminal.note(`Sample data, computed from the ${service.origin}. Tenant ${service.tenant}.`);
  const stop = (): void => void service.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return exitCodes.ok;
}
