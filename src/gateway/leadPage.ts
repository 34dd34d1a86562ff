import { LedgerError } from '../ledger/faults.ts';
import type { PaidKind } from '../ledger/store.ts';
import { htmlPage } from '../report/export/html.ts';
import {
  figureColumns,
  textColumns,
  type DocumentFact,
  type DocumentSection,
} from '../report/export/parts.ts';
import { memberFacts } from './commands/members.ts';
import type { TeamParts } from './doors.ts';
import type { GaugeValues } from './metrics.ts';
import type { Page } from './http/sideRoutes.ts';
import type { GatewayStorage } from './storage.ts';
import { Charges } from './store/charges.ts';
import { Members } from './store/members.ts';
import { readUsage } from './store/usage.ts';
import type { UpstreamAccount } from './upstream.ts';

interface LeadPageParts {
  readonly storage: Pick<GatewayStorage, 'ledger' | 'clock'>;
  readonly account: Pick<UpstreamAccount, 'key' | 'rejectedSince'>;
  readonly teamLimits: TeamParts['teamLimits'];
  readonly own: GaugeValues;
  /** Whether the gateway makes up its results. */
  readonly isSample: boolean;
}

/** Of usage and of jobs: `gateway usage` and `gateway jobs` have all of them. */
const maxRows = 100;

const sampleNotice = 'Sample data: this gateway runs with --sample, and its results are made up.';

/** Metrics may wrap, so that five columns fit into 320 pixels. */
const narrowStyle = `@media screen and (max-width: 30rem) {
  body { margin: 1rem auto; }
  table { font-size: .9em; }
  th, td { padding-right: .4em; }
  .n, .s { white-space: normal; }
  .n, thead th { overflow-wrap: break-word; }
}`;

/**
 * What whoever leads the team looks at: members, limits, usage, jobs, and health, without addresses and
 * credentials. It is made as an exported report is, so nothing runs in it, and nothing is loaded.
 */
export async function leadPage(parts: LeadPageParts): Promise<Page> {
  const now = parts.storage.clock.now();
  const health = [...ownFacts(parts.own), ...keyFacts(parts.account)];
  const notices = parts.isSample ? [sampleNotice] : [];
  let store = 'can be used';
  let sections: DocumentSection[] = [];
  try {
    sections = await storedSections(parts, now);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    notices.push(error.message);
    store = 'cannot be used';
  }
  const body = htmlPage(
    {
      ...{ title: 'Address Risk gateway', cover: null, notices },
      sections: [
        { heading: 'Health', facts: [{ label: 'Store', value: store }, ...health] },
        ...sections,
      ],
      footer: `As of ${minuteOf(now)}. Days are those of UTC. Reload the page for later figures.`,
    },
    narrowStyle,
  );
  return { type: 'text/html; charset=utf-8', body };
}

function ownFacts({ poolUsed = 0, poolWaiting = 0, outbox = 0 }: GaugeValues): DocumentFact[] {
  return [
    { label: 'Connections in use', value: `${poolUsed}, ${poolWaiting} requests waiting` },
    { label: 'Paid for, not yet stored', value: String(outbox) },
  ];
}

function keyFacts({ rejectedSince }: LeadPageParts['account']): DocumentFact[] {
  if (rejectedSince === undefined) return [];
  const value = `The service has rejected the license key since ${minuteOf(rejectedSince)}.`;
  return [{ label: 'License', value }];
}

async function storedSections(
  { storage: { ledger, clock }, account, teamLimits }: LeadPageParts,
  now: number,
): Promise<DocumentSection[]> {
  const [members, used, usage, jobs] = await Promise.all([
    new Members(ledger).list(),
    new Charges(ledger).usedOn(now),
    readUsage(ledger, ['month', 'member']),
    ledger.listJobs(account.key),
  ]);
  const usedOf = (member: string, kind: PaidKind, limit: number | null): string =>
    `${used.get(`${kind} ${member}`) ?? 0} ${limit === null ? '(no limit)' : `of ${limit}`}`;
  const shownJobs = jobs.filter(({ state }) => ['running', 'intent', 'unknown'].includes(state));
  return [
    {
      heading: 'Team today',
      facts: [
        { label: 'Calculations', value: usedOf('', 'start', teamLimits.start) },
        { label: 'API calls', value: usedOf('', 'summary', teamLimits.summary) },
      ],
    },
    {
      heading: 'Members',
      facts: [],
      table: tableOf(
        'Used today, of their limits',
        ['Member', 'State'],
        ['Calculations', 'API calls'],
        members.map((member) => {
          const { name, state, until, id, calculations, apiCalls } = memberFacts(
            member,
            clock.now(),
          );
          const [starts, summaries] = [
            usedOf(id, 'start', calculations),
            usedOf(id, 'summary', apiCalls),
          ];
          return [name, until === null ? state : `${state}, until ${until}`, starts, summaries];
        }),
      ),
    },
    {
      heading: 'Usage',
      facts: [],
      table: tableOf(
        'Units by month, the newest first',
        ['Month, member'],
        ['Calculations', 'API calls', 'Unknown'],
        usage.map(({ names, calculations, apiCalls, unknown }) => [
          names.join(', '),
          ...[calculations, apiCalls, unknown].map(String),
        ]),
      ),
    },
    {
      heading: 'Open jobs',
      facts: [],
      table: tableOf(
        shownJobs.some(({ state }) => state === 'unknown')
          ? 'A lost start is unknown until you decide: gateway jobs'
          : 'In progress',
        ['Network', 'State', 'Started'],
        ['Polls'],
        shownJobs.map(({ chain, state, createdAt, polls }) => [
          ...[chain, state, minuteOf(createdAt), String(polls)],
        ]),
      ),
    },
  ];
}

function tableOf(
  caption: string,
  texts: readonly string[],
  figures: readonly string[],
  rows: readonly (readonly string[])[],
) {
  const left = rows.length - maxRows;
  return {
    caption: left > 0 ? `${caption} (${left} more are not shown)` : caption,
    columns: [...textColumns(...texts), ...figureColumns(...figures)],
    rows: rows.slice(0, maxRows).map((cells) => ({ cells, ratio: null })),
  };
}

function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
