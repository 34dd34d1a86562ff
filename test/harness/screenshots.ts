/**
 * `npm run screenshots`: the pictures of the README and of the walkthrough, taken from the running
 * product in sample mode, and the icon from its drawing.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { repository } from './extension.ts';
import { startSession } from './session.ts';
import { solidityColors } from './solidityColors.ts';
import { eventually } from './waiting.ts';

const pictures = join(repository, 'docs', 'images');
const steps = join(repository, 'media', 'walkthrough');
const mixer = '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b';

/** As WebP and a little smaller, a seventh of the size: these pictures are in the package. */
async function smaller(png: Buffer, context: BrowserContext): Promise<Buffer> {
  const page = await context.newPage();
  const url = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    const [width, height] = [image.width * 0.75, image.height * 0.75];
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return canvas.toDataURL('image/webp', 0.4);
  })()`);
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

async function drawIcon(): Promise<void> {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
  const svg = await readFile(join(repository, 'media', 'icon.svg'), 'utf8');
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  await page.screenshot({ path: join(repository, 'media', 'icon.png'), omitBackground: true });
  await browser.close();
}

async function takePictures(): Promise<void> {
  const session = await startSession({
    globalStorage: { 'mode.json': '{"mode":"sample"}' },
    neighbor: solidityColors,
  });
  try {
    const workbench = await session.open();
    const { page, editor } = workbench;
    const take = (name: string): Promise<unknown> =>
      page.screenshot({ path: join(pictures, `${name}.png`) });
    /** A part of the window for a step of the walkthrough. */
    const takeStep = async (name: string, x: number, y: number): Promise<void> => {
      const png = await page.screenshot({ clip: { x, y, width: 600, height: 380 } });
      await writeFile(join(steps, `${name}.webp`), await smaller(png, page.context()));
    };
    await page.setViewportSize({ width: 1200, height: 760 });
    await workbench.openFile('Treasury.sol');
    await workbench.runCommand('View: Close Primary Side Bar').catch(() => undefined);
    await editor.revealLine(23);
    await editor.hoverOver(mixer);
    await editor.hoverSaying(/active \d+ months ago/);
    await take('hover');
    // Lenses that come meanwhile move the lines.
    const hover = await page
      .locator('.monaco-hover')
      .filter({ visible: true })
      .first()
      .boundingBox();
    await takeStep('hover', (hover?.x ?? 0) - 40, (hover?.y ?? 0) - 110);

    await workbench.runCommand('Address Risk: Look Up Address…');
    await workbench.answer(/An EVM address/, mixer);
    await workbench.panelSaying(/Last activity/);
    await workbench.panel().getByRole('button', { name: 'Score Risk' }).click();
    await workbench.notification('Scoring').text();
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
    await workbench.notification('Scoring').gone();
    await workbench.runCommand('View: Focus First Editor Group');
    await eventually('the lens to follow', async () =>
      (await editor.codeLenses()).some((lens) => /^Risk .*\(sample\)/.test(lens)),
    );
    await editor.revealLine(23);
    await take('report');
    await takeStep('report', 600, 30);
    await workbench.panel().getByRole('heading', { name: 'Other method' }).scrollIntoViewIfNeeded();
    await take('aggregators');
    await workbench
      .panel()
      .getByText(/^Evidence \(by funds\)$/)
      .click();
    await workbench.panel().getByText('Hash').scrollIntoViewIfNeeded();
    await take('record');

    await workbench.runCommand('Address Risk: Show Usage');
    await workbench.question(/Usage/);
    await take('usage');
    await workbench.dismissQuestion();
    await page.keyboard.press('F1');
    await page.keyboard.type('Address Risk: Try');
    await page.getByRole('option', { name: /Try Without an Account/ }).waitFor();
    await takeStep('try', 300, 0);
  } finally {
    await session.stop();
  }
}

await mkdir(pictures, { recursive: true });
await mkdir(steps, { recursive: true });
await drawIcon();
await takePictures();
