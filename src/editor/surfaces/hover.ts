import * as vscode from 'vscode';
import { keyMaterialAt } from '../../scan/keyMaterial.ts';
import { supportsSummaries } from '../../networks/networks.ts';
import { hasSampleData, riskOf } from '../../report/risk.ts';
import type { StoredState } from '../../paid/reports.ts';
import { addressProblemText, keyShapeText } from '../../messages/inputs.ts';
import { restrictedModeText } from '../../messages/questions.ts';
import { checksumTexts, checksumText, receivedText, scoredText } from '../../messages/surfaces.ts';
import type { Services } from '../services.ts';
import { isSignedIn, storedKeyOf, type SignedIn, type Identity } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import { runLogged } from '../shell/shell.ts';
import {
  findAddressAt,
  type DocumentAddress,
  type LocatedSubject,
  type Subject,
} from '../documents/subject.ts';
import { sourceOf, surroundingsOf } from '../documents/surroundings.ts';
import { isOutsideWorkspace } from '../documents/isOutsideWorkspace.ts';
import { measuredAnswer } from '../../scheduler/turns.ts';
import { headReader } from './lensLines.ts';
import { callSentence, refusalSentence } from '../../messages/outcomes.ts';
import { mayFetchAutomatically, whyNoSummary } from '../calls/requests.ts';
import { checksumOf } from '../../addresses/occurrence.ts';
import { isPayable } from '../../evidence/reasons.ts';
import type { Aggregator } from '../../api/parameters.ts';
import { commandIds, type CommandCall, type CommandName } from '../../manifest.ts';
import { riskLine, type RiskLine } from '../../report/rowScore.ts';
import type { RiskScale } from '../../report/scale.ts';
import { signedOutText } from '../../messages/account.ts';
import { bookCommand, type NameText } from '../../messages/book.ts';
import { labels, methodName } from '../../messages/labels.ts';
import { actionLabel } from '../../messages/message.ts';
import { assumedNetwork, chainReasonText, usedNetwork } from '../../messages/networks.ts';
import { summaryLine } from '../../messages/summary.ts';
import { withoutInvisible, shortAddress } from '../../messages/text.ts';
import {
  argumentFor,
  argumentOf,
  isVisible,
  withToken,
  type PaidCommand,
} from '../documents/argument.ts';

type Ports = Pick<Services, 'calls' | 'documents' | 'shell'>;

/** Shown below the local hover, which waits for no call. */
export function createHoverProvider(ports: Ports): vscode.HoverProvider {
  const surface = new HoverSurface(ports);
  return {
    provideHover: (...hovered) => measuredAnswer('hover', () => surface.provide(...hovered)),
  };
}

/** The summary of an address: stored, or fetched if that is allowed. */
class HoverSurface {
  readonly #ports: Ports;
  readonly #readStored: ReturnType<typeof headReader>;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#readStored = headReader(ports.calls);
  }

  /** @param token VS Code cancels it when the mouse moves on */
  async provide(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const { choices } = this.#ports.documents;
    if (isOutsideWorkspace(document)) return undefined;
    await choices.ready(document.uri);
    const found = findAddressAt(document, position, choices);
    if (found === undefined) return keyHover(document, position);
    const { range, subject, problem, chain: reading } = found;
    if (problem !== undefined) {
      const text =
        problem.kind === 'checksum' ? checksumTexts.notLookedUp() : addressProblemText(problem);
      return hoverOf([escaped(text)], range);
    }
    // The local hover shows that the network is undecided.
    if (subject === undefined) return undefined;
    const located = { subject, reading, isVisible: isVisible(document) };
    const lines = await this.#linesOf(located, token);
    return token.isCancellationRequested ? undefined : hoverOf(lines, range);
  }

  async #linesOf(located: HoveredSubject, token: vscode.CancellationToken): Promise<string[]> {
    const { subject } = located;
    const { calls, shell } = this.#ports;
    const { session } = calls;
    const identity = await session.identity();
    if (!isSignedIn(identity) && located.isVisible) {
      // The user chooses while the hover is shown.
      runLogged(shell.log, 'mode', session.offerServiceChoice(identity));
    }
    const account = storedKeyOf(identity);
    if (account === undefined) return signedOutLines(identity, located);
    const key = { account, ...subject };
    let report = await this.#readStored(key);
    if (!isSignedIn(identity)) {
      const now = Date.now();
      const isSample = hasSampleData(report);
      const facts = [factsLine(report, subject.chain, { now, isSample }), receivedLine(report)];
      const isStored = [report.summary, ...Object.values(report.scores)].some(Boolean);
      return [...facts, ...signedOutLines(identity, located, isStored)];
    }
    let trouble: string | undefined;
    if (report.summary?.isFresh !== true) {
      trouble = await this.#refresh(located, token, identity, report);
      if (trouble === undefined) report = await this.#readStored(key);
    }
    const isSample = identity.kind === 'sample' || hasSampleData(report);
    return [
      factsLine(report, subject.chain, { now: Date.now(), isSample }),
      escaped(trouble ?? ''),
      networkLine(located, report),
      ageLine(report, located),
    ];
  }

  /** Fetches a summary if a hover may do so; returns a message if there is none. */
  async #refresh(
    { subject, reading, isVisible: isShown }: HoveredSubject,
    token: vscode.CancellationToken,
    identity: SignedIn,
    report: StoredState,
  ): Promise<string | undefined> {
    if (!supportsSummaries(subject.chain)) return refusalSentence({ kind: 'notEvm' }).text;
    const mode = settings.hoverSummary();
    if (mode === 'auto' && !vscode.workspace.isTrusted) return restrictedModeText();
    if (mode !== 'auto' || !mayFetchAutomatically(identity, reading)) {
      return report.summaryCall === null ? '' : callSentence(report.summaryCall).text;
    }
    // A program can ask for the hovers of any document; the user only hovers over what is shown.
    if (!isShown) return '';
    // The mouse has moved on: do not start a request that was not sent yet.
    if (token.isCancellationRequested) return '';
    const end = await this.#ports.calls.requests.lookUp(subject, 'hover', identity.key);
    return end && whyNoSummary(end)?.text;
  }
}

