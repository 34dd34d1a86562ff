import { operatorCommands, serveSpecs, storeSpecs } from '../gateway/arguments.ts';
import { sampleServiceSpecs } from '../sample/commandLine.ts';
import type { CommandSpec } from './commandSpec.ts';
import { withCredentials } from './terminal.ts';
import { publicLists } from './lists/publicLists.ts';
import {
  all,
  formatOf,
  judge,
  judgedSince,
  output,
  paidSpecs,
  since,
  staged,
  storedScoreOptions,
  trust,
} from './paidSpecs.ts';

const scan: CommandSpec = {
  name: 'scan',
  operands: 'PATH…',
  summary: 'Finds blockchain addresses in files. Reads no settings and sends nothing.',
  details: [
    'A PATH is read even if Git ignores it. Of what is below it, files that .gitignore matches are read only if Git tracks them. Binary files and files that are not UTF-8 are skipped.',
  ],
  options: [formatOf('The format of the rows (default: json).', ['json', 'text', 'csv'])],
  examples: [
    ['scan .', 'all addresses below this folder, as a JSON array'],
    ['scan contracts config.json --format csv', 'a folder and a file, as CSV'],
  ],
  load: async () => (await import('./scanCommand.ts')).runScan,
};

const check: CommandSpec = {
  name: 'check',
  operands: '[PATH…]',
  summary:
    'Checks the addresses of a repository against its address book: deny lists, new and unlisted addresses, look-alikes, wrong checksums, and errors of the book. Free and offline.',
  details: [
    'Each PATH is a folder or a file; the address book is the closest .address-risk.json above it in the revision that judges, else at the top of the repository. Without a PATH: all of the repository, and each folder by the address book in it. With one, check, score, and report name, count, and pay for only what is in it; the rest is read to compare with.',
    'The policy, the lists, the entries, and the rules for networks that count are those at the tip of the target branch: a change cannot vouch for itself. Deny lists of the change count too. A name that can mean several things ends the command.',
    'Without a policy, deny, book, and unread fail, and everything else warns. A policy in the book names what fails and what warns: "policy": { "fail": ["deny", "unlisted"], "warn": ["checksum"] }. Other kinds are new, look-alike, wrong-network, book, unread, and level:<name>.',
  ],
  options: [
    since,
    judge,
    staged,
    all,
    trust,
    formatOf('The format of the findings (default: text).', [
      'text',
      'json',
      'sarif',
      'github',
      'markdown',
    ]),
    output,
    ...storedScoreOptions,
  ],
  examples: [
    ['check', 'everything in this repository'],
    ['check --since origin/main --format sarif --output address-risk.sarif', 'what a branch adds'],
    ['check --staged', 'what is about to be committed'],
    ['check packages/app --all', 'one folder, also what is not new'],
  ],
  load: async () => (await import('./checkCommand.ts')).runCheck,
};

const init: CommandSpec = {
  name: 'init',
  operands: '',
  summary: 'Writes a first address book, for review as one change. Free and offline.',
  details: [
    'It has the addresses of the repository with their networks and names, a policy, and the deny lists that are there, such as deny.csv. It goes to the top of the repository, and never replaces an address book.',
    'Addresses that are on a deny list, look like another one, have a wrong checksum, are tokens of another network, or name no network are left out and listed. A name that the code gives to two addresses goes to neither.',
  ],
  options: [
    {
      name: 'network',
      value: 'NAME',
      help: 'The network of EVM addresses that name none. The book also gets it as a rule for files in which no address names one, and never for others.',
    },
    ...[judgedSince, judge],
  ],
  examples: [
    ['init', 'a first address book'],
    ['init --network ethereum', 'where most files name no network'],
  ],
  load: async () => (await import('./initCommand.ts')).runInit,
};

