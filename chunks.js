import { writeFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { transform } from 'esbuild';

/**
 * Rewrites the chunks of a build, which esbuild splits as ES modules only, as CommonJS, and writes them.
 * (An ESM extension was rejected, see docs/decisions.md.) The build has `write: false` and a metafile.
 * @type {typeof import('./chunks.d.ts').commonJsChunks}
 */
export const commonJsChunks = ({ optionsOf, onWritten }) => ({
  name: 'commonjs-chunks',
  setup({ initialOptions: { absWorkingDir = '.' }, onEnd }) {
    onEnd(async ({ outputFiles = [], metafile }) => {
      const written = [];
      for (const { path, text } of outputFiles) {
        const { code, map } = await transform(text, {
          format: 'cjs',
          platform: 'node',
          legalComments: 'none',
          // An `import()` here would load a file as an ES module, with its exports under `default`.
          supported: { 'dynamic-import': false },
          ...optionsOf(metafile?.outputs[relative(absWorkingDir, path)] ?? {}),
        });
        await writeFile(path, code);
        written.push({ name: basename(path), code, map });
      }
      await onWritten?.(written);
    });
  },
});
