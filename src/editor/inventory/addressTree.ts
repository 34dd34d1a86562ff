import * as vscode from 'vscode';
import type { GroupKind } from '../../report/addresses/groups.ts';
import { addressRows } from '../../words/inventory.ts';
import { itemOf, type AddressNode, type Shown } from './addressItems.ts';
import { rowOf } from './addressRow.ts';
import { filterText } from '../../report/addresses/filter.ts';
import { kindsOfWithheld } from './fileScanner.ts';
import { linesOf } from './lineTexts.ts';

/** Occurrences of one address; more would only be scrolled through. */
const maxPlaces = 500;

/** Groups, their addresses, and where each occurs. A filter is the first row. */
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

async function childrenOf(shown: Shown, node: AddressNode | undefined): Promise<AddressNode[]> {
  const { found, list } = shown;
  if (node === undefined) {
    const groups = list.grouping.groups.map((group): AddressNode => ({ kind: 'group', group }));
    const listed: AddressNode[] = list.listed.count === 0 ? [] : [{ kind: 'listedTexts' }];
    const withheld = kindsOfWithheld.filter((why) => list.withheld[why].count > 0);
    // Denied and new addresses and look-alikes come first: they are worse.
    const firstOther = list.grouping.groups.findIndex(({ kind }) => !isUrgent(kind));
    const at = firstOther === -1 ? groups.length : firstOther;
    const { assumed } = list.grouping;
    const hasUnnamed = assumed > 0 && groups.length > 0;
    groups.splice(
      ...[at, 0],
      ...withheld.map((why) => ({ kind: 'withheldGroup', why }) as const),
      ...(hasUnnamed ? [{ kind: 'unnamed', count: assumed } as const] : []),
    );
    const text = filterText(list.view.filter);
    // Without a row, the text of an empty view says it.
    const filter: AddressNode[] =
      text === undefined || groups.length === 0 ? [] : [{ kind: 'filter', text }];
    return [...filter, ...listed, ...groups];
  }
  if (node.kind === 'listedTexts') {
    const { rows, count } = list.listed;
    const nodes = rows.map((listed): AddressNode => ({ kind: 'listedText', listed }));
    return withMore(nodes, count - rows.length, addressRows.moreTexts);
  }
  if (node.kind === 'withheldGroup') {
    const { rows, count } = list.withheld[node.why];
    const nodes = rows.map((row): AddressNode => ({ kind: 'withheld', row }));
    return withMore(nodes, count - rows.length, addressRows.moreTexts);
  }
  if (node.kind === 'group') {
    const { group } = node;
    const rows = group.ids.flatMap((id): AddressNode[] => {
      const row = rowOf(found, id, group.kind);
      return row === undefined ? [] : [row];
    });
    return withMore(rows, group.count - group.ids.length, addressRows.moreAddresses);
  }
  return node.kind === 'address' ? placesOf(shown, node.id) : [];
}

const urgent: readonly GroupKind['kind'][] = ['denied', 'lookAlike', 'new'];

const isUrgent = ({ kind }: GroupKind): boolean => urgent.includes(kind);

async function placesOf({ found }: Shown, id: number): Promise<AddressNode[]> {
  const { inventory, folders } = found;
  const places = inventory.placesOf(id, maxPlaces);
  const left = inventory.addresses.countOf(id) - places.length;
  const texts = await linesOf(
    places.map(({ folder, path, line }) => ({ uri: folders.at(folder)?.uriOf(path), line })),
  );
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
