import type { Finding } from '../folder/findings.ts';
import { defaultPolicy, rules, type Rule } from '../folder/policy.ts';
import type { Tip } from '../git/refs.ts';
import { findingTexts } from '../messages/findings.ts';
import { jsonText, visible } from '../messages/visible.ts';
import { markdownText } from '../report/export/markdownText.ts';
import { findingText, notScoredName, notScoredText, type CheckReport } from './checkReport.ts';
import { counted, safe } from './terminal.ts';

/** Warnings that are printed: all of them are in the other formats. */
const maxWarnings = 100;

const colors = { error: '\u001b[31m', warning: '\u001b[33m', none: '\u001b[0m' } as const;

/** Findings for people: an entry for each address and place. */
export function checkText(report: CheckReport, hasColor: boolean): string {
  const { findings, faults, compared, hasBaseline, noBook, notScored = [] } = report;
  const entries = entriesOf(findings);
  const errors = entries.filter(({ level }) => level === 'error');
  const shown = entries.slice(0, errors.length + maxWarnings);
  const hidden = entries.length - shown.length;
  return [
    ...shown.map((entry) => entryText(entry, { hasColor, hasBaseline })),
    ...(hidden > 0 ? [`… and ${counted(hidden, 'more warning', 'more warnings')}.`] : []),
    ...notScored.map((each) => `not scored ${safe(notScoredText(each))}`),
    ...faults.map((fault) => `error ${safe(fault)}`),
    ...compared.flatMap((each) => comparedText(each, compared.length > 1)),
    ...(noBook === undefined ? [] : [safe(noBook)]),
    summaryText(report),
    '',
  ].join('\n');
}

function comparedText(
  { path, base, judge }: CheckReport['compared'][number],
  isOneOfSeveral: boolean,
): string[] {
  const place = isOneOfSeveral ? `${safe(path || './')}: ` : '';
  if (base === null) return isOneOfSeveral ? [`${place}Not compared: it has no revision.`] : [];
  const by = judge === null ? 'the change itself' : tipText(judge);
  return [`${place}Compared with ${tipText(base)}, judged by ${by}.`];
}

const tipText = ({ name, commit }: Tip): string => `${safe(name)} (${commit.slice(0, 7)})`;

function entryText(
  { level, rules, messages, ...place }: Entry,
  { hasColor, hasBaseline }: { readonly hasColor: boolean; readonly hasBaseline: boolean },
): string {
  const { path, line, column, address, state } = place;
  const title = hasColor ? `${colors[level]}${level}${colors.none}` : level;
  const old = hasBaseline && state === 'unchanged' ? ' (not new)' : '';
  const what = address === null ? '' : ` ${safe(address)}${old}`;
  const head = `${title} ${rules.join(', ')} ${safe(path)}:${line}:${column}${what}`;
  return [head, ...messages.map((message) => `  ${safe(message)}`)].join('\n');
}

/** A one-sentence summary of a check. It counts an address at a place once, as readers do. */
export function summaryText({ findings, counts, fileCount, compared }: CheckReport): string {
  const isCompared = compared.some(({ base }) => base !== null);
  const entries = entriesOf(findings);
  const isMixed = isCompared && entries.some(({ state }) => state === 'new');
  const countOf = (level: Finding['level']): string => {
    const all = entries.filter((entry) => entry.level === level);
    const old = isMixed ? all.filter(({ state }) => state === 'unchanged').length : 0;
    const note = old === 0 ? '' : ` (${old === all.length ? 'none' : `${old} not`} new)`;
    return counted(all.length, level, `${level}s`) + note;
  };
  const parts = [
    countOf('error'),
    countOf('warning'),
    ...(isCompared ? [counted(counts.new, 'new address', 'new addresses')] : []),
  ];
  return `${counted(fileCount, 'file', 'files')} checked: ${parts.join(', ')}.`;
}

/** Everything about an address at one place, as shown to people. */
interface Entry extends Finding {
  /** Each once; the most severe first. */
  readonly rules: readonly string[];
  readonly messages: readonly string[];
}

/**
 * One entry for each address and place, which is its most severe finding.
 * @param findings the most severe first
 */
function entriesOf(findings: readonly Finding[]): Entry[] {
  const byPlace = Map.groupBy(findings, ({ path, line, column, address }) =>
    JSON.stringify([path, line, column, address]),
  );
  return [...byPlace.values()].flatMap((same) => {
    const [first] = same;
    const rules = [...new Set(same.map(({ rule }) => rule))];
    const messages = withoutRepeats([...new Set(same.map(({ message }) => message))], first);
    if (first?.rule === 'deny' && first.address === null) messages.push(findingTexts.deniedText());
    return first === undefined ? [] : [{ ...first, rules, messages }];
  });
}

/**
 * Messages at one place end with the same sentences about network and count, so only the last keeps
 * them. Likewise, that the change added the address to the book is said once.
 */
