import { keyBefore } from './keyText.ts';
import { lineAt, type Outline } from '../../text/outline.ts';

/** The text before a bracket that belongs to it: on its line, or in the call that it is part of. */
export function headOf({ text, blocks, lines }: Outline, block: number): string {
  const opening = blocks.opens[block] ?? 0;
  const call = blocks.opens[blocks.parents[block] ?? -1] ?? -1;
  if (call !== -1 && text.charCodeAt(call) === 0x28 && opening - call < 120) {
    const argumentsBefore = text.slice(call + 1, opening);
    if (!/[{}()[\]]/.test(argumentsBefore)) return argumentsBefore;
  }
  const start = lines.starts[lineAt(lines, opening)] ?? 0;
  const line = text.slice(Math.max(start, opening - 200), opening);
  let from = line.length;
  while (from > 0 && !'{,;}'.includes(line.charAt(from - 1))) from--;
  return line.slice(from);
}

/** The key or variable that a block is the value of. Empty if there is none. */
export function keyOf(text: string, opening: number): string {
  let at = opening;
  while (at > 0 && ' \t\n\r'.includes(text.charAt(at - 1)) && opening - at < 80) at--;
  const mark = text.charAt(at - 1);
  return mark === ':' || mark === '=' ? keyBefore(text, at - 1, Math.max(0, at - 80)) : '';
}

/** The first element of a list, if it is a short text and another element follows. */
export function firstOf(text: string, opening: number): string | undefined {
  if (text.charCodeAt(opening) !== 0x5b) return undefined;
  const start = text.slice(opening, opening + 90);
  return /^\[\s{0,40}["'`]([\w .-]{1,40})["'`]\s{0,4},/.exec(start)?.[1];
}
