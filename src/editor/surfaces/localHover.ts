import * as vscode from 'vscode';
import type { RiskLine } from '../../report/rowScore.ts';
import { hasSampleData } from '../../report/risk.ts';
import { listingOf } from '../../book/facts.ts';
import { alarmNote, knownTexts, type KnownTexts } from '../../messages/known.ts';
import { labels } from '../../messages/labels.ts';
import { deniedTextText } from '../../messages/denials.ts';
import { addressGroups } from '../../messages/inventory.ts';
import { newTexts } from '../../messages/newness.ts';
import { plain } from '../../messages/text.ts';
import {
  askedFor,
  findAddressAt,
  type DocumentAddress,
  type ReasonedSubject,
} from '../documents/subject.ts';
import { likenessOf } from '../book/likeness.ts';
import type { Services } from '../services.ts';
import type { Calls } from '../calls/calls.ts';
import { codeNameIn } from '../documents/surroundings.ts';
import { isOutsideWorkspace } from '../documents/isOutsideWorkspace.ts';
import { isVisible } from '../documents/argument.ts';
import { measuredAnswer } from '../../scheduler/turns.ts';
import type { NewAddresses } from '../inventory/newAddresses.ts';
import { isSignedIn, storedKeyOf, scaleOf } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import {
  actionLine,
  escaped,
  joined,
  markdown,
  otherRiskLine,
  riskBy,
  titleLine,
  undecidedLines,
  whyLine,
} from './hover.ts';
import { denialsAt } from './addressMarks.ts';
import { headReader } from './lensLines.ts';
import { hasLookAlikeProblem } from './lookAlikeMarks.ts';
import { hasScoreProblem } from './scoreProblems.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { StoredState } from '../../paid/reports.ts';
import { otherAggregator, reasonLines } from '../../report/scoreView.ts';
import { readReport } from '../report/readReport.ts';

type Ports = Pick<Services, 'books' | 'calls' | 'documents' | 'newAddresses'>;

/**
 * A hover of everything known without a call: the network and its evidence, facts from workspace
 * files, and stored scores. Separate, because VS Code shows each hover as it arrives.
 */
export function createLocalHoverProvider(ports: Ports): vscode.HoverProvider {
  const stored = storedLines(ports.calls);
  const { books, documents, newAddresses } = ports;

  async function provide(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    if (isOutsideWorkspace(document)) return undefined;
    await documents.choices.ready(document.uri);
    const found = findAddressAt(document, position, documents.choices);
    if (found === undefined || found.problem !== undefined) {
      return deniedHover(document, position, found?.range);
    }
    books.readNames(document.uri);
    const asked = askedFor(found);
    const known = books.factsOf(document.uri, asked);
    // Only a later hover shows what is found out for this one.
    const isListed = listingOf(known) === 'listed';
    if (!isListed) newAddresses.need(document.uri);
    const inCode = codeNameIn(document, found.range);
    const onNetwork = { ...asked, network: found.chain.chain ?? undefined };
    const likeness = likenessOf(document.uri, asked, books, known);
    const isSaid = likeness && hasLookAlikeProblem(document, found.range, likeness.text);
    const texts = knownTexts(
      { ...known, inCode: books.nameInCode(document.uri, onNetwork, inCode) },
      {
        hasNames: settings.names(document.uri) !== 'off',
        now: Date.now(),
        likeness,
      },
    );
    const newness = newnessOf(document.uri, found, newAddresses);
    const said = isSaid === true ? addressGroups.looksLike(likeness.other) : '';
    const hasEntry = known.entries.length > 0;
    const of = { document, found, isListed, hasEntry, newness, said };
    const lines = found.subject ? titled(texts, of, await stored(found)) : open(texts, of);
    return new vscode.Hover(markdown(lines), found.range);
  }

  /** A listed text that isn't a usable address: only the list is shown. */
  function deniedHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    range: vscode.Range | undefined,
  ): vscode.Hover | undefined {
    const denials = denialsAt(document, position, books);
    if (denials.length === 0) return undefined;
    const lines = denials.map(
      (denial) => `**${escaped(deniedTextText(denial))}** ${escaped(plain(denial.path))}`,
    );
    return new vscode.Hover(markdown(lines), range);
  }
  return {
    provideHover: (document, position) =>
      measuredAnswer('hover', () => provide(document, position)),
  };
}

/** Stored risk of an address. */
interface StoredLines {
  /** By the method of the settings. */
  readonly risk: RiskLine | null;
  readonly isSample: boolean;
  /** The first reason. */
  readonly reason: string;
  /** Further lines: why the score has no level, or the risk by the other method. */
  readonly others: readonly string[];
  /** Whether an account is in use that has no score yet. */
  readonly canScore: boolean;
}

const none = { risk: null, isSample: false, reason: '', others: [] };

