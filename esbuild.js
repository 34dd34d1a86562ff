import { basename, join, resolve } from 'node:path';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build, context } from 'esbuild';
import { globSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { commonJsChunks } from './chunks.js';
import { noticesOf, packagesOf } from './notices.js';

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
  // The log names the function of a fault.
  ...(isProduction && { minify: false, minifySyntax: true, minifyWhitespace: true }),
  // Data files are beside the bundle. CommonJS has no `import.meta`.
  define: { 'import.meta.dirname': '__dirname' },
};

/**
 * Where the code of each file begins in a chunk: `[line, column, file]`, lines and columns from 0. The
 * log names the file of a fault by it.
 * @param {string} map
 * @param {string} code
 */
function placesOf(map, code) {
  const read = new SourceMap(JSON.parse(map));
  const places = [];
  let last = '';
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column++) {
      const { originalSource = last } = read.findEntry(line, column);
      if (originalSource !== last)
        places.push([line, column, originalSource.replace(/^.*?(?=(?:src|node_modules)\/)/, '')]);
      last = originalSource;
    }
  }
  return places;
}

/**
 * The chunks of the extension, and where the code of each file begins in them.
 * @type {import('esbuild').Plugin}
 */
const chunks = commonJsChunks({
  optionsOf(output) {
    const { bytes = 0, inputs = {} } = output;
    const foreignBytes = Object.entries(inputs)
      .filter(([input]) => input.includes('node_modules/'))
      .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
    return {
      target: nodeSide.target,
      ...(isProduction && { minifySyntax: true, minifyWhitespace: true }),
      // Names of a package's functions are long, and no fault of ours.
      minifyIdentifiers: isProduction && foreignBytes > bytes / 2,
      sourcemap: isProduction ? 'external' : 'both',
      sourcesContent: false,
    };
  },
  async onWritten(written) {
    const places = written.map(({ name, code, map }) => [name, placesOf(map, code)]);
    await writeFile('dist/places.json', JSON.stringify(Object.fromEntries(places)));
  },
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

await rm('dist', { recursive: true, force: true });
await mkdir('dist', { recursive: true });
await copyFile('src/networks/registry.txt', 'dist/registry.txt');
await copyFile('src/known/known.bin', 'dist/known.bin');

/**
 * The parts of undici that send requests. Its index also has a browser's fetch, mocks, and caches, which
 * are a third of it.
 * @type {import('esbuild').Plugin}
 */
const undiciParts = {
  name: 'undici-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'undici-parts' }));
    // The parser for processors without SIMD, on which no VS Code runs.
    onResolve({ filter: /llhttp-wasm\.js$/ }, () => ({
      path: resolve('node_modules/undici/lib/llhttp/llhttp_simd-wasm.js'),
    }));
    onLoad({ filter: /./, namespace: 'undici-parts' }, () => ({
      contents: `
        Object.assign(require('undici/lib/dispatcher/dispatcher').prototype, require('undici/lib/api'));
        exports.Agent = require('undici/lib/dispatcher/agent');
        exports.EnvHttpProxyAgent = require('undici/lib/dispatcher/env-http-proxy-agent');
        exports.DecoratorHandler = require('undici/lib/handler/decorator-handler');
      `,
      resolveDir: resolve('.'),
    }));
  },
};

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
  plugins: [undiciParts, chunks],
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
if (!isWatching) await writeFile('dist/ThirdPartyNotices.txt', await noticesOf(bundled));

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
