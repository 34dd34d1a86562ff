import type { SpendingDoor } from '../lookups/spending.ts';

/** For what only follows jobs: nothing is paid for. */
export const noSpending: SpendingDoor = {
  ask: () => Promise.resolve({ kind: 'refused', refusal: { kind: 'allowance' } }),
};
