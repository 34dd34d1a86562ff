import * as vscode from 'vscode';
import type { Desk } from '../lookups/desk.ts';
import { commandIds } from '../manifest.ts';
import type { Activity } from './activity.ts';
import type { Session } from './session.ts';
import { settings } from './settings.ts';
import { sightingsIn, type PlacedSighting, type SightingParts } from './sightings.ts';
import { isForeign, type OpenSubject, type Subject } from './subject.ts';
import { ago, grouped } from './words.ts';

/** More help nobody; the addresses below have their hovers. */
const mostLenses = 1_000;

export interface CodeLensSurface extends vscode.CodeLensProvider {
  refresh(): void;
  dispose(): void;
}

/** One lens above each line with an address: what its risk is, or an offer to ask. */
export function createCodeLensProvider(
  parts: SightingParts & {
    readonly session: Session;
    readonly activity: Activity;
    readonly openDesk: () => Promise<Desk>;
  },
): CodeLensSurface {
  const { session, activity, openDesk } = parts;
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
      const found = await firstOfLines(document, parts, token);
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

/** The first address of each line that can be looked up. */
async function firstOfLines(
  document: vscode.TextDocument,
  parts: SightingParts,
  token: vscode.CancellationToken,
): Promise<PlacedSighting[]> {
  const found = new Map<number, PlacedSighting>();
  for await (const portion of sightingsIn(document, parts)) {
    if (token.isCancellationRequested) break;
    for (const placed of portion) {
      const { subject, open } = placed.sighting;
      const { line } = placed.range.start;
      if (subject === undefined && open === undefined) continue;
      if (!found.has(line) && found.size < mostLenses) found.set(line, placed);
    }
    if (found.size >= mostLenses) break;
  }
  return [...found.values()];
}
