/**
 * How soon a report is drawn in the real webview: an empty one, one with everything that is stored,
 * and one with 10,000 categories, in turns; and how soon a panel shows a stored report after it was
 * hidden, beside one of an address that has nothing stored. Before that, what the host does for them.
 */
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
import { spread } from './spread.ts';

const rounds = 9;
/** Where {@link subjectOfReports} is in `examples/Treasury.sol`. */
const [line, column] = [23, 41];

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
async function timeOfShowing(workbench: Workbench, about: RegExp): Promise<number> {
  await workbench.openFile('payouts.ts');
  const tab = workbench.page.locator('.tab', { hasText: 'Address Risk' });
  const began = performance.now();
  await tab.click();
  await workbench.panel().locator('#report').getByText(about).first().waitFor();
  return performance.now() - began;
}

async function measureShowing(workbench: Workbench, about: RegExp): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timeOfShowing(workbench, about));
  return times;
}

measureHost();
const session = await startSession({ globalStorage: sampleMode });
try {
  const workbench = await session.open();
  // The address of the examples that is at the caret; opening its report fetches nothing.
  await workbench.openFile('Treasury.sol');
  await workbench.editor.revealLine(line, column);
  await workbench.editor.codeLensSaying(/Score risk/);
  await workbench.runCommand('Address Risk: Open Report…');
  await workbench.panelSaying(/Not fetched yet/);
  const empty = await measureShowing(workbench, /Not fetched yet/);
  await lookUp(workbench, subjectOfReports.address);
  await workbench.panelSaying(/Last activity/);
  await workbench.panel().locator('.score').getByRole('button', { name: 'Score Risk' }).click();
  await workbench.panelSaying(/sample scale[^]*As of/);
  const stored = await measureShowing(workbench, /on the sample scale/);
  console.log(`From a click on the tab to the report, median of ${rounds} (ms)`);
  console.log(row('nothing stored', empty));
  console.log(row('stored', stored));
  await measureDrawing(await ReportPanel.of(workbench));
} finally {
  await session.stop();
}
