/** In which a glob of VS Code and a pattern of Git may mean different things. */
const special = /[?[\]{}!#\\\n\r]|(?:^|\/)(?:\/|$)|[^/]\*\*|\*\*[^/]|\s$/;

/**
 * Converts the globs of `files.exclude` to patterns of a `.gitignore` in their folder.
 *
 *  @returns undefined if a glob has no equivalent pattern, so that only VS Code can match it
 */
export function gitPatternsOf(setting: Readonly<Record<string, unknown>>): string | undefined {
  const patterns: string[] = [];
  for (const [glob, value] of Object.entries(setting)) {
    if (value === false) continue;
    // An object names a sibling, which a pattern cannot.
    if (value !== true || special.test(glob)) return undefined;
    patterns.push(patternOf(glob));
  }
  return patterns.join('\n');
}

/** A name at any depth is matched in one step if it is alone. */
function patternOf(glob: string): string {
  const name = glob.slice('**/'.length);
  if (glob.startsWith('**/') && !name.includes('/')) return name;
  return glob.startsWith('**') ? glob : `/${glob}`;
}
