import type { PartOfName } from './meaning.ts';

/** What a place says about the network of an address. */
export type Verdict =
  | { readonly kind: 'named'; readonly network: string; readonly evidence: string }
  | { readonly kind: 'several'; readonly networks: readonly string[] }
  /** It names a network that the table does not have. */
  | { readonly kind: 'outside'; readonly evidence: string }
  /** It names one as a part of a longer name. */
  | {
      readonly kind: 'partly';
      readonly network: string;
      readonly part: Exclude<PartOfName, 'none' | 'way'>;
    };

export const named = (network: string): Verdict => ({ kind: 'named', network, evidence: network });

/** A network, or one that the table does not have. */
export const namedOrOutside = (network: string | undefined, evidence: string): Verdict =>
  network === undefined ? { kind: 'outside', evidence } : { kind: 'named', network, evidence };

export const isSame = (one: Verdict, other: Verdict): boolean =>
  one.kind === 'named' && other.kind === 'named' && one.network === other.network;
