/** `ChainId.POLYGON`, `chains.polygon.id`, `NamedChain::Base`: the part that names the network. */
export function lastName(value: string): string {
  const parts = value.split(/\.|::/);
  const last = parts.pop() ?? '';
  return withoutChainId(/^(?:id|name|chainId|key)$/.test(last) ? (parts.pop() ?? '') : last);
}

/** `ChainIDBase`, `CHAIN_ID_BASE`: the name in a constant for a chain ID. */
export const withoutChainId = (name: string): string => name.replace(ofChainId, '');

const ofChainId = /^(?:[cC]hainI[dD]_?|CHAIN_ID_)(?=[A-Z])/;
