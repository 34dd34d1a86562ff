import { headingAbove, type Outline } from '../text/outline.ts';
import type { Clue } from './clue.ts';

/** `l1Token`, `L2_GATEWAY`, and `mainnetBridge`, which is on the first layer. */
const ofLayer = /^(?:(?:[A-Za-z]{0,12}_)?[lL]([12])(?=[A-Z_])|(mainnet)(?=[A-Z]))/;

const firstLayers = /^(?:ethereum|sepolia|goerli|holesky|hoodi|kovan|rinkeby|ropsten)$/;

/** A line over others, such as `L1 Contracts:`. */
const heading =
  /^\W{0,20}(?:L|Layer )([12])(?: (?:smart )?(?:contracts?|address(?:es)?|deployments?|network|chain)\b|\W{0,20}$)/i;

/** Lines above an address that enclose it, beyond which none says the layer. */
const maxHeadings = 4;

/** How far before an address its key can start, in UTF-16 units. */
const reach = 80;

/**
 * `l1Token` under the key of another network than Ethereum, `L2Gateway` under that of Ethereum, or a
 * list with such a title: a contract on the other layer, or one for it. Asks.
 */
export function acrossLayers(clue: Clue, outline: Outline, offset: number): Clue {
  const { verdict } = clue;
  if (verdict.kind !== 'named') return clue;
  const { network } = verdict;
  const isFirst = firstLayers.test(network);
  const layer =
    layerOfKey(outline.text, offset) || headingAbove(outline, offset, heading, maxHeadings);
  if (layer === '1' && !isFirst) {
    const [, first = 'ethereum'] = /-(sepolia|goerli)$/.exec(network) ?? [];
    return { ...clue, verdict: { kind: 'several', networks: [first, network] } };
  }
  return layer === '2' && isFirst
    ? { ...clue, verdict: { kind: 'outside', evidence: 'L2' } }
    : clue;
}

function layerOfKey(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - reach), offset);
  if (!/[lL][12]|mainnet/.test(before)) return '';
  const [key = ''] = /[\w$]{0,60}(?=["'`]?\s{0,4}[:=]\s{0,4}["'`]?$)/.exec(before) ?? [];
  const [, layer = '', main] = ofLayer.exec(key) ?? [];
  return main === undefined ? layer : '1';
}
