import { pathBelow } from './paths.ts';
import { drain } from './drain.ts';
import { readJson } from './json.ts';
import { memberOf } from './readBook.ts';

/** A list of a book, and where its file is from. */
export interface ListSource {
  readonly name: string;
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly url: string;
  /** In lower case; undefined: the user accepts what comes. */
  readonly sha256: string | undefined;
}

export type ListSourceReading =
  | { readonly kind: 'source'; readonly source: ListSource }
  /** A sentence. */
  | { readonly kind: 'wrong'; readonly reason: string };

/** In UTF-16 units, of one list of the book. */
const maxPartLength = 16_384;

/** The lists of a book that have a `url`. @param text of a book that `readBook` accepts */
export function listSources(text: string): ListSourceReading[] {
  const reading = text.includes('"url"') ? drain(readJson(text, 2)) : undefined;
  if (reading?.kind !== 'json') return [];
  const nodes = memberOf(reading.root, 'lists')?.value.elements ?? [];
  return nodes.flatMap(({ kind, start, end }) => {
    if (kind !== 'object' || end - start > maxPartLength) return [];
    return sourceIn(JSON.parse(text.slice(start, end)) as Readonly<Record<string, unknown>>) ?? [];
  });
}

function sourceIn(list: Readonly<Record<string, unknown>>): ListSourceReading | undefined {
  const { name, path, url, sha256 } = list;
  if (url === undefined) return undefined;
  const title = typeof name === 'string' ? name.slice(0, 120) : '';
  const wrong = (reason: string): ListSourceReading => ({
    kind: 'wrong',
    reason: `List “${title}”: ${reason}`,
  });
  const below = typeof path === 'string' ? pathBelow(path) : undefined;
  if (below === undefined) return wrong('“path” must be the path of a file in this folder.');
  // A file of Git itself could run something.
  if (/(?:^|\/)\.git/i.test(below) || /git~\d/i.test(below)) {
    return wrong('“path” must not be a file of Git.');
  }
  if (!/\.(?:txt|csv|json)$/i.test(below) || below.startsWith('.address-risk')) {
    return wrong('“path” must end in .txt, .csv, or .json.');
  }
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') {
    return wrong('“url” must be an https URL without credentials.');
  }
  const isHash = typeof sha256 === 'string' && /^[\da-f]{64}$/i.test(sha256);
  if (sha256 !== undefined && !isHash) return wrong('“sha256” must be 64 hex digits.');
  const hash = isHash ? sha256.toLowerCase() : undefined;
  return { kind: 'source', source: { name: title, path: below, url: parsed.href, sha256: hash } };
}
