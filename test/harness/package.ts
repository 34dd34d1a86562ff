/**
 * `npm run package`: writes `dist/address-risk-<version>.vsix`, and the build's
 * `address-risk.cdx.json`, which lists bundled packages. With `-- --repository URL`, the README's
 * pictures and links lead there; otherwise they stay relative, which works only in the repository.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { repository } from './extension.ts';

const { values } = parseArgs({
  options: {
    /** Where the repository is published, for example `https://example.com/owner/name`. */
    repository: { type: 'string' },
    /** The folder to package. */
    folder: { type: 'string', default: repository },
  },
});

function linksTo(home: string): {
  readonly baseContentUrl: string;
  readonly baseImagesUrl: string;
} {
  const { protocol, href } = new URL(home);
  if (protocol !== 'https:') throw new Error(`${home} is not an https URL`);
  const base = href.replace(/\/$/, '');
  return { baseContentUrl: `${base}/blob/HEAD`, baseImagesUrl: `${base}/raw/HEAD` };
}

// Two builds of one version are equal: every entry has this time, which a zip has without its zone.
process.env['TZ'] = 'UTC';
process.env['SOURCE_DATE_EPOCH'] = String(Date.UTC(2000, 0, 1) / 1_000);

// Ends this process with 1 if a file looks like it holds a secret.
await createVSIX({
  cwd: values.folder,
  packagePath: join(values.folder, 'dist'),
  dependencies: false,
  ...(values.repository === undefined
    ? { rewriteRelativeLinks: false }
    : linksTo(values.repository)),
});