const listsUpdate: CommandSpec = {
  name: 'lists update',
  operands: '',
  summary: 'Fetches the files of lists that have a “url”, and shows what changes.',
  details: [
    'Reads the address book of the base revision or, with --trust head, the one in the working folder. Only https is used; no redirect to another host is followed, and no private address is reached. A file is written if its sha256 is the one of the address book, or with --accept.',
  ],
  options: [
    ...[judgedSince, judge, trust],
    { name: 'accept', help: 'Write lists for which the address book has no sha256.' },
  ],
  examples: [
    ['lists update --accept', 'fetch all lists'],
    ['lists update --trust head', 'fetch what “lists add” has just added'],
  ],
  load: async () => (await import('./lists/listsCommand.ts')).runListsUpdate,
};

const listsAdd: CommandSpec = {
  name: 'lists add',
  operands: 'NAME',
  choices: publicLists.map(({ id }) => id),
  summary: 'Adds a public list to the address book, with its URL and hash. Fetches nothing.',
  details: [
    ...publicLists.map(
      ({ id, name, license, date, upkeep }) =>
        `${id}: ${name}, of ${date}; ${upkeep}; license ${license}.`,
    ),
    'The list is pinned to this revision. “lists update --trust head” fetches its file; commit both as one change. For a newer one, replace “url” and “sha256” with those of a newer commit.',
  ],
  options: [],
  examples: [['lists add ofac-ethereum', 'Ethereum addresses that OFAC sanctions']],
  load: async () => (await import('./lists/listsCommand.ts')).runListsAdd,
};

const gateway: CommandSpec = {
  name: 'gateway',
  operands: '[members | usage | jobs | migrate]',
  hasOwnOptions: true,
  summary:
    'Lets your team share one license. It exposes the same API as the service and pays for each result once.',
  details: [
    'Prints “Gateway: http://127.0.0.1:PORT” when it listens. The service behind it is that of ADDRESS_RISK_URL, ADDRESS_RISK_TENANT, and ADDRESS_RISK_KEY, of files with these names, or the sample service.',
    'Its commands take --data or --secrets, too. docs/gateway.md explains all of it.',
  ],
  options: serveSpecs,
  commands: operatorCommands,
  commonOptions: storeSpecs,
  examples: [
    ['gateway --sample --data DIR', 'a gateway to try, without an account'],
    ['gateway members add Ana --data DIR', 'a member, with credentials of their own'],
    ['gateway usage --by member --data DIR', 'what each member has used'],
  ],
  needsLedger: true,
  async load() {
    const { runGateway } = await import('../gateway/main.ts');
    return ({ operands }, { env, credentials, ...terminal }) =>
      runGateway(operands, withCredentials(env, credentials), {
        log: (line: string) => void terminal.write(`${line}\n`),
        error: (line: string) => terminal.note(`address-risk: ${line}`),
      });
  },
};

const sampleService: CommandSpec = {
  name: 'sample-service',
  operands: '',
  hasOwnOptions: true,
  summary: 'Runs the sample service alone, on 127.0.0.1, until it is interrupted.',
  details: ['Prints “Sample service: http://127.0.0.1:PORT” when it listens.'],
  options: sampleServiceSpecs,
  examples: [['sample-service --port 8080', 'a service on a fixed port']],
  needsLedger: true,
  load: async () => (await import('./sampleServiceCommand.ts')).runSampleService,
};

const completion: CommandSpec = {
  name: 'completion',
  operands: 'SHELL',
  choices: ['bash', 'zsh', 'fish'],
  summary: 'Writes the script that completes commands and options in bash, zsh, or fish.',
  options: [],
  examples: [
    ['completion bash > ~/.local/share/bash-completion/completions/address-risk', 'for bash'],
    ['completion fish > ~/.config/fish/completions/address-risk.fish', 'for fish'],
  ],
  async load() {
    const { runCompletion } = await import('./completion.ts');
    return (options, terminal) => runCompletion(specs, options, terminal);
  },
};

/** Every command, in the order of the help. */
export const specs: readonly CommandSpec[] = [
  scan,
  check,
  init,
  listsAdd,
  listsUpdate,
  ...paidSpecs,
  gateway,
  sampleService,
  completion,
];
