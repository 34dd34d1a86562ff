import type { ChainContext } from '../../src/evidence/chainOf.ts';
import type { Inventory } from '../../src/inventory/inventory.ts';
import {
  isOpen,
  scanFile,
  withNetwork,
  type ScannedAddress,
  type ScannedFile,
} from '../../src/inventory/scanFile.ts';

/** Runs steps at once. */
export function finish<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The addresses of a text with their networks, and whether a choice decided one. */
export function scanWith(
  text: string,
  file: ScannedFile,
  contextOf: (canonical: string) => ChainContext,
): { readonly addresses: readonly ScannedAddress[]; readonly dependsOnChoices: boolean } {
  const read = finish(scanFile(text, file));
  return {
    addresses: read.map((address) => withNetwork(address, contextOf)),
    dependsOnChoices: read.some(isOpen),
  };
}

export function putFile(
  inventory: Inventory,
  folder: number,
  path: string,
  found: Iterable<ScannedAddress>,
): void {
  finish(inventory.putFile(folder, path, found));
}
