/** Runs what a benchmark measures in the extension host of a real VS Code. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleMode } from '../e2e/support.ts';
import { launchChromium } from '../harness/chromium.ts';
import { repository } from '../harness/extension.ts';
import { runInHost } from '../harness/hostRun.ts';
import { startServer } from '../harness/server.ts';

/**
 * @param suite its file in `out/bench`, which prints `bench` and one object as JSON
 * @param development the extension beside it
 * @returns what it measured
 */
export async function probeInHost(
  suite: string,
  development: string,
  folder: string,
): Promise<unknown> {
  const server = await startServer({
    extension: 'none',
    builtIn: 'all',
    hasTestDriver: true,
    folder,
    globalStorage: sampleMode,
  });
  const browser = await launchChromium();
  try {
    let probed: unknown;
    const { complaints } = await runInHost(
      await browser.newPage(),
      server,
      { suite: join(repository, 'out', 'bench', suite), development },
      (text) => {
        const [, json] = /bench (\{.*\})/.exec(text) ?? [];
        if (json !== undefined) probed = JSON.parse(json);
        return json !== undefined;
      },
    );
    if (probed === undefined) throw new Error(`Nothing was measured:\n${complaints.join('\n')}`);
    return probed;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** An extension that does nothing, for comparison. @returns its folder */
export async function writeEmptyExtension(folder: string): Promise<string> {
  const path = join(folder, 'nothing');
  await mkdir(path);
  const manifest = { name: 'nothing', publisher: 'nobody', version: '0.0.1' };
  await writeFile(
    join(path, 'package.json'),
    JSON.stringify({ ...manifest, engines: { vscode: '*' } }),
  );
  return path;
}
