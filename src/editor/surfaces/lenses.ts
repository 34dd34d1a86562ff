import * as vscode from 'vscode';
import { wrongNetworksOf, type Documents } from '../documents/foundAddresses.ts';
import type { Elsewhere } from '../../known/known.ts';
import { rangeFrom } from '../documents/surroundings.ts';
import { isOutsideWorkspace } from '../documents/isOutsideWorkspace.ts';
import { runInTurns, visitInTurns } from '../../scheduler/turns.ts';
import type { Services } from '../services.ts';
import { settings } from '../shell/settings.ts';
import {
  type LineSources,
  AutoLensFilter,
  deniedTextsIn,
  headReader,
  newSince,
  scoredIn,
  worstOf,
} from './lensLines.ts';
import type { StoredState } from '../../paid/reports.ts';
import { commandIds, type AddressArgument, type CommandCall } from '../../manifest.ts';
import { hasSampleData, riskOf } from '../../report/risk.ts';
import { riskLine } from '../../report/rowScore.ts';
import { otherAggregator } from '../../report/scoreView.ts';
import {
  alarmOf,
  alarmOfText,
  lensTexts,
  ofNew,
  ofSample,
  onNetwork,
  onOneLine,
  withAlarm,
  type LensText,
} from '../../messages/surfaces.ts';
import { methodName } from '../../messages/labels.ts';
import {
  askedFor,
  findAddressAt,
  type DocumentAddress,
  type ReasonedSubject,
} from '../documents/subject.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { likenessOf } from '../book/likeness.ts';
import { argumentFor, argumentOf, isVisible, withToken } from '../documents/argument.ts';
import { isSignedIn, storedKeyOf, type Identity, scaleOf } from '../session/session.ts';

/** More would not help; the remaining addresses still have hovers. */
const maxLenses = 1_000;

type TitleSources = Pick<Services, 'books' | 'calls' | 'documents' | 'newAddresses'>;

interface CodeLensSurface extends vscode.CodeLensProvider {
  /** Something stored or requested has changed. */
  refresh(): void;
  /** The network of any address may have changed. */
  forgetNetworks(): void;
  dispose(): void;
}

/** VS Code shows “no commands” for an entry without a command; one without an ID is only text. */
const empty: vscode.Command = { title: '\u00a0', command: '' };

/** One CodeLens above a line with an address: its risk, or an offer to score it. */
export function createCodeLensProvider(rooms: LineSources & TitleSources): CodeLensSurface {
  const { documents } = rooms;
  const changed = new vscode.EventEmitter<void>();
  const commands = new LensCommands(rooms);
  const sparse = new AutoLensFilter(rooms, () => changed.fire());
  // While a window is not drawn, VS Code releases the commands of what it still shows.
  let wasFocused = vscode.window.state.focused;
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused && !wasFocused) changed.fire();
    wasFocused = focused;
  });
  /** Documents whose addresses were read once, with what is stored of them. */
  const known = new WeakSet<vscode.TextDocument>();
  /** The first time, the lines are only kept free for what follows, so that no text moves then. */
  async function titled(
    document: vscode.TextDocument,
    ranges: readonly vscode.Range[],
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]> {
    const lenses = commands.of(document, ranges, token);
    if (known.has(document) || ranges.length === 0) return lenses;
    const end = (): void => {
      known.add(document);
      changed.fire();
    };
    lenses.then(end, end);
    return ranges.map((range) => new vscode.CodeLens(range, empty));
  }
  // Without `resolveCodeLens`: where entries are replaced while they are resolved, VS Code puts the
  // commands of the old ones into the new ones, releases them, and a click only reports an error.
  return {
    onDidChangeCodeLenses: changed.event,
    refresh() {
      sparse.forget();
      changed.fire();
    },
    forgetNetworks: () => commands.forget(),
    dispose() {
      focus.dispose();
      sparse.dispose();
      changed.dispose();
    },

    async provideCodeLenses(document, token) {
      if (isOutsideWorkspace(document)) return [];
      const which = settings.codeLens(document.uri);
      if (which === 'off') return [];
      const ranges = await rangesFor(which, document, token);
      const texts = which === 'scored' ? [] : await deniedTextsIn(document, rooms);
      const denied = texts.slice(0, maxLenses).map(({ range, denial }) => {
        const text = onOneLine(alarmOfText(denial));
        return new vscode.CodeLens(range, { ...text, command: '' });
      });
      // Once it is known what is new, the entries are requested again.
      if (await hasAddresses(document)) rooms.newAddresses.need(document.uri);
      return [...denied, ...(await titled(document, ranges.slice(0, maxLenses), token))];
    },
  };

  async function hasAddresses(document: vscode.TextDocument): Promise<boolean> {
    const lines = (await documents.index.of(document)) ?? [];
    return lines.some(({ addresses }) => addresses.length > 0);
  }

  async function rangesFor(
    which: 'auto' | 'all' | 'scored',
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.Range[]> {
    switch (which) {
      case 'all':
        return allRanges(document, token, documents);
      case 'scored':
        return scoredRanges(document, rooms);
      case 'auto':
        return sparse.from(await allRanges(document, token, documents), document);
    }
  }
}

