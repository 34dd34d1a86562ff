import * as vscode from 'vscode';
import type { Group, GroupKind } from '../../inventory/groups.ts';
import type { Place } from '../../inventory/inventory.ts';
import type { AddressArgument } from '../../manifest.ts';
import { addressGroups, addressRows } from '../../words/inventory.ts';
import { labels } from '../../words/labels.ts';
import { networkTitle } from '../../words/networks.ts';
import { plain, shortAddress, shortened } from '../../words/text.ts';
import type { AddressList } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** An address of the view, as its commands receive it. */
export interface AddressRow extends AddressArgument {
  readonly kind: 'address';
  readonly id: number;
}

export type AddressNode =
  | { readonly kind: 'group'; readonly group: Group }
  | AddressRow
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'more'; readonly text: string };

/** Occurrences of one address; more would only be scrolled through. */
const mostPlaces = 500;

/** In UTF-16 units. */
const longestScore = 30;

interface Shown {
  readonly found: WorkspaceInventory;
  readonly list: AddressList;
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
    return list.grouping.groups.map((group) => ({ kind: 'group', group }));
  }
  if (node.kind === 'group') {
    const { ids, count } = node.group;
    const rows = ids.flatMap((id): AddressNode[] => rowOf(found, id) ?? []);
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

/** Undefined for an address that is gone. */
function rowOf({ inventory, folders }: WorkspaceInventory, id: number): AddressRow[] | undefined {
  const known = inventory.addresses.of(id);
  if (known === undefined) return undefined;
  const { address, network, isAssumed } = known;
  const folder = folders.at(known.folder)?.folder.uri.toString();
  return [
    {
      ...{ kind: 'address', id, address },
      ...(folder !== undefined && { folder }),
      ...(network === null ? { candidates: [] } : { chain: network }),
      ...(network !== null && isAssumed && { reason: 'assumed', evidence: network }),
    },
  ];
}

function itemOf(shown: Shown, node: AddressNode): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(node.group);
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
  unlisted: 'question',
  level: 'pulse',
  scored: 'pulse',
  notScored: 'circle-outline',
} as const;

function groupItem({ kind, count }: Group): vscode.TreeItem {
  const item = new vscode.TreeItem(groupName(kind), vscode.TreeItemCollapsibleState.Expanded);
  item.id = kind.kind === 'level' ? `level ${kind.level.rank}` : kind.kind;
  item.description = String(count);
  item.contextValue = 'group';
  item.iconPath = new vscode.ThemeIcon(groupIcons[kind.kind]);
  if (kind.kind === 'unlisted') item.tooltip = addressGroups.unlistedDetail();
  return item;
}

function groupName(kind: GroupKind): string {
  return kind.kind === 'level' ? kind.level.text : addressGroups[kind.kind]();
}

function addressItem({ found, list }: Shown, { id, address }: AddressRow): vscode.TreeItem {
  const { judgments, isSample } = list;
  const known = found.inventory.addresses.of(id);
  const name = judgments.nameOf(id);
  const short = shortAddress(address);
  const label = name === undefined ? short : plain(name);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  const score = judgments.scoreOf(id);
  const network = known?.network ?? null;
  const facts = [
    ...(name === undefined ? [] : [short]),
    network === null
      ? addressRows.undecided()
      : known?.isAssumed === true
        ? addressRows.assumed(network)
        : networkTitle(network),
    ...(score === undefined ? [] : [scoreText(score, isSample)]),
    addressRows.occurrences(known?.count ?? 0),
  ];
  item.id = `address ${id}`;
  item.description = facts.join(' · ');
  item.tooltip = [
    address,
    ...(name === undefined ? [] : [plain(name)]),
    ...(judgments.isDenied(id) ? [addressGroups.denied()] : []),
    ...(judgments.isUnlisted(id) ? [addressRows.unlisted()] : []),
    ...facts.slice(name === undefined ? 0 : 1),
    ...folderNames(found, known?.folder),
  ].join('\n');
  item.contextValue = 'address';
  item.accessibilityInformation = { label: [label, ...facts].join(', ') };
  return item;
}

function scoreText(
  { text, level }: { readonly text: string; readonly level: { readonly text: string } | null },
  isSample: boolean,
): string {
  const score = shortened(text, longestScore);
  return [
    ...(isSample ? [labels.sampleData()] : []),
    level === null ? score : `${level.text} ${score}`,
  ].join(' · ');
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
