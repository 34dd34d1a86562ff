/** Where a name is given to an address. */
interface NamedIn {
  readonly folder?: number;
  readonly path: string;
}

/** Files of contracts and programs. */
const isSource =
  /\.(?:sol|vy|yul|huff|fe|cairo|move|rs|go|[cm]?[jt]sx?|py|rb|java|kts?|swift|scala|cs|fs|c|h|cc|cpp|hpp|php|dart|exs?|erl|hs|ml|lua|clj|sh|vue|svelte)$/i;

const rankOf = (path: string): number => (isSource.test(path) ? 0 : 1);

/**
 * Picks the preferred of two names: source code before data and variables, because code says what
 * an address is for, and `.env.example` sorts first in every folder.
 */
export function byNamePlace(one: NamedIn, other: NamedIn): number {
  return (
    rankOf(one.path) - rankOf(other.path) ||
    (one.folder ?? 0) - (other.folder ?? 0) ||
    Number(one.path > other.path) - Number(one.path < other.path)
  );
}