/** The first address of each line that can be looked up, else the first one with a wrong checksum. */
async function allRanges(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
  { index }: Documents,
): Promise<vscode.Range[]> {
  const lines = (await index.of(document)) ?? [];
  const { version } = document;
  const ranges: vscode.Range[] = [];
  const isMarked = settings.checksumDiagnostics(document.uri) !== 'off';
  const isWhole = await visitInTurns(
    'lenses',
    lines.length,
    (line) => {
      const place = lines[line]?.firstUsable ?? (isMarked ? lines[line]?.wrong[0] : undefined);
      if (place === undefined) return true;
      ranges.push(rangeFrom(new vscode.Position(line, place.offset), place));
      return true;
    },
    () => document.version === version && !token.isCancellationRequested,
  );
  // The change that made this stale requests the entries again.
  return isWhole ? ranges : [];
}

/** The first address of each line that has one with a stored score. */
async function scoredRanges(
  document: vscode.TextDocument,
  sources: LineSources,
): Promise<vscode.Range[]> {
  const lines = (await sources.documents.index.of(document)) ?? [];
  const scored = await scoredIn(document, lines, sources);
  const byLine = Map.groupBy(scored, ({ range }) => range.start.line);
  return [...byLine.values()].flatMap(([first]) => first?.range ?? []);
}

/** Readings of a document version, by offset. */
interface Seen {
  readonly version: number;
  readonly addresses: Map<number, DocumentAddress | undefined>;
  /** Tokens of other networks. */
  wrong?: ReadonlyMap<number, Elsewhere>;
}

/** The action and title of a CodeLens. */
interface LensAction {
  /** Whether the service declares its data to be made up. */
  readonly isSample?: boolean;
  readonly call: CommandCall;
  readonly text: LensText;
}

/** An address with an entry, and its known alarms. */
interface Titled {
  readonly found: DocumentAddress;
  readonly alarm: LensText | undefined;
}

/** Gives CodeLenses their titles, and keeps what it has read of a document's version. */
export class LensCommands {
  readonly #sources: TitleSources;
  readonly #readStored: ReturnType<typeof headReader>;
  /** Evidence takes a tenth of a millisecond per address, and a refresh comes with every result. */
  #seen = new WeakMap<vscode.TextDocument, Seen>();

  constructor(sources: TitleSources) {
    this.#sources = sources;
    this.#readStored = headReader(sources.calls);
  }

