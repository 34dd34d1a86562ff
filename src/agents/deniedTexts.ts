import type { ExactJson } from '../api/exactJson.ts';
import type { DenySearch } from '../book/denySearch.ts';
import { createLineCounter } from '../book/lines.ts';
import { denialsJson, inert } from './toolResult.ts';

interface DeniedText {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly denyListHits: ExactJson;
}

/** At most this many texts in one result. */
const maxTexts = 50;

/**
 * Finds denied accounts inside longer texts, such as calldata. They may be keys, so only their
 * places are returned. Yields between slices of work.
 *
 *  @param among.known offsets of addresses, which are reported elsewhere
 * @param among.path the path of the file: rows of a list are not hits of that same list
 */
export function* deniedTextsIn(
  text: string,
  searches: Iterable<DenySearch>,
  { known, path }: { readonly known: ReadonlySet<number>; readonly path: string | null },
): Generator<void, { readonly rows: readonly DeniedText[]; readonly count: number }> {
  const rows = new Map<number, DeniedText>();
  for (const search of searches) {
    const lines = createLineCounter(text);
    for (const { offset, denials } of yield* search.find(text, known)) {
      const others = denials.filter((denial) => denial.path !== path);
      if (others.length === 0 || rows.has(offset)) continue;
      const { line, column } = lines.placeAt(offset);
      const denyListHits = inert(denialsJson(others));
      rows.set(offset, { line: line + 1, column: column + 1, denyListHits });
    }
  }
  return { rows: [...rows.values()].slice(0, maxTexts), count: rows.size };
}
