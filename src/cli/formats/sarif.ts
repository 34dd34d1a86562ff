import { jsonText } from '../../messages/visible.ts';
import type { Finding } from '../../folder/findings.ts';
import { defaultPolicy, rules, type Rule } from '../../folder/policy.ts';
import { findingText, notScoredText, type CheckReport } from '../checkReport.ts';

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

/** What fails, then what is new: the rest may be cut. */
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

/** What SARIF has no room for; undefined if it has all. */
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
