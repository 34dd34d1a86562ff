/**
 * `npm run screenshots`: the pictures of the README, taken from the running product in sample
 * mode, and the icon from its drawing.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from './chromium.ts';
import { repository } from './extension.ts';
import { startSession } from './session.ts';
import { eventually } from './waiting.ts';

const pictures = join(repository, 'docs', 'images');
const mixer = '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b';
const router = '0xE592427A0AEce92De3Edee1F18E0157C05861564';

async function drawIcon(): Promise<void> {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
  const svg = await readFile(join(repository, 'media', 'icon.svg'), 'utf8');
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  await page.screenshot({ path: join(repository, 'media', 'icon.png'), omitBackground: true });
  await browser.close();
}

async function takePictures(): Promise<void> {
  const session = await startSession({ globalStorage: { 'mode.json': '{"mode":"sample"}' } });
  try {
    const workbench = await session.open();
    const { page, editor } = workbench;
    const take = (name: string): Promise<unknown> =>
      page.screenshot({ path: join(pictures, `${name}.png`) });
    await page.setViewportSize({ width: 1200, height: 760 });
    await workbench.openFile('Treasury.sol');
    await workbench.runCommand('View: Close Primary Side Bar').catch(() => undefined);
    await editor.revealLine(23);
    await editor.hoverOver(mixer);
    await editor.hoverSaying(/Last activity/);
    await take('hover');

    await workbench.runCommand('Address Risk: Look Up Address…');
    await workbench.answer(/An EVM address/, router);
    await workbench.panelSaying(/Last activity/);
    await workbench.panel().getByRole('button', { name: 'Score risk' }).click();
    await workbench.notification('Scoring').text();
    await take('progress');
    await workbench.panelSaying(/sample scale[^]*As of/);
    await workbench.notification('Scoring').gone();
    await workbench.runCommand('View: Focus First Editor Group');
    await eventually('the lens to follow', async () =>
      (await editor.codeLenses()).some((lens) => lens.startsWith('Sample: Risk ')),
    );
    await take('report');

    await workbench.runCommand('Address Risk: Show Usage');
    await workbench.question(/Today/);
    await take('usage');
  } finally {
    await session.stop();
  }
}

await mkdir(pictures, { recursive: true });
await drawIcon();
await takePictures();
