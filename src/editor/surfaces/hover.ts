import * as vscode from 'vscode';
import { keyMaterialAt } from '../../addresses/keyMaterial.ts';
import { checksumOf, type Occurrence } from '../../addresses/occurrence.ts';
import { hasSummary } from '../../addresses/networks.ts';
import { aggregators } from '../../api/routes.ts';
import type { ReportHeads } from '../../lookups/reports.ts';
import { commandIds, type CommandCall, type CommandName } from '../../manifest.ts';
import { riskOf } from '../../report/risk.ts';
import { riskLine } from '../../report/riskLine.ts';
import { signedOutText } from '../../words/account.ts';
import { callSentence, summaryFailureSentence } from '../../words/failures.ts';
import { checksumText, receivedText } from '../../words/hover.ts';
import { addressProblemText, keyShapeText } from '../../words/inputs.ts';
import { labels } from '../../words/labels.ts';
import { actionLabel } from '../../words/message.ts';
import { chainReasonText, networkTitle } from '../../words/networks.ts';
import { refusalSentence, restrictedModeText } from '../../words/refusals.ts';
import { summaryRows } from '../../words/summary.ts';
import { plain, shortAddress } from '../../words/text.ts';
import type { Calls } from '../calls/register.ts';
import type { Documents } from '../documents/register.ts';
import { isSignedIn } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import { isForeign, sightAt, type Subject } from '../documents/subject.ts';
import { sourceOf, surroundingsOf } from '../documents/surroundings.ts';
import { measuredAnswer } from '../documents/turns.ts';
import { headReader } from './lensCommands.ts';

/** The only commands that a link in a hover may run. */
const linkable: readonly CommandName[] = [
  'signIn',
  'useSampleService',
  'lookUpAddress',
  'scoreRisk',
  'openReport',
  'selectChain',
];

export function createHoverProvider(parts: {
  readonly calls: Pick<Calls, 'session' | 'openEngine' | 'inquiries'>;
  readonly documents: Pick<Documents, 'choices'>;
  readonly shell: Pick<Shell, 'log'>;
}): vscode.HoverProvider {
  const { session, inquiries } = parts.calls;
  const { choices } = parts.documents;

  const readHeads = headReader(parts.calls);

  async function hoverText(
    subject: Subject,
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<string[]> {
    const identity = await session.identity();
    if (!isSignedIn(identity)) {
      if (isVisible(document)) {
        // The user chooses while the hover is shown.
        session.offer(identity).catch((error: unknown) => parts.shell.log.fault('mode', error));
      }
      // A look-up asks first which service is meant.
      const links =
        identity.kind === 'undecided'
          ? [link({ name: 'lookUpAddress', argument: subject }, labels.fetchSummary())]
          : (['signIn', 'useSampleService'] as const).map((name) =>
              link({ name }, actionLabel(name)),
            );
      return [escaped(signedOutText(identity)), links.join(' · ')];
    }
    const key = { account: identity.key, ...subject };
    let report = await readHeads(key);
    let trouble: string | undefined;
    if (report.summary?.isFresh !== true) {
      trouble = await refresh(subject, document, report, token);
      if (trouble === undefined) report = await readHeads(key);
    }
    const now = Date.now();
    const lines = [summaryTable(report, subject.chain, now), escaped(trouble ?? '')];
    for (const aggregator of aggregators) {
      const risk = riskOf(report, subject, aggregator);
      if (risk === null) continue;
      const line = riskLine(risk, now);
      const age = line.kind === 'score' ? ` · ${escaped(line.age)}` : '';
      const facts = `**${escaped(line.text)}** · ${escaped(aggregator)}${age}`;
      lines.push(`${escaped(labels.risk())} ${facts}`);
    }
    lines.push(footer(identity.kind === 'sample', report, subject));
    return lines;
  }

  /** Fetches a summary if a hover may; returns the message to show if there is none. */
  async function refresh(
    subject: Subject,
    document: vscode.TextDocument,
    report: ReportHeads,
    token: vscode.CancellationToken,
  ): Promise<string | undefined> {
    if (!hasSummary(subject.chain)) return refusalSentence({ kind: 'notEvm' }).text;
    const mode = settings.hoverSummary();
    if (mode === 'off' || mode === 'ask') {
      return report.summaryCall === null ? '' : callSentence(report.summaryCall).text;
    }
    if (!vscode.workspace.isTrusted) return restrictedModeText();
    // A program can ask for the hovers of any document; the user only hovers over what is shown.
    if (!isVisible(document)) return '';
    // The mouse has moved on: do not start a request that was not sent yet.
    if (token.isCancellationRequested) return '';
    const outcome = await inquiries.lookUp(subject, 'hover');
    switch (outcome?.kind) {
      case undefined:
      case 'value':
        return undefined;
      case 'refused':
        return refusalSentence(outcome.refusal).text;
      case 'failed':
        return summaryFailureSentence(outcome.failure).text;
    }
  }

  async function provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    if (isForeign(document)) return undefined;
    const sighting = sightAt(document, position, choices);
    if (sighting === undefined) return keyHover(document, position);
    const range = rangeAt(document, position, sighting.occurrence);
    const { subject, open, problem, chain, canonical } = sighting;
    if (problem !== undefined) {
      return new vscode.Hover(markdown([escaped(addressProblemText(problem))]), range);
    }
    if (subject === undefined) {
      const reason = escaped(chainReasonText(chain));
      const { address, candidates } = open ?? { address: canonical, candidates: undefined };
      const argument = candidates === undefined ? { address } : { address, candidates };
      const ask = link({ name: 'selectChain', argument }, labels.selectChain());
      return new vscode.Hover(markdown([`\`${shortAddress(canonical)}\` · ${reason}`, ask]), range);
    }
    const title = [
      `**${escaped(networkTitle(subject.chain))}**`,
      `\`${shortAddress(subject.address)}\``,
      escaped(checksumText(checksumOf(sighting.occurrence))),
      escaped(chainReasonText(chain)),
    ].join(' · ');
    const lines = await hoverText(subject, document, token);
    if (token.isCancellationRequested) return undefined;
    return new vscode.Hover(markdown([title, ...lines]), range);
  }

  return {
    provideHover: (...asked) => measuredAnswer('hover', () => provideHover(...asked)),
  };
}

