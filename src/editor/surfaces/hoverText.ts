import * as vscode from 'vscode';
import { checksumOf } from '../../addresses/occurrence.ts';
import { supportsSummaries } from '../../addresses/networks.ts';
import { aggregators } from '../../api/parameters.ts';
import type { ReportHeads } from '../../lookups/reports.ts';
import { commandIds, type CommandCall, type CommandName } from '../../manifest.ts';
import { riskOf } from '../../report/risk.ts';
import { riskLine } from '../../report/riskLine.ts';
import type { RiskScale } from '../../report/scale.ts';
import { signedOutText } from '../../words/account.ts';
import { checksumText, receivedText } from '../../words/hover.ts';
import { labels } from '../../words/labels.ts';
import { actionLabel } from '../../words/message.ts';
import { assumedNetwork, chainReasonText, usedNetwork } from '../../words/networks.ts';
import { summaryRows } from '../../words/summary.ts';
import { withoutInvisible, shortAddress } from '../../words/text.ts';
import type { Identity } from '../session/identity.ts';
import { argumentOf } from '../documents/argument.ts';
import type { FoundAddress, LocatedSubject, Subject } from '../documents/subject.ts';

/** The only commands that a link in a hover may run. */
const linkable: readonly CommandName[] = [
  'signIn',
  'useSampleService',
  'lookUpAddress',
  'scoreRisk',
  'openReport',
  'selectChain',
  'alwaysAssumeChain',
];

/** The stored risk by each aggregator that has one, a line each. */
export function riskLines(
  report: ReportHeads,
  subject: Subject,
  now: number,
  scale: RiskScale | null,
): string[] {
  return aggregators.flatMap((aggregator) => {
    const risk = riskOf(report, subject, aggregator);
    if (risk === null) return [];
    const line = riskLine(risk, now, scale);
    const behind = line.kind === 'score' ? [line.level, line.age] : [];
    const facts = [aggregator, ...behind].filter((part) => part !== null).map(escaped);
    return [`${escaped(labels.risk())} **${escaped(line.text)}** · ${facts.join(' · ')}`];
  });
}

/** Why nothing can be fetched, and what to do about it. */
export function signedOutLines(identity: Identity, located: LocatedSubject): string[] {
  // A look-up asks first which service is meant.
  const links =
    identity.kind === 'undecided'
      ? [fetchLink(located)]
      : (['signIn', 'useSampleService'] as const).map((name) => link({ name }, actionLabel(name)));
  return [escaped(signedOutText(identity)), links.join(' · ')];
}

/** The network is undecided: the hover says why, and asks. */
export function undecidedLines({ open, canonical, chain }: FoundAddress): string[] {
  const argument = { address: canonical, candidates: open?.candidates ?? [] };
  return [
    `\`${shortAddress(canonical)}\` · ${escaped(chainReasonText(chain))}`,
    link({ name: 'selectChain', argument }, labels.selectChain()),
  ];
}

/** Network, address, checksum, and how the network was decided. */
export function titleLine({ occurrence, chain }: FoundAddress, subject: Subject): string {
  return [
    `**${escaped(usedNetwork(subject.chain, chain))}**`,
    `\`${shortAddress(subject.address)}\``,
    escaped(checksumText(checksumOf(occurrence))),
    escaped(chainReasonText(chain)),
  ].join(' · ');
}

/** The stored summary as a table; empty without one. */
export function summaryTable(report: ReportHeads, chain: string, now: number): string {
  if (report.summary === null) return '';
  const rows = summaryRows(report.summary.value, chain, now).map(({ label, value, note }) => {
    const behind = note === undefined ? '' : ` · ${escaped(note)}`;
    return `| ${escaped(label)} | ${escaped(value)}${behind} |`;
  });
  return ['| | |', '|:--|:--|', ...rows].join('\n');
}

/** What can be done about a network that only the default or *Always Assume* names; else empty. */
export function networkLine(located: LocatedSubject, { summary }: ReportHeads): string {
  const { subject, reading } = located;
  const select = link({ name: 'selectChain', argument: argumentOf(located) }, labels.selectChain());
  if (reading.reason === 'alwaysAssumed') return select;
  if (reading.reason !== 'assumed') return '';
  const always = link({ name: 'alwaysAssumeChain' }, assumedNetwork.always(subject.chain));
  return [...(summary?.isFresh === true ? [] : [fetchLink(located)]), always, select].join(' · ');
}

function fetchLink(located: LocatedSubject): string {
  const { subject, reading } = located;
  const label =
    reading.reason === 'assumed' ? assumedNetwork.fetch(subject.chain) : labels.fetchSummary();
  return link({ name: 'lookUpAddress', argument: argumentOf(located) }, label);
}

/** The age of the data, and what can be done. */
export function footer(isSample: boolean, report: ReportHeads, located: LocatedSubject): string {
  const { subject, reading } = located;
  const argument = argumentOf(located);
  // The line about an assumed network has a link of its own, which names the network.
  const hasFetchLink = reading.reason !== 'assumed';
  const parts: string[] = [];
  if (isSample) parts.push(`**${escaped(labels.sampleData())}**`);
  const { summary } = report;
  if (summary !== null) {
    parts.push(escaped(receivedText(summary.receivedAt, summary.isFresh)));
    if (!summary.isFresh && hasFetchLink)
      parts.push(link({ name: 'lookUpAddress', argument }, labels.refresh()));
  } else if (hasFetchLink && supportsSummaries(subject.chain)) {
    parts.push(fetchLink(located));
  }
  if (aggregators.every((aggregator) => report.scores[aggregator] === null)) {
    parts.push(link({ name: 'scoreRisk', argument }, labels.scoreRisk()));
  }
  parts.push(link({ name: 'openReport', argument }, labels.openReport()));
  return parts.join(' · ');
}

function link({ name, argument }: CommandCall, label: string): string {
  const query = argument === undefined ? '' : `?${encodeURIComponent(JSON.stringify([argument]))}`;
  return `[${escaped(label)}](command:${commandIds[name]}${query})`;
}

/** Lines as paragraphs. Only the commands in `linkable` run from it, whatever its text says. */
export function markdown(lines: readonly string[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString(lines.filter((line) => line !== '').join('\n\n'));
  text.isTrusted = { enabledCommands: linkable.map((name) => commandIds[name]) };
  return text;
}

/** Text shown literally: it cannot start markup, a link, or a table cell. */
export function escaped(text: string): string {
  return withoutInvisible(text).replace(/[\\`*_{}[\]()#+\-.!~|<>&$:@/]/g, (character) =>
    character === '<' ? '&lt;' : character === '&' ? '&amp;' : `\\${character}`,
  );
}
