import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import { setLanguage } from '../../../src/messages/language.ts';
import { ReportPanel, themes, type Theme } from '../../harness/reportPanel.ts';
import { startSession, type Session } from '../../harness/session.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { contrastOfMarks } from '../../support/pageMarks.ts';
import {
  openedStates,
  reportIn,
  reportStates,
  reportTime,
  subjectOfReports,
} from '../../support/reportStates.ts';
import { outsideOfSentences, pseudoBundle, pseudoLanguage } from '../../support/pseudoLanguage.ts';
import { lookUp, sampleMode } from '../../e2e/support.ts';

/** What runs in the page, as text: its types are not those of this program. */
const pageScripts = {
  /** The rules that are broken, or whose contrast axe cannot tell, each with its elements. */
  violations: `async (rules) => {
    const { violations, incomplete } = await axe.run(document, {
      resultTypes: ['violations', 'incomplete'],
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    });
    const unclear = incomplete.filter(({ id }) => id === 'color-contrast');
    return [...violations, ...unclear].map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' '));
  }`,
  isTooWide: '() => document.documentElement.scrollWidth > innerWidth',
  /** Everything that Tab should reach, in its order. */
  reachable: `() => [...document.querySelectorAll('#report :is(button, summary, [tabindex="0"])')]
    .map((element) => element.innerText || element.ariaLabel)`,
  focused: `() => {
    const { innerText, ariaLabel, localName } = document.activeElement;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
    return { text: innerText || ariaLabel, localName, outline: [outlineStyle, outlineWidth, outlineColor].join(' ') };
  }`,
  /** Each text that is shown; rows of data are marked by their classes. */
  texts: `() => {
    const walker = document.createTreeWalker(document.querySelector('#report'), NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode.data);
    return texts;
  }`,
  /** Texts that a box cuts off. Boxes of a pixel hold what only a screen reader says. */
  cutOff: `() => [...document.querySelectorAll('#report *')]
    .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
      && ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
    .map(({ textContent }) => textContent)`,
  bars: "() => document.querySelectorAll('.bars tbody tr').length",
  isOpen: `() => [...document.querySelectorAll('details[open] > summary')]
    .some(({ innerText }) => innerText === 'Evidence (by funds)')`,
  place: '() => document.documentElement.scrollTop',
  scroll: `async (top) => {
    const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    document.documentElement.scrollTop = top;
    await ended;
    return document.documentElement.scrollTop;
  }`,
} as const;

/** What reports show as it is: names of the service, of networks and levels, and parts of dates. */
const dataWords: ReadonlySet<string> = new Set(
  [
    'money rank weight risk score share usd direct indirect category',
    'sanctioned mixer exchange unattributed bridge scam other',
    'Sanctioned Mixer Exchange Unattributed Bridge Scam Other Category Direct Indirect',
    'Ethereum Bitcoin ETH UTC minutes hours days ago',
    'Low Medium High Severe',
    // Of states with foreign text and with shapes of details that are not known.
    'Compliance team example https graph json exe gpj javascript alert img src onerror',
    'list model notes null text',
    // Names and notes of an address book, and the paths of its lists.
    'Treasury Payout vault PayoutVaultProxy Ours Paid monthly lists deny sanctions csv',
    // Of a line of code.
    'address public treasury',
  ].flatMap((line) => line.split(' ')),
);

/** All rules for both shapes; for high contrast, which changes nothing but colors, those of colors. */
const rulesIn = ({ kind }: Theme): readonly string[] | null =>
  kind === 'dark' || kind === 'light' ? null : ['color-contrast', 'link-in-text-block'];

interface Focused {
  readonly text: string;
  readonly localName: string;
  readonly outline: string;
}

