import type { OptionSpec } from '../options/options.ts';
import type { CommandSpec } from './commandSpec.ts';

export const since: OptionSpec = {
  name: 'since',
  value: 'REV',
  help: 'What is new: what is not at this revision; of a branch, where HEAD left it. Findings are then only about what is new, besides deny lists, the address book, and what could not be read. Without it: where HEAD left the default branch of origin.',
};

/** Where nothing is about what is new. */
export const judgedSince: OptionSpec = {
  ...since,
  help: 'The branch whose address book counts, unless --judge names another. Without it: the default branch of origin.',
};

export const judge: OptionSpec = {
  name: 'judge',
  value: 'BRANCH',
  help: 'The branch whose policy, lists, and entries count, best by its full name, such as refs/remotes/origin/main. Without it: the branch of --since, else the default branch of origin.',
};

export const staged: OptionSpec = {
  name: 'staged',
  help: 'Check the index, compared with HEAD, which also judges. A help for those who commit, and not a gate.',
};

export const all: OptionSpec = { name: 'all', help: 'Report also what is not new.' };

export const output: OptionSpec = {
  name: 'output',
  value: 'FILE',
  help: 'Write the result to this file.',
};

export const trust: OptionSpec = {
  name: 'trust',
  value: 'REVISION',
  choices: ['base', 'head'],
  help: 'Whose address book is trusted. With head, the change may vouch for itself.',
};

export const formatOf = (help: string, choices: readonly string[]): OptionSpec => ({
  name: 'format',
  value: 'FORMAT',
  choices,
  help,
});

const textOrJson = formatOf('The format: text or json.', ['text', 'json']);

const sample: OptionSpec = {
  name: 'sample',
  help: 'Use the sample service of this machine: made-up data, at no cost.',
};

const ledger: OptionSpec = {
  name: 'ledger',
  value: 'DIR',
  help: 'The folder of paid results and open jobs (default: the user’s folder for state). Runs that share it pay once.',
};

const keyFd: OptionSpec = {
  name: 'key-fd',
  value: 'N',
  range: [0, 1_023],
  help: 'Read the API key from this open file, in place of ADDRESS_RISK_KEY.',
};

const network: OptionSpec = {
  name: 'network',
  value: 'NAME',
  help: 'The network of the addresses, such as ethereum. In paths: of those for which neither the code nor the address book names one.',
};

const timeout: OptionSpec = {
  name: 'timeout',
  value: 'MINUTES',
  range: [1, 1_440],
  help: 'How long to wait for a job (default: 15). Then it stays open, and the next run resumes it.',
};

const chainIds: OptionSpec = {
  name: 'chain-ids',
  value: 'NAME=ID,…',
  help: 'The identifiers that the service expects for networks, where they differ from the names here. They go before those of the policy.',
};

const scale: OptionSpec = {
  name: 'scale',
  value: 'JSON',
  help: 'The scale of scores, as in the policy, where the policy has none.',
};

const aggregator: OptionSpec = {
  name: 'aggregator',
  value: 'NAME',
  choices: ['money', 'money_rank_weight'],
  help: 'The method (default: that of the policy, else money).',
};

const account: readonly OptionSpec[] = [ledger, keyFd, sample];

const credentials =
  'Credentials are ADDRESS_RISK_URL, ADDRESS_RISK_TENANT, and ADDRESS_RISK_KEY of the environment, or --key-fd. They are never taken from arguments.';

/** Options of `check` for stored scores. */
export const storedScoreOptions: readonly OptionSpec[] = [
  {
    name: 'scores',
    help: 'Read the stored scores of the account, for level:<name> of the policy. Costs nothing.',
  },
  ...[aggregator, ledger, sample],
];

