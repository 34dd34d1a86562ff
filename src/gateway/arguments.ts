import type { OptionSpec } from '../options/options.ts';

/** The command that shows this help. */
export const gatewayHelp = 'gateway --help';

const data: OptionSpec = {
  name: 'data',
  value: 'DIR',
  help: 'The folder of the store, for one process: needed unless DATABASE_URL names a PostgreSQL. With one, a gateway that serves keeps here what that cannot take (default: STATE_DIRECTORY, else a folder for temporary files).',
};

const secrets: OptionSpec = {
  name: 'secrets',
  value: 'DIR',
  help: 'A folder with files named as the variables: ADDRESS_RISK_URL and so on.',
};

/** Options of every command to find the store. */
export const storeSpecs: readonly OptionSpec[] = [data, secrets];

export const limitSpecs: readonly OptionSpec[] = [
  {
    name: 'calculations',
    value: 'N/day',
    help: 'The most calculations per day (UTC), of the team or of a member.',
  },
  { name: 'api-calls', value: 'N/day', help: 'The most API calls per day, likewise.' },
];

/** The options of a gateway that serves. */
export const serveSpecs: readonly OptionSpec[] = [
  data,
  { name: 'port', value: 'PORT', range: [0, 65_535], help: 'A free one by default.' },
  { name: 'sample', help: 'The sample service is behind it: made-up data, at no cost.' },
  secrets,
  {
    name: 'risk-hours',
    value: 'N',
    range: [0, 8_760],
    help: 'How long a stored score is shared before a new call (default: 24).',
  },
  {
    name: 'summary-minutes',
    value: 'N',
    range: [0, 525_600],
    help: 'How long a stored summary is shared before a new call (default: 60).',
  },
  { name: 'listen', value: 'ADDRESS', help: 'Where it listens (default: 127.0.0.1).' },
  {
    name: 'admin',
    value: '[ADDRESS:]PORT',
    help: 'A port for the page of the lead, /metrics, /healthz, and /readyz. Has no password.',
  },
  { name: 'tls-cert', value: 'FILE', help: 'The certificate, for https. Read again on a change.' },
  { name: 'tls-key', value: 'FILE', help: 'The key of the certificate.' },
  { name: 'behind-proxy', help: 'Accept plain http from a proxy in front.' },
  { name: 'trust-proxy', help: 'The same as --behind-proxy.' },
  {
    name: 'pause-minutes',
    value: 'N',
    range: [0, 1_440],
    help: 'How long no new call is made after the service said 402 (default: 10).',
  },
  ...limitSpecs,
  {
    name: 'connections',
    value: 'N',
    range: [1, 100_000],
    help: 'The most connections of this process (default: 10,000).',
  },
  {
    name: 'requests-per-second',
    value: 'N',
    range: [1, 100_000],
    help: 'The most requests of one member, at this process (default: 100).',
  },
  {
    name: 'requests-in-flight',
    value: 'N',
    range: [1, 10_000],
    help: 'Likewise, at a time: until the response was read (default: 64).',
  },
  {
    name: 'audit-days',
    value: 'N',
    range: [0, 3_650],
    help: 'How long to keep who requested which address (default: 0, not at all).',
  },
  { name: 'log-addresses', help: 'Write addresses to the log.' },
];

/** A command of an operator: its arguments, for its parser, the help, and the completion of shells. */
export interface OperatorCommandSpec {
  readonly name: string;
  /** Placeholders after its name, such as `NAME`. */
  readonly operands?: string;
  readonly help: string;
  /** Besides those that name the store, which each command takes. */
  readonly options: readonly OptionSpec[];
}

const format = (...choices: readonly string[]): OptionSpec => ({
  ...{ name: 'format', value: 'FORMAT', choices },
  help: 'The format (default: text).',
});

const memberLimits: readonly OptionSpec[] = [
  ...limitSpecs,
  { name: 'until', value: 'DATE', help: 'The last day, in UTC, such as 2027-01-31.' },
];

const operators = {
  'members add': {
    operands: 'NAME',
    help: 'Prints a tenant ID and a key, once.',
    options: memberLimits,
  },
  'members set': {
    operands: 'NAME',
    help: 'Changes limits, for gateways that run too; “any” removes one.',
    options: memberLimits,
  },
  'members list': {
    help: 'Lists ID, state, limits, last day, the end of an overlap, and name.',
    options: [format('text', 'json')],
  },
  'members log': {
    help: 'Lists who has changed what of which member, the newest first.',
    options: [format('text', 'json')],
  },
  'members revoke': {
    operands: 'NAME',
    help: 'Rejects a member from the next request on.',
    options: [],
  },
  'members enable': { operands: 'NAME', help: 'Takes that back, with the same keys.', options: [] },
  'members rename': {
    operands: 'NAME NEW',
    help: 'Changes the name. Usage, jobs, and keys stay.',
    options: [],
  },
  'members rotate': {
    operands: 'NAME',
    help: 'Prints a new key. Those before end at once, or after an overlap of 1 to 8,760 hours.',
    options: [
      {
        ...{ name: 'overlap', value: 'HOURS' },
        // At most a year.
        range: [1, 8_760],
        help: 'For how many hours the old key still counts.',
      },
    ],
  },
  usage: {
    help: 'Shows units that were used (UTC), each summary as an API call, and calls whose outcome is unknown: by member, day, month, address, network, or several.',
    options: [
      {
        ...{ name: 'by', value: 'GROUP,…' },
        help: 'member, day, month, address, network, or several (default: member).',
      },
      format('text', 'json', 'csv'),
    ],
  },
  jobs: {
    help: 'Lists jobs: state, ID, network, address, method, start, member. Decides what happens to a start that was lost.',
    options: [
      {
        name: 'forget',
        value: 'ID',
        help: 'Forget a job that is not done: the next request makes the start.',
      },
      { name: 'start-again', value: 'ID', help: 'A running gateway makes the start.' },
    ],
  },
  migrate: {
    help: 'Creates missing tables.',
    options: [{ name: 'restored', help: 'After a backup was restored.' }],
  },
} satisfies Readonly<Record<string, Omit<OperatorCommandSpec, 'name'>>>;

export type OperatorCommand = keyof typeof operators;

export const operatorCommands = Object.entries(operators).map(
  ([name, spec]): OperatorCommandSpec => ({ name, ...spec }),
);
