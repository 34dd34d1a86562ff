/** Begins a mark, an element, a link, or a cell. */
const marks = new Set('\\`*_[]<>&!|~$#^={}');

/**
 * Escapes text for Markdown. Renderers also link bare addresses: at `www.`, at `://`, and around an
 * `@`, which only a code span prevents.
 */
export function markdownText(text: string): string {
  let result = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (character === '@') result += atSigns(text, index);
    else if (marks.has(character) || beginsLink(text, index)) result += `\\${character}`;
    else result += character;
  }
  return result;
}

/** All of a row of them are one code span: the backticks of two would join. */
function atSigns(text: string, index: number): string {
  const before = text[index - 1] === '@' ? '' : '`';
  const after = text[index + 1] === '@' ? '' : '`';
  return `${before}@${after}`;
}

function beginsLink(text: string, index: number): boolean {
  const next = text[index + 1] ?? ' ';
  if (text[index] === '.') return /[^\s\d]/.test(next) || /w/i.test(text[index - 1] ?? '');
  return text[index] === ':' && /[^\s\d]/.test(next);
}
