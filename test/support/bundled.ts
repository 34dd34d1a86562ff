import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { repository } from '../harness/extension.ts';

const bundles = new Map<string, Promise<string>>();

/**
 * A program in one file, which starts in a quarter of the time: scenarios start thousands.
 * @param entry its file in the repository
 */
export function bundled(entry: string): Promise<string> {
  const bundle = bundles.get(entry) ?? bundleOf(entry);
  bundles.set(entry, bundle);
  return bundle;
}

async function bundleOf(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'address-risk-bundle-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, `${basename(entry, '.ts')}.mjs`);
  await build({
    ...{ absWorkingDir: repository, entryPoints: [entry], outfile, bundle: true },
    ...{ platform: 'node', format: 'esm', logLevel: 'error', external: ['pg-native'] },
    // For packages in CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
  });
  copyFileSync(join(repository, 'src/networks/registry.txt'), join(folder, 'registry.txt'));
  return outfile;
}
