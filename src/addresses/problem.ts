import { checksumOf, type Occurrence } from './occurrence.ts';
import { isRetired } from '../networks/networks.ts';
import type { Placeholder } from '../families/placeholders.ts';

/** Why an address is found but not looked up. */
export type OccurrenceProblem =
  | { readonly kind: 'placeholder'; readonly placeholder: Placeholder }
  | { readonly kind: 'retired'; readonly network: string }
  | { readonly kind: 'checksum' };

export function problemOf(occurrence: Occurrence): OccurrenceProblem | undefined {
  const { placeholder, network } = occurrence;
  if (placeholder !== null) return { kind: 'placeholder', placeholder };
  if (network !== null && isRetired(network)) return { kind: 'retired', network };
  return checksumOf(occurrence) === 'invalid' ? { kind: 'checksum' } : undefined;
}
