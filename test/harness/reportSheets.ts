/**
 * `npm run screenshots:report`: every state of a report in a real VS Code, in four themes and three
 * widths, as one contact sheet for each theme in `out/report-sheets`. Exits with 1 if a page scrolls
 * sideways.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { lookUp, sampleMode } from '../e2e/support.ts';
import {
  openedStates,
  reportIn,
  reportStates,
  reportTime,
  subjectOfReports,
} from '../support/reportStates.ts';
import { repository } from './extension.ts';
import { ReportPanel, themes, type Theme } from './reportPanel.ts';
import { startSession } from './session.ts';

const sheets = join(repository, 'out', 'report-sheets');
const widths = [320, 480, 1200];

/** Three pages side by side take a third of a sheet. */
const scale = 0.5;

interface Shot {
  readonly state: string;
  readonly width: number;
  readonly png: Buffer;
}

async function takeShots(panel: ReportPanel, theme: Theme, tooWide: string[]): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const state of reportStates) {
    await panel.show(reportIn(state));
    await panel.toggleAll(openedStates.has(state));
    for (const width of widths) {
      const { png, isTooWide } = await panel.picture(width);
      shots.push({ state, width, png });
      if (isTooWide) tooWide.push(`${state}, ${theme.name}, ${width} px`);
    }
  }
  return shots;
}

/** One picture of all: a block for each state, with its widths side by side. */
async function makeSheet(page: Page, shots: readonly Shot[]): Promise<Buffer> {
  const columns = Array.from({ length: 3 }, () => ({ height: 0, html: '' }));
  for (const [state, own] of Map.groupBy(shots, (shot) => shot.state)) {
    const [shortest] = columns.toSorted((a, b) => a.height - b.height);
    if (shortest === undefined) continue;
    shortest.height += Math.max(...own.map(({ png }) => heightOf(png)));
    shortest.html += `<h1>${state}</h1><div>${own.map(imageOf).join('')}</div>`;
  }
  await page.setViewportSize({ width: 3_360, height: 1_000 });
  await page.setContent(
    `<style>
      body { display: flex; gap: 20px; margin: 8px; background: #777; font: 16px sans-serif; }
      h1 { margin: 12px 0 4px; font-size: 16px; }
      div { display: flex; gap: 4px; align-items: start; }
    </style>${columns.map(({ html }) => `<section>${html}</section>`).join('')}`,
  );
  return page.screenshot({ fullPage: true });
}

/** Of a PNG: the fourth number of its header. */
const heightOf = (png: Buffer): number => png.readUInt32BE(20);

const imageOf = ({ width, png }: Shot): string =>
  `<img width="${width * scale}" src="data:image/png;base64,${png.toString('base64')}">`;

const session = await startSession({ globalStorage: sampleMode });
try {
  await rm(sheets, { recursive: true, force: true });
  const workbench = await session.open();
  // The tallest page must fit.
  await workbench.page.setViewportSize({ width: 1_300, height: 6_000 });
  await lookUp(workbench, subjectOfReports.address);
  const panel = await ReportPanel.of(workbench);
  await panel.takeOver(reportTime);
  const tooWide: string[] = [];
  for (const theme of themes) {
    await panel.setTheme(theme);
    const shots = await takeShots(panel, theme, tooWide);
    await mkdir(join(sheets, theme.kind), { recursive: true });
    for (const { state, width, png } of shots) {
      await writeFile(join(sheets, theme.kind, `${state}, ${width}.png`), png);
    }
    const page = await workbench.page.context().newPage();
    await writeFile(join(sheets, `${theme.kind}.png`), await makeSheet(page, shots));
    await page.close();
    console.log(`out/report-sheets/${theme.kind}.png: ${shots.length} pages`);
  }
  for (const what of tooWide) console.error(`Scrolls sideways: ${what}`);
  if (tooWide.length > 0) process.exitCode = 1;
} finally {
  await session.stop();
}
