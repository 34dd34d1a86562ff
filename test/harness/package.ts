/**
 * `npm run package`: writes `dist/address-risk-<version>.vsix`. With `-- --repository URL`, the
 * pictures and links of the README lead there; without it they are left relative, which works in the
 * repository alone.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { repository } from './extension.ts';

const { values } = parseArgs({
  options: {
    /** Where the repository is published, for example `https://example.com/owner/name`. */
    repository: { type: 'string' },
    /** What is packed. */
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

// Ends this process with 1 if a file looks like it holds a secret.
await createVSIX({
  cwd: values.folder,
  packagePath: join(values.folder, 'dist'),
  dependencies: false,
  ...(values.repository === undefined
    ? { rewriteRelativeLinks: false }
    : linksTo(values.repository)),
});
