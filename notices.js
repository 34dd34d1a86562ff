import { Buffer } from 'node:buffer';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Texts of licenses for packages that contain none: the license that their package.json names. */
const keptLicenses = new Map([['@vscode/l10n', 'licenses/vscode-l10n.txt']]);

/**
 * The folders of the packages whose code is in a bundle.
 * @param {readonly string[]} inputs as esbuild lists them
 */
export function packagesOf(inputs) {
  const folders = inputs.flatMap(
    (input) => /^(?:[^:]*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? [],
  );
  return new Set(folders);
}

/**
 * The license at the end of a package's README, where some have it.
 * @param {string} folder
 */
async function inReadme(folder) {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  return /^#{1,3} licen[cs]e\s*([^]*)$/im.exec(readme)?.[1];
}

/**
 * What the licenses of bundled packages ask for: their names and their texts.
 * @param {Iterable<string>} folders
 */
export async function noticesOf(folders) {
  const notices = await Promise.all(
    [...folders].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(
        await readFile(join(folder, 'package.json'), 'utf8'),
      );
      const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
      const path = file === undefined ? keptLicenses.get(name) : join(folder, file);
      const text = path === undefined ? await inReadme(folder) : await readFile(path, 'utf8');
      if (text === undefined) throw new Error(`${name} has no license file.`);
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    }),
  );
  const head =
    'Address Risk contains code of the packages below, under the licenses that follow.\n';
  return [head, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * What a package contains of others, as CycloneDX 1.6 (JSON). Without a time and a serial number, so that
 * two builds of one version are equal.
 * @param {Iterable<string>} folders
 * @param {string} product
 */
export async function sbomOf(folders, product) {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, 'package-lock.json'), 'utf8'));
  const components = [...folders].sort().map((folder) => {
    const { version, license, integrity } = lock.packages[folder];
    const name = folder.replace(/^.*node_modules\//, '');
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    return {
      ...{ type: 'library', 'bom-ref': purl, name, version, purl },
      hashes: [{ alg: 'SHA-512', content }],
      licenses: [{ license: { id: license } }],
    };
  });
  const { version, license } = lock.packages[''];
  const licenses = [{ license: { id: license } }];
  const component = { type: 'application', 'bom-ref': product, name: product, version, licenses };
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 };
  return `${JSON.stringify({ ...head, metadata: { component }, components }, null, 2)}\n`;
}
