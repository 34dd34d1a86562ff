/**
 * `npm run proof`: writes docs/proof.md, which has the promises of the README with what shows that they
 * are kept. Fails for a promise that the README does not make in these words, and for a test file that
 * is not there. With `--check` it writes nothing, and also fails if the page is out of date.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { titlesOf } from '../support/testTitles.ts';
import { repository } from './extension.ts';

interface Proof {
  /** Words of the README. */
  readonly promise: string;
  /** Test files, or patterns of them. */
  readonly tests: readonly string[];
  /** Ratios of `npm run bench`, by their names. */
  readonly ratios?: readonly string[];
  /** Another command, with what it prints. */
  readonly command?: string;
}

const proofs: readonly Proof[] = [
  {
    promise: 'are found in any file, with verified checksums, and',
    tests: ['test/unit/{families,scan,addresses,encodings}/*', 'test/long/families'],
    command: '`npm run test:detection`: the tables of [Detection](detection.md)',
    ratios: ['detection to shapes with a hash, EVM packages'],
  },
  {
    promise: 'Actions, how the network was determined, and the facts in one line follow.',
    tests: ['test/unit/{evidence,detection}/*', 'test/host/{detection,assumedNetwork}'],
  },
  {
    promise: 'Value, zero, unknown, and failed look different.',
    tests: ['test/host/storedWords', 'test/unit/report/*'],
  },
  {
    promise:
      'A level is shown only on a scale that you or your team’s policy set; sample data has its own.',
    tests: ['test/unit/report/{scale,level}*'],
  },
  {
    promise: 'Jobs survive a reload, a crash, and a full disk.',
    tests: ['test/unit/{ledger,paid}/*', 'test/long/{coreKills,hostKills,ledgerScenarios}'],
    command: '[Hazards](hazards.md) names the tests of each',
  },
  {
    promise: 'holds names, reviews, and deny lists, whose hits are shown first, offline.',
    tests: ['test/host/{addressBook,addresses}', 'test/unit/book/*'],
  },
  {
    promise: 'A pull request can’t approve its own addresses',
    tests: ['test/unit/folder/*', 'test/host/trust', 'test/service/cli/{policy,action}'],
    command: '[Alarms](alarms.md) names what a change can do',
  },
  {
    promise: 'At most 1 API call per address and hour, within a daily budget',
    tests: ['test/unit/editor/{paidSurfaces,confirmations}'],
    command:
      '`WRITE_TABLE=1 node --test test/unit/editor/paidSurfaces.test.ts`: [Paid calls](paid-calls.md)',
  },
  {
    promise: 'Nothing: paid results are stored and shared',
    tests: ['test/long/e2e/{windows,reportReload}', 'test/long/processes'],
  },
  {
    promise: 'go only to the service you signed in to.',
    tests: ['test/unit/api/*', 'test/unit/security', 'test/long/e2e/{keys,soak}'],
  },
  {
    promise: 'Text that looks like a private key or a seed phrase is never sent.',
    tests: ['test/unit/keys/*', 'test/unit/hostileInput'],
  },
  {
    promise: 'No workspace can change where calls go.',
    tests: ['test/unit/editor/{settings,session}', 'test/long/e2e/{hostile,hostileExtension}'],
  },
  {
    promise: 'labeled *Sample data*',
    tests: ['test/long/e2e/sampleMode', 'test/host/storedWords'],
  },
  {
    promise: 'one license for a team',
    tests: ['test/service/gateway*', 'test/long/gateway*'],
    command:
      '`MINUTES=10 npm run bench -- gateway`: 500 requests a second for ten minutes among ten million stored summaries',
    ratios: [
      'the median of stored summaries to that of nginx',
      'a read among many stored summaries to one among 10,000',
    ],
  },
];

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
const readme = read('README.md').replaceAll(/\s+/g, ' ');
const ratios = JSON.parse(read('test/bench/ratios.json')) as Record<string, number>;
const faults: string[] = [];

/** How many tests there are, and the command that runs them. */
function testsOf(patterns: readonly string[]): string {
  const files = patterns.flatMap((pattern) => {
    const found = globSync(`${pattern}.test.ts`, { cwd: repository });
    if (found.length === 0) faults.push(`There is no test ${pattern}.`);
    return found;
  });
  const count = files.flatMap((file) => titlesOf(repository, file)).length;
  const names = patterns.map((pattern) => `\`${pattern}.test.ts\``).join(', ');
  return `${count} titles of tests in ${names}`;
}

function rowOf({ promise, tests, command, ratios: names = [] }: Proof): string {
  if (!readme.includes(promise)) faults.push(`The README does not say “${promise}”`);
  const figures = names.map((name) => {
    const value = ratios[name];
    if (value === undefined) faults.push(`${name}: npm run bench -- --write has not measured it.`);
    return `\`npm run bench\`: ${name}: ${value ?? '?'}`;
  });
  const shown = [testsOf(tests), ...(command === undefined ? [] : [command]), ...figures];
  return `| … ${promise} | ${shown.join('<br>')} |`;
}

const hazards = read('docs/hazards.md').match(/^\| \d+ \|/gm)?.length ?? 0;
if (!readme.includes(`[Tests for ${hazards} hazards]`)) {
  faults.push(`The README does not name ${hazards} hazards, as docs/hazards.md has them.`);
}
const page = `# Proof

The promises of the README, and what shows that they are kept. \`npm run proof\` makes this page; \`npm run check\` fails where it is out of date, or the README says something else. \`npm test\` runs the tests but those in \`test/long\`, which \`npm run test:long\` runs. A ratio is to a baseline in the same run; \`npm run bench\` fails if one is 1.3 times the committed one.

| promise | shown by |
|---|---|
${proofs.map(rowOf).join('\n')}
`;
if (!values.check) writeFileSync(join(repository, 'docs', 'proof.md'), page);
else if (read('docs/proof.md') !== page) {
  faults.push('docs/proof.md is out of date: run npm run proof.');
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
