import type { ReasonKind } from '../../../../src/evidence/reasons.ts';
import type { KeyShape } from '../../../../src/scan/keyMaterial.ts';
import type { AddressProblem } from '../../../../src/scan/parse.ts';
import type { FailureKind } from '../../../../src/api/failure.ts';
import type { ServiceUrlProblem } from '../../../../src/api/serviceUrl.ts';
import type { BookRejection, MemberFault, PartProblem } from '../../../../src/book/book.ts';
import type { ListProblem } from '../../../../src/book/listRows.ts';
import type { NameSource } from '../../../../src/book/facts.ts';
import type { NotStoredReason } from '../../../../src/ledger/faults.ts';
import type { Charge, JobRow, Spending, SpendingSource } from '../../../../src/ledger/store.ts';
import type { SummaryRefusal } from '../../../../src/paid/summaries.ts';
import type { JobState } from '../../../../src/risk/jobState.ts';

/** All members of a union; a missing or unknown one doesn't compile. */
function membersOf<Member extends string>(members: Readonly<Record<Member, true>>): Member[] {
  return Object.keys(members) as Member[];
}

export const failureKinds = membersOf<FailureKind>({
  keyInvalid: true,
  keyRevoked: true,
  licenseNotFound: true,
  callsUsedUp: true,
  quotaUsedUp: true,
  jobNotFound: true,
  notReady: true,
  parametersRefused: true,
  rateLimited: true,
  serverFault: true,
  redirected: true,
  late: true,
  unexpectedStatus: true,
  network: true,
  tls: true,
  proxy: true,
  intermediary: true,
  timeout: true,
  tooLarge: true,
  badAnswer: true,
  cancelled: true,
  refusedHere: true,
  sampleService: true,
});

export const jobStates = membersOf<JobState>({
  intent: true,
  running: true,
  done: true,
  rejected: true,
  unknown: true,
  pausedQuota: true,
  pausedAuth: true,
  notFound: true,
  invalidId: true,
  stale: true,
  detached: true,
});

export const keyShapes = membersOf<KeyShape>({
  privateKey: true,
  wif: true,
  extendedKey: true,
  solanaKey: true,
  seedPhrase: true,
  pem: true,
  keyPiece: true,
});

export const serviceUrlProblems = membersOf<ServiceUrlProblem>({
  empty: true,
  notAUrl: true,
  notHttps: true,
  userInfo: true,
  queryOrFragment: true,
  trailingDot: true,
});

export const chainReasons = membersOf<ReasonKind>({
  address: true,
  caip10: true,
  shortName: true,
  uri: true,
  explorer: true,
  asset: true,
  key: true,
  comment: true,
  name: true,
  section: true,
  rpcUrl: true,
  chainId: true,
  fork: true,
  path: true,
  book: true,
  entry: true,
  known: true,
  neighbors: true,
  elsewhere: true,
  selected: true,
  alwaysAssumed: true,
  setting: true,
  assumed: true,
  family: true,
  ambiguous: true,
  unknown: true,
});

const charges = membersOf<Charge>({
  made: true,
  none: true,
  maybe: true,
  open: true,
  sent: true,
  shared: true,
});
const sources = membersOf<SpendingSource>({
  hover: true,
  panel: true,
  command: true,
  batch: true,
  tool: true,
});

export const subject = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  chain: 'ethereum',
} as const;

/** A token of Ethereum, with its address on another network. */
export const otherToken = {
  ...{ name: 'USDC', networks: ['ethereum'] },
  address: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
};

export const now = Date.parse('2026-11-22T12:00:00Z');

export const addressProblems: readonly AddressProblem[] = [
  { kind: 'empty' },
  { kind: 'keyShaped' },
  { kind: 'keyShaped', isHex: true },
  ...(['zero', 'native token', 'dead', 'precompile'] as const).map(
    (placeholder) => ({ kind: 'placeholder', placeholder }) as const,
  ),
  { kind: 'retired', network: 'bnb-beacon-chain' },
  { kind: 'checksum' },
  { kind: 'notAnAddress' },
];