  /** One entry per address; none if the text has changed in the meantime. */
  async of(
    document: vscode.TextDocument,
    ranges: readonly vscode.Range[],
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]> {
    await this.#sources.documents.choices.ready(document.uri);
    const identity = await this.#sources.calls.session.identity();
    await this.#readWrong(document);
    const lines = (await this.#sources.documents.index.of(document)) ?? [];
    const starts = ranges.map(({ start }) => start);
    const titled = await runInTurns('lenses', this.#titled(document, starts, lines, token));
    return Promise.all(
      titled.map(async (each) => {
        const { range } = each.found;
        return new vscode.CodeLens(range, await this.#commandOf(document, each, identity));
      }),
    );
  }

  *#titled(
    document: vscode.TextDocument,
    starts: readonly vscode.Position[],
    lines: readonly AddressLine[],
    token: vscode.CancellationToken,
  ): Generator<void, Titled[]> {
    const { version } = document;
    const { wrong } = this.#seenIn(document);
    const known = {
      books: this.#sources.books,
      addressAt: (at: vscode.Position) => this.#addressAt(document, at),
      isElsewhere: (at: vscode.Position) => wrong?.has(document.offsetAt(at)) === true,
    };
    const titled: Titled[] = [];
    for (const first of starts) {
      const { addresses = [] } = lines[first.line] ?? {};
      const isOne = addresses.length < 2;
      const start = isOne ? first : yield* worstOf(document.uri, addresses, first, known);
      if (document.version !== version || token.isCancellationRequested) return [];
      const found = this.#addressAt(document, start);
      if (found !== undefined && (found.problem === undefined || hasWrongChecksum(found))) {
        titled.push({ found, alarm: this.#alarmOf(document, start, found) });
      }
      yield;
    }
    return titled;
  }

  async #commandOf(
    document: vscode.TextDocument,
    { found, alarm }: Titled,
    identity: Identity,
  ): Promise<vscode.Command> {
    const { subject, problem, chain: reading } = found;
    const since = newSince(document.uri, found, this.#sources.newAddresses);
    const titleOf = (text: LensText): LensText =>
      onOneLine(since === undefined ? text : ofNew(text, since));
    // It cannot be looked up, so there is nothing to click.
    if (problem !== undefined) return { ...titleOf(alarm ?? lensTexts.checksum()), command: '' };
    const located = subject && { subject, reading };
    // If the network is undecided, the click asks for it first.
    const action = located
      ? await this.#actionFor(located, identity)
      : scoreAction(argumentFor(found), lensTexts.offerAfterNetwork());
    const isSample = identity.kind === 'sample' || action.isSample === true;
    const { call, text } = withAlarmFirst(
      isSample ? { ...action, text: ofSample(action.text) } : action,
      alarm,
      located,
    );
    // Only a program asks for the CodeLenses of a document that no one sees.
    const { name, argument } = call;
    const isOwn = argument && name === 'scoreRisk' && isVisible(document);
    return {
      ...titleOf(text),
      command: commandIds[name],
      arguments: [isOwn ? withToken(name, argument) : argument],
    };
  }

  #alarmOf(
    document: vscode.TextDocument,
    start: vscode.Position,
    found: DocumentAddress,
  ): LensText | undefined {
    const { uri } = document;
    const asked = askedFor(found);
    const facts = this.#sources.books.factsOf(uri, asked);
    const token = this.#seenIn(document).wrong?.get(document.offsetAt(start));
    const wrong = token && { token, network: found.chain.chain ?? '' };
    return alarmOf(facts.denials, likenessOf(uri, asked, this.#sources.books, facts), wrong);
  }

  async #readWrong(document: vscode.TextDocument): Promise<void> {
    const seen = this.#seenIn(document);
    if (seen.wrong !== undefined) return;
    const wrong = await wrongNetworksOf(document, this.#sources);
    if (wrong === undefined) return;
    seen.wrong = new Map(
      Array.from(wrong, ([{ range }, token]) => [document.offsetAt(range.start), token]),
    );
  }

  /** The network of any address may have changed. */
  forget(): void {
    this.#seen = new WeakMap();
  }

  #seenIn(document: vscode.TextDocument): Seen {
    let entry = this.#seen.get(document);
    if (entry?.version !== document.version) {
      entry = { version: document.version, addresses: new Map() };
      this.#seen.set(document, entry);
    }
    return entry;
  }

  #addressAt(document: vscode.TextDocument, start: vscode.Position): DocumentAddress | undefined {
    const { addresses } = this.#seenIn(document);
    const offset = document.offsetAt(start);
    if (!addresses.has(offset)) {
      addresses.set(offset, findAddressAt(document, start, this.#sources.documents.choices));
    }
    return addresses.get(offset);
  }

  async #actionFor(located: ReasonedSubject, identity: Identity): Promise<LensAction> {
    const { subject, reading } = located;
    const on = (text: LensText): LensText => onNetwork(text, subject.chain, reading);
    const offer = scoreAction(argumentOf(located), on(lensTexts.offer()));
    const account = storedKeyOf(identity);
    if (account === undefined) return offer;
    const key = { account, ...subject };
    const aggregator = settings.aggregator();
    if (this.#sources.calls.activity.of(key).scores[aggregator]?.kind === 'running') {
      return reportAction(located, on(lensTexts.scoring()));
    }
    const heads = await this.#readStored(key);
    const text = riskText(heads, located, identity);
    if (text === null) return offer;
    return { ...reportAction(located, on(text)), isSample: hasSampleData(heads) };
  }
}

/** The stored risk: by the chosen method, else by the other one, whose name it then has. */
function riskText(
  heads: StoredState,
  { subject }: ReasonedSubject,
  identity: Identity,
): LensText | null {
  const aggregator = settings.aggregator();
  const other = otherAggregator(aggregator);
  const chosen = riskOf(heads, subject, aggregator);
  const risk = chosen ?? riskOf(heads, subject, other);
  if (risk === null) return null;
  const line = riskLine(risk, Date.now(), scaleOf(identity));
  if (line.kind === 'job') return lensTexts.job(line.text);
  return lensTexts.score(line.text, {
    level: line.levelName,
    method: chosen === null ? methodName(other) : null,
    age: line.isStale || !isSignedIn(identity) ? line.age : null,
  });
}

const hasWrongChecksum = ({ problem }: DocumentAddress): boolean => problem?.kind === 'checksum';

function reportAction(located: ReasonedSubject, text: LensText): LensAction {
  return { text, call: { name: 'openReport', argument: argumentOf(located) } };
}

/** Known alarms come first, and clicking opens the report instead of starting a call. */
function withAlarmFirst(
  action: LensAction,
  alarm: LensText | undefined,
  located: ReasonedSubject | undefined,
): LensAction {
  if (alarm === undefined) return action;
  return located !== undefined && action.call.name === 'scoreRisk'
    ? reportAction(located, alarm)
    : { ...action, text: withAlarm(alarm, action.text) };
}

function scoreAction(argument: AddressArgument, text: LensText): LensAction {
  return { text, call: { name: 'scoreRisk', argument: { ...argument, source: 'lens' } } };
}