function withoutRepeats(
  messages: readonly string[],
  { address, network }: Pick<Finding, 'address' | 'network'> = { address: null, network: null },
): string[] {
  const shared = ` ${visible(address === null ? findingTexts.hidden() : findingTexts.network(network))}`;
  const last = messages.at(-1) ?? '';
  const at = last.lastIndexOf(shared);
  const end = at === -1 ? '' : last.slice(at);
  const isAdded = messages.some((each) => each.startsWith(findingTexts.unlisted('added')));
  return messages.map((message, index) => {
    const isRepeated = end !== '' && index < messages.length - 1 && message.endsWith(end);
    const own = isRepeated ? message.slice(0, -end.length) : message;
    return isAdded ? own.replace(` ${findingTexts.addedInChange()}`, '') : own;
  });
}

/** Findings for programs. `version` changes when a member goes or changes its meaning. */
export function checkJson(report: CheckReport): string {
  const { findings } = report;
  return `${jsonText({ version: 1, summary: checkSummary(report), findings }, 2)}\n`;
}

/** Data for programs and agents besides the findings. */
export function checkSummary(report: CheckReport) {
  const { failed, warned, counts, fileCount, notRead, faults } = report;
  const { notScored, base, judge, compared } = report;
  return {
    failed,
    warned,
    counts,
    new: counts.new,
    files: fileCount,
    base,
    judge,
    ...(compared.length > 1 && { bases: compared }),
    notRead,
    errors: faults,
    ...(notScored !== undefined && { notScored }),
  };
}

/** GitHub shows ten annotations of a kind and step; more only make the log longer. */
const maxAnnotations = 50;
const maxNotices = 10;

/** Workflow commands that GitHub shows as annotations. */
export function checkGithub(report: CheckReport): string {
  const { findings, faults, notScored = [] } = report;
  const named = notScored.slice(0, maxNotices);
  const unnamed = notScored.length - named.length;
  const entries = entriesOf(findings);
  const shown = entries.slice(0, maxAnnotations);
  const hidden = entries.length - shown.length;
  return [
    ...shown.map(annotation),
    ...(hidden > 0 ? [`Not shown here: ${counted(hidden, 'finding', 'findings')}.`] : []),
    ...faults.map((fault) => `::error title=Address Risk::${escapedData(fault)}`),
    ...named.map(
      (each) => `::notice title=Address Risk%3A not scored::${escapedData(notScoredText(each))}`,
    ),
    ...(unnamed > 0 ? [`Not scored, and not shown here: ${unnamed}.`] : []),
    summaryText(report),
    '',
  ].join('\n');
}

function annotation({ level, rules, messages, ...found }: Entry): string {
  const { path, line, column, length } = found;
  const place = [
    ['file', path],
    ['line', String(line)],
    ['col', String(column)],
    ...(length > 0 ? [['endColumn', String(column + length)]] : []),
    ['title', `Address Risk: ${rules.join(', ')}`],
  ];
  const properties = place.map(([name = '', value = '']) => `${name}=${escapedProperty(value)}`);
  return `::${level} ${properties.join(',')}::${escapedData(findingText(found, messages.join(' ')))}`;
}

