import { basename, join, resolve } from 'node:path';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build, context } from 'esbuild';
import { globSync } from 'node:fs';
import { commonJsChunks } from './chunks.js';
import { noticesOf, packagesOf, sbomOf } from './notices.js';

const isWatching = process.argv.includes('--watch');
const isProduction = process.argv.includes('--production');
const withTests = process.argv.includes('--tests');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: isProduction,
  sourcemap: isProduction ? false : 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
};

/** @type {import('esbuild').BuildOptions} */
const nodeSide = {
  ...common,
  platform: 'node',
  format: 'cjs',
  // The oldest supported VS Code (1.103) runs extensions on Node 22.
  target: 'node22',
  external: ['vscode'],
  outExtension: { '.js': '.cjs' },
  // Data files are beside the bundle. CommonJS has no `import.meta`.
  define: { 'import.meta.dirname': '__dirname' },
};

const chunks = commonJsChunks({
  target: nodeSide.target,
  minify: isProduction,
  sourcemap: isProduction ? false : 'inline',
  sourcesContent: false,
});

/** Folders of the packages whose code went into a bundle. */
const bundled = new Set();

/** @param {import('esbuild').BuildOptions} options */
async function make(options) {
  if (!isWatching) {
    const result = await build({ ...options, metafile: true });
    for (const folder of packagesOf(Object.keys(result.metafile.inputs))) bundled.add(folder);
    return result;
  }
  const watcher = await context(options);
  await watcher.watch();
  return watcher.rebuild();
}

// Chunks have other names each time. Packages, which are in the same folder, stay.
for (const old of ['dist/panel', ...globSync('dist/*.{cjs,map}')]) {
  await rm(old, { recursive: true, force: true });
}
await mkdir('dist', { recursive: true });
await copyFile('src/networks/registry.txt', 'dist/registry.txt');
await copyFile('src/known/known.bin', 'dist/known.bin');

// Code that several programs or chunks use is in one file; an `import()` is a chunk of its own.
await make({
  ...nodeSide,
  entryPoints: {
    extension: 'src/extension.ts',
    ...Object.fromEntries(
      globSync('src/*/*.process.ts').map((file) => [basename(file, '.process.ts'), file]),
    ),
  },
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  sourcemap: 'inline',
  write: false,
  plugins: [chunks],
});
/**
 * The path of one icon of @vscode/codicons: the page draws it itself, so that it needs neither the
 * whole font nor a rule for fonts in its policy.
 * @type {import('esbuild').Plugin}
 */
const codicons = {
  name: 'codicons',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^codicon:[a-z-]+$/ }, ({ path }) => ({
      path: resolve(`node_modules/@vscode/codicons/src/icons/${path.slice(8)}.svg`),
      namespace: 'codicon',
    }));
    onLoad({ filter: /./, namespace: 'codicon' }, async ({ path }) => {
      bundled.add('node_modules/@vscode/codicons');
      const drawn = [...(await readFile(path, 'utf8')).matchAll(/ d="([^"]+)"/g)];
      return { contents: JSON.stringify(drawn.map(([, d]) => d).join('')), loader: 'json' };
    });
  },
};

await make({
  ...common,
  entryPoints: ['media/panel.tsx', 'media/panel.css'],
  platform: 'browser',
  format: 'iife',
  target: 'chrome138',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [codicons],
  outdir: 'dist/panel',
});

// Before the tests are bundled: what only they use is not shipped.
if (!isWatching) {
  await writeFile('dist/ThirdPartyNotices.txt', await noticesOf(bundled));
  await writeFile('dist/address-risk.cdx.json', await sbomOf(bundled, 'address-risk'));
}

if (withTests) {
  for (const folder of ['host', 'bench']) {
    await rm(join('out', folder), { recursive: true, force: true });
  }
  await make({
    ...nodeSide,
    sourcesContent: true,
    // Data files of the extension, which these bundles contain parts of.
    define: { 'import.meta.dirname': JSON.stringify(resolve('dist')) },
    // Each test file by itself: the index loads whatever it finds beside it.
    entryPoints: [
      'test/host/index.ts',
      ...globSync('test/host/**/*.test.ts'),
      'test/bench/editorProbe.ts',
      'test/bench/inventoryProbe.ts',
      'test/bench/jobsProbe.ts',
      'test/bench/quietProbe.ts',
      'test/bench/tabsProbe.ts',
    ],
    external: ['vscode', 'mocha'],
    outbase: 'test',
    outdir: 'out',
  });
}
