import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  AddressReport,
  ReportRule,
  WorkspaceReport,
} from '../../../src/report/export/addressReport.ts';
import { workspaceReportText } from '../../../src/report/export/workspaceReport.ts';
import type { Grade } from '../../../src/pageViews.ts';
import type { StoredScore } from '../../../src/report/rowScore.ts';
import { leastCpuMs } from '../../support/timing.ts';

const at = Date.parse('2026-11-22T12:00:00Z');
const addressOf = (index: number): string => `0x${String(index).padStart(40, '0')}`;

function scored(digits: string, rank: number): Pick<AddressReport, 'score' | 'noScore'> {
  const name = ['Low', 'Medium', 'High', 'Severe'][rank];
  const grade = rank as Grade;
  const level = name === undefined ? null : { name, rank, grade, isAbove: false };
  const score: StoredScore = {
    ...{
      state: 'value',
      digits,
      level,
      owner: 'subject',
      isFresh: rank !== 0,
      receivedAt: at,
    },
  };
  return { score, noScore: null };
}

const broken = (...rules: readonly ReportRule[]): Pick<AddressReport, 'findings'> => ({
  findings: rules.map((rule) => ({ rule, message: `Why: ${rule}.` })),
});

const row = (index: number, more: Partial<AddressReport> = {}): AddressReport => ({
  ...{ address: addressOf(index), network: 'base', isAssumed: false, name: null },
  ...{ findings: [], score: null, noScore: 'none' },
  places: [{ path: `src/${index}.ts`, line: index + 1 }],
  ...more,
});

const rows = [
  row(0, { noScore: 'network', network: null }),
  row(1, { ...scored('10.25', 0), isAssumed: true }),
  row(2, { ...scored('90', 3), name: { text: 'TREASURY', isVerified: false }, ...broken('new') }),
  row(3, {
    ...broken('deny', 'look-alike', 'new'),
    name: { text: '<img src=x>', isVerified: true },
  }),
  row(5, broken('checksum')),
  row(6, broken('wrong-network', 'unlisted')),
  row(4, {
    places: Array.from({ length: 26 }, (_, line) => ({ path: 'a|b.ts', line: line + 1 })),
  }),
];

const project = {
  ...{ name: 'vault-protocol', branch: 'fees', commit: 'c'.repeat(40) },
  base: { name: 'main', commit: 'abcdef0123456789abcdef0123456789abcdef01' },
};

const report: WorkspaceReport = {
  rows,
  projects: [project],
  isSample: false,
  aggregator: 'money',
  unread: ['Skipped "a.bin": not UTF-8'],
  madeAt: at,
};

