import { LedgerError } from '../ledger/faults.ts';
import type { PaidKind } from '../ledger/store.ts';
import { isIn, openStates } from '../risk/jobState.ts';
import { htmlPage } from '../report/export/html.ts';
import {
  figureColumns,
  textColumns,
  type DocumentFact,
  type DocumentSection,
  type DocumentTable,
} from '../report/export/parts.ts';
import { memberFacts } from './commands.ts';
import type { Team } from './doors.ts';
import type { GaugeValues } from './metrics.ts';
import type { Page } from './http/server.ts';
import { everyone, readUsage } from './store/charges.ts';
import { Members } from './store/members.ts';

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
 * The page for the team's lead: members, limits, usage, jobs, and health, without addresses and
 * credentials. Rendered like an exported report, so it runs no scripts and loads nothing.
 */
export async function leadPage(team: Team, own: GaugeValues, isSample: boolean): Promise<Page> {
  const now = team.ports.clock.now();
  const { poolUsed = 0, poolWaiting = 0, outbox = 0 } = own;
  const { rejectedSince } = team.account;
  const health: DocumentFact[] = [
    { label: 'Connections in use', value: `${poolUsed}, ${poolWaiting} requests waiting` },
    { label: 'Paid for, not yet stored', value: String(outbox) },
  ];
  if (rejectedSince !== undefined) {
    const value = `The service has rejected the license key since ${minuteOf(rejectedSince)}.`;
    health.push({ label: 'License', value });
  }
  const notices = isSample ? [sampleNotice] : [];
  let store = 'can be used';
  let sections: DocumentSection[] = [];
  try {
    sections = await storedSections(team, now);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    notices.push(error.message);
    store = 'cannot be used';
  }
  const body = htmlPage(
    {
      title: 'Address Risk gateway',
      cover: null,
      notices,
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

async function storedSections(
  { sql, ledger, charges, account, teamLimits }: Team,
  now: number,
): Promise<DocumentSection[]> {
  const [members, used, usage, jobs] = await Promise.all([
    new Members(sql).list(),
    charges.usedOn(now),
    readUsage(sql, ['month', 'member']),
    ledger.listJobs(account.key),
  ]);
  const usedOf = (kind: PaidKind, limit: number | null, member = everyone): string =>
    `${used.get(`${kind} ${member}`) ?? 0} ${limit === null ? '(no limit)' : `of ${limit}`}`;
  const shownJobs = jobs.filter(({ state }) => isIn(state, openStates));
  return [
    {
      heading: 'Team today',
      facts: [
        { label: 'Calculations', value: usedOf('start', teamLimits.start) },
        { label: 'API calls', value: usedOf('summary', teamLimits.summary) },
      ],
    },
    tableSection('Members', {
      caption: 'Used today, of their limits',
      columns: [...textColumns('Member', 'State'), ...figureColumns('Calculations', 'API calls')],
      rows: members.map((member) => {
        const facts = memberFacts(member, now);
        const { name, state, until, id, calculations, apiCalls } = facts;
        return [
          name,
          until === null ? state : `${state}, until ${until}`,
          usedOf('start', calculations, id),
          usedOf('summary', apiCalls, id),
        ];
      }),
    }),
    tableSection('Usage', {
      caption: 'Units by month, the newest first',
      columns: [
        ...textColumns('Month, member'),
        ...figureColumns('Calculations', 'API calls', 'Unknown'),
      ],
      rows: usage.map(({ names, calculations, apiCalls, unknown }) => [
        names.join(', '),
        ...[calculations, apiCalls, unknown].map(String),
      ]),
    }),
    tableSection('Open jobs', {
      caption: shownJobs.some(({ state }) => state === 'unknown')
        ? 'A lost start is unknown until you decide: gateway jobs'
        : 'Without a result yet',
      columns: [...textColumns('Network', 'State', 'Started'), ...figureColumns('Polls')],
      rows: shownJobs.map(({ chain, state, createdAt, polls }) => [
        chain,
        state,
        minuteOf(createdAt),
        String(polls),
      ]),
    }),
  ];
}

function tableSection(
  heading: string,
  {
    caption,
    columns,
    rows,
  }: Pick<DocumentTable, 'caption' | 'columns'> & { readonly rows: readonly string[][] },
): DocumentSection {
  if (rows.length === 0) return { heading, facts: [{ label: caption, value: 'None' }] };
  const left = rows.length - maxRows;
  return {
    heading,
    facts: [],
    table: {
      caption: left > 0 ? `${caption} (${left} more are not shown)` : caption,
      columns,
      rows: rows.slice(0, maxRows).map((cells) => ({ cells, ratio: null })),
    },
  };
}

function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