function hoverOf(lines: readonly string[], range: vscode.Range): vscode.Hover {
  return new vscode.Hover(markdown(lines), range);
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

/** The only commands that a link in a hover may run. */
const linkable: readonly CommandName[] = [
  'signIn',
  'useSampleService',
  'lookUpAddress',
  'scoreRisk',
  'openReport',
  'selectChain',
  'alwaysAssumeChain',
  'showOccurrences',
  'addToAddressBook',
  'copyAddress',
];

/** The stored risk by one method; null without one. */
export function riskBy(
  aggregator: Aggregator,
  report: StoredState,
  subject: Subject,
  scale: RiskScale | null,
): RiskLine | null {
  const risk = riskOf(report, subject, aggregator);
  return risk === null ? null : riskLine(risk, Date.now(), scale);
}

/** The risk by the other method, in a line of its own. */
export function otherRiskLine(line: RiskLine, aggregator: Aggregator): string {
  return joined([
    `${escaped(labels.risk())} **${escaped(line.text)}**`,
    ...(line.kind === 'score' ? [escaped(line.level ?? '')] : []),
    escaped(methodName(aggregator)),
    ...(line.kind === 'score' ? [escaped(line.age)] : []),
  ]);
}

/** Each part once: the address book may give both the name and the network. */
export const joined = (parts: readonly string[]): string =>
  [...new Set(parts)].filter((part) => part !== '').join(' · ');

/** An address under the mouse, as far as its links need it. */
export interface HoveredSubject extends LocatedSubject {
  /** Links of a document that no one sees get no token: only a program asks for its hovers. */
  readonly isVisible: boolean;
}

/** Why nothing can be fetched, and what to do about it. */
export function signedOutLines(
  identity: Identity,
  located: HoveredSubject,
  hasStored = false,
): string[] {
  // A look-up asks first which service is meant.
  const links =
    identity.kind === 'undecided'
      ? [fetchLink(located)]
      : (['signIn', 'useSampleService'] as const).map((name) => link({ name }, actionLabel(name)));
  return [escaped(signedOutText(identity, hasStored)), links.join(' · ')];
}

/** Explains an undecided network, and asks. */
export const undecidedLines = (found: DocumentAddress): string[] => [
  `\`${shortAddress(found.canonical)}\` · ${escaped(chainReasonText(found.chain))}`,
  link({ name: 'selectChain', argument: argumentFor(found) }, labels.selectChain()),
];

/** The title of an address in the local hover. */
export interface HoverTitle {
  readonly name: NameText | undefined;
  /** The name in code, if nothing else names it. */
  readonly inCode: NameText | null;
  readonly risk: RiskLine | null;
  readonly isSample: boolean;
  /** Whether the account in use has no score for it yet. */
  readonly isUnscored: boolean;
  /** Whether it is new; empty otherwise. */
  readonly newness: string;
}

/** The name, the level, the score, and the network in a line. */
export function titleLine(
  { chain }: DocumentAddress,
  subject: Subject,
  { name, inCode, risk, isSample, isUnscored }: HoverTitle,
): string {
  const address = `\`${shortAddress(subject.address)}\``;
  return joined([
    name === undefined ? address : `**${escaped(name.name)}** ${address}`,
    escaped(inCode?.name ?? ''),
    risk?.kind === 'score' ? escaped(risk.level ?? '') : '',
    risk === null ? '' : `${escaped(labels.risk())} **${escaped(risk.text)}**`,
    risk === null && isUnscored ? escaped(labels.notScored()) : '',
    `**${escaped(usedNetwork(subject.chain, chain))}**`,
    isSample && risk !== null ? `**${escaped(labels.sampleData())}**` : '',
  ]);
}

/** The evidence for the title, on one line. */
export function whyLine({ occurrence, chain }: DocumentAddress, title: HoverTitle): string {
  const { name, inCode, risk, newness } = title;
  return joined([
    escaped((name ?? inCode)?.source ?? ''),
    escaped(chainReasonText(chain)),
    escaped(checksumText(checksumOf(occurrence))),
    risk?.kind === 'score' ? escaped(scoredText(risk.age)) : '',
    escaped(newness),
  ]);
}

/** Immediate actions. An address with a warning or the highest level isn't offered for the book. */
export function actionLine(
  located: HoveredSubject,
  {
    canScore,
    canResume,
    isAlarming,
    hasEntry,
  }: Readonly<Record<'canScore' | 'canResume' | 'isAlarming' | 'hasEntry', boolean>>,
): string {
  const argument = argumentOf(located);
  const book = hasEntry ? bookCommand.editShort() : bookCommand.addShort();
  return joined([
    link({ name: 'openReport', argument }, labels.openReport()),
    isAlarming ? link({ name: 'showOccurrences', argument }, labels.showOccurrences()) : '',
    canScore ? paidLink('scoreRisk', located, canResume ? labels.resume() : labels.score()) : '',
    isAlarming ? '' : link({ name: 'addToAddressBook', argument }, book),
    link({ name: 'copyAddress', argument }, labels.copy()),
  ]);
}

/** The stored summary in a line; empty without one. */
export const factsLine = (
  { summary }: StoredState,
  chain: string,
  { now, isSample }: { readonly now: number; readonly isSample: boolean },
): string =>
  summary === null
    ? ''
    : joined([
        isSample ? `**${escaped(labels.sampleData())}**` : '',
        escaped(summaryLine(summary.value, chain, now)),
      ]);

/**
 * Actions for a network that neither a choice nor measured evidence names, or only *Always in This
 * Workspace*; else empty.
 */
export function networkLine(located: HoveredSubject, { summary }: StoredState): string {
  const { reading } = located;
  const select = link({ name: 'selectChain', argument: argumentOf(located) }, labels.selectChain());
  if (reading.reason === 'alwaysAssumed') return select;
  if (isPayable(reading)) return '';
  const fetch =
    summary?.isFresh === true || !supportsSummaries(located.subject.chain)
      ? []
      : [fetchLink(located)];
  if (reading.reason !== 'assumed') return fetch.join('');
  const always = link({ name: 'alwaysAssumeChain' }, assumedNetwork.always());
  return [...fetch, always, select].join(' · ');
}

function fetchLink(located: HoveredSubject): string {
  const { subject, reading } = located;
  const label = isPayable(reading) ? labels.fetchSummary() : assumedNetwork.fetch(subject.chain);
  return paidLink('lookUpAddress', located, label);
}

/** When the stored summary was received; empty without one. */
export const receivedLine = ({ summary }: Pick<StoredState, 'summary'>): string =>
  summary === null ? '' : escaped(receivedText(summary.receivedAt, summary.isFresh));

/** The age of the data, with a link for newer ones. */
export function ageLine(report: StoredState, located: HoveredSubject): string {
  const { subject, reading } = located;
  // The line about an unsure network has a link of its own, which names the network.
  const hasFetchLink = isPayable(reading);
  const { summary } = report;
  const canFetch = hasFetchLink && supportsSummaries(subject.chain);
  return joined([
    receivedLine({ summary }),
    summary === null && canFetch ? fetchLink(located) : '',
    summary?.isFresh === false && hasFetchLink
      ? paidLink('lookUpAddress', located, labels.refresh())
      : '',
  ]);
}

function paidLink(name: PaidCommand, located: HoveredSubject, label: string): string {
  const argument = argumentOf(located);
  return link({ name, argument: located.isVisible ? withToken(name, argument) : argument }, label);
}

function link({ name, argument }: CommandCall, label: string): string {
  const query = argument === undefined ? '' : `?${encodeURIComponent(JSON.stringify([argument]))}`;
  return `[${escaped(label)}](command:${commandIds[name]}${query})`;
}

/** Lines as paragraphs. Only the commands in `linkable` can run, whatever the text contains. */
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