describe('a report on a workspace', () => {
  it('lists what was found by severity, then each address once by its level', () => {
    const text = workspaceReportText(report, 'markdown');
    assert.deepEqual(
      [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
      [
        ...['Overview', 'On a deny list', 'Look-alike', 'Wrong checksum'],
        ...['Token of another network', 'Addresses', 'Severe', 'Low', 'Not scored'],
      ],
    );
    assert.match(text, /^# Address risk report: vault-protocol$/m);
    assert.match(text, /^- Repository: vault-protocol\n- Branch: fees\n- Last commit: c{40}$/m);
    assert.match(text, /^### 7 addresses$/m);
    assert.match(text, /\| 0x0+3 \| Base \| Why: look-alike\. \| src\/3\\\.ts:4 \|/);
    assert.match(text, /^- New since: main \(abcdef0\)$/m);
    assert.match(text, /^\| New \| 2 \|$/m);
    assert.match(
      text,
      /\| “TREASURY” \(in the code\) \| 0x0+2 \| Base \| 90 \(as of 2026-11-22 12:00 UTC\) \| New \| src\/2\\\.ts:3 \|/,
    );
    assert.match(text, /^- Method: by funds$/m);
    assert.match(text, /\| Base \(assumed\) \| 10.25 \(stale, as of 2026-11-22 12:00 UTC\) \|/);
  });

  it('lists the highest score of a level first, however many places others have', () => {
    const many = Array.from({ length: 9 }, (_, line) => ({ path: 'a.ts', line }));
    const rowsOf = ['77.7', '85'].map((digits, index) => row(index + 1, scored(digits, 3)));
    const [low, high] = rowsOf as [AddressReport, AddressReport];
    const text = workspaceReportText(
      { ...report, rows: [{ ...low, places: many }, high] },
      'markdown',
    );
    assert.match(text, /\| 85 \([^]*\| 77\.7 \(/);
  });

  it('orders scores by all of their digits, and what has none comes last', () => {
    const unreadable = { ...scored('', -1).score!, digits: null };
    const rowsOf = [
      row(1, { score: unreadable, noScore: null }),
      ...['-5', '1e400', '2e400', '7'].map((digits, at) => row(at + 2, scored(digits, -1))),
    ];
    const text = workspaceReportText({ ...report, rows: rowsOf }, 'json');
    const { addresses } = JSON.parse(text) as { addresses: { score: string | null }[] };
    assert.deepEqual(
      addresses.map(({ score }) => score),
      ['2e400', '1e400', '7', '-5', null],
    );
  });

  it('names no source where no stored score was read', () => {
    const sourceOf = (each: WorkspaceReport): unknown =>
      (JSON.parse(workspaceReportText(each, 'json')) as { source: unknown }).source;
    assert.equal(sourceOf({ ...report, rows: [row(1, { noScore: 'unread' })] }), null);
    assert.equal(sourceOf(report), 'Service');
    assert.equal(sourceOf({ ...report, rows: [], isSample: true }), 'Sample data');
  });

  it('names each of several repositories, with what its addresses are new since', () => {
    const other = { name: 'bridge', branch: null, commit: 'd'.repeat(40) };
    const base = { name: 'develop', commit: 'e'.repeat(40) };
    const projects = [project, { ...other, base }, { ...other, name: 'notes', base: null }];
    const text = workspaceReportText({ ...report, projects }, 'markdown');
    assert.match(text, /^# Address risk report: vault-protocol, bridge, notes$/m);
    assert.match(text, /^- Repository: bridge\n- Last commit: d{40}\n- Repository: notes$/m);
    assert.match(
      text,
      /^- New since: vault-protocol: main \(abcdef0\)\n- New since: bridge: develop \(e{7}\)$/m,
    );
    const json = JSON.parse(workspaceReportText({ ...report, projects }, 'json')) as unknown;
    assert.partialDeepStrictEqual(json, { project: null, base: null, projects });
  });

  it('says once that no stored scores were read, and in each row that they were not', () => {
    const unread = rows.map((each) => ({ ...each, score: null, noScore: 'unread' as const }));
    const text = workspaceReportText({ ...report, rows: unread }, 'markdown');
    assert.equal(text.split('Stored scores were not read').length, 2);
    assert.equal(text.match(/\| not read \|/g)?.length, rows.length);
  });

  it('says why an address was not scored, and how many places it has beyond the first', () => {
    const text = workspaceReportText(report, 'html');
    assert.match(
      text,
      /<td [^>]*class="s">unknown<\/td><td [^>]*class="s">Its network is unknown\.<\/td>/,
    );
    assert.match(text, /No score by funds is stored\./);
    assert.match(text, /a\|b\.ts:20, and 6 more/);
  });

  it('holds text of a repository as text in every format', () => {
    assert.ok(!workspaceReportText(report, 'html').includes('<img'));
    assert.ok(workspaceReportText(report, 'markdown').includes('\\<img src\\=x\\>'));
    assert.ok(workspaceReportText(report, 'markdown').includes('a\\|b\\.ts:1'));
  });

  it('shows what cannot be seen, and begins no command of a CI system, in JSON', () => {
    const path = 'x\u202e##vso[task.x]\u009b31m.ts';
    const hostile = { ...report, rows: [row(1, { places: [{ path, line: 1 }] })] };
    const text = workspaceReportText(hostile, 'json');
    assert.doesNotMatch(text, /[\u202e\u009b]|##vso/);
    const { addresses } = JSON.parse(text) as { addresses: { places: { path: string }[] }[] };
    assert.equal(addresses[0]?.places[0]?.path, path);
  });

  it('has a row for each place as CSV, and the exact digits', () => {
    const [header = '', ...lines] = workspaceReportText(report, 'csv').trimEnd().split('\r\n');
    assert.equal(lines.length, 32);
    assert.equal(header.split(',').length, 20);
    assert.ok(lines.some((line) => line.includes(',10.25,Low,2026-11-22T12:00:00.000Z,')));
  });

  it('claims nothing of what is new without a revision to compare with', () => {
    const text = workspaceReportText(
      { ...report, projects: [{ ...project, base: null }] },
      'markdown',
    );
    assert.doesNotMatch(text, /New since/);
    const csv = workspaceReportText({ ...report, projects: [{ ...project, base: null }] }, 'csv');
    const column = csv.split('\r\n')[0]?.split(',').indexOf('is_new') ?? -1;
    const values = csv
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[column]);
    assert.deepEqual([...new Set(values)], ['']);
    // Nor where a base version could not be read.
    const unknown = { ...report, rows: [row(1, { isNewKnown: false })] };
    const [, line = ''] = workspaceReportText(unknown, 'csv').split('\r\n');
    assert.equal(line.split(',')[column], '');
  });

  it('names what was not read, the first ones, and says whose the levels are', () => {
    const text = workspaceReportText(report, 'markdown');
    assert.match(text, /^\*\*Skipped "a\\\.bin": not UTF-8\*\*$/m);
    assert.match(text, /^- Levels: Levels set by you, not by the service$/m);
    assert.match(workspaceReportText(report, 'json'), /"unread": \[\s+"Skipped/);
    const unread = Array.from({ length: 30 }, (_, index) => `Skipped "${index}": too large`);
    const many = workspaceReportText({ ...report, unread, isSample: true }, 'markdown');
    assert.match(many, /^\*\*10 more items were not read\.\*\*$/m);
    assert.doesNotMatch(many, /"20"|Levels/);
  });

  it('is written within a second for 20,000 addresses', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => row(index, scored('50', 2)));
    const ms = leastCpuMs(() => workspaceReportText({ ...report, rows: many }, 'html'), 1_000);
    assert.ok(ms < 1_000, `${ms} ms`);
  });
});