function isVisible(document: vscode.TextDocument): boolean {
  return vscode.window.visibleTextEditors.some((editor) => editor.document === document);
}

/** Explains why text that looks like a key gets no actions; undefined for anything else. */
function keyHover(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const { text, offset } = surroundingsOf(document, position);
  const found = keyMaterialAt(text, offset, sourceOf(document));
  if (found === undefined) return undefined;
  return new vscode.Hover(markdown([escaped(keyShapeText(found.shape))]));
}

/** An address never spans two lines. */
function rangeAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  { text }: Occurrence,
): vscode.Range {
  const line = document.lineAt(position.line).text;
  const start = line.indexOf(text, Math.max(0, position.character - text.length));
  return new vscode.Range(position.line, start, position.line, start + text.length);
}

function summaryTable(report: ReportHeads, chain: string, now: number): string {
  if (report.summary === null) return '';
  const rows = summaryRows(report.summary.value, chain, now).map(({ label, value, note }) => {
    const behind = note === undefined ? '' : ` · ${escaped(note)}`;
    return `| ${escaped(label)} | ${escaped(value)}${behind} |`;
  });
  return ['| | |', '|:--|:--|', ...rows].join('\n');
}

function footer(isSample: boolean, report: ReportHeads, subject: Subject): string {
  const parts: string[] = [];
  if (isSample) parts.push(`**${escaped(labels.sampleData())}**`);
  const { summary } = report;
  if (summary !== null) {
    parts.push(escaped(receivedText(summary.receivedAt, summary.isFresh)));
    if (!summary.isFresh)
      parts.push(link({ name: 'lookUpAddress', argument: subject }, labels.refresh()));
  } else if (hasSummary(subject.chain)) {
    parts.push(link({ name: 'lookUpAddress', argument: subject }, labels.fetchSummary()));
  }
  if (aggregators.every((aggregator) => report.scores[aggregator] === null)) {
    parts.push(link({ name: 'scoreRisk', argument: subject }, labels.scoreRisk()));
  }
  parts.push(link({ name: 'openReport', argument: subject }, labels.openReport()));
  return parts.join(' · ');
}

function link({ name, argument }: CommandCall, label: string): string {
  const query = argument === undefined ? '' : `?${encodeURIComponent(JSON.stringify([argument]))}`;
  return `[${escaped(label)}](command:${commandIds[name]}${query})`;
}

function markdown(lines: readonly string[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString(lines.filter((line) => line !== '').join('\n\n'));
  text.isTrusted = { enabledCommands: linkable.map((name) => commandIds[name]) };
  return text;
}

/** Text shown literally: it cannot start markup, a link, or a table cell. */
function escaped(text: string): string {
  return plain(text).replace(/[\\`*_{}[\]()#+\-.!~|<>&$:@/]/g, (character) =>
    character === '<' ? '&lt;' : character === '&' ? '&amp;' : `\\${character}`,
  );
}
