import type { ChainContext } from '../../src/evidence/chainOf.ts';
import type { ScannedAddress } from '../../src/folder/addressTable.ts';
import type { Inventory } from '../../src/folder/inventory.ts';
import { FileSearch, type FoundInFile } from '../../src/folder/fileSearch.ts';
import {
  chosenNetwork,
  isOpen,
  type FoundAddress,
  type ScannedFile,
} from '../../src/folder/scanText.ts';

/** Runs steps at once. */
export function finish<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The addresses that an editor finds in a text. @param folder base of its relative path */
export function foundIn(text: string, file: ScannedFile, folder = '/nowhere'): FoundInFile {
  const search = { folder, listed: undefined, keyTextsIn: undefined };
  return new FileSearch({ ...search, namesCode: true, asInEditor: true }).contentOfText(file, text);
}

/** Addresses that can be looked up, with their networks. */
export function* decided(
  found: Iterable<FoundAddress>,
  contextOf: (canonical: string) => ChainContext,
): Generator<ScannedAddress> {
  for (const { spelling, basis, isHidden, ...place } of found) {
    const { canonical, family, isChecksumWrong, isPlaceholder } = spelling;
    if (isHidden || isChecksumWrong || isPlaceholder) continue;
    yield { canonical, family, ...chosenNetwork({ spelling, basis }, contextOf), ...place };
  }
}

/** The addresses of a text with their networks, and whether a choice decided one. */
export function scanWith(
  text: string,
  file: ScannedFile,
  contextOf: (canonical: string) => ChainContext,
): { readonly addresses: readonly ScannedAddress[]; readonly dependsOnChoices: boolean } {
  const found = [...foundIn(text, file).addresses];
  return {
    addresses: [...decided(found, contextOf)],
    dependsOnChoices: found.some(({ basis }) => isOpen(basis)),
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
