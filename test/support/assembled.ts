import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';

const source = join(import.meta.dirname, '../../src/addresses/runFinder.wat');

/** The bytes of `runFinder.wat`. */
export async function assembled(): Promise<Uint8Array> {
  const text = readFileSync(source, 'utf8');
  const module = (await wabt()).parseWat('runFinder.wat', text, { simd: true });
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

/** The source file that contains the bytes. */
export function bytesFile(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,90}/g)!
    .map((line) => `  '${line}'`);
  return (
    '/** `runFinder.wat`, compiled by `npm run assemble`, in base64. */\n' +
    `export const runFinderBytes =\n${lines.join(' +\n')};\n`
  );
}
