import * as vscode from 'vscode';
import { batchReads } from '../../engine/batchReads.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import type { StoredState } from '../../lookups/reports.ts';
import { commandIds, type AddressArgument, type CommandCall } from '../../manifest.ts';
import { hasSampleData, riskOf } from '../../report/risk.ts';
import { riskLine } from '../../report/riskLine.ts';
import {
  alarmOf,
  lensTexts,
  ofNew,
  ofSample,
  onNetwork,
  onOneLine,
  withAlarm,
  type LensText,
} from '../../words/lens.ts';
import { methodName } from '../../words/methods.ts';
import { askedFor } from '../book/asked.ts';
import { likenessOf } from '../book/likeness.ts';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import type { Documents } from '../documents/register.ts';
import { argumentOf } from '../documents/argument.ts';
import { isVisible, withToken } from '../documents/ownArguments.ts';
import { findAddressAt, type FoundAddress, type ReasonedSubject } from '../documents/subject.ts';
import type { NewAddresses } from '../inventory/newAddresses.ts';
import { isSignedIn, storedKeyOf, type Identity } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { settings } from '../shell/settings.ts';
import { newSince } from './newMark.ts';

/** A CodeLens whose title is resolved separately, often only when it comes into view. */
export class AddressLens extends vscode.CodeLens {
  readonly document: vscode.TextDocument;

  constructor(range: vscode.Range, document: vscode.TextDocument) {
    super(range);
    this.document = document;
  }
}

/** What was read at the places of a version of a document, by offset. */
interface Seen {
  readonly version: number;
  readonly addresses: Map<number, FoundAddress | undefined>;
}

/** What a click on a CodeLens runs, and what the CodeLens says. */
interface LensAction {
  /** Whether the service says that its data are made up. */
  readonly isSample?: boolean;
  readonly call: CommandCall;
  readonly text: LensText;
}

interface Ports {
  readonly books: Books;
  readonly calls: Calls;
  readonly documents: Pick<Documents, 'choices'>;
  readonly newAddresses: Pick<NewAddresses, 'of'>;
}

/** Gives CodeLenses their titles, and keeps what it has read of a document's version. */
export class LensCommands {
  readonly #books: Books;
  readonly #calls: Calls;
  readonly #choices: Documents['choices'];
  readonly #newAddresses: Ports['newAddresses'];
  readonly #readStored: ReturnType<typeof headReader>;
  /** Evidence takes a tenth of a millisecond per address, and a refresh comes with every result. */
  #seen = new WeakMap<vscode.TextDocument, Seen>();

  constructor({ books, calls, documents, newAddresses }: Ports) {
    this.#books = books;
    this.#calls = calls;
    this.#choices = documents.choices;
    this.#newAddresses = newAddresses;
    this.#readStored = headReader(calls);
  }

  async add(lens: AddressLens): Promise<void> {
    const found = this.#addressOf(lens);
    // The text may have changed since. VS Code then discards this entry.
    if (found === undefined || found.problem !== undefined) return;
    const { subject, chain: reading } = found;
    const { uri } = lens.document;
    const identity = await this.#calls.session.identity();
    const action =
      subject === undefined
        ? openAction(found)
        : await this.#actionFor({ subject, reading }, identity);
    const { call, text } = withAlarmFirst(
      identity.kind === 'sample' || action.isSample === true
        ? { ...action, text: ofSample(action.text) }
        : action,
      this.#alarmOf(uri, found),
      subject && { subject, reading },
    );
    // Only a program asks for the CodeLenses of a document that no one sees.
    const { name, argument } = call;
    const isOwn = argument && name === 'scoreRisk' && isVisible(lens.document);
    const since = newSince(uri, found, this.#newAddresses);
    lens.command = {
      ...onOneLine(since === undefined ? text : ofNew(text, since)),
      command: commandIds[name],
      arguments: [isOwn ? withToken(name, argument) : argument],
    };
  }

  #alarmOf(uri: vscode.Uri, found: FoundAddress): LensText | undefined {
    const asked = askedFor(found);
    const facts = this.#books.factsOf(uri, asked);
    return alarmOf(facts.denials, likenessOf(uri, asked, this.#books, facts));
  }

  /** The network of any address may have changed. */
  forget(): void {
    this.#seen = new WeakMap();
  }

  #addressOf({ document, range }: AddressLens): FoundAddress | undefined {
    let entry = this.#seen.get(document);
    if (entry?.version !== document.version) {
      entry = { version: document.version, addresses: new Map() };
      this.#seen.set(document, entry);
    }
    const { addresses } = entry;
    const offset = document.offsetAt(range.start);
    if (!addresses.has(offset)) {
      addresses.set(offset, findAddressAt(document, range.start, this.#choices));
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
    if (this.#calls.activity.of(key).scores[aggregator]?.kind === 'running') {
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
  const other = aggregator === 'money' ? 'money_rank_weight' : 'money';
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

/** Reads the stored state of subjects; those of one turn in one message. */
export function headReader({ openEngine }: Pick<Calls, 'openEngine'>) {
  return batchReads(async (keys: readonly SubjectKey[]) => (await openEngine()).readStored(keys));
}

function reportAction(located: ReasonedSubject, text: LensText): LensAction {
  return { text, call: { name: 'openReport', argument: argumentOf(located) } };
}

/** What is known to be bad comes first, and a click on it opens the report instead of starting a call. */
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

/** If the network is undecided, the click asks for it first. */
function openAction({ open, canonical }: FoundAddress): LensAction {
  const argument = { address: canonical, candidates: open?.candidates ?? [] };
  return scoreAction(argument, lensTexts.offerAfterNetwork());
}
