import type { Plugin, TransformOptions } from 'esbuild';

export function commonJsChunks(options: TransformOptions): Plugin;
