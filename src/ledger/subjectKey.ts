import type { Part, SubjectKey } from './store.ts';

/**
 * One text for one subject, or for one part of it: equal for equal keys, and for no others. For
 * maps in memory only; the ledger stores the fields.
 */
export function subjectName({ account, chain, address }: SubjectKey, part?: Part): string {
  return JSON.stringify(
    part === undefined ? [account, chain, address] : [account, chain, address, part],
  );
}
