import type { Metafile, Plugin, TransformOptions } from 'esbuild';

export function commonJsChunks(how: {
  readonly optionsOf: (output: Partial<Metafile['outputs'][string]>) => TransformOptions;
  readonly onWritten?: (
    written: readonly { name: string; code: string; map: string }[],
  ) => Promise<void>;
}): Plugin;