export const refusals: readonly SummaryRefusal[] = [
  { kind: 'notEvm' },
  { kind: 'budget', limit: 200 },
  { kind: 'declined', calls: 'start', until: now },
  { kind: 'declined', calls: 'summary', until: now },
  { kind: 'allowance' },
  { kind: 'unreliable' },
  { kind: 'mayBeKey' },
  ...membersOf<NotStoredReason>({
    full: true,
    readOnly: true,
    failing: true,
    busy: true,
    damaged: true,
    newer: true,
    foreign: true,
    notDurable: true,
    notAFile: true,
  }).map((reason) => ({ kind: 'notStored', reason }) as const),
  { kind: 'mayBeLost' },
  { kind: 'stopped', stop: { scope: 'summary', status: 402, at: now } },
  { kind: 'stopped', stop: { scope: 'risk', status: 402, at: now } },
  ...[401, 403, 404].map(
    (status) => ({ kind: 'stopped', stop: { scope: 'credential', status, at: now } }) as const,
  ),
  {
    kind: 'coolingDown',
    last: { failures: 1, retryAt: now, mayBeCharged: true, kind: 'network', status: null },
  },
];

export const spendings: readonly Spending[] = charges.flatMap((charge) =>
  sources.flatMap((source) =>
    [true, false].map((isAutomatic) => ({
      ...subject,
      account: 'account',
      id: '1',
      at: now,
      source,
      isAutomatic,
      charge,
      ...(source === 'batch'
        ? ({ kind: 'summary', aggregator: null } as const)
        : ({ kind: 'start', aggregator: 'money' } as const)),
    })),
  ),
);

export function jobOf(state: JobState, status: number | null = null): JobRow {
  return {
    ...{ ...subject, account: 'account', id: 'job', aggregator: 'money', origin: 'o' },
    ...{ credential: 'c', state, jobId: 'job.1', createdAt: now, polls: 3 },
    ...{
      status,
      unreadBody: null,
      lostAt: null,
      unansweredAt: null,
      owner: null,
      leaseUntil: 0,
      isNoticed: false,
    },
  };
}

/** A value for each kind of a union; a missing one doesn't compile. */
type ByKind<Member extends { readonly kind: string }> = {
  readonly [Kind in Member['kind']]: Omit<Extract<Member, { readonly kind: Kind }>, 'kind'>;
};

function withKinds<Member extends { readonly kind: string }>(kinds: ByKind<Member>): Member[] {
  return Object.entries(kinds).map(([kind, rest]) => ({ kind, ...(rest as object) }) as Member);
}

const atLine = { line: 3 };

export const bookRejections = withKinds<BookRejection>({
  tooLarge: {},
  unreadable: {},
  outside: {},
  syntax: atLine,
  tooDeep: atLine,
  tooMany: atLine,
  notAnObject: atLine,
  version: atLine,
  repeatedMember: { member: 'addresses', line: 3 },
});

const memberFaults = membersOf<MemberFault>({
  missing: true,
  text: true,
  empty: true,
  tooLong: true,
  date: true,
  object: true,
  repeated: true,
});

export const partProblems: readonly PartProblem[] = [
  ...withKinds<PartProblem>({
    notAList: { member: 'addresses' },
    typo: { member: 'adresses', known: 'addresses' },
    notAnObject: {},
    tooLong: {},
    tooMany: { most: 64 },
    member: { member: 'name', fault: 'text' },
    address: { problem: { kind: 'checksum' } },
    network: {},
    otherFamily: { network: 'bitcoin' },
    repeated: { firstLine: 3 },
    pattern: {},
    path: {},
    listKind: {},
  }),
  ...memberFaults.map((fault) => ({ kind: 'member', member: 'name', fault }) as const),
];

export const listProblems: readonly ListProblem[] = [
  ...withKinds<ListProblem>({
    missing: {},
    outside: {},
    notAFile: {},
    unreadable: {},
    tooLarge: {},
    tooDeep: {},
    syntax: atLine,
    noColumn: {},
    notAList: {},
    tooMany: {},
    rows: { count: 1, firstLine: 3 },
  }),
  { kind: 'rows', count: 2, firstLine: 3 },
];

export const namesake = { name: 'USDC', address: `0x${'5'.repeat(40)}`, network: 'ethereum' };

export const nameSources: readonly NameSource[] = [
  { kind: 'known', title: 'Uniswap’s token list' },
  { kind: 'book' },
  { kind: 'list', name: 'Ours' },
];
