import * as vscode from 'vscode';
import { scanText } from '../addresses/scan.ts';
import type { Desk } from '../lookups/desk.ts';
import type { ChainChoices } from './chainChoice.ts';
import type { Notifier } from './notifier.ts';
import type { Session } from './session.ts';
import {
  decide,
  isForeign,
  sightAt,
  sightAtCaret,
  type Sighting,
  type Subject,
} from './subject.ts';
import { sourceOf } from './surroundings.ts';
import { networkTitle, shortAddress, utc } from './words.ts';

/** What a look-up is prefilled with: the selection where it holds an address, else the caret's. */
export function sightingInEditor(choices: ChainChoices): Sighting | undefined {
  return selectedSightings(choices)[0] ?? sightAtCaret(choices);
}

function selectedSightings(choices: ChainChoices): Sighting[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty || isForeign(editor.document)) return [];
  const { document, selection } = editor;
  const start = document.offsetAt(selection.start);
  return scanText(document.getText(selection), sourceOf(document)).flatMap(
    ({ offset }) => sightAt(document, document.positionAt(start + offset), choices) ?? [],
  );
}

/** The one address that a selection or the caret means; a pick where the selection holds several. */
export async function subjectInEditor(choices: ChainChoices): Promise<Subject | undefined> {
  const selected = new Map<string, Sighting>();
  for (const sighting of selectedSightings(choices)) {
    if (sighting.problem === undefined) selected.set(sighting.canonical, sighting);
  }
  const [only = sightAtCaret(choices)] = selected.values();
  if (selected.size <= 1) return only === undefined ? undefined : decide(only, choices);
  const picked = await vscode.window.showQuickPick([...selected.keys()], {
    title: vscode.l10n.t('Score Risk'),
    placeHolder: vscode.l10n.t('Which address? One calculation is started.'),
  });
  const sighting = selected.get(picked ?? '');
  return sighting === undefined ? undefined : decide(sighting, choices);
}

export async function pickStored(
  session: Session,
  desk: Desk,
  notifier: Notifier,
): Promise<Subject | undefined> {
  const identity = await session.identity();
  if (!('key' in identity)) {
    notifier.signedOut(identity);
    return undefined;
  }
  const items = new Map<string, vscode.QuickPickItem & { readonly subject: Subject }>();
  for (const { address, chain, receivedAt } of await desk.ledger.listResults(identity.key, 500)) {
    const key = `${chain} ${address}`;
    if (items.has(key)) continue;
    items.set(key, {
      label: shortAddress(address),
      description: networkTitle(chain),
      detail: `${address} · ${utc(receivedAt)}`,
      subject: { address, chain },
    });
  }
  if (items.size === 0) {
    notifier.inform(vscode.l10n.t('No report is stored yet. Hover an address to begin.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick([...items.values()], {
    title: vscode.l10n.t('Open Report'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.subject;
}
