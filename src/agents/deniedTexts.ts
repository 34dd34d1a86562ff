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

/** Texts in one result. */
const maxTexts = 50;

/**
 * Where a text has what deny lists have and what is no address there, such as an account in calldata. It
 * may be a key, so it is not repeated. Yields between slices of work.
 *
 * @param among.known offsets of addresses
 * @param among.path of the file, whose own rows do not count
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
