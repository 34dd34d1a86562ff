import * as vscode from 'vscode';
import type { CodeName } from '../../inventory/codeNames.ts';
import { groupName, type Group, type GroupKind } from '../../inventory/groups.ts';
import type { Place } from '../../inventory/inventory.ts';
import type { Judgments } from '../../inventory/judgments.ts';
import { listingText } from '../../words/bookChanges.ts';
import { grouped } from '../../words/figures.ts';
import { addressFilter, addressGroups, addressRows } from '../../words/inventory.ts';
import { newTexts } from '../../words/newness.ts';
import { networkTitle } from '../../words/networks.ts';
import { plain, shortAddress } from '../../words/text.ts';
import type { Revisions } from '../git/register.ts';
import type { AddressList } from './addressList.ts';
import { scoreText } from '../../words/rowScore.ts';
import type { AddressRow } from './addressRow.ts';
import { listedTextItem, type ListedText } from './listedTexts.ts';
import { comparedFolders } from './newAddresses.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

export type AddressNode =
  | { readonly kind: 'filter'; readonly text: string }
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'listedTexts' }
  | { readonly kind: 'listedText'; readonly listed: ListedText }
  | AddressRow
  /** `text`: of its line; empty if that was not read. */
  | { readonly kind: 'place'; readonly place: Place; readonly text: string }
  | { readonly kind: 'more'; readonly text: string };

/** What the view shows. */
export interface Shown {
  readonly found: WorkspaceInventory;
  readonly list: AddressList;
  readonly revisions: Revisions;
}

/** A row of the view, as VS Code draws it. */
export function itemOf(shown: Shown, node: AddressNode): vscode.TreeItem {
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
      return placeItem(shown, node);
    case 'filter':
      return filterItem(node.text);
    case 'more':
      return new vscode.TreeItem(node.text);
  }
}

const groupIcons: Readonly<Record<GroupKind['kind'], string>> = {
  network: 'globe',
  file: 'file',
  denied: 'error',
  new: 'diff-added',
  unlisted: 'question',
  level: 'pulse',
  scored: 'pulse',
  notScored: 'circle-outline',
};

function groupItem({ revisions }: Shown, { kind, count }: Group): vscode.TreeItem {
  const title = groupTitle(kind);
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  // There may be thousands of files.
  const item = new vscode.TreeItem(title, kind.kind === 'file' ? Collapsed : Expanded);
  item.id = groupName(kind);
  item.description = [grouped(String(count)), ...folderOf(kind)].join(' · ');
  item.contextValue = kind.kind === 'new' ? 'newGroup' : 'group';
  item.iconPath = new vscode.ThemeIcon(groupIcons[kind.kind]);
  const compared = kind.kind === 'new' ? comparedFolders(revisions) : undefined;
  if (compared?.kind === 'on') item.tooltip = newTexts.groupDetail(compared.since);
  if (kind.kind === 'unlisted') item.tooltip = addressGroups.unlistedDetail();
  item.accessibilityInformation = { label: addressGroups.accessible(title, count) };
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

/** Of a group of a file: its name alone may be that of many. */
function folderOf(kind: GroupKind): string[] {
  const end = kind.kind === 'file' ? kind.file.path.lastIndexOf('/') : -1;
  return kind.kind === 'file' && end !== -1 ? [plain(kind.file.path.slice(0, end))] : [];
}

function groupTitle(kind: GroupKind): string {
  switch (kind.kind) {
    case 'level':
      return kind.level.text;
    case 'network':
      return kind.network === null ? addressRows.undecided() : networkTitle(kind.network);
    case 'file':
      return plain(kind.file.path.slice(kind.file.path.lastIndexOf('/') + 1));
    case 'new':
      return newTexts.group();
    default:
      return addressGroups[kind.kind]();
  }
}

/** The shapes that levels have everywhere, as VS Code draws them. */
const levelIcons = [
  new vscode.ThemeIcon('debug-breakpoint', new vscode.ThemeColor('charts.green')),
  new vscode.ThemeIcon('debug-breakpoint-log', new vscode.ThemeColor('charts.yellow')),
  new vscode.ThemeIcon('debug-breakpoint-function', new vscode.ThemeColor('charts.orange')),
  new vscode.ThemeIcon('primitive-square', new vscode.ThemeColor('charts.red')),
] as const;

const deniedIcon = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));

function addressIcon(id: number, judgments: Judgments): vscode.ThemeIcon {
  if (judgments.isDenied(id)) return deniedIcon;
  const score = judgments.scoreOf(id);
  if (score === undefined) return new vscode.ThemeIcon('circle-outline');
  return score.level === null ? new vscode.ThemeIcon('pulse') : levelIcons[score.level.grade];
}

/** What the filter lets through; its button clears it. */
function filterItem(text: string): vscode.TreeItem {
  const item = new vscode.TreeItem(text);
  item.id = 'filter';
  item.contextValue = 'filter';
  item.iconPath = new vscode.ThemeIcon('filter-filled');
  item.tooltip = addressFilter.active(text);
  item.accessibilityInformation = { label: addressFilter.active(text) };
  return item;
}

function addressItem(shown: Shown, { id, address, group }: AddressRow): vscode.TreeItem {
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
    // A name of the code is no proof, and many addresses may share it.
    ...(known === undefined && name !== undefined ? [short] : []),
    // Then the score: a narrow row cuts off the rest.
    ...(score === undefined ? [] : [scoreText(score, isSample)]),
    network === null
      ? addressRows.undecided()
      : entry?.isAssumed === true
        ? addressRows.assumed(network)
        : networkTitle(network),
  ];
  const count = entry?.count ?? 0;
  const occurrences = addressRows.occurrences(count);
  // In several files, it has a row for each.
  item.id = `${groupName(group)} address ${id}`;
  item.iconPath = addressIcon(id, judgments);
  // Most addresses occur once: the row is narrow, and its child says where.
  item.description = [...facts, ...(count === 1 ? [] : [addressRows.times(count)])].join(' · ');
  item.tooltip = [
    address,
    ...(name === undefined ? [] : [plain(name)]),
    ...(known === undefined && inCode !== undefined ? [inCodeText(inCode)] : []),
    ...(judgments.isDenied(id) ? [addressGroups.denied()] : []),
    ...(judgments.isUnlisted(id) ? [addressRows.unlisted()] : []),
    ...(judgments.isAdded(id) ? [listingText('added') ?? ''] : []),
    ...newnessLines(shown, id),
    ...facts,
    occurrences,
    ...folderNames(found, entry?.folder),
  ].join('\n');
  item.contextValue = 'address';
  item.accessibilityInformation = {
    label: [label, ...(known === undefined ? [] : [short]), ...facts, occurrences].join(', '),
  };
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

function placeItem(
  { found }: Shown,
  { place, text }: Extract<AddressNode, { kind: 'place' }>,
): vscode.TreeItem {
  const { folder, path, line, column, length } = place;
  const item = new vscode.TreeItem(addressRows.place(path, line + 1));
  item.description = plain(text);
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
