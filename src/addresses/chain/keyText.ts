/** In UTF-16 units. */
const longestKey = 48;

/** 1 for what can stand between a key and its separator, 2 for the characters of keys, as bits. */
const keyKinds = new Uint8Array(0x10000);
for (const mark of ' \t"\'`])?') keyKinds[mark.charCodeAt(0)] = 1;
for (let code = 0; code < 0x80; code++) {
  if (/[\w$. -]/.test(String.fromCharCode(code))) keyKinds[code] = (keyKinds[code] ?? 0) | 2;
}

const kindBefore = (text: string, at: number): number => keyKinds[text.charCodeAt(at - 1)] ?? 0;

/** The key that ends before a separator. Empty if there is none. */
export function keyBefore(text: string, separator: number, start: number): string {
  let end = separator;
  while (end > start && separator - end < 8 && (kindBefore(text, end) & 1) !== 0) end--;
  const computed = text.charCodeAt(end) === 0x5d ? computedAt(text, end) : undefined;
  if (computed !== undefined) return computed;
  let first = end;
  const least = Math.max(start, end - longestKey);
  while (first > least && (kindBefore(text, first) & 2) !== 0) first--;
  const key = text.slice(first, end).trim();
  // A type stands between a name and its separator: `const id: number = 137`.
  const last = Math.max(key.lastIndexOf(' '), key.lastIndexOf('.')) + 1;
  return withoutChainId(last < key.length ? key.slice(last) : key);
}

/** `ChainId.POLYGON`, `chains.polygon.id`, `NamedChain::Base`: the part that names the network. */
export function lastName(value: string): string {
  const parts = value.split(/\.|::/);
  const last = parts.pop() ?? '';
  return withoutChainId(/^(?:id|name|chainId|key)$/.test(last) ? (parts.pop() ?? '') : last);
}

/** `ChainIDBase`, `CHAIN_ID_BASE`: the name in a constant for a chain ID. */
const withoutChainId = (name: string): string => name.replace(ofChainId, '');

const ofChainId = /^(?:[cC]hainI[dD]_?|CHAIN_ID_)(?=[A-Z])/;

/** `[base.id]: …`. The brackets are a block of their own, so the key can start before the range. */
const computedAt = (text: string, end: number): string | undefined =>
  computedKey.exec(text.slice(Math.max(0, end - longestKey), end))?.[1];

const computedKey = /[{,\s]\[(?:[\w$]+\.)*([A-Za-z]\w+)\.(?:id|chainId)$/;
