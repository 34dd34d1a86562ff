/**
 * `npm run test:host`: the suite of `test/host` in the extension hosts of all versions, or of the
 * one that `-- --version 1.139.1` names; `-- --grep words` picks tests.
 */
import { parseArgs } from 'node:util';
import { runHostTests } from './hostRun.ts';
import { countsLine } from './outcome.ts';
import { vsCodeVersions } from './provision.ts';

const { values } = parseArgs({
  options: { version: { type: 'string' }, grep: { type: 'string' } },
});
const versions = vsCodeVersions.filter((version) => (values.version ?? version) === version);
if (versions.length === 0) throw new Error(`The versions are ${vsCodeVersions.join(' and ')}`);
// The extension host inherits it from the server.
if (values.grep) process.env['HOST_TEST_GREP'] = values.grep;

const outcome = await runHostTests(versions);
process.stdout.write(`${[...outcome.failures, countsLine(outcome)].join('\n')}\n`);
if (outcome.failed > 0) process.exitCode = 1;
