/**
 * Drawing time of a report in the real webview: an empty one, one with everything stored, and one
 * with 10,000 categories, alternating; and how soon a panel shows a stored report after it was
 * hidden, compared with one of an address without a score. First, the host's share of the work.
 */
import { shortAddress } from '../../src/messages/text.ts';
import { lookUp, sampleMode } from '../e2e/support.ts';
import { ReportPanel } from '../harness/reportPanel.ts';
import { startSession } from '../harness/session.ts';
import type { Workbench } from '../harness/workbench.ts';
import {
  reportIn,
  reportTime,
  reportWithCategories,
  subjectOfReports,
} from '../support/reportStates.ts';
import { addressOfState } from '../support/storedStates.ts';
import { spread } from './spread.ts';

const rounds = 9;

/** From a message of the host to the next picture on the screen, in milliseconds. */
const drawScript = `async (message) => {
  const began = performance.now();
  const drawn = new Promise((resolve) => {
    addEventListener('message', () => requestAnimationFrame(() => setTimeout(resolve)), { once: true });
  });
  postMessage({ ...message, isOfTest: true }, '*');
  await drawn;
  return performance.now() - began;
}`;

const row = (what: string, times: readonly number[]): string =>
  `  ${what.padEnd(40)}${spread(times).p50.toFixed(1).padStart(8)}`;

async function measureDrawing(panel: ReportPanel): Promise<void> {
  await panel.takeOver(reportTime);
  const reports = {
    empty: reportIn('not requested'),
    stored: reportIn('with history'),
    '10,000 categories': reportWithCategories(10_000),
  };
  const times = new Map<string, number[]>(Object.keys(reports).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, report] of Object.entries(reports)) {
      const message = { type: 'report', report, restore: null };
      times.get(name)?.push(await panel.run<number>(drawScript, message));
    }
  }
  console.log(`From a message to the drawn page, median of ${rounds} (ms)`);
  for (const [name, each] of times) console.log(row(name, each));
}

/** From the body of a response to the message for the page, in milliseconds: the host's part. */
function measureHost(): void {
  const reports = {
    empty: () => reportIn('not requested'),
    stored: () => reportIn('with history'),
    '10,000 categories': () => reportWithCategories(10_000),
  };
  console.log(`From a response to a message, median of ${rounds} (ms)`);
  for (const [name, make] of Object.entries(reports)) {
    const times = Array.from({ length: rounds }, () => {
      const began = performance.now();
      structuredClone(make());
      return performance.now() - began;
    });
    console.log(row(name, times));
  }
}

/** From the click on the tab of a hidden report to its text, in milliseconds. */
async function timeOfShowing(workbench: Workbench, report: ShownReport): Promise<number> {
  await workbench.openFile('payouts.ts');
  const tab = workbench.page.locator('.tab', { hasText: report.tab });
  const began = performance.now();
  await tab.click();
  await workbench.panel().locator('#report').getByText(report.shows).first().waitFor();
  return performance.now() - began;
}

interface ShownReport {
  readonly tab: string;
  readonly shows: RegExp;
}

/** Two pinned reports in turns, so that both meet the same machine. */
async function measureShowing(workbench: Workbench): Promise<void> {
  const empty = {
    tab: `Address Risk: ${shortAddress(addressOfState(0))}`,
    shows: /Not scored yet/,
  };
  const stored = {
    tab: `Address Risk: ${shortAddress(subjectOfReports.address)}`,
    shows: /\d UTC/,
  };
  const times = { empty: [] as number[], stored: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.empty.push(await timeOfShowing(workbench, empty));
    times.stored.push(await timeOfShowing(workbench, stored));
  }
  console.log(`From a click on the tab to the report, in turns, median of ${rounds} (ms)`);
  console.log(row('without a score', times.empty));
  console.log(row('stored', times.stored));
}

measureHost();
const session = await startSession({ globalStorage: sampleMode });
try {
  const workbench = await session.open();
  await lookUp(workbench, subjectOfReports.address);
  await workbench.panelSaying(/Last activity/);
  await workbench.panel().locator('.steps').getByRole('button', { name: 'Score Risk' }).click();
  await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
  await workbench.panel().getByRole('button', { name: 'Pin Report' }).click();
  await workbench.panel().getByRole('button', { name: 'Unpin Report' }).waitFor();
  await lookUp(workbench, addressOfState(0));
  await workbench.panelSaying(/Not scored yet/);
  await measureShowing(workbench);
  await measureDrawing(await ReportPanel.of(workbench));
} finally {
  await session.stop();
}
