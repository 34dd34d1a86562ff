/**
 * The help of all commands in `docs/cli.md`. With `--check` it only says whether the file has it as it
 * should be.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandHelp } from '../../src/cli/help.ts';
import { specs } from '../../src/cli/specs.ts';
import { repository } from './extension.ts';

const file = join(repository, 'docs', 'cli.md');
const page = await readFile(file, 'utf8');
const sections = specs.map(
  (spec) => `### ${spec.name}\n\n\`\`\`text\n${commandHelp(spec).trimEnd()}\n\`\`\`\n`,
);
const wanted = page.replace(
  /<!-- commands -->[^]*<!-- \/commands -->/,
  () => `<!-- commands -->\n\n${sections.join('\n')}\n<!-- /commands -->`,
);
if (!process.argv.includes('--check')) await writeFile(file, wanted);
else if (wanted !== page) {
  console.error('The help in docs/cli.md is not that of the commands: npm run cli-page');
  process.exitCode = 1;
}
