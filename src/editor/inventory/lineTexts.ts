import { workspace, type Location, type Uri } from 'vscode';
import { shortened } from '../../messages/text.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { maxFileSize } from '../../folder/fileText.ts';
import { openDocument } from '../documents/surroundings.ts';
import { readInFolder } from '../book/folderFile.ts';

/** Files that are read for the places of one address. */
const maxFiles = 20;

/** In UTF-16 units. */
const maxTextLength = 120;

/**
 * The texts of lines, without space at their ends, from open documents or from the disk. Empty for
 * those that cannot be read, and for those of further files.
 */
export async function linesOf(places: readonly (Location | undefined)[]): Promise<string[]> {
  const texts = new Map<string, (line: number) => string>();
  const byFile = Map.groupBy(
    places.filter((each) => each !== undefined),
    ({ uri }) => uri.toString(),
  );
  for (const [name, own] of [...byFile].slice(0, maxFiles)) {
    const wanted = new Set(own.map(({ range }) => range.start.line));
    for (const { uri } of own.slice(0, 1)) texts.set(name, await readLines(uri, wanted));
  }
  return places.map((place) => {
    const text = place && texts.get(place.uri.toString())?.(place.range.start.line);
    return shortened(text?.trim() ?? '', maxTextLength);
  });
}

async function readLines(uri: Uri, wanted: ReadonlySet<number>): Promise<(line: number) => string> {
  const document = openDocument(uri);
  if (document !== undefined) {
    return (line) => (line < document.lineCount ? document.lineAt(line).text : '');
  }
  const folder = workspace.getWorkspaceFolder(uri)?.uri;
  if (folder === undefined) return () => '';
  const path = uri.path.slice(folder.path.length);
  const reading = await readInFolder(folder, path, maxFileSize);
  if (reading.kind !== 'text') return () => '';
  const found = await runInTurns('inventory', pickLines(reading.text, wanted));
  return (line) => found.get(line) ?? '';
}

/** Characters between two steps. */
const batch = 65_536;

/** Lines as VS Code counts them. */
function* pickLines(
  text: string,
  wanted: ReadonlySet<number>,
): Generator<void, Map<number, string>> {
  const found = new Map<number, string>();
  let line = 0;
  let start = 0;
  for (let at = 0; at <= text.length && found.size < wanted.size; at++) {
    if (at % batch === batch - 1) yield;
    const code = at === text.length ? lineFeed : text.charCodeAt(at);
    if (code !== lineFeed && code !== carriageReturn) continue;
    if (wanted.has(line)) found.set(line, text.slice(start, at));
    if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at++;
    start = at + 1;
    line++;
  }
  return found;
}

const lineFeed = 10;
const carriageReturn = 13;
