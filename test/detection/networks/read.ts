import type { CorpusFile } from '../packages.ts';
import type { ReadFile } from './corpora/corpus.ts';
import { newEntry } from './entries.ts';
import { readScript } from './script.ts';
import { readYaml } from './yaml.ts';

/** A file of a corpus, parsed by the grammar that its name implies. */
export function readFile({ path, text }: CorpusFile): ReadFile {
  if (path.endsWith('.yaml')) return { path, ...readYaml(text) };
  if (!path.endsWith('.sol')) return { path, ...readScript(path, text) };
  // A library of Solidity is of one network: its strings need no entries.
  const root = newEntry('');
  return { path, root, places: [{ entry: root, offset: 0, text }] };
}
