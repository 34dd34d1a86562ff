/**
 * `npm run metrics`: prints the shape of the product's code, and fails for a function or a class
 * that is too long, for a circle of folders, and for a file that is too long. `--fast` leaves
 * out unused exports, which take seconds to find.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { foldersInCircles, percentile, shapeOf, type Piece } from '../support/shape.ts';

const maxFunctionLines = 80;
/** A class that is one thing stays in one file: cutting it up would only make more imports. */
const maxClassLines = 200;
const maxParameters = 4;
const maxFileLines = 400;

const { values, positionals } = parseArgs({
  options: { fast: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** Another folder is looked at where one is named, so that a test can show what is found. */
const root = positionals[0] ?? join(import.meta.dirname, '../..');
const shapes = globSync('{src,media}/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
  .map((file) => shapeOf(root, file));

let failures = 0;

/** Prints a measure, and what it counts. */
function print(title: string, found: readonly string[], failed = 0): void {
  console.log(`${title}: ${found.length}${failed > 0 ? ', which is an error' : ''}`);
  for (const line of found) console.log(`  ${line}`);
  failures += failed;
}

function placeOf({ file, line, name }: Piece): string {
  return `${file}:${line} ${name}`;
}

function printPieces(): void {
  const pieces = shapes.flatMap((shape) => shape.pieces);
  const long = pieces
    .filter(({ lines, isClass }) => lines > (isClass ? maxClassLines : maxFunctionLines))
    .sort((a, b) => b.lines - a.lines);
  print(
    `Functions over ${maxFunctionLines} lines, and classes over ${maxClassLines}`,
    long.map((piece) => `${piece.lines} ${placeOf(piece)}`),
    long.length,
  );
  const wide = pieces.filter(({ parameters }) => parameters > maxParameters);
  print(
    `Functions with more than ${maxParameters} positional parameters`,
    wide.map((piece) => `${piece.parameters} ${placeOf(piece)}`),
  );
}

function printFiles(): void {
  const long = shapes.filter(({ lines }) => lines > maxFileLines).sort((a, b) => b.lines - a.lines);
  print(
    `Files over ${maxFileLines} lines`,
    long.map(({ lines, file }) => `${lines} ${file}`),
    long.length,
  );
  const lengths = shapes.map(({ lines }) => lines);
  console.log(
    `Lines of a file: median ${percentile(lengths, 0.5)}, 90th percentile ${percentile(lengths, 0.9)}`,
  );
}

function printCircles(): void {
  const circles = foldersInCircles(shapes);
  print(
    'Circles of folders',
    circles.map((circle) => circle.join(', ')),
    circles.length,
  );
}

function printComments(): void {
  const rooms = Map.groupBy(shapes, ({ file }) => file.split('/').slice(0, 2).join('/'));
  console.log('Comments, in percent of the lines');
  for (const [room, files] of rooms) {
    const lines = files.reduce((sum, shape) => sum + shape.lines, 0);
    const comments = files.reduce((sum, shape) => sum + shape.commentLines, 0);
    console.log(`  ${((100 * comments) / lines).toFixed(1)} ${room}`);
  }
}

interface KnipIssue {
  readonly file: string;
  readonly exports: readonly { readonly name: string }[];
  readonly types: readonly { readonly name: string }[];
}

/** Including those that only their own file uses, which `npm run check:unused` accepts. */
function printUnused(): void {
  const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  const config = join(folder, 'knip.json');
  const usual = JSON.parse(readFileSync(join(root, 'knip.json'), 'utf8')) as object;
  writeFileSync(config, JSON.stringify({ ...usual, ignoreExportsUsedInFile: false }));
  const knip = join(import.meta.dirname, '../../node_modules/knip/bin/knip.js');
  const options = ['--exports', '--reporter', 'json', '--no-exit-code', '--no-config-hints'];
  const { stdout } = spawnSync(process.execPath, [knip, '--config', config, ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const { issues } = JSON.parse(stdout) as { readonly issues: readonly KnipIssue[] };
  print(
    'Unused exports',
    issues.flatMap(({ file, exports, types }) =>
      [...exports, ...types].map(({ name }) => `${file} ${name}`),
    ),
  );
}

printPieces();
printFiles();
printCircles();
printComments();
if (!values.fast) printUnused();
if (failures > 0) process.exitCode = 1;
