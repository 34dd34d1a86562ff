import type { Family } from '../networks/networks.ts';
import { canonicalOf } from '../addresses/occurrence.ts';
import { knownAddress, knownNetwork, onlyNetworks } from '../known/known.ts';
import { hexadecimal, isAll } from '../text/characters.ts';
import { isFirm, readingOf, type ChainReading } from './reasons.ts';

/** An address as it is spelled. */
export interface Spelled {
  readonly family: Family;
  readonly text: string;
}

/** The text's evidence for an address, as far as facts may override it. */
export interface TextReading {
  readonly reading: ChainReading | undefined;
  /** The networks that its own line names. */
  readonly own: readonly string[];
}

/** Below this, a file may name a known address by chance. */
const minNeighbors = 2;

/** Reads the facts on the addresses of one text. */
export class FactReader {
  readonly #text: string;
  #neighbors: ChainReading | null | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The network known from facts, unless the text is stronger: exact evidence and structure outrank
   * facts, and so does the address's own line.
   */
  over({ reading, own }: TextReading, address: Spelled): ChainReading | undefined {
    if (reading !== undefined && isFirm(reading)) return undefined;
    const fact = this.#known(address);
    if (fact !== undefined) {
      const isOther = own.length > 0 && !own.includes(fact.chain ?? '');
      // One list alone can lack a network, so any words outrank it.
      const isWeaker = fact.strength === 'words' && (reading?.chain ?? fact.chain) !== fact.chain;
      return isOther || isWeaker || !isAmong(fact, reading) ? undefined : fact;
    }
    // An account with so many zeros was chosen by a network, or is a constant: no one deploys there.
    if (address.family !== 'evm' || /0{24}/.test(address.text)) return undefined;
    // Evidence about the file or a part of it outranks known addresses farther away.
    const named = reading === undefined ? own : [...own, ...reading.candidates];
    const beside = this.#besideKnown();
    const isOpen = reading === undefined || reading.chain === beside?.chain;
    const agrees = named.every((network) => network === beside?.chain);
    if (beside === undefined || !isOpen || !agrees) return undefined;
    return knownAddress('evm', address.text) === undefined ? beside : undefined;
  }

  #known({ family, text }: Spelled): ChainReading | undefined {
    const spelled = family === 'evm' ? text : canonicalOf({ family, text });
    const found = knownNetwork(family, spelled);
    if (found === undefined) return undefined;
    const { network, isAgreed } = found;
    return readingOf('known', network, network, isAgreed ? 'facts' : 'words');
  }

  /** Where at least two known addresses of the text are on one network and none on another. */
  #besideKnown(): ChainReading | undefined {
    if (this.#neighbors === undefined) this.#neighbors = neighborsIn(this.#text) ?? null;
    return this.#neighbors ?? undefined;
  }
}

/** Whether what the text asks leaves it open that an address is on a network. */
const isAmong = ({ chain }: ChainReading, reading: ChainReading | undefined): boolean =>
  reading === undefined || reading.chain !== null || reading.candidates.includes(chain ?? '');

const addressLength = 42;

/** More addresses are a list of anything, and reading them all would hold up a hover. */
const maxRead = 5_000;

/** Names in a reason. */
const maxNames = 2;

/** A report on addresses, such as our own: known addresses in it prove nothing about the others. */
const unknownThere = /"network":\s*null\b|network (?:is )?unknown|网络未知/i;

function neighborsIn(text: string): ChainReading | undefined {
  const seen = new Set<string>();
  const names: string[] = [];
  /** Where each known address is that is nowhere else. */
  let common: readonly string[] | undefined;
  let count = 0;
  for (let at = text.indexOf('0x'); at !== -1; at = text.indexOf('0x', at + 2)) {
    const end = at + addressLength;
    if (end > text.length || !isAll(hexadecimal, text, at + 2, end)) continue;
    // A longer word is a hash or a padded address.
    if (hexadecimal[text.charCodeAt(end)] === 1) continue;
    const address = text.slice(at, end).toLowerCase();
    if (seen.has(address)) continue;
    if (seen.size === maxRead) return undefined;
    seen.add(address);
    const networks = onlyNetworks(address);
    if (networks.length === 0) continue;
    common = common?.filter((network) => networks.includes(network)) ?? networks;
    if (common.length === 0) return undefined;
    if (knownNetwork('evm', address)?.isAgreed !== true) continue;
    count += 1;
    const { name = '' } = names.length < maxNames ? (knownAddress('evm', address) ?? {}) : {};
    if (name !== '' && !names.includes(name)) names.push(name);
  }
  const [network] = common ?? [];
  if (network === undefined || count < minNeighbors || unknownThere.test(text)) return undefined;
  return readingOf('neighbors', network, names.join(', '));
}
