import * as vscode from 'vscode';
import { scanText } from '../addresses/scan.ts';
import type { Desk } from '../lookups/desk.ts';
import { commandIds } from '../manifest.ts';
import type { Activity } from './activity.ts';
import type { Session } from './session.ts';
import { settings } from './settings.ts';
import type { ChainChoices } from './chainChoice.ts';
import { isForeign, sight, type OpenSubject, type Sighting, type Subject } from './subject.ts';
import { sourceOf } from './surroundings.ts';
import { ago, grouped } from './words.ts';

/** Larger files get hovers alone: thousands of lenses help nobody. */
const largestFile = 1_048_576;
const mostLenses = 1_000;

/** Half a frame: the extension host is everybody's. */
const longestTurnMs = 8;

export interface CodeLensSurface extends vscode.CodeLensProvider {
  refresh(): void;
  dispose(): void;
}

/** One lens above each line with an address: what its risk is, or an offer to ask. */
export function createCodeLensProvider(parts: {
  readonly session: Session;
  readonly activity: Activity;
  readonly openDesk: () => Promise<Desk>;
  readonly choices: ChainChoices;
}): CodeLensSurface {
  const { session, activity, openDesk, choices } = parts;
  const changed = new vscode.EventEmitter<void>();

  async function scoreTexts(subjects: readonly Subject[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    const identity = await session.identity();
    if (!('key' in identity) || subjects.length === 0) return texts;
    const desk = await openDesk();
    const aggregator = settings.aggregator();
    const addresses = [...new Set(subjects.map(({ address }) => address))];
    const scores = await desk.reports.scoresOf(identity.key, addresses, aggregator);
    const now = desk.clock.now();
    for (const { address, chain, value, receivedAt, isFresh } of scores) {
      const { score } = value;
      const shown = score.state === 'given' ? grouped(score.value) : vscode.l10n.t('not given');
      const age = isFresh ? '' : ` · ${ago(receivedAt, now)}`;
      texts.set(`${chain} ${address}`, vscode.l10n.t('Risk {0} · {1}', shown, aggregator) + age);
    }
    return texts;
  }

  function lensOf(
    range: vscode.Range,
    subject: Subject,
    score: string | undefined,
  ): vscode.CodeLens {
    const isRunning = activity.of(subject).score?.kind === 'running';
    if (isRunning || score !== undefined) {
      const title = isRunning ? `$(loading~spin) ${vscode.l10n.t('Scoring…')}` : (score ?? '');
      return new vscode.CodeLens(range, {
        title,
        command: commandIds.openReport,
        arguments: [subject],
      });
    }
    return new vscode.CodeLens(range, {
      title: vscode.l10n.t('Score risk'),
      tooltip: vscode.l10n.t('Starts one calculation'),
      command: commandIds.scoreRisk,
      arguments: [{ ...subject, source: 'lens' }],
    });
  }

  return {
    onDidChangeCodeLenses: changed.event,
    refresh: () => changed.fire(),
    dispose: () => changed.dispose(),

    async provideCodeLenses(document, token) {
      const which = settings.codeLens(document.uri);
      if (which === 'off' || isForeign(document)) return [];
      const found = await sightingsOf(document, choices, token);
      const texts = await scoreTexts(found.flatMap(({ sighting }) => sighting.subject ?? []));
      if (token.isCancellationRequested) return [];
      return found.flatMap(({ range, sighting: { subject, open } }) => {
        if (subject === undefined) {
          return which === 'all' && open !== undefined ? [askingLens(range, open)] : [];
        }
        const score = texts.get(`${subject.chain} ${subject.address}`);
        return which === 'scored' && score === undefined ? [] : [lensOf(range, subject, score)];
      });
    },
  };
}

/** Where the network is open, the click asks for it first. */
function askingLens(range: vscode.Range, open: OpenSubject): vscode.CodeLens {
  return new vscode.CodeLens(range, {
    title: vscode.l10n.t('Score risk'),
    tooltip: vscode.l10n.t('Asks for the network, then starts one calculation'),
    command: commandIds.scoreRisk,
    arguments: [{ address: open.address, candidates: open.candidates, source: 'lens' }],
  });
}

interface Found {
  readonly range: vscode.Range;
  readonly sighting: Sighting;
}

/** The first address of each line that can be looked up; lets others run between the parts of it. */
async function sightingsOf(
  document: vscode.TextDocument,
  choices: ChainChoices,
  token: vscode.CancellationToken,
): Promise<Found[]> {
  const text = document.getText();
  if (text.length > largestFile) return [];
  const source = sourceOf(document);
  const found = new Map<number, Found>();
  let began = performance.now();
  for (const occurrence of scanText(text, source)) {
    if (found.size >= mostLenses || token.isCancellationRequested) break;
    const start = document.positionAt(occurrence.offset);
    if (found.has(start.line)) continue;
    const place = { text, occurrence, path: source.path ?? '' };
    const sighting = sight(place, document.uri, choices);
    if (sighting.subject === undefined && sighting.open === undefined) continue;
    const range = new vscode.Range(start, start.translate(0, occurrence.length));
    found.set(start.line, { range, sighting });
    if (performance.now() - began > longestTurnMs) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      began = performance.now();
    }
  }
  return [...found.values()];
}
