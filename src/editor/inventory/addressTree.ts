import * as vscode from 'vscode';
import { groupName, type GroupKind, type Group } from '../../report/addresses/groups.ts';
import { addressRows, addressFilter, addressGroups, unnamedRow } from '../../messages/inventory.ts';
import {
  rowOf,
  type AddressRow,
  noTexts,
  withheldItem,
  type WithheldRow,
  type TextRows,
  type TextKind,
} from './addressRows.ts';
import { filterText } from '../../report/addresses/filter.ts';
import { kindsOfWithheld } from './fileScanner.ts';
import { linesOf } from './searchedFolder.ts';
import { commandIds, settingTable } from '../../manifest.ts';
import type { Place } from '../../folder/inventory.ts';
import type { Judgments } from '../../folder/judgments.ts';
import { folderOf, groupTitle, rowTexts } from '../../report/addresses/rowTexts.ts';
import { grouped } from '../../messages/figures.ts';
import { newTexts } from '../../messages/newness.ts';
import { listed, plain } from '../../messages/text.ts';
import type { NameInCode } from '../../book/facts.ts';
import type { AddressList, ListedInventory } from './addressList.ts';
import { newGroupDetail } from './newAddresses.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** Occurrences of one address; more would only be scrolled through. */
const maxPlaces = 500;

/** Groups, their addresses, and where each occurs. A filter is the first row. */
export function createAddressTree(
  shown: ListedInventory,
  onNeeded: () => void,
): vscode.TreeDataProvider<AddressNode> & { dispose(): void } {
  const changed = new vscode.EventEmitter<void>();
  const watch = shown.list.onDidChange(() => changed.fire());
  return {
    onDidChangeTreeData: changed.event,
    getChildren(node) {
      // VS Code requests rows of a view only once the user sees it.
      onNeeded();
      return childrenOf(shown, node);
    },
    getTreeItem: (node) => itemOf(shown, node),
    dispose() {
      watch.dispose();
      changed.dispose();
    },
  };
}

async function childrenOf(
  shown: ListedInventory,
  node: AddressNode | undefined,
): Promise<AddressNode[]> {
  const { found, list } = shown;
  if (node === undefined) {
    const shownGroups = groupsOf(list);
    const groups = shownGroups.map((group): AddressNode => ({ kind: 'group', group }));
    /** The number of groups before the first one of another kind. */
    const leading = (...kinds: readonly GroupKind['kind'][]): number => {
      const at = shownGroups.findIndex(({ kind: { kind } }) => !kinds.includes(kind));
      return at === -1 ? groups.length : at;
    };
    const textsOf = (...kinds: TextKind[]): AddressNode[] =>
      kinds.flatMap((text) => (list.texts[text].count > 0 ? [{ kind: 'texts', text }] : []));
    const withheld = (isUrgent: boolean): AddressNode[] =>
      textsOf(...kindsOfWithheld.filter((kind) => list.texts[kind].isUrgent === isUrgent));
    const { assumed } = list.grouping;
    const text = filterText(list.view.filter);
    // It counts all addresses, so a list that is filtered does not have it.
    const hasUnnamed = assumed > 0 && groups.length > 0 && text === undefined;
    // The worst first: on a deny list, look-alikes, new.
    const alarming = leading('denied', 'lookAlike');
    const urgent = leading('denied', 'lookAlike', 'new');
    const rows: AddressNode[] = [
      ...[...textsOf('listedTexts'), ...groups.slice(0, alarming), ...withheld(true)],
      ...[...groups.slice(alarming, urgent), ...withheld(false)],
      ...(hasUnnamed ? [{ kind: 'unnamed', count: assumed } as const] : []),
      ...groups.slice(urgent),
    ];
    // Without rows, the text of the empty view shows it.
    return text === undefined || rows.length === 0 ? rows : [{ kind: 'filter', text }, ...rows];
  }
  if (node.kind === 'texts') {
    const { rows, count } = list.texts[node.text];
    const nodes = rows.map((row): AddressNode => ({ kind: 'withheld', row }));
    return withMore(nodes, count - rows.length, addressRows.moreTexts);
  }
  if (node.kind === 'group') {
    const { group } = node;
    const rows = group.ids.flatMap((id): AddressNode[] => {
      const row = rowOf(found, id, group.kind);
      return row === undefined ? [] : [row];
    });
    const { count, rows: misspelled } = misspelledIn(group, list);
    const nodes = misspelled.map((row): AddressNode => ({ kind: 'withheld', row }));
    const left = group.count - group.ids.length + count - nodes.length;
    return withMore([...rows, ...nodes], left, addressRows.moreAddresses);
  }
  return node.kind === 'address' ? placesOf(shown, node.id) : [];
}

