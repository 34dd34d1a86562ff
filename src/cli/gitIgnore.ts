import { matchesGlob, relative, sep } from 'node:path';

/** Whether a path is ignored; undefined where no pattern of the file says anything of it. */
export type Ignore = (path: string, isFolder: boolean) => boolean | undefined;

interface Rule {
  readonly pattern: string;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
}

/** The patterns of one `.gitignore`, by gitignore(5), "Pattern format". */
export function createIgnore(folder: string, text: string): Ignore {
  const rules = text.split(/\r?\n/).flatMap(ruleOf);
  return (path, isFolder) => {
    const below = relative(folder, path).split(sep).join('/');
    const last = rules.findLast(
      (rule) => (isFolder || !rule.isForFolders) && matchesGlob(below, rule.pattern),
    );
    return last === undefined ? undefined : !last.isNegated;
  };
}

function ruleOf(line: string): Rule[] {
  const trimmed = line.replace(/(?<!\\)\s+$/, '');
  if (trimmed === '' || trimmed.startsWith('#')) return [];
  const isNegated = trimmed.startsWith('!');
  const body = trimmed.slice(isNegated ? 1 : 0).replace(/^\\([#!])/, '$1');
  const isForFolders = body.endsWith('/');
  const bare = isForFolders ? body.slice(0, -1) : body;
  // A slash at the beginning or in the middle ties it to the folder of the file.
  const pattern = bare.includes('/') ? bare.replace(/^\//, '') : `**/${bare}`;
  return pattern === '' ? [] : [{ pattern, isNegated, isForFolders }];
}