describe('the page of a report in VS Code', () => {
  let session: Session;
  let workbench: Workbench;
  let panel: ReportPanel;
  before(async () => {
    session = await startSession({ globalStorage: sampleMode });
    workbench = await session.open();
    await lookUp(workbench, subjectOfReports.address);
    await workbench.panelSaying(/Last activity/);
    await workbench.panel().getByRole('button', { name: 'Score Risk' }).click();
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
    panel = await ReportPanel.of(workbench);
    await panel.takeOver(reportTime);
    await panel.frame.evaluate(axe.source);
  });
  after(() => session.stop());

  const focused = (): Promise<Focused> => panel.run(pageScripts.focused);

  /** Presses Tab from the first button on, until an element has the focus. */
  async function tabTo(text: RegExp): Promise<void> {
    await panel.frame.locator('button').first().focus();
    const most = (await panel.run<string[]>(pageScripts.reachable)).length;
    for (let count = 0; count <= most; count++) {
      if (text.test((await focused()).text)) return;
      await workbench.page.keyboard.press('Tab');
    }
    assert.fail(`Tab does not reach ${String(text)}`);
  }

  it('can be walked through with the keyboard alone, and shows where the focus is', async () => {
    await panel.show(reportIn('ready, one aggregator, no scale'));
    await workbench.runCommand('View: Focus Active Editor Group');
    const reachable = await panel.run<string[]>(pageScripts.reachable);
    assert.ok(reachable.length >= 14, reachable.join());
    const walked: string[] = [];
    // The first key may go to the frame.
    await eventually('the focus in the page', async () => {
      await workbench.page.keyboard.press('Tab');
      return (await focused()).localName !== 'body';
    });
    // On a busy machine the page may have got two.
    await panel.frame.locator('#report button').first().focus();
    for (const expected of reachable) {
      const { text, outline } = await focused();
      walked.push(text);
      assert.match(outline, /^(?:solid|auto) [1-9]\d*px rgb\(/, text);
      // One more would leave the page.
      if (expected !== reachable.at(-1)) await workbench.page.keyboard.press('Tab');
    }
    assert.deepEqual(walked, reachable);
  });

  it('shows more categories by Enter, and keeps the focus there', async () => {
    await panel.show(reportIn('many categories'));
    assert.equal(await panel.run(pageScripts.bars), 12);
    await tabTo(/^Show More/);
    await workbench.page.keyboard.press('Enter');
    assert.equal(await panel.run(pageScripts.bars), 212);
    assert.equal((await focused()).text, 'Show More (188)');
  });

  it('keeps the focus as states change; where its button goes, the section gets it', async () => {
    await panel.show(reportIn('starting'));
    await tabTo(/^Export…/);
    await panel.show(reportIn('ready'));
    assert.equal((await focused()).text, 'Export…');

    await panel.show(reportIn('not requested'));
    await panel.frame.locator('.steps button').first().focus();
    await panel.show(reportIn('starting'));
    const { localName, text } = await focused();
    assert.equal(localName, 'section');
    assert.match(text, /^Stop Waiting/);
  });

  it('breaks no rule of axe in any state and theme, and has marks of 3:1 or more', async (test) => {
    const faults = new Set<string>();
    let least = Infinity;
    for (const theme of themes) {
      await panel.setTheme(theme);
      // Narrow tables have another shape.
      if (theme.kind === 'light') await panel.setSize(320, 900);
      for (const state of reportStates) {
        await panel.show(reportIn(state));
        await panel.toggleAll(openedStates.has(state));
        for (const fault of await panel.run<string[]>(pageScripts.violations, rulesIn(theme))) {
          faults.add(`${theme.name}, ${state}: ${fault}`);
        }
        const marks = await panel.run<{ name: string; ratio: number }[]>(contrastOfMarks);
        for (const { name, ratio } of marks) {
          least = Math.min(least, ratio);
          if (ratio < 3) faults.add(`${theme.name}: ${name} ${ratio.toFixed(2)}`);
        }
        if (await panel.run(pageScripts.isTooWide)) faults.add(`${state} scrolls sideways`);
      }
    }
    test.diagnostic(`${reportStates.length} states, lowest contrast of a mark ${least.toFixed(2)}`);
    assert.deepEqual([...faults], []);
  });

  it('takes every sentence from the catalog, and cuts none off in a longer language', async () => {
    setLanguage(pseudoLanguage, pseudoBundle());
    const left = new Set<string>();
    const cut = new Set<string>();
    try {
      await panel.setSize(320, 900);
      for (const state of reportStates) {
        await panel.show(reportIn(state));
        await panel.toggleAll(true);
        for (const text of await panel.run<string[]>(pageScripts.texts)) {
          // Addresses, IDs, and amounts have digits.
          const words = outsideOfSentences(text).replaceAll(/[\w…]*\d[\w…]*/g, '');
          for (const [word] of words.matchAll(/\p{L}{2,}/gu)) left.add(word);
        }
        for (const text of await panel.run<string[]>(pageScripts.cutOff)) cut.add(text);
        if (await panel.run(pageScripts.isTooWide)) cut.add(`${state} scrolls sideways`);
      }
    } finally {
      setLanguage('en', undefined);
      await panel.resetSize();
    }
    assert.deepEqual([...left].filter((word) => !dataWords.has(word)).sort(), []);
    assert.deepEqual([...cut], []);
  });

  it('keeps open details and its place over a new report, and while it is hidden', async () => {
    await panel.show(reportIn('ready'));
    await panel.toggleAll(false);
    await tabTo(/^Evidence \(by funds\)$/);
    await workbench.page.keyboard.press('Space');
    await eventually('open details', () => panel.run<boolean>(pageScripts.isOpen));
    await panel.show(reportIn('stale'));
    assert.equal(await panel.run(pageScripts.isOpen), true);

    await workbench.page.setViewportSize({ width: 1_000, height: 500 });
    const place = await panel.run<number>(pageScripts.scroll, 150);
    assert.equal(place, 150);
    await panel.show(reportIn('ready'));
    assert.equal(await panel.run(pageScripts.place), place);

    await workbench.openFile('payouts.ts');
    await workbench.page.locator('.tab', { hasText: 'Address Risk' }).click();
    const isBack = async (): Promise<boolean> => {
      panel = await ReportPanel.of(workbench);
      const isOpen = await panel.run<boolean>(pageScripts.isOpen);
      return isOpen && (await panel.run(pageScripts.place)) === place;
    };
    await eventually('the place after it was hidden', isBack);
  });
});