/** As the runner's own toolkit does it; line breaks are shown by their numbers. */
function escapedData(text: string): string {
  return visible(text).replaceAll('%', '%25');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** More would be a page that no one reads. */
export const maxRows = 500;

/** Findings as Markdown (CommonMark with the tables of GitHub). */
export function checkMarkdown(report: CheckReport, most = maxRows): string {
  const { findings, faults, notScored = [], notRead } = report;
  const entries = entriesOf(findings);
  const rows = entries.slice(0, most);
  const hidden = entries.length - rows.length;
  return [
    '## Address Risk',
    summaryText(report),
    ...faults.slice(0, most).map((fault) => `**Error:** ${cell(fault)}`),
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...(hidden > 0 ? [`… and ${counted(hidden, 'more finding', 'more findings')}.`] : []),
    ...listed('Not scored', notScored.slice(0, most), (each) => [notScoredName(each), each.reason]),
    ...listed('Not read', notRead.slice(0, most), ({ path, reason }) => [path, reason]),
    '',
  ].join('\n\n');
}

const cell = (text: string): string => markdownText(visible(text));

function table(entries: readonly Entry[]): string {
  const lines = entries.map(({ level, rules, path, line, address, messages }) => {
    const where = [cell(`${path}:${line}`), cell(address ?? '')];
    const cells = [level, rules.join(', '), ...where, cell(messages.join(' '))];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| | Rule | Place | Address | Finding |',
    '| :-- | :-- | :-- | :-- | :-- |',
    ...lines,
  ].join('\n');
}

function listed<Item>(
  title: string,
  items: readonly Item[],
  textsOf: (item: Item) => readonly [string, string],
): string[] {
  if (items.length === 0) return [];
  const lines = items.map((item) => {
    const [what, why] = textsOf(item);
    return `- ${cell(what)}: ${cell(why)}`;
  });
  return [`### ${title}`, lines.join('\n')];
}

/** GitHub takes 5,000 of a run. */
const maxResults = 5_000;

const about: Readonly<Record<Rule, readonly [title: string, help: string]>> = {
  deny: [
    'Address on a deny list',
    'A deny list of the address book has this address. It counts on every network of its family. Remove the address, or the row of the list.',
  ],
  level: [
    'Stored risk score',
    'The stored risk score of this address reaches a level of the policy. Open its report for the reasons.',
  ],
  unread: [
    'File that was not read',
    'The change touches this file, and it could not be read: what is in it is unknown.',
  ],
  book: [
    'Address book',
    'The address book or one of its lists cannot be read in full, or the change takes something from it.',
  ],
  'look-alike': [
    'Look-alike address',
    'This address looks like another one of the repository or the address book. Compare all of its characters with a source that you trust.',
  ],
  'wrong-network': [
    'Token of another network',
    'Published lists have this token at another address on the network that the code names. Compare it with the documentation of who issued it.',
  ],
  unlisted: [
    'Address not in the address book',
    'The address book of the base revision does not have this address. Review it, and add it to .address-risk.json.',
  ],
  new: ['New address', 'The base revision has this address nowhere. Review where it comes from.'],
  checksum: [
    'Wrong checksum',
    'The letter case of this address does not match its checksum (EIP-55): one of its characters may be a typo.',
  ],
};

/** Failures first, then new findings: later ones may be cut off. */
function byUrgency(one: Finding, other: Finding): number {
  const rank = ({ level, state, rule }: Finding): number =>
    (level === 'error' ? 0 : 4) + (state === 'new' ? 0 : 2) + (rule === 'new' ? 0 : 1);
  return rank(one) - rank(other);
}

/** The findings that there is room for, and the others. */
function fitting(findings: readonly Finding[]) {
  if (findings.length <= maxResults) return { shown: findings, cut: [] };
  const sorted = findings.toSorted(byUrgency);
  return { shown: sorted.slice(0, maxResults), cut: sorted.slice(maxResults) };
}

/** Describes what didn't fit into SARIF; undefined if everything did. */
export function sarifCutText({ findings }: CheckReport): string | undefined {
  const { cut } = fitting(findings);
  if (cut.length === 0) return undefined;
  const counts = rules.flatMap((rule) => {
    const count = cut.filter((each) => each.rule === rule).length;
    return count === 0 ? [] : [`${count} ${rule}`];
  });
  return `SARIF has room for ${maxResults} findings: ${cut.length} more are left out (${counts.join(', ')}). The JSON format has all of them.`;
}

/** Findings as SARIF 2.1.0. */
export function checkSarif(report: CheckReport, version: string): string {
  const { findings, hasBaseline, faults, notScored = [] } = report;
  const { shown } = fitting(findings);
  const results = shown.map((finding) => result(finding, hasBaseline));
  const cut = sarifCutText(report);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Address Risk',
            semanticVersion: version,
            informationUri:
              'https://marketplace.visualstudio.com/items?itemName=address-risk.address-risk',
            rules: rules.map(ruleOf),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: faults.length === 0,
            toolExecutionNotifications: [
              ...faults.map((fault) => notification('error', fault)),
              ...(cut === undefined ? [] : [notification('warning', cut)]),
              ...notScored
                .slice(0, maxResults)
                .map((each) => notification('note', notScoredText(each))),
            ],
          },
        ],
        results,
      },
    ],
  };
  return `${jsonText(log, 2)}\n`;
}

const notification = (level: 'error' | 'warning' | 'note', text: string): object => ({
  level,
  message: { text: messageText(text) },
});

function ruleOf(rule: Rule): object {
  const [title, help] = about[rule];
  return {
    id: `address-risk/${rule}`,
    // In Pascal case, as SARIF wants it.
    name: title.replace(/(?:^| |-)(\w)/g, (_, first: string) => first.toUpperCase()),
    shortDescription: { text: title },
    fullDescription: { text: help },
    help: { text: help },
    defaultConfiguration: { level: defaultPolicy.severities.get(rule) ?? 'warning' },
  };
}

function result(finding: Finding, hasBaseline: boolean): object {
  const { rule, level, path, line, column, length, message, state } = finding;
  return {
    ruleId: `address-risk/${rule}`,
    ruleIndex: rules.indexOf(rule),
    level,
    message: { text: messageText(findingText(finding, message)) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(path), uriBaseId: '%SRCROOT%' },
          region: {
            startLine: line,
            ...(length > 0 && { startColumn: column, endColumn: column + length }),
          },
        },
      },
    ],
    partialFingerprints: { 'addressRisk/v1': finding.fingerprint },
    ...(hasBaseline && { baselineState: state }),
  };
}

/** Brackets begin a link, and braces a placeholder (SARIF 2.1.0, 3.11.5 and 3.11.6). */
function messageText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('[', '\\[')
    .replaceAll(']', '\\]')
    .replaceAll('{', '{{')
    .replaceAll('}', '}}');
}

/** A relative reference (RFC 3986, section 4.2): a colon in its first part would be a scheme. */
function uriOf(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
