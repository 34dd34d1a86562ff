import type { PartOfName } from './meaning.ts';

/** A place's evidence for the network of an address. */
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

export function named(network: string, evidence = network): Verdict {
  return { kind: 'named', network, evidence };
}

/** A network, or one that the table does not have. */
export const namedOrOutside = (network: string | undefined, evidence: string): Verdict =>
  network === undefined ? { kind: 'outside', evidence } : named(network, evidence);

/** One network of a list, or a question between several. Undefined for none. */
export function single(
  networks: Iterable<readonly [network: string, evidence: string]>,
): Verdict | undefined {
  const known = new Map<string, string>();
  for (const [network, evidence] of networks) if (!known.has(network)) known.set(network, evidence);
  const [first, ...others] = known.keys();
  if (first === undefined) return undefined;
  return others.length > 0
    ? { kind: 'several', networks: [...known.keys()] }
    : named(first, known.get(first));
}

/** The same for networks that are called by their own names. */
export const singleOf = (networks: readonly string[]): Verdict | undefined =>
  networks.length === 0 ? undefined : single(networks.map((network) => [network, network]));

export const isSame = (one: Verdict, other: Verdict): boolean =>
  one.kind === 'named' && other.kind === 'named' && one.network === other.network;

/**
 * The part of a text that may be quoted as a reason: neither a phrase nor a run of mixed
 * characters.
 */
export function quotable(text: string): string {
  const words = text.split(/[ _./-]/);
  return words.length <= maxWordsOfName && words.every((word) => wordOfName.test(word)) ? text : '';
}

/** Names of networks have fewer words than the shortest phrase. */
const maxWordsOfName = 5;

const wordOfName = /^(?:\d{0,4}[A-Za-z]{1,20}\d{0,6}|\d{1,15})$/;
