import * as vscode from 'vscode';
import type { Calls } from '../calls/register.ts';
import { scorePick } from '../../words/inputs.ts';
import { labels } from '../../words/labels.ts';
import { networkTitle } from '../../words/networks.ts';
import { noReportsText } from '../../words/storage.ts';
import { shortAddress } from '../../words/text.ts';
import { utc } from '../../words/times.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Notifier } from '../shell/notifier.ts';
import { isSignedIn } from '../session/identity.ts';
import type { Documents } from '../documents/register.ts';
import { sightingsIn } from '../documents/sightings.ts';
import { decide, sightAtCaret, type Sighting, type Subject } from '../documents/subject.ts';

/** The address that prefills a look-up: from the selection, otherwise at the caret. */
export async function sightingInEditor(documents: Documents): Promise<Sighting | undefined> {
  const [selected] = await selectedSightings(documents);
  return selected ?? sightAtCaret(documents.choices);
}

async function selectedSightings(documents: Documents): Promise<Sighting[]> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return [];
  const selected: Sighting[] = [];
  for await (const portion of sightingsIn(editor.document, documents, editor.selection)) {
    selected.push(...portion.map(({ sighting }) => sighting));
  }
  return selected;
}

/** The address of the selection or at the caret; asks if the selection has several. */
export async function subjectInEditor(documents: Documents): Promise<Subject | undefined> {
  const { choices } = documents;
  const selected = new Map<string, Sighting>();
  for (const sighting of await selectedSightings(documents)) {
    if (sighting.problem === undefined) selected.set(sighting.canonical, sighting);
  }
  const [only = sightAtCaret(choices)] = selected.values();
  if (selected.size <= 1) return only === undefined ? undefined : decide(only, choices);
  const picked = await dialogs.pick(
    [...selected.keys()].map((label) => ({ label })),
    {
      title: scorePick.title(),
      placeHolder: scorePick.prompt(),
    },
  );
  const sighting = selected.get(picked?.label ?? '');
  return sighting === undefined ? undefined : decide(sighting, choices);
}

export async function pickStored(
  { session, openEngine }: Calls,
  notifier: Notifier,
): Promise<Subject | undefined> {
  const identity = await session.identity();
  if (!isSignedIn(identity)) {
    notifier.signedOut(identity);
    return undefined;
  }
  const engine = await openEngine();
  const items = new Map<string, vscode.QuickPickItem & { readonly subject: Subject }>();
  for (const { address, chain, receivedAt } of await engine.listResults(identity.key, 500)) {
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
    notifier.inform(noReportsText());
    return undefined;
  }
  const picked = await dialogs.pick([...items.values()], {
    title: labels.openReportTitle(),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.subject;
}