/** Wrong-checksum texts in a group of worse findings. */
const misspelledIn = ({ kind: { kind } }: Group, { misspelled }: AddressList): TextRows =>
  kind === 'denied' || kind === 'lookAlike' ? misspelled[kind] : noTexts;

/** The groups, also those in which all have a wrong checksum. */
function groupsOf(list: AddressList): readonly Group[] {
  const { groups } = list.grouping;
  const worst = (['denied', 'lookAlike'] as const).flatMap((kind): Group[] => {
    const own = groups.find((group) => group.kind.kind === kind);
    if (own !== undefined) return [own];
    return list.misspelled[kind].count > 0 ? [{ kind: { kind }, count: 0, ids: [] }] : [];
  });
  return [...worst, ...groups.filter((group) => !worst.includes(group))];
}

async function placesOf({ found }: ListedInventory, id: number): Promise<AddressNode[]> {
  const { inventory, folders } = found;
  const places = inventory.placesOf(id, maxPlaces);
  const left = inventory.addresses.countOf(id) - places.length;
  const texts = await linesOf(places.map((place) => folders.locate(place)));
  const nodes = places.map((place, index): AddressNode => {
    return { kind: 'place', place, text: texts[index] ?? '' };
  });
  return withMore(nodes, left, addressRows.moreOccurrences);
}

/** Rows, and a last one for what is left out. */
const withMore = (
  nodes: AddressNode[],
  left: number,
  text: (count: number) => string,
): AddressNode[] => (left === 0 ? nodes : [...nodes, { kind: 'more', text: text(left) }]);

export type AddressNode =
  | { readonly kind: 'filter'; readonly text: string }
  | { readonly kind: 'group'; readonly group: Group }
  /** How many addresses name no network. */
  | { readonly kind: 'unnamed'; readonly count: number }
  /** A group of places, which no command acts on. */
  | { readonly kind: 'texts'; readonly text: TextKind }
  | { readonly kind: 'withheld'; readonly row: WithheldRow }
  | AddressRow
  /** `text`: of its line; empty if that was not read. */
  | { readonly kind: 'place'; readonly place: Place; readonly text: string }
  | { readonly kind: 'more'; readonly text: string };

/** A row of the view, as VS Code draws it. */
function itemOf(shown: ListedInventory, node: AddressNode): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(shown, node.group);
    case 'texts':
      return textsItem(node.text, shown.list.texts[node.text].count);
    case 'withheld':
      return withheldItem(node.row);
    case 'address':
      return addressItem(shown, node);
    case 'place':
      return placeItem(shown, node);
    case 'filter':
      return filterItem(node.text);
    case 'unnamed':
      return unnamedItem(node.count);
    case 'more':
      return new vscode.TreeItem(node.text);
  }
}

const groupIcons: Readonly<Record<GroupKind['kind'], string>> = {
  network: 'globe',
  file: 'file',
  denied: 'error',
  lookAlike: 'warning',
  new: 'diff-added',
  unlisted: 'question',
  level: 'pulse',
  scored: 'pulse',
  notScored: 'circle-outline',
};

function groupItem({ revisions, list }: ListedInventory, group: Group): vscode.TreeItem {
  const { kind } = group;
  const count = group.count + misspelledIn(group, list).count;
  const title = groupTitle(kind);
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  // There may be thousands of files.
  const item = new vscode.TreeItem(title, kind.kind === 'file' ? Collapsed : Expanded);
  item.id = groupName(kind);
  item.description = [grouped(String(count)), ...folderOf(kind)].join(' · ');
  item.contextValue = kind.kind === 'new' ? 'newGroup' : 'group';
  item.iconPath = new vscode.ThemeIcon(groupIcons[kind.kind]);
  if (kind.kind === 'new') item.tooltip = newGroupDetail(revisions);
  if (kind.kind === 'unlisted') item.tooltip = addressGroups.unlistedDetail();
  item.accessibilityInformation = { label: addressGroups.accessible(title, count) };
  return item;
}

function textsItem(id: TextKind, count: number): vscode.TreeItem {
  const expanded = vscode.TreeItemCollapsibleState.Expanded;
  const item = new vscode.TreeItem(addressGroups[id](), expanded);
  item.id = id;
  item.description = grouped(String(count));
  item.iconPath = new vscode.ThemeIcon(id === 'listedTexts' ? 'error' : 'warning');
  item.tooltip = addressGroups[`${id}Detail`]();
  return item;
}

/**
 * VS Code's usual shapes for levels, in our own colors: chart colors lack contrast with the side
 * bar in some themes.
 */