const score: CommandSpec = {
  name: 'score',
  operands: '[PATH…|ADDRESS…]',
  summary:
    'Scores addresses by the risk service: in paths what is new, or addresses with --network. Costs up to one calculation each.',
  details: [
    'Without --budget it names what it would score, and what that would cost, and starts nothing. Deny hits are scored first, then what is new, then what is in most files.',
    'A network that is unknown is not guessed: such addresses are named, and not scored without --network. If addresses were to be scored and none was, the command ends with 3. A job that is lost or outlasts the timeout is never started again automatically.',
    credentials,
  ],
  options: [
    {
      name: 'budget',
      value: 'N',
      range: [0, 10_000],
      help: 'The most calculations that are started, counted over all runs of the last hour that share the ledger.',
    },
    network,
    aggregator,
    {
      name: 'fresh-hours',
      value: 'N',
      range: [0, 87_600],
      help: 'How old a stored score may be (default: 24).',
    },
    ...[chainIds, scale, timeout],
    { name: 'no-wait', help: 'Start, and leave the results to a later run.' },
    {
      name: 'on-error',
      value: 'ACTION',
      choices: ['fail', 'warn'],
      help: 'Whether addresses without a score end the run with 3 (default: fail). With --check, what the budget left out and what names no network count, too. A run that scores none always does.',
    },
    { name: 'check', help: 'Check after that, with the results and exit codes of check.' },
    ...[since, judge, staged, all, trust],
    formatOf('The format: text, json, or csv; with --check those of check.', [
      ...['text', 'json', 'csv', 'sarif', 'github', 'markdown'],
    ]),
    ...[output, ...account],
  ],
  examples: [
    ['score --since origin/main', 'what scoring a branch would cost'],
    ['score --since origin/main --budget 20 --check --format sarif', 'score, then gate'],
    [
      'score 0x7F367cC41522cE07553e823bf3be79A889DEbe1B --network ethereum --budget 1',
      'one address',
    ],
    ['score --sample --budget 3 --all', 'try it on sample data'],
  ],
  needsLedger: true,
  load: async () => (await import('./paid/scoreCommand.ts')).runScore,
};

const summary: CommandSpec = {
  name: 'summary',
  operands: 'ADDRESS',
  summary:
    'Fetches the summary of an address on an EVM network. Costs 1 API call if none is fresh.',
  details: [credentials],
  options: [network, chainIds, textOrJson, output, ...account],
  examples: [
    ['summary 0x7F367cC41522cE07553e823bf3be79A889DEbe1B --network ethereum', 'one address'],
  ],
  needsLedger: true,
  load: async () => (await import('./paid/summaryCommand.ts')).runSummary,
};

const report: CommandSpec = {
  name: 'report',
  operands: '[PATH…]',
  summary: 'Writes a report on every address of a folder, from what is stored. Costs nothing.',
  options: [
    formatOf('The format: html, markdown, json, or csv (default: html).', [
      'html',
      'markdown',
      'json',
      'csv',
    ]),
    ...[output, network, aggregator, since, judge, trust, scale, ledger, sample],
  ],
  examples: [
    ['report --output ../address-risk.html', 'a page on this repository'],
    ['report --network ethereum', 'with what score --network ethereum has stored'],
  ],
  needsLedger: true,
  load: async () => (await import('./paid/reportCommand.ts')).runReport,
};

const jobs: CommandSpec = {
  name: 'jobs',
  operands: '',
  summary: 'Lists open jobs. Resumes them, forgets one, or starts again what was lost.',
  details: [credentials],
  options: [
    { name: 'resume', help: 'Wait for all open jobs. Starts nothing.' },
    { name: 'forget', value: 'ID', help: 'Forget a job. Its charge is not undone.' },
    {
      name: 'start-again',
      value: 'ID',
      help: 'Start a calculation whose outcome is unknown again. Costs 1 calculation.',
    },
    ...[chainIds, timeout, textOrJson, output, ...account],
  ],
  examples: [
    ['jobs', 'what is open'],
    ['jobs --resume', 'wait for what earlier runs started'],
  ],
  needsLedger: true,
  load: async () => (await import('./paid/jobsCommand.ts')).runJobs,
};

const usage: CommandSpec = {
  name: 'usage',
  operands: '',
  summary: 'Shows what was spent when, and on which address: the newest 200 calls. Costs nothing.',
  options: [textOrJson, output, ledger, sample],
  examples: [['usage --format json', 'the last calls, for programs']],
  needsLedger: true,
  load: async () => (await import('./paid/jobsCommand.ts')).runUsage,
};

const mcp: CommandSpec = {
  name: 'mcp',
  operands: '',
  summary: 'Serves agents by the Model Context Protocol, over stdin and stdout.',
  details: [
    'The tools are find_addresses, check_workspace, look_up, and score_risk. They read only below the roots of the client, or below --root.',
    'Paid tools need --budget: a process makes at most that many paid calls, and starts no calculation where all runs that share the ledger have started as many in the last hour. Without it they answer from what is stored.',
    credentials,
  ],
  options: [
    {
      name: 'budget',
      value: 'N',
      range: [0, 10_000],
      help: 'The most paid calls per process, summaries and calculations together.',
    },
    {
      name: 'root',
      value: 'DIR',
      help: 'The folder that tools may read. What the client says of its roots does not count then.',
    },
    ...[chainIds, scale, timeout, ...account],
  ],
  examples: [['mcp --root . --budget 5', 'for an agent that may make five paid calls']],
  needsLedger: true,
  load: async () => (await import('./mcp/toolServer.ts')).runMcp,
};

export const paidSpecs: readonly CommandSpec[] = [score, summary, report, jobs, usage, mcp];
