import * as vscode from 'vscode';
import type { Engine } from '../../engine/engine.ts';
import { together } from '../../engine/together.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import { commandIds } from '../../manifest.ts';
import { riskOf } from '../../report/risk.ts';
import { riskLine } from '../../report/riskLine.ts';
import { lensTexts, ofSample, onOneLine, type LensText } from '../../words/lens.ts';
import type { Activity } from '../calls/activity.ts';
import { isSignedIn, type Identity, type Session } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import { sightingsIn, type PlacedSighting, type SightingParts } from '../documents/sightings.ts';
import { isForeign, sightAt, type Sighting, type Subject } from '../documents/subject.ts';
import { visitInTurns } from '../documents/turns.ts';

/** More would not help; the remaining addresses still have hovers. */
const mostLenses = 1_000;

/** CodeLens entries resolved at once: as many as a screen has lines. */
const mostAtOnce = 60;

export interface CodeLensSurface extends vscode.CodeLensProvider {
  /** Something stored or requested has changed. */
  refresh(): void;
  /** The network of any address may have changed too. */
  readAgain(): void;
  dispose(): void;
}

/** A CodeLens whose title is resolved separately, often only when it comes into view. */
class AddressLens extends vscode.CodeLens {
  readonly document: vscode.TextDocument;

  constructor(range: vscode.Range, document: vscode.TextDocument) {
    super(range);
    this.document = document;
  }
}

/** One CodeLens above each line with an address: its risk, or an offer to score it. */
export function createCodeLensProvider(
  parts: SightingParts & {
    readonly session: Session;
    readonly activity: Activity;
    readonly openEngine: () => Promise<Engine>;
  },
): CodeLensSurface {
  const { session, activity, openEngine, index, choices } = parts;
  const changed = new vscode.EventEmitter<void>();
  const readHeads = together(async (keys: readonly SubjectKey[]) =>
    (await openEngine()).readHeads(keys),
  );

  async function actionFor(subject: Subject, identity: Identity): Promise<LensAction> {
    const offer = scoreAction({ ...subject }, lensTexts.offer());
    if (!isSignedIn(identity)) return offer;
    const key = { account: identity.key, ...subject };
    const aggregator = settings.aggregator();
    if (activity.of(key, aggregator).score?.kind === 'running') {
      return reportAction(subject, lensTexts.scoring());
    }
    const risk = riskOf(await readHeads(key), subject, aggregator);
    if (risk === null) return offer;
    const line = riskLine(risk, Date.now());
    return reportAction(
      subject,
      line.kind === 'job'
        ? lensTexts.job(line.text, aggregator)
        : lensTexts.score(line.text, aggregator, line.isStale ? line.age : undefined),
    );
  }

  /** CodeLens entries for addresses with a stored score. */
  async function scoredLenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<AddressLens[]> {
    const identity = await session.identity();
    if (!isSignedIn(identity)) return [];
    const found = new Map<number, PlacedSighting & { readonly subject: Subject }>();
    for await (const portion of sightingsIn(document, parts)) {
      for (const placed of portion) {
        const { subject } = placed.sighting;
        const { line } = placed.range.start;
        if (subject !== undefined && !found.has(line)) found.set(line, { ...placed, subject });
      }
      if (token.isCancellationRequested || found.size >= mostLenses) break;
    }
    const engine = await openEngine();
    const addresses = [...new Set([...found.values()].map(({ subject }) => subject.address))];
    const scores = await engine.listScored(identity.key, addresses, settings.aggregator());
    const scored = new Set(scores.map(nameOf));
    return [...found.values()]
      .filter(({ subject }) => scored.has(nameOf(subject)))
      .map(({ range }) => new AddressLens(range, document));
  }

  /** A CodeLens for the first address of each line that can be looked up. */
  async function allLenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<AddressLens[]> {
    const lines = (await index.of(document)) ?? [];
    const { version } = document;
    const lenses: AddressLens[] = [];
    const isWhole = await visitInTurns(
      'lenses',
      lines.length,
      (line) => {
        const place = lines[line]?.firstUsable;
        if (place === undefined) return true;
        const { offset, length } = place;
        lenses.push(
          new AddressLens(new vscode.Range(line, offset, line, offset + length), document),
        );
        return lenses.length < mostLenses;
      },
      () => document.version === version && !token.isCancellationRequested,
    );
    // The change that made this stale requests the entries again.
    return isWhole ? lenses : [];
  }

  /** Evidence takes a tenth of a millisecond per address, and a refresh comes with every result. */
  let seen = new WeakMap<vscode.TextDocument, Seen>();

  function sightingOf({ document, range }: AddressLens): Sighting | undefined {
    let entry = seen.get(document);
    if (entry?.version !== document.version) {
      entry = { version: document.version, sightings: new Map() };
      seen.set(document, entry);
    }
    const { sightings } = entry;
    const offset = document.offsetAt(range.start);
    if (!sightings.has(offset)) sightings.set(offset, sightAt(document, range.start, choices));
    return sightings.get(offset);
  }

  async function addCommand(lens: AddressLens): Promise<void> {
    const sighting = sightingOf(lens);
    // The text may have changed since. VS Code then discards this entry.
    if (sighting === undefined || sighting.problem !== undefined) return;
    const { subject } = sighting;
    const identity = await session.identity();
    const { text, ...action } =
      subject === undefined ? openAction(sighting) : await actionFor(subject, identity);
    lens.command = { ...onOneLine(identity.kind === 'sample' ? ofSample(text) : text), ...action };
  }

  return {
    onDidChangeCodeLenses: changed.event,
    refresh: () => changed.fire(),
    readAgain() {
      seen = new WeakMap();
      changed.fire();
    },
    dispose: () => changed.dispose(),

    async provideCodeLenses(document, token) {
      if (isForeign(document)) return [];
      const which = settings.codeLens(document.uri);
      if (which === 'off') return [];
      const lenses = await (which === 'scored' ? scoredLenses : allLenses)(document, token);
      // A screenful is resolved at once, so that no entry shows without a title.
      if (lenses.length <= mostAtOnce && !token.isCancellationRequested) {
        await Promise.all(lenses.map(addCommand));
      }
      return lenses;
    },

    async resolveCodeLens(lens) {
      if (lens instanceof AddressLens) await addCommand(lens);
      return lens;
    },
  };
}

/** What was read at the places of a version of a document, by offset. */
interface Seen {
  readonly version: number;
  readonly sightings: Map<number, Sighting | undefined>;
}

const nameOf = ({ chain, address }: Subject): string => `${chain} ${address}`;

/** What a click on a CodeLens runs, and what the CodeLens says. */
type LensAction = Pick<vscode.Command, 'command' | 'arguments'> & { readonly text: LensText };

function reportAction(subject: Subject, text: LensText): LensAction {
  return { text, command: commandIds.openReport, arguments: [subject] };
}

function scoreAction(argument: object, text: LensText): LensAction {
  return { text, command: commandIds.scoreRisk, arguments: [{ ...argument, source: 'lens' }] };
}

/** If the network is undecided, the click asks for it first. */
function openAction({ open, canonical }: Sighting): LensAction {
  return open === undefined
    ? {
        text: lensTexts.selectChain(),
        command: commandIds.selectChain,
        arguments: [{ address: canonical }],
      }
    : scoreAction(
        { address: open.address, candidates: open.candidates },
        lensTexts.offerAfterNetwork(),
      );
}
