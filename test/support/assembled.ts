import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';

const folder = join(import.meta.dirname, '../../src/addresses');

/** The modules that are written as text, without `.wat`. */
export const modules = ['runFinder', 'keccak', 'shortHashes'] as const;

type Module = (typeof modules)[number];

/** The bytes of a module, from its text. */
export async function assembled(name: Module): Promise<Uint8Array> {
  const text = readFileSync(join(folder, `${name}.wat`), 'utf8');
  const module = (await wabt()).parseWat(`${name}.wat`, text, { simd: true });
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

/** The source file that contains the bytes. */
export function bytesFile(name: Module, bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,90}/g)!
    .map((line) => `  '${line}'`);
  return (
    `/** \`${name}.wat\`, compiled by \`npm run assemble\`, in base64. */\n` +
    `export const ${name}Bytes =\n${lines.join(' +\n')};\n`
  );
}
