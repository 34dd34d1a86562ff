import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CorpusFile {
  readonly package: string;
  /** Within the package, with `/` on every system. */
  readonly path: string;
  readonly text: string;
}

/** The files of an installed package that match, sorted. */
export function filesOf(name: string, globs: readonly string[]): CorpusFile[] {
  const root = join(import.meta.dirname, 'node_modules', name);
  if (!existsSync(root)) throw new Error(`${name} is not installed: npm run test:detection`);
  return globSync([...globs], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ package: name, path, text: readFileSync(join(root, path), 'utf8') }));
}

export function fileOf(name: string, path: string): CorpusFile {
  const [file] = filesOf(name, [path]);
  if (file === undefined) throw new Error(`${name} has no ${path}`);
  return file;
}
