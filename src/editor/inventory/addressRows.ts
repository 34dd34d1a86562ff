import type { AddressArgument } from '../../manifest.ts';
import type { GroupKind } from '../../report/addresses/groups.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import type { AddressQuery } from '../../book/facts.ts';
import { readingOf } from '../../evidence/reasons.ts';
import type { InventoryAddress } from '../../folder/addressTable.ts';
import { readArgument, ownRow } from '../documents/argument.ts';
import { CandidateList } from '../documents/foundAddresses.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import * as vscode from 'vscode';
import { denialFacts, deniedTextText } from '../../messages/denials.ts';
import { addressRows, addressGroups } from '../../messages/inventory.ts';
import type { Books } from '../book/books.ts';
import type { Judgments } from '../../folder/judgments.ts';
import { listingText } from '../../messages/book.ts';
import { newTexts } from '../../messages/newness.ts';
import { lensTexts } from '../../messages/surfaces.ts';
import { shortAddress } from '../../messages/text.ts';
import type { Withheld } from './fileScanner.ts';

/**
 * The query for the address books: an assumed network must not hide facts recorded for another one.
 */
export function askedOf(known: InventoryAddress): AddressQuery {
  const { address: text, family, network, isAssumed } = known;
  return { text, family, network: isAssumed ? undefined : (network ?? undefined) };
}

/** An address of the view, as its commands receive it. */
export interface AddressRow extends AddressArgument {
  readonly kind: 'address';
  readonly id: number;
  /** In which the row is. */
  readonly group: GroupKind;
}

/** Undefined for an address that is gone. */
export function rowOf(
  { inventory, folders }: Pick<WorkspaceInventory, 'inventory' | 'folders'>,
  id: number,
  group: GroupKind,
): AddressRow | undefined {
  const known = inventory.addresses.of(id);
  if (known === undefined) return undefined;
  const { address, network, isAssumed } = known;
  const folder = folders.at(known.folder)?.folder.uri.toString();
  return ownRow<AddressRow>({
    kind: 'address',
    id,
    address,
    group,
    ...(folder !== undefined && { folder }),
    ...(network === null ? { candidates: [] } : { chain: network }),
    ...(network !== null && isAssumed && { reason: 'assumed', evidence: network }),
  });
}

/** Whether the argument of a command is a group of the Addresses view. */
export function isGroupNode(node: unknown): node is GroupNode {
  if (typeof node !== 'object' || node === null) return false;
  const { kind, group } = node as { readonly kind?: unknown; readonly group?: unknown };
  if (kind !== 'group' || typeof group !== 'object' || group === null) return false;
  const { ids, count } = group as { readonly ids?: unknown; readonly count?: unknown };
  return Array.isArray(ids) && ids.every(Number.isSafeInteger) && typeof count === 'number';
}

interface GroupNode {
  readonly group: { readonly ids: readonly number[]; readonly count: number };
}

/**
 * The addresses of rows and groups, each once and in order, and how many more their groups have
 * than the view shows. Any extension may have passed the nodes, so addresses are validated as for
 * any command, and a group is only a reference to our own rows.
 */
export async function rowCandidates(
  nodes: readonly unknown[],
  { inventory }: Pick<WorkspaceInventory, 'inventory'>,
  choices: ChainChoices,
) {
  const list = new CandidateList<ReasonedSubject>();
  let notShown = 0;

  function* steps(): Generator<void, void> {
    for (const node of nodes) {
      if (!isGroupNode(node)) {
        const given = readArgument(node, choices);
        if (given.kind === 'subject') list.add(given);
        else if (given.kind === 'open') list.addOpen(given.open);
        yield;
        continue;
      }
      const { ids, count } = node.group;
      notShown += Math.max(0, count - ids.length);
      for (const id of ids) {
        const known = inventory.addresses.of(id);
        if (known !== undefined) {
          const { address, family, network: chain, isAssumed } = known;
          const reading = isAssumed && chain !== null ? readingOf('assumed', chain) : undefined;
          if (chain === null) list.addOpen({ address, family, candidates: [] });
          else list.add({ subject: { address, chain }, reading });
        }
        yield;
      }
    }
  }

  await runInTurns('inventory', steps());
  return { ...list.all, notShown };
}

/** A place that the view shows, and whose text is not looked up. */
export interface WithheldRow {
  readonly uri: vscode.Uri;
  readonly path: string;
  readonly range: vscode.Range;
  readonly icon: 'error' | 'warning';
  /** Undefined for the place itself, where the text may be a key, which is not repeated. */
  readonly label: string | undefined;
  /** The label in full. */
  readonly lines: readonly string[];
  /** Shown before the place, because a narrow row is cut off at its end. */
  readonly alarms: readonly string[];
  /** Facts about it, for example that it is new. */
  readonly facts: readonly string[];
}

/** Why a text has its own row: it is on a deny list but isn't an address, or it is withheld. */
export type TextKind = 'listedTexts' | Withheld;

export interface TextRows {
  readonly count: number;
  /** Of all, those that the badge counts. */
  readonly alarming: number;
  /** Whether any of them is on a deny list or looks like another address. */
  readonly isUrgent: boolean;
  /** The first ones. */
  readonly rows: readonly WithheldRow[];
}

export const noTexts: TextRows = { count: 0, alarming: 0, isUrgent: false, rows: [] };

/**
 * Texts in the workspace that are on a current deny list and are not addresses. Such a text may be
 * a key, so a row shows the list and the place, never the text.
 */
