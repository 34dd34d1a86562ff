import { checksumOf, type Occurrence } from './occurrence.ts';
import type { Placeholder } from './placeholders.ts';

/** Why an address is found but not looked up. */
export type OccurrenceProblem =
  | { readonly kind: 'placeholder'; readonly placeholder: Placeholder }
  | { readonly kind: 'checksum' };

export function problemOf(occurrence: Occurrence): OccurrenceProblem | undefined {
  const { placeholder } = occurrence;
  if (placeholder !== null) return { kind: 'placeholder', placeholder };
  return checksumOf(occurrence) === 'invalid' ? { kind: 'checksum' } : undefined;
}
