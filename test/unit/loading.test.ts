import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const source = join(import.meta.dirname, '../../src');

/** Loads a module, and prints the names of files that are read meanwhile, besides code. */
const program = (module: string): string => `
  const fs = require('node:fs');
  const { readFileSync } = fs;
  fs.readFileSync = (path, ...more) => {
    if (/\\.(?:txt|bin)$/.test(path)) console.log(path);
    return readFileSync(path, ...more);
  };
  require('node:module').syncBuiltinESMExports();
  import(${JSON.stringify(module)});`;

describe('code that is only loaded', () => {
  for (const module of ['gateway/main.ts', 'sample/server.ts']) {
    it(`reads no table: ${module}`, () => {
      const args = ['--eval', program(join(source, module))];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      assert.deepEqual({ status, stdout }, { status: 0, stdout: '' }, stderr);
    });
  }
});
