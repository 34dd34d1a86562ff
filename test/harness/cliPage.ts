/**
 * Writes the help of all commands into `docs/cli.md`, and the names of the networks into
 * `docs/networks.md`. With `--check`, only reports whether the files are current.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandHelp } from '../../src/cli/help.ts';
import { specs } from '../../src/cli/specs.ts';
import { networks } from '../../src/networks/networks.ts';
import { repository } from './extension.ts';

const sections = specs.map(
  (spec) => `### ${spec.name}\n\n\`\`\`text\n${commandHelp(spec).trimEnd()}\n\`\`\`\n`,
);
await put('cli.md', `${sections.join('\n')}\n`);
await put('networks.md', `${networks.map(({ name }) => `\`${name}\``).join(', ')}\n\n`);

/** Puts a text between the two marks of a page. */
async function put(name: string, made: string): Promise<void> {
  const file = join(repository, 'docs', name);
  const page = await readFile(file, 'utf8');
  const wanted = page.replace(
    /<!-- made -->[^]*<!-- \/made -->/,
    () => `<!-- made -->\n\n${made}<!-- /made -->`,
  );
  if (!process.argv.includes('--check')) await writeFile(file, wanted);
  else if (wanted !== page) {
    console.error(`docs/${name} is not as the commands say: npm run cli-page`);
    process.exitCode = 1;
  }
}
