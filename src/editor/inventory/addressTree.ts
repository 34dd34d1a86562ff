import * as vscode from 'vscode';
import type { Group, GroupKind } from '../../inventory/groups.ts';
import type { CodeName } from '../../inventory/codeNames.ts';
import type { Place } from '../../inventory/inventory.ts';
import { grouped } from '../../words/figures.ts';
import { addressGroups, addressRows } from '../../words/inventory.ts';
import { listingText } from '../../words/bookChanges.ts';
import { newTexts } from '../../words/newness.ts';
import { networkTitle } from '../../words/networks.ts';
import { plain, shortAddress } from '../../words/text.ts';
import type { Revisions } from '../git/register.ts';
import type { AddressList } from './addressList.ts';
import { listedTextItem, type ListedText } from './listedTexts.ts';
import { scoreText } from '../../words/rowScore.ts';
import { rowOf, type AddressRow } from './addressRow.ts';
import { comparedFolders } from './newAddresses.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

export type AddressNode =
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'listedTexts' }
  | { readonly kind: 'listedText'; readonly listed: ListedText }
  | AddressRow
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'more'; readonly text: string };

/** Occurrences of one address; more would only be scrolled through. */
const mostPlaces = 500;

interface Shown {
  readonly found: WorkspaceInventory;
  readonly list: AddressList;
  readonly revisions: Revisions;
}

/** Groups, their addresses, and where each occurs. */
export function createAddressTree(
  shown: Shown,
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

function childrenOf({ found, list }: Shown, node: AddressNode | undefined): AddressNode[] {
  if (node === undefined) {
    const groups = list.grouping.groups.map((group): AddressNode => ({ kind: 'group', group }));
    return list.listed.count === 0 ? groups : [{ kind: 'listedTexts' }, ...groups];
  }
  if (node.kind === 'listedTexts') {
    const { rows, count } = list.listed;
    const nodes = rows.map((listed): AddressNode => ({ kind: 'listedText', listed }));
    const left = count - rows.length;
    return left === 0 ? nodes : [...nodes, { kind: 'more', text: addressRows.moreTexts(left) }];
  }
  if (node.kind === 'group') {
    const { ids, count } = node.group;
    const rows = ids.flatMap((id): AddressNode | AddressNode[] => rowOf(found, id) ?? []);
    const left = count - ids.length;
    return left === 0 ? rows : [...rows, { kind: 'more', text: addressRows.moreAddresses(left) }];
  }
  if (node.kind !== 'address') return [];
  const { inventory } = found;
  const places = inventory.placesOf(node.id, mostPlaces);
  const left = inventory.addresses.countOf(node.id) - places.length;
  const nodes = places.map((place): AddressNode => ({ kind: 'place', place }));
  return left === 0 ? nodes : [...nodes, { kind: 'more', text: addressRows.moreOccurrences(left) }];
}

function itemOf(shown: Shown, node: AddressNode): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(shown, node.group);
    case 'listedTexts':
      return listedTextsItem(shown);
    case 'listedText':
      return listedTextItem(node.listed);
    case 'address':
      return addressItem(shown, node);
    case 'place':
      return placeItem(shown, node.place);
    case 'more':
      return new vscode.TreeItem(node.text);
  }
}

const groupIcons = {
  denied: 'error',
  new: 'diff-added',
  unlisted: 'question',
  level: 'pulse',
  scored: 'pulse',
  notScored: 'circle-outline',
} as const;

function groupItem({ revisions }: Shown, { kind, count }: Group): vscode.TreeItem {
  const item = new vscode.TreeItem(groupName(kind), vscode.TreeItemCollapsibleState.Expanded);
  item.id = kind.kind === 'level' ? `level ${kind.level.rank}` : kind.kind;
  item.description = grouped(String(count));
  item.contextValue = kind.kind === 'new' ? 'newGroup' : 'group';
  item.iconPath = new vscode.ThemeIcon(groupIcons[kind.kind]);
  const compared = kind.kind === 'new' ? comparedFolders(revisions) : undefined;
  if (compared?.kind === 'on') item.tooltip = newTexts.groupDetail(compared.since);
  if (kind.kind === 'unlisted') item.tooltip = addressGroups.unlistedDetail();
  return item;
}

function listedTextsItem({ list }: Shown): vscode.TreeItem {
  const expanded = vscode.TreeItemCollapsibleState.Expanded;
  const item = new vscode.TreeItem(addressGroups.listedTexts(), expanded);
  item.id = 'listedTexts';
  item.description = grouped(String(list.listed.count));
  item.iconPath = new vscode.ThemeIcon(groupIcons.denied);
  item.tooltip = addressGroups.listedTextsDetail();
  return item;
}

function groupName(kind: GroupKind): string {
  if (kind.kind === 'level') return kind.level.text;
  return kind.kind === 'new' ? newTexts.group() : addressGroups[kind.kind]();
}

function addressItem(shown: Shown, { id, address }: AddressRow): vscode.TreeItem {
  const { found, list } = shown;
  const { judgments, isSample } = list;
  const inCode = found.inventory.codeNames.of(id);
  const known = judgments.nameOf(id);
  const name = known ?? inCode?.name;
  const short = shortAddress(address);
  const label = name === undefined ? short : plain(name);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  const score = judgments.scoreOf(id);
  const entry = found.inventory.addresses.of(id);
  const network = entry?.network ?? null;
  const facts = [
    ...(name === undefined ? [] : [short]),
    // First: a narrow row cuts off the rest.
    ...(score === undefined ? [] : [scoreText(score, isSample)]),
    network === null
      ? addressRows.undecided()
      : entry?.isAssumed === true
        ? addressRows.assumed(network)
        : networkTitle(network),
  ];
  const count = entry?.count ?? 0;
  const occurrences = addressRows.occurrences(count);
  item.id = `address ${id}`;
  // Most addresses occur once: the row is narrow, and its child says where.
  item.description = [...facts, ...(count === 1 ? [] : [occurrences])].join(' · ');
  item.tooltip = [
    address,
    ...(name === undefined ? [] : [plain(name)]),
    ...(known === undefined && inCode !== undefined ? [inCodeText(inCode)] : []),
    ...(judgments.isDenied(id) ? [addressGroups.denied()] : []),
    ...(judgments.isUnlisted(id) ? [addressRows.unlisted()] : []),
    ...(judgments.isAdded(id) ? [listingText('added') ?? ''] : []),
    ...newnessLines(shown, id),
    ...facts.slice(name === undefined ? 0 : 1),
    occurrences,
    ...folderNames(found, entry?.folder),
  ].join('\n');
  item.contextValue = 'address';
  item.accessibilityInformation = { label: [label, ...facts, occurrences].join(', ') };
  return item;
}

/** A name from the code is shown with its place: no one has verified it. */
function inCodeText({ path, line }: CodeName): string {
  return addressRows.namedInCode(path, line + 1);
}

function newnessLines({ found, list, revisions }: Shown, id: number): string[] {
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

function placeItem({ found }: Shown, place: Place): vscode.TreeItem {
  const { folder, path, line, column, length } = place;
  const item = new vscode.TreeItem(addressRows.place(path, line + 1));
  const uri = found.folders.at(folder)?.uriOf(path);
  item.contextValue = 'place';
  item.iconPath = vscode.ThemeIcon.File;
  if (uri === undefined) return item;
  item.tooltip = uri.scheme === 'file' ? uri.fsPath : uri.path;
  item.command = {
    title: addressRows.place(path, line + 1),
    command: 'vscode.open',
    arguments: [uri, { selection: new vscode.Range(line, column, line, column + length) }],
  };
  return item;
}