/** The stored scores of an address, and the first reason. Empty if no account is in use. */
function storedLines(calls: Calls): (found: DocumentAddress) => Promise<StoredLines> {
  const readStored = headReader(calls);
  const topReason = topReasons(calls);
  return async ({ subject, chain: reading }) => {
    const identity = await calls.session.identity();
    const account = storedKeyOf(identity);
    if (subject === undefined || account === undefined) return { ...none, canScore: false };
    const report = await readStored({ account, ...subject });
    const aggregator = settings.aggregator();
    const other = otherAggregator(aggregator);
    const scale = scaleOf(identity);
    const risk = riskBy(aggregator, report, subject, scale);
    const otherRisk = riskBy(other, report, subject, scale);
    const isScored = report.scores[aggregator] !== null || report.scores[other] !== null;
    const canScore = isSignedIn(identity) && !isScored;
    if (risk === null && otherRisk === null) return { ...none, canScore };
    const isSample = identity.kind === 'sample' || hasSampleData(report);
    const reason = await topReason({ subject, reading }, account, report);
    const sample = isSample ? `**${escaped(labels.sampleData())}** · ` : '';
    const others = [
      risk?.kind === 'score' ? escaped(risk.noLevel) : '',
      otherRisk === null ? '' : sample + otherRiskLine(otherRisk, other),
    ];
    return { risk, isSample, reason: escaped(reason ?? ''), others, canScore };
  };
}

/** From memory: whether the address is new, and since when; empty otherwise. */
function newnessOf(
  uri: vscode.Uri,
  found: DocumentAddress,
  newAddresses: Pick<NewAddresses, 'of'>,
): string {
  const known = newAddresses.of(uri, found);
  if (known === undefined) return '';
  const { kind, since } = known;
  return kind === 'new' ? newTexts.since(since) : newTexts.unknownSince(since);
}

/** An address under the mouse, with the facts that need no account. */
interface Hovered {
  readonly document: vscode.TextDocument;
  readonly found: DocumentAddress;
  /** In the address book, also of the base revision. */
  readonly isListed: boolean;
  readonly hasEntry: boolean;
  readonly newness: string;
  /** The problem above the hover already explains the resemblance, so this suffices; else empty. */
  readonly said: string;
}

/** Alarms, the title with its actions, and the evidence for both. */
function titled(
  texts: KnownTexts,
  { document, found, isListed, hasEntry, newness, said }: Hovered,
  { risk, isSample, reason, others, canScore }: StoredLines,
): string[] {
  const { subject, chain: reading } = found;
  if (subject === undefined) return [];
  const [name, ...names] = texts.names;
  // A name in code isn't shown for an impostor.
  const isNamed = name === undefined && texts.alarms.length === 0;
  const inCode = isNamed ? texts.inCode : null;
  const title = { name, inCode, risk, isSample, newness, isUnscored: canScore };
  const located = { subject, reading, isVisible: isVisible(document) };
  const isSevere = risk?.kind === 'score' && risk.isSevere && !isListed;
  // An address with another one's name may be intended, and the book can record that.
  const isAlarming = texts.alarms.some(({ kind }) => kind !== 'namesake') || isSevere;
  return [
    ...alarmLines(texts, risk, said),
    joined([bold(said), titleLine(found, subject, title)]),
    actionLine(located, {
      ...{ canScore, hasEntry, isAlarming },
      canResume: risk?.kind === 'job' && risk.canResume,
    }),
    whyLine(found, title),
    ...bookLines(names, isNamed ? { ...texts, inCode: null } : texts),
    hasScoreProblem(document, found.range) ? '' : reason,
    ...others,
  ];
}

/** The same where the network is undecided. */
const open = (texts: KnownTexts, { found, newness, said }: Hovered): string[] => [
  ...alarmLines(texts, null, said),
  bold(said),
  ...undecidedLines(found),
  ...bookLines(texts.names, texts),
  escaped(newness),
];

/** A low score doesn't cancel an alarm; the last alarm says so. */
function alarmLines({ alarms }: KnownTexts, risk: RiskLine | null, said: string): string[] {
  const left = alarms.filter(({ kind }) => kind !== 'lookAlike' || said === '');
  const note = risk?.kind === 'score' && alarms.length > 0 ? escaped(alarmNote()) : '';
  const lines = left.map(({ text, path }) => [bold(text), escaped(path)].filter(Boolean).join(' '));
  return [...lines, note].filter(Boolean);
}

const bold = (text: string): string => (text === '' ? '' : `**${escaped(text)}**`);

const bookLines = (names: KnownTexts['names'], { inCode, notes }: KnownTexts): string[] => [
  ...names.map(({ name, source }) => `**${escaped(name)}** · ${escaped(source)}`),
  ...(inCode === null ? [] : [escaped(`${inCode.name} · ${inCode.source}`)]),
  ...notes.map(escaped),
];

/** Reasons that are kept; a hover reads one. */
const maxKept = 1_000;

/**
 * The first reason of each stored score. A score is read once, because it may have thousands of
 * categories. Uses the configured aggregator; null if there is no score, or it shows no reason.
 */
function topReasons(calls: Calls) {
  const kept = new Map<string, string | null>();
  return async (
    located: ReasonedSubject,
    account: string,
    { scores }: Pick<StoredState, 'scores'>,
  ): Promise<string | null> => {
    const aggregator = settings.aggregator();
    const head = scores[aggregator];
    if (head === null) return null;
    const name = `${head.receivedAt} ${subjectName({ account, ...located.subject }, aggregator)}`;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const { model } = await readReport(calls, located);
    const stored = model.scores?.[aggregator].stored ?? null;
    const text = stored === null ? null : (reasonLines(stored)[0] ?? null);
    if (kept.size >= maxKept) kept.clear();
    kept.set(name, text);
    return text;
  };
}
