import * as vscode from 'vscode';
import type { Calls } from '../calls/register.ts';
import { scorePick } from '../../words/inputs.ts';
import { labels } from '../../words/labels.ts';
import { noReportsText } from '../../words/storage.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Notifier } from '../shell/notifier.ts';
import { storedKeyOf } from '../session/identity.ts';
import type { Documents } from '../documents/register.ts';
import { findAddressesIn } from '../documents/foundAddresses.ts';
import {
  chooseNetwork,
  findAddressAtCaret,
  type FoundAddress,
  type ReasonedSubject,
} from '../documents/subject.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { recentAddresses } from './recentAddresses.ts';

/** The address that prefills a look-up: from the selection, otherwise at the caret. */
export async function addressInEditor(documents: Documents): Promise<FoundAddress | undefined> {
  const [selected] = await selectedAddresses(documents);
  return selected ?? findAddressAtCaret(documents.choices);
}

async function selectedAddresses(documents: Documents): Promise<FoundAddress[]> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return [];
  const selected: FoundAddress[] = [];
  for await (const portion of findAddressesIn(editor.document, documents, editor.selection)) {
    selected.push(...portion.map(({ found }) => found));
  }
  return selected;
}

/** The address of the selection or at the caret; asks if the selection has several. */
export async function subjectInEditor(documents: Documents): Promise<ReasonedSubject | undefined> {
  const { choices } = documents;
  const selected = new Map<string, FoundAddress>();
  for (const found of await selectedAddresses(documents)) {
    if (found.problem === undefined) selected.set(found.canonical, found);
  }
  const [only = findAddressAtCaret(choices)] = selected.values();
  if (selected.size <= 1) return only === undefined ? undefined : chooseNetwork(only, choices);
  const picked = await dialogs.pick(
    [...selected.keys()].map((label) => ({ label })),
    {
      title: scorePick.title(),
      placeHolder: scorePick.prompt(),
    },
  );
  const found = selected.get(picked?.label ?? '');
  return found === undefined ? undefined : chooseNetwork(found, choices);
}

/** More would be scrolled through. */
const maxPicked = 125;

/** Asks for one of the addresses with the newest stored results; undefined if there are none. */
export async function pickStored(
  calls: Calls,
  nameOf: WorkspaceKnowledge['nameOf'],
  notifier: Notifier,
): Promise<ReasonedSubject | undefined> {
  const identity = await calls.session.identity();
  if (storedKeyOf(identity) === undefined) {
    notifier.signedOut(identity);
    return undefined;
  }
  const items = await recentAddresses(calls, { nameOf, most: maxPicked });
  if (items.length === 0) {
    notifier.inform(noReportsText());
    return undefined;
  }
  const picked = await dialogs.pick(items, {
    title: labels.openReport(),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.chosen;
}
