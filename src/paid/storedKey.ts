import { storedAs } from '../addresses/occurrence.ts';
import { codecOf } from '../families/table.ts';
import type { Subject, SubjectKey } from '../ledger/store.ts';
import { networkNamed } from '../networks/networks.ts';
import type { ConnectedAccount } from './account.ts';

/** The key of what an account has stored of a subject, however the code spells its address. */
export function keyOf(
  { key }: Pick<ConnectedAccount, 'key'>,
  { chain, address }: Subject,
): SubjectKey {
  return storedKey({ account: key, chain, address });
}

/** Whether the code can spell the address of stored results in another way. */
export function hasSpellings({ chain }: Subject): boolean {
  const family = networkNamed(chain)?.family;
  return family !== undefined && codecOf(family)?.storedAs !== undefined;
}

/** The key that results have whose address may be spelled in another way. */
export function storedKey<Key extends Subject>(key: Key): Key {
  const family = networkNamed(key.chain)?.family;
  const address = family === undefined ? key.address : storedAs(family, key.address);
  return address === key.address ? key : { ...key, address };
}
