import type { Part, Subject, SubjectKey } from './store.ts';

/**
 * A unique name for a subject, for one part of it, or for an address on a network of any account.
 * Only for maps in memory; the ledger stores the fields.
 */
export function subjectName(
  { account, chain, address }: Subject & Partial<SubjectKey>,
  part?: Part,
): string {
  return JSON.stringify([account ?? null, chain, address, part ?? null]);
}
