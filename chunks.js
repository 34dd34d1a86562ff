import { writeFile } from 'node:fs/promises';
import { transform } from 'esbuild';

/**
 * Rewrites the chunks of a build, which esbuild splits as ES modules only, as CommonJS, and writes them.
 * (An ESM extension was rejected, see docs/decisions.md.) The build has `write: false`.
 * @type {typeof import('./chunks.d.ts').commonJsChunks}
 */
export const commonJsChunks = (options) => ({
  name: 'commonjs-chunks',
  setup({ onEnd }) {
    onEnd(async ({ outputFiles = [] }) => {
      for (const { path, text } of outputFiles) {
        const { code } = await transform(text, {
          format: 'cjs',
          platform: 'node',
          legalComments: 'none',
          // An `import()` here would load a file as an ES module, with its exports under `default`.
          supported: { 'dynamic-import': false },
          ...options,
        });
        await writeFile(path, code);
      }
    });
  },
});