const levelIcons = [
  new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('addressRisk.level1')),
  new vscode.ThemeIcon('debug-breakpoint-log', new vscode.ThemeColor('addressRisk.level2')),
  new vscode.ThemeIcon('triangle-up', new vscode.ThemeColor('addressRisk.level3')),
  new vscode.ThemeIcon('primitive-square', new vscode.ThemeColor('addressRisk.level4')),
] as const;

const lookAlikeIcon = new vscode.ThemeIcon(
  'warning',
  new vscode.ThemeColor('list.warningForeground'),
);
const deniedIcon = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));

function addressIcon(id: number, judgments: Judgments): vscode.ThemeIcon {
  if (judgments.isDenied(id)) return deniedIcon;
  if (judgments.looksLike(id) !== undefined) return lookAlikeIcon;
  const score = judgments.scoreOf(id);
  if (score === undefined) return new vscode.ThemeIcon('circle-outline');
  return score.level === null ? new vscode.ThemeIcon('pulse') : levelIcons[score.level.grade];
}

/** The active filter; its button clears it. */
function filterItem(text: string): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.id = 'filter';
  item.contextValue = 'filter';
  item.iconPath = new vscode.ThemeIcon('filter-filled');
  item.tooltip = addressFilter.active(text);
  item.accessibilityInformation = { label: addressFilter.active(text) };
  return item;
}

/** Asks once for all of them. */
function unnamedItem(count: number): vscode.TreeItem {
  const title = unnamedRow.title(count);
  const action = unnamedRow.action(settingTable.defaultChain.default);
  const item = new vscode.TreeItem(title);
  item.id = 'unnamed';
  item.description = action;
  // Without this, a screen reader reads only the tooltip.
  item.accessibilityInformation = { label: listed([title, action]) };
  item.tooltip = unnamedRow.detail(settingTable.defaultChain.default);
  item.iconPath = new vscode.ThemeIcon('globe');
  item.command = { command: commandIds.alwaysAssumeChain, title };
  return item;
}

function addressItem(shown: ListedInventory, { id, address, group }: AddressRow): vscode.TreeItem {
  const { found, list } = shown;
  const { judgments } = list;
  const entry = found.inventory.addresses.of(id);
  const texts = rowTexts({ id, address, entry, inCode: nameInCode(shown, id) }, judgments, {
    newness: newnessLines(shown, id),
    folders: folderNames(found, entry?.folder),
  });
  const item = new vscode.TreeItem(texts.label, vscode.TreeItemCollapsibleState.Collapsed);
  // In several files, it has a row for each.
  item.id = `${groupName(group)} address ${id}`;
  item.iconPath = addressIcon(id, judgments);
  item.description = texts.description;
  item.tooltip = texts.tooltip;
  // A denied address isn't offered for the address book.
  item.contextValue = judgments.isDenied(id) ? 'deniedAddress' : 'address';
  item.accessibilityInformation = { label: texts.accessible };
  return item;
}

function nameInCode({ found, books }: ListedInventory, id: number): NameInCode | undefined {
  const named = found.inventory.codeNames.of(id);
  const known = found.inventory.addresses.of(id);
  if (known === undefined) return undefined;
  const uri = found.folders.at(known.folder)?.folder.uri;
  const { address: text, family, network } = known;
  const asked = { text, family, network: network ?? undefined };
  return books.nameInCode(uri, asked, named && { ...named, line: named.line + 1 });
}

function newnessLines({ found, list, revisions }: ListedInventory, id: number): string[] {
  const newness = list.judgments.newnessOf(id);
  const folder = found.folders.at(found.inventory.addresses.of(id)?.folder ?? -1)?.folder;
  const state = folder && revisions.stateOf(folder);
  if (newness === undefined || state?.kind !== 'on') return [];
  const { revision } = state;
  return [newness === 'new' ? newTexts.since(revision) : newTexts.unknownSince(revision)];
}

/** Of several: each has an address book of its own. */
function folderNames({ folders }: WorkspaceInventory, folder: number | undefined): string[] {
  const open = [...folders.open()];
  if (open.length < 2) return [];
  return open.flatMap(([number, files]) => (number === folder ? [plain(files.folder.name)] : []));
}

function placeItem(
  { found }: ListedInventory,
  { place, text }: Extract<AddressNode, { kind: 'place' }>,
): vscode.TreeItem {
  const title = addressRows.place(place.path, place.line + 1);
  const item = new vscode.TreeItem(title);
  item.description = plain(text);
  item.contextValue = 'place';
  item.iconPath = vscode.ThemeIcon.File;
  const location = found.folders.locate(place);
  if (location === undefined) return item;
  const { uri, range } = location;
  item.tooltip = uri.scheme === 'file' ? uri.fsPath : uri.path;
  item.command = { title, command: 'vscode.open', arguments: [uri, { selection: range }] };
  return item;
}
