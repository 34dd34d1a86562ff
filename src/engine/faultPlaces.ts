import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { framesOf } from './errorFrames.ts';

/** Where the code of each file begins in a chunk: line and column from 0, and the file. */
type ChunkPlaces = readonly (readonly [line: number, column: number, file: string])[];

/** Names the function and the file in which an error was thrown, as `f (src/a.ts)`. */
export class FaultPlaces {
  #chunks: Readonly<Record<string, ChunkPlaces>> | undefined;

  /** Of the first frame in our own code; undefined if the stack has none that can be read. */
  of(error: unknown): string | undefined {
    if (!(error instanceof Error)) return undefined;
    const frames = framesOf(error)
      .split('\n')
      .map((line) => line.replace(/^[ \t]+at /, ''))
      .filter((frame) => frame !== '');
    const [own = frames[0]] = frames.flatMap((frame) => this.#named(frame) ?? []);
    return own;
  }

  #named(frame: string): string | undefined {
    // `name (path:line:column)`, or the place alone for a function without a name.
    const opening = frame.endsWith(')') ? frame.lastIndexOf(' (') : -1;
    const name = opening === -1 ? 'a function' : frame.slice(0, opening);
    const place = opening === -1 ? frame : frame.slice(opening + 2, -1);
    const [column, line, ...path] = place.split(':').toReversed();
    const chunk = (this.#chunks ??= chunkPlaces())[basename(path.toReversed().join(':'))];
    const at = { line: Number(line) - 1, column: Number(column) - 1 };
    const start = chunk?.findLast(
      ([startLine, from]) => startLine < at.line || (startLine === at.line && from <= at.column),
    );
    return start && `${name} (${start[2]})`;
  }
}

/** Read at the first fault only. None if the code is not bundled. */
function chunkPlaces(): Readonly<Record<string, ChunkPlaces>> {
  try {
    const text = readFileSync(join(import.meta.dirname, 'places.json'), 'utf8');
    return JSON.parse(text) as Readonly<Record<string, ChunkPlaces>>;
  } catch {
    return {};
  }
}
