/**
 * `npm run hazards`: writes docs/hazards.md, which names the tests of each hazard. They are the
 * tests whose titles end in `(hazard 5)` or `(hazards 5, 6)`. Fails for a hazard without a test and
 * for a tag that cannot be read. With `--check` it writes nothing, and also fails if the file is out
 * of date.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { titlesOf, type TestTitle } from '../support/testTitles.ts';

/** The hazards, by number from 1. Numbers never change, because tests name them. */
const hazards: readonly string[] = [
  'The response to a start is lost after the request was sent',
  'A start fails before anything was sent',
  'The service never responds to a start',
  'The user cancels at any point of a start',
  'Two requests for the same score at the same moment',
  'Two windows request the same score',
  'The process is killed between a start and the storing of its ID',
  'A window reloads during a start, and the old one still runs',
  'A start gets a redirect or a 421',
  'The HTTP stack repeats a start on its own',
  'A later change of the code adds a retry to starts',
  'A hover, a CodeLens, or a restored report starts a calculation',
  'Another extension runs a paid command in a loop',
  'A batch over a file with very many addresses',
  'A start succeeds, but no ID can be read from its response',
  'A start returns another 2xx status than 200',
  'Parallel jobs, windows, or reloads poll faster than once a second',
  'A burst of polls after the machine wakes up',
  'A job that is never ready',
  'A result is cut off, and cannot be read again',
  'Two windows poll one job whose result can be read once',
  'The window that polls a job dies',
  'A delay from a setting or a server that is negative, huge, or not a number',
  'Jitter or a last poll comes too early',
  'The service does not know a new job yet',
  'The service never knows the ID of a job',
  'The quota runs out while jobs are polled',
  'The key is revoked while jobs are polled',
  'The service rejects the ID of a job',
  'Errors and rate limits while polling',
  'The clock is changed',
  'The user cancels at any point of a poll',
  'The stored state is damaged, or of another version',
  'A stored job belongs to other credentials or another service',
  'A redirect leads credentials to another origin',
  'A certificate or a TLS version that cannot be trusted',
  'A proxy of the company is bypassed',
  'A proxy requires authentication, or a host is exempt from it',
  'A proxy or a portal responds in place of the service',
  'A certificate authority that only the system knows',
  'Different versions of the HTTP library do not work together',
  'A change of global HTTP state affects other extensions',
  'A response arrives so slowly that it never ends',
  'A response that breaks the rules of HTTP',
  'A service URL that leads into a private network',
  'HTTP/2 repeats or merges requests',
  'A response that is too large',
  'A compressed response that expands without limit',
  'A response that is not the expected JSON',
  'Names in a response that mean something to JavaScript',
  'A response that is nested too deep',
  'Numbers that cannot be represented',
  'Times in an unexpected unit or range',
  'A result for another address or network',
  'Members that are missing, new, or renamed',
  'A credential in a log, an error, or a file',
  'A key that was pasted with characters it must not have',
  'No keyring, or one that fails',
  'The key is changed or deleted in another window',
  'A tenant ID of one sign-in with the key of another',
  'A credential in the page of a report, the clipboard, or an export',
  'A repository sets where calls go or what they cost',
  'A service URL that looks like another one',
  'Settings for pace and limits that make no sense',
  'Restricted Mode and virtual workspaces',
  'An address from a file changes the path of a request',
  'Markup from outside in the page of a report or another surface',
  'Markdown from outside in a hover or a message',
  'Forged messages from the page of a report',
  'Text with invisible characters, of any length, or with a formula',
  'Files that are huge or made to be slow',
  'A compromised dependency or release, or a secret in the package',
  'The client is gone, and its extension host continues',
  'The tests call a service on the network',
  'What was paid for meets a disk that cannot be written',
  'The file of the ledger is replaced while windows have it open',
  'A page of the ledger is damaged',
  'A process is stopped between its claim and its request',
  'Requests and questions outlive a sign-out',
  'A task or a key binding of a repository runs a paid command',
  'A change silences an alarm about itself',
  'A file of a repository blocks the extension host',
  'A response for another network, or for no stated address, is shown as that of the subject',
  'A field is read after another event has cleared it',
  'A version or an index is read as a chain ID, or a key in a map by network falls through',
  'The change chooses the judge of a check: the base, the program, exempt files, the network, or the output',
  '“Failed” is read as “not there”: a partial clone, a missing object, an unreadable list',
  'A settled job is written back to running, and polled again',
  'A store is away for longer than its retries when a result or a job ID arrives',
  'A response says that nothing was sent or charged after something was',
  'A request waits for a charge that a process left open when it died',
  'A database reports what is not on its disk as stored',
  'A file beside the ledger loses members and budgets, or ends the process',
  'A read becomes slower with everything that is stored',
];

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** Another folder is looked at where one is named, so that a test can show what is found. */
const root = positionals[0] ?? join(import.meta.dirname, '../..');
const page = join(root, 'docs', 'hazards.md');

/** The numbers at the end of a title; undefined if it seems to have some that cannot be read. */
function numbersOf(title: string): readonly number[] | undefined {
  const [, one, several] = / \((?:hazard (\d+)|hazards (\d+(?:, \d+)+))\)$/.exec(title) ?? [];
  const numbers = (one ?? several ?? '').split(', ').filter((text) => text !== '');
  if (numbers.length === 0) return /\bhazards? ?\d/i.test(title) ? undefined : [];
  return numbers.map(Number);
}

const titles = globSync('test/**/*.test.ts', {
  cwd: root,
  // Packages of test/detection have tests of their own.
  exclude: (path) => path.endsWith('node_modules'),
})
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
  .flatMap((file) => titlesOf(root, file));
const tests = hazards.map((): TestTitle[] => []);
const faults: string[] = [];

for (const test of titles) {
  const place = `${test.file}:${test.line}`;
  const numbers = numbersOf(test.title);
  if (numbers === undefined) {
    faults.push(`${place}: end the title in "(hazard 5)" or "(hazards 5, 6)".`);
  }
  for (const number of numbers ?? []) {
    const row = tests[number - 1];
    if (row === undefined) {
      faults.push(
        `${place}: there is no hazard ${number}. They are numbered 1 to ${tests.length}.`,
      );
    } else row.push(test);
  }
}
for (const [index, title] of hazards.entries()) {
  if (tests[index]?.length !== 0) continue;
  const number = index + 1;
  faults.push(
    `Hazard ${number} has no test: ${title}. Write one, and end its title in "(hazard ${number})".`,
  );
}

/** Text in a cell of a Markdown table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function rowOf(title: string, index: number): string {
  const shown = (tests[index] ?? []).map(
    ({ file, fullTitle }) => `\`${file}\`: ${cell(fullTitle)}`,
  );
  return `| ${index + 1} | ${cell(title)} | ${shown.join('<br>')} |`;
}

const wanted = `# Hazards

What could go wrong where calls cost money, and the tests that show what happens then. \`npm run hazards\` makes this page from the titles of the
tests; \`npm run check\` fails for a hazard without a test. \`…\` stands for the words of one of several cases.

| | hazard | tests |
|---|---|---|
${hazards.map(rowOf).join('\n')}
`;

function currentPage(): string {
  try {
    return readFileSync(page, 'utf8');
  } catch {
    return '';
  }
}

if (!values.check) writeFileSync(page, wanted);
else if (currentPage() !== wanted) {
  faults.push('docs/hazards.md does not match the tests: run npm run hazards.');
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
