import { subjectName } from '../../ledger/subjectKey.ts';
import { compareDecimals, decimalOf } from '../../report/decimal.ts';
import type { WorkspaceFacts } from '../../report/workspaceFacts.ts';
import type { AddressList } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** Where the score of an address is among those of the workspace; null if it has none there. */
export function scoreRank(
  own: { readonly address: string; readonly chain: string },
  { inventory: { addresses } }: WorkspaceInventory,
  { judgments }: AddressList,
): WorkspaceFacts['rank'] {
  // The same address may be in several folders.
  const scores = new Map<string, string>();
  for (const [id, { digits }] of judgments.scores()) {
    const chain = addresses.networkOf(id);
    if (digits === null || chain === null) continue;
    scores.set(subjectName({ address: addresses.addressOf(id), chain }), digits);
  }
  const score = decimalOf(scores.get(subjectName(own)) ?? '');
  if (score === null || scores.size < 2) return null;
  const decimals = [...scores.values()].map(decimalOf);
  const higher = decimals.filter((other) => other !== null && compareDecimals(other, score) > 0);
  return { place: higher.length + 1, of: scores.size };
}
