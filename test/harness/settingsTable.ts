/**
 * The table of settings in `docs/settings.md`, made from the manifest. With `--check` it only says
 * whether the file has it as it should be.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './extension.ts';

interface Property {
  readonly default: unknown;
  readonly markdownDescription: string;
}

const read = (file: string): Promise<string> => readFile(join(repository, file), 'utf8');
const manifest = JSON.parse(await read('package.json')) as {
  contributes: { configuration: { properties: Record<string, Property> } };
};
const texts = JSON.parse(await read('package.nls.json')) as Record<string, string>;

const rows = Object.entries(manifest.contributes.configuration.properties).map(
  ([name, { default: value, markdownDescription }]) => {
    const text = texts[markdownDescription.slice(1, -1)] ?? '';
    return `| \`${name}\` | \`${JSON.stringify(value)}\` | ${text.replaceAll('|', '\\|')} |`;
  },
);
const table = ['| setting | default | |', '|---|---|---|', ...rows].join('\n');
const page = await read(join('docs', 'settings.md'));
const wanted = page.replace(
  /<!-- settings -->[^]*<!-- \/settings -->/,
  `<!-- settings -->\n${table}\n<!-- /settings -->`,
);
if (!process.argv.includes('--check')) {
  await writeFile(join(repository, 'docs', 'settings.md'), wanted);
} else if (wanted !== page) {
  console.error(
    'The settings in docs/settings.md are not those of package.json: npm run settings-table',
  );
  process.exitCode = 1;
}
