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
 * Which of two names of an address counts: one in source code before one in a file of data or variables,
 * because code says what the address is for, and `.env.example` comes first in every folder.
 */
export function byNamePlace(one: NamedIn, other: NamedIn): number {
  return (
    rankOf(one.path) - rankOf(other.path) ||
    (one.folder ?? 0) - (other.folder ?? 0) ||
    Number(one.path > other.path) - Number(one.path < other.path)
  );
}
