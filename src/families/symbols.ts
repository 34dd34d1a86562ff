/** Token symbols that are also words for keys: as the whole name in capitals, or of a mint. */
const symbol =
  /(?:^|[^\w$-])(?:\$?(?:PRV|SEED|ENTROPY)["'`]?\s{0,3}:|(?:PRV|SEED|ENTROPY)_MINT["'`]?\s{0,3}[:=])\s{0,3}["'`]?$/;

/** The same symbols before their address: in a list, in a call for a token, in a row. */
const listedSymbol =
  /(?:\[\s{0,8}|(?:[Tt]oken|[Aa]sset|[Cc]oin)\w{0,12}\(\s{0,8}|^\|?\s{0,3}|\n\|?\s{0,3})["'`]?(?:PRV|SEED|ENTROPY)["'`]?\s{0,3}[,|]\s{0,3}["'`]?$/;

/** Whether such a symbol names the value at an offset. */
export function isSymbolBefore(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 32), start);
  return /PRV|SEED|ENTROPY/.test(before) && (symbol.test(before) || listedSymbol.test(before));
}
