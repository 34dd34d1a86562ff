/**
 * `node coldScan.ts ROOT FILE`: measures the first scan of a process with a tree's sources. Prints
 * milliseconds and MiB, as JSON.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , root = '.', file = ''] = process.argv;
const text = readFileSync(file, 'utf8');
const beforeLoading = performance.now();
const { scanText } = (await import(
  pathToFileURL(join(resolve(root), 'src/scan/scan.ts')).href
)) as { readonly scanText: (text: string) => readonly unknown[] };
const began = performance.now();
const found = scanText(text).length;
const first = performance.now() - began;
const { rss, heapUsed, external } = process.memoryUsage();
console.log(
  JSON.stringify({
    loading: began - beforeLoading,
    first,
    found,
    rss: rss / 1_048_576,
    held: (heapUsed + external) / 1_048_576,
  }),
);
