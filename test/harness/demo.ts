/**
 * `npm run screenshots:demo`: the animated picture at the top of the README, from the running
 * product in sample mode: a change adds an address, and its hover, score, report, and review follow.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { animatedPng, type Frame } from './animation.ts';
import { repository } from './extension.ts';
import { startSession } from './session.ts';
import { solidityColors } from './solidityColors.ts';
import { eventually } from './waiting.ts';
import type { Workbench } from './workbench.ts';

const picture = join(repository, 'docs', 'images', 'demo.png');
const mixer = '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b';

/** A repository whose branch `work` adds the line of the mixer. */
async function makeRepository(folder: string): Promise<void> {
  const git = (...words: string[]): Promise<unknown> =>
    promisify(execFile)(
      'git',
      ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.com', ...words],
      { cwd: folder },
    );
  const file = join(folder, 'Treasury.sol');
  await cp(join(repository, 'examples', 'Treasury.sol'), file);
  const text = await readFile(file, 'utf8');
  const line = text.split('\n').find((one) => one.includes(mixer)) ?? '';
  await writeFile(file, text.replace(`${line}\n`, ''));
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'A treasury');
  await git('checkout', '--quiet', '-b', 'work');
  await writeFile(file, text);
}

async function play(workbench: Workbench): Promise<Frame[]> {
  const { page, editor } = workbench;
  const frames: Frame[] = [];
  const take = async (seconds: number): Promise<void> => {
    frames.push({ png: await page.screenshot(), seconds });
  };
  await page.setViewportSize({ width: 1200, height: 760 });
  await workbench.openFile('Treasury.sol');
  await workbench.runCommand('View: Close Primary Side Bar').catch(() => undefined);
  await editor.revealLine(23);
  await editor.codeLensSaying(/Score risk/);
  await take(1.5);
  await editor.hoverOver(mixer);
  await editor.hoverSaying(/active \d+ months ago/);
  await take(3);
  await editor.clickInHover('Score');
  await workbench.notification('Scoring').text();
  await take(2);
  await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
  await workbench.notification('Scoring').gone();
  await workbench.runCommand('View: Focus First Editor Group');
  await eventually('the lens to follow', async () =>
    (await editor.codeLenses()).some((lens) => /^Risk .*\(sample\)/.test(lens)),
  );
  await take(4);
  await workbench.runCommand('Address Risk: Review New Addresses');
  await workbench.question(/1 of 1/);
  await workbench.notification('Looking for').gone();
  await take(4);
  return frames;
}

const folder = await mkdtemp(join(tmpdir(), 'treasury-'));
try {
  await makeRepository(folder);
  const session = await startSession({
    folder,
    globalStorage: { 'mode.json': '{"mode":"sample"}' },
    neighbor: solidityColors,
  });
  try {
    await writeFile(picture, animatedPng(await play(await session.open())));
  } finally {
    await session.stop();
  }
} finally {
  await rm(folder, { recursive: true });
}
