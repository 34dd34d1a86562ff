import type { Uri } from 'vscode';
import type { Revision } from '../../git/revision.ts';
import type { FoundAddress } from '../documents/subject.ts';
import type { NewAddresses } from '../inventory/newAddresses.ts';

/** Since when an address of a file is new, from memory; undefined if it is not. */
export function newSince(
  uri: Uri,
  { canonical, occurrence: { family }, chain }: FoundAddress,
  newAddresses: Pick<NewAddresses, 'of'>,
): Revision | undefined {
  const known = newAddresses.of(uri, { canonical, family, network: chain.chain });
  return known?.kind === 'new' ? known.since : undefined;
}
