import { clueIn } from './clues.ts';
import type { Scope } from './keyClues.ts';
import { mentionsIn } from '../networks/mentions.ts';
import { fillers } from '../networks/names.ts';
import { lineEnd, parentOf, type Comment, type Outline } from '../text/outline.ts';
import type { Clue } from './clue.ts';
import type { Family } from '../networks/networks.ts';

/** How many standalone comments above a line can speak for it. */
const maxBanners = 12;

/** In lines: how far above an address in a long comment a name can be. */
const maxLinesAbove = 12;

/** Evidence about an address in the comments above its line. Each comment is read once. */
export class CommentClues {
  readonly #scope: Scope;
  readonly #known: (Clue | null | undefined)[] = [];
  readonly #areNames: (boolean | undefined)[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /**
   * The comment directly above a line, or above its group of lines if it consists only of a name.
   */
  nearest(line: number, block: number): Clue | undefined {
    const { lines } = this.#scope.outline;
    const group = lines.groups[line] ?? -1;
    const comment = lines.comments[group];
    if (comment === undefined) return undefined;
    if (comment.lastLine === line - 1) return this.#of(group);
    if (comment.lastLine >= line) return this.#aboveInside(comment, line);
    const isOfGroup = comment.block === block && this.#isOnlyNames(group);
    return isOfGroup || isContinued(this.#scope.outline, comment, line)
      ? this.#of(group)
      : undefined;
  }

  /** The comment right above a line, and nothing farther. */
  rightAbove(line: number): Clue | undefined {
    const { lines } = this.#scope.outline;
    const group = lines.groups[line] ?? -1;
    return lines.comments[group]?.lastLine === line - 1 ? this.#of(group) : undefined;
  }

  /** The last standalone comment above a line that is in a block, up to one that is drawn like it. */
  bannerIn(line: number, block: number): Clue | undefined {
    const { lines, text } = this.#scope.outline;
    let banner = lines.banners[line] ?? -1;
    // In a text without blocks, a comment above the condition that a line is under is about both branches.
    const above = block === -1 ? parentOf(lines, line) : -1;
    const passed = new Set<string>();
    for (let step = 0; banner !== -1 && step < maxBanners; step++) {
      const comment = lines.comments[banner];
      if (comment === undefined || comment.lastLine < above) return undefined;
      const clue = comment.block === block ? this.#of(banner) : undefined;
      const drawing = drawingOf(text, comment);
      if (clue !== undefined) return passed.has(drawing) ? undefined : clue;
      if (drawing !== '') passed.add(drawing);
      banner = comment.previousBanner;
    }
    return undefined;
  }

  #of(index: number): Clue | undefined {
    const { outline, family } = this.#scope;
    let known = this.#known[index];
    if (known === undefined) {
      known = clueOfComment(outline, index, family) ?? null;
      this.#known[index] = known;
    }
    return known ?? undefined;
  }

  /** The nearest line above in the comment that an address is part of. */
  #aboveInside({ start }: Comment, line: number): Clue | undefined {
    const { outline, family } = this.#scope;
    const { lines, text } = outline;
    for (let above = line - 1; above >= Math.max(0, line - maxLinesAbove); above--) {
      if ((lines.contents[above] ?? 0) < start) return undefined;
      const from = lines.starts[above] ?? 0;
      const part = text.slice(from, Math.min(lineEnd(outline, above), from + 300));
      // A line with another address describes that one.
      if (/[0-9A-Za-z]{26}/.test(part)) continue;
      const clue = clueIn(part, family, 'comment');
      if (clue !== undefined) return clue;
    }
    return undefined;
  }

  /** Whether a comment consists only of a network's name. */
  #isOnlyNames(index: number): boolean {
    const { text, lines } = this.#scope.outline;
    const { start = 0, end = 0 } = lines.comments[index] ?? {};
    return (this.#areNames[index] ??= end - start <= 80 && isOnlyNames(text, start, end));
  }
}

function clueOfComment({ text, lines }: Outline, index: number, family: Family): Clue | undefined {
  const { start = 0, end = 0 } = lines.comments[index] ?? {};
  const from = Math.max(start, end - 600);
  // A line that is commented out describes its own address, and a command what it runs on.
  const comment = text.slice(from, end);
  if (isCommentedOut(comment) || isCommand(comment)) return undefined;
  const clue = clueIn(comment, family, 'comment');
  // A chain ID in a comment isn't an entry of the code below it.
  return clue?.reason === 'chainId' ? { ...clue, strength: 'words' } : clue;
}

/** `// forge script A --rpc-url $HOODI`, `// export RPC=…`. */
const isCommand = (comment: string): boolean => /\s--[a-z]|\bexport [A-Z_]+=/.test(comment);

const isCommentedOut = (comment: string): boolean =>
  /[0-9A-Za-z]{40}/.test(comment.replace(/https?:\/\/\S{1,200}/g, ''));

function isOnlyNames(text: string, start: number, end: number): boolean {
  const comment = text.slice(start, end).toLowerCase();
  const words = comment.match(/[a-z0-9]+/g) ?? [];
  const named = mentionsIn(text, start, end)
    .map((mention) => text.slice(mention.start, mention.end).toLowerCase())
    .join(' ');
  return words.length > 0 && words.every((word) => fillers.has(word) || named.includes(word));
}

/** The marks that decorate a comment, each run of them once: `/-x-`. Empty for one without any. */
function drawingOf(text: string, { start, end }: Comment): string {
  const part = text.slice(start, Math.min(end, start + 400));
  if (!/[-=*#~_]{4}|\/{6}/.test(part)) return '';
  const words = part.replace(/[^\n\-=*#~_/]+/g, (run) => (run.trim() === '' ? '' : 'x'));
  return words.replace(/(.)\1+/g, '$1');
}

/** Whether a line continues the statement that a comment is right above. */
function isContinued(outline: Outline, { lastLine }: Comment, line: number): boolean {
  if (line - lastLine > 4) return false;
  for (let above = lastLine + 1; above < line; above++) {
    const end = lineEnd(outline, above);
    const start = Math.max(outline.lines.starts[above] ?? 0, end - 40);
    const last = outline.text.slice(start, end).trimEnd().at(-1);
    if (last === undefined || !'=('.includes(last)) return false;
  }
  return true;
}
