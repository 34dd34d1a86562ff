import { resolve } from 'node:path';
import { readCommandLine } from '../sample/commandLine.ts';
import { startSampleService } from '../sample/server.ts';
import { UsageError } from '../sample/usageError.ts';

/** npm runs scripts in the package's folder; what a person names is beside them. */
function beside(path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', path);
}

try {
  const options = readCommandLine(process.argv.slice(2));
  const service = await startSampleService({
    ...options,
    transfers: beside(options.transfers),
    labels: beside(options.labels),
    data: beside(options.data),
  });
  for (const note of service.notes) console.error(note);
  console.log(`Sample service: ${service.url}`);
  console.error(`Sample data, computed from the ${service.origin}. Tenant ${service.tenant}.`);
  const stop = () => void service.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