export function listedTexts(
  { folders, inventory }: WorkspaceInventory,
  books: Pick<Books, 'bookFor'>,
  maxRows: number,
): Promise<TextRows> {
  function* steps(): Generator<void, TextRows> {
    const rows: WithheldRow[] = [];
    let count = 0;
    for (const { folder, path, spots, count: inFile } of inventory.listed.files()) {
      const files = folders.at(folder);
      const search = files && books.bookFor(files.folder.uri)?.loaded.denySearch;
      if (files === undefined || search === undefined) continue;
      const uri = files.uriOf(path);
      for (const { line, column, length, key } of spots) {
        // A row does not hit its own list.
        const denials = search.denialsOf(key).filter((denial) => denial.path !== path);
        if (denials.length > 0) count++;
        if (denials.length === 0 || rows.length >= maxRows) continue;
        const range = new vscode.Range(line, column, line, column + length);
        const lines = denials.map(deniedTextText);
        rows.push({
          uri,
          path,
          range,
          icon: 'error',
          label: lines[0],
          lines,
          alarms: [],
          facts: [],
        });
      }
      count += inFile - spots.length;
      yield;
    }
    return { count, alarming: count, isUrgent: count > 0, rows };
  }
  return runInTurns('inventory', steps());
}

/** The group of the worst thing that is known of an address with a wrong checksum. */
export const misspelledKind = (
  id: number,
  judgments: Judgments,
): 'denied' | 'lookAlike' | 'checksum' =>
  judgments.isDenied(id)
    ? 'denied'
    : judgments.looksLike(id) === undefined
      ? 'checksum'
      : 'lookAlike';

/** Places of addresses that are never looked up but have a warning. */
export function withheldRows(
  kind: Withheld,
  { folders, parts }: Pick<WorkspaceInventory, 'folders' | 'parts'>,
  maxRows: number,
  matches: (id: number) => boolean = () => true,
): Promise<TextRows> {
  const { inventory, judgments } = parts[kind];
  const { addresses } = inventory;
  function* steps(): Generator<void, TextRows> {
    const [urgent, rows]: [WithheldRow[], WithheldRow[]] = [[], []];
    let [count, alarming] = [0, 0];
    for (const { id, place } of inventory.occurrences()) {
      yield;
      const files = folders.at(place.folder);
      const known = addresses.of(id);
      const said = known && factsOf(kind, id, judgments);
      if (files === undefined || known === undefined || said === undefined) continue;
      // Rows hidden by a filter still count in the badge.
      if (kind === 'checksum' || isAlarming(id, judgments)) alarming++;
      if (!matches(id)) continue;
      count++;
      const isDenied = judgments.isDenied(id);
      const isUrgent = isDenied || judgments.looksLike(id) !== undefined;
      const some = isUrgent ? urgent : rows;
      if (some.length >= maxRows) continue;
      const { path, line, column, length } = place;
      const lines = kind === 'hidden' ? [] : [known.address];
      const [label] = lines.map(shortAddress);
      const range = new vscode.Range(line, column, line, column + length);
      const icon = isDenied && kind === 'checksum' ? 'error' : 'warning';
      some.push({ uri: files.uriOf(path), path, range, icon, label, lines, ...said });
    }
    const first = [...urgent, ...rows].slice(0, maxRows);
    return { count, alarming, isUrgent: urgent.length > 0, rows: first };
  }
  return runInTurns('inventory', steps());
}

/** For possible keys. If a deny list has one, it is among the listed texts. */
const isAlarming = (id: number, judgments: Judgments): boolean =>
  judgments.isNew(id) || judgments.looksLike(id) !== undefined;

/** Undefined without a warning. A hidden address on a deny list has a row among the listed texts. */
function factsOf(
  kind: Withheld,
  id: number,
  judgments: Judgments,
): Pick<WithheldRow, 'alarms' | 'facts'> | undefined {
  const denial = kind === 'hidden' ? undefined : judgments.denialOf(id);
  const likeness = judgments.looksLike(id);
  const worse = [
    ...(denial === undefined ? [] : denialFacts(denial)),
    ...(likeness === undefined ? [] : [addressGroups.looksLike(likeness)]),
  ];
  // Otherwise its group shows this.
  const isMisspelled = kind === 'checksum' && worse.length > 0;
  const alarms = isMisspelled ? [...worse, lensTexts.checksum().title] : worse;
  const facts = [
    ...(judgments.isNew(id) ? [newTexts.group()] : []),
    ...(judgments.isUnlisted(id) ? [addressRows.unlisted()] : []),
    ...(judgments.isAdded(id) ? [listingText('added') ?? ''] : []),
  ];
  const isQuiet = alarms.length + facts.length === 0;
  return kind === 'hidden' && isQuiet ? undefined : { alarms, facts };
}

export function withheldItem(row: WithheldRow): vscode.TreeItem {
  const { uri, path, range, icon, label, lines, alarms, facts } = row;
  const place = addressRows.place(path, range.start.line + 1);
  const item = new vscode.TreeItem(label ?? place);
  const places = label === undefined ? [] : [place];
  item.description = [...alarms, ...places, ...facts].join(' · ');
  item.tooltip = [...lines, ...alarms, place, ...facts].join('\n');
  item.iconPath = new vscode.ThemeIcon(icon);
  const selection = new vscode.Range(range.start, range.start);
  item.command = { title: place, command: 'vscode.open', arguments: [uri, { selection }] };
  return item;
}
