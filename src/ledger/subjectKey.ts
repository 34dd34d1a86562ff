import type { Part, Subject, SubjectKey } from './store.ts';

/**
 * One text for one subject, for one part of it, or for an address on a network of whatever account:
 * equal for equal keys, and for no others. For maps in memory only; the ledger stores the fields.
 */
export function subjectName(
  { account, chain, address }: Subject & Partial<SubjectKey>,
  part?: Part,
): string {
  return JSON.stringify([account ?? null, chain, address, part ?? null]);
}
