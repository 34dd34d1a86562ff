import type { AddressArgument } from '../../manifest.ts';
import type { GroupKind } from '../../report/addresses/groups.ts';
import { ownRow } from '../documents/ownArguments.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import { readingOf } from '../../evidence/reasons.ts';
import type { InventoryAddress } from '../../folder/addressTable.ts';
import { readArgument } from '../documents/argument.ts';
import { CandidateList, type Candidates } from '../documents/foundAddresses.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { runInTurns } from '../../scheduler/turns.ts';

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

/** Addresses of rows, and how many more their groups have than the view shows. */
export interface RowCandidates extends Candidates {
  readonly notShown: number;
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
 * The addresses of rows and groups, each once, in their order. Any extension may have passed the
 * nodes: an address is checked as that of any command, and a group only numbers the rows we have.
 */
export async function rowCandidates(
  nodes: readonly unknown[],
  { inventory }: Pick<WorkspaceInventory, 'inventory'>,
  choices: ChainChoices,
): Promise<RowCandidates> {
  const list = new CandidateList<ReasonedSubject>();
  let notShown = 0;

  function* steps(): Generator<void, void> {
    for (const node of nodes) {
      if (!isGroupNode(node)) {
        addArgument(list, node, choices);
        yield;
        continue;
      }
      const { ids, count } = node.group;
      notShown += Math.max(0, count - ids.length);
      for (const id of ids) {
        addKnown(list, inventory.addresses.of(id));
        yield;
      }
    }
  }

  await runInTurns('inventory', steps());
  return { ...list.all, notShown };
}

function addArgument(
  list: CandidateList<ReasonedSubject>,
  node: unknown,
  choices: ChainChoices,
): void {
  const given = readArgument(node, choices);
  if (given.kind === 'subject') list.add({ subject: given.subject, reading: given.reading });
  else if (given.kind === 'open') list.addOpen(given.open);
}

function addKnown(list: CandidateList<ReasonedSubject>, known: InventoryAddress | undefined): void {
  if (known === undefined) return;
  const { address, family, network, isAssumed } = known;
  if (network === null) list.addOpen({ address, family, candidates: [] });
  else {
    const reading = isAssumed ? readingOf('assumed', network) : undefined;
    list.add({ subject: { address, chain: network }, reading });
  }
}
