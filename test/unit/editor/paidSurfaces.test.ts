/**
 * Every surface that can lead to a paid call, for an address whose network is named, assumed, or
 * ambiguous: what is asked, and what is sent. docs/paid-calls.md holds the table;
 * `WRITE_TABLE=1 node --test test/unit/editor/paidSurfaces.test.ts` writes it.
 */
import { answers, resetAnswers, shown, userSettings } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readingOf, undecided, type ChainReading } from '../../../src/evidence/reasons.ts';
import { canonicalOf } from '../../../src/addresses/occurrence.ts';
import { scanText } from '../../../src/scan/scan.ts';
import type { AddressArgument } from '../../../src/manifest.ts';
import { eventually } from '../../harness/waiting.ts';
import { closeText } from './support/document.ts';
import { withOffice, type Office } from './support/office.ts';
import { states, surfaces, type State } from './support/paidSurfaces.ts';

interface Row {
  readonly surface: string;
  readonly state: State;
  readonly isPick: boolean;
  readonly asked: readonly string[];
  readonly sent: readonly string[];
  /** Its address, to find what was sent for it. */
  readonly address: string;
}

/** A valid address that no other row has. */
function addressOf(index: number): string {
  const [found] = scanText(`0x${(0xa11ce0000n + BigInt(index)).toString(16).padStart(40, '7')}`);
  return canonicalOf(found ?? assert.fail('no address'));
}

function argumentFor(state: State, address: string): AddressArgument {
  if (state === 'ambiguous') return { address, candidates: ['base', 'polygon'] };
  return state === 'named'
    ? { address, chain: 'base', reason: 'explorer', evidence: 'basescan.org' }
    : { address, chain: 'ethereum', reason: 'assumed', evidence: 'ethereum' };
}

function answerAll(isYes: boolean, asked: string[]): void {
  const ask = (): void => void asked.push(shown.at(-1) ?? '');
  answers.modal = (text, [yes]) => {
    asked.push(text || (shown.at(-1) ?? ''));
    return isYes ? yes : undefined;
  };
  answers.choose = ([first]) => {
    ask();
    return isYes ? first : undefined;
  };
}

/** Runs every surface, each for addresses of its own. @returns what was asked for each */
async function runAll(
  office: Office,
  isYes: boolean,
  from: number,
): Promise<{ readonly rows: readonly Row[]; readonly runs: readonly Promise<unknown>[] }> {
  const rows: Row[] = [];
  const runs: Promise<unknown>[] = [];
  for (const { name, run, cost, free = [], states: those = states, isPick = false } of surfaces) {
    for (const state of those) {
      const address = addressOf(from + rows.length);
      const asked: string[] = [];
      shown.length = 0;
      answerAll(isYes, asked);
      const argument = argumentFor(state, address);
      const { chain, reason } = argument;
      const reading =
        chain === undefined
          ? undecided(argument.candidates ?? [])
          : readingOf(reason as ChainReading['reason'], chain);
      const most = free.includes(state) ? [] : cost;
      const isSent = (): boolean =>
        most.length > 0 && sentFor(office, address).length >= most.length;
      // A score is polled once a second: the next row does not wait for its result.
      let isDone = false;
      const running = Promise.resolve(run({ ...office, address, state, argument, reading })).then(
        () => (isDone = true),
      );
      await eventually(name, () => isDone || isSent());
      runs.push(running);
      closeText();
      rows.push({
        ...{ surface: name, state, isPick },
        asked,
        sent: isYes || asked.length === 0 ? most : [],
        address,
      });
    }
  }
  return { rows, runs };
}

/** Not the poll of a job. */
const isPaid = (target: string): boolean => !target.includes('job_id=');

/** What was sent for an address, without the polls of its score. */
function sentFor({ service }: Office, address: string): string[] {
  return service.log
    .filter(({ target }) => isPaid(target) && target.toLowerCase().includes(address.toLowerCase()))
    .map(({ target }) => (target.includes('/summary/') ? '1 API call' : '1 calculation'))
    .toSorted();
}

/** The table in Markdown. Addresses are cut, since each row has one of its own. */
function tableOf(rows: readonly Row[]): string {
  const cell = (texts: readonly string[]): string =>
    texts.map((text) => text.replaceAll(/0x[\da-fA-F]+…?[\da-fA-F]*/g, '0x…')).join('; ') || '—';
  const lines = rows.map(
    ({ surface, state, asked, sent }) =>
      `| ${surface} | ${state} | ${cell(asked)} | ${cell(sent)} |`,
  );
  return ['| surface | network | asked | sent |', '|---|---|---|---|', ...lines].join('\n');
}

const page = join(import.meta.dirname, '../../../docs/paid-calls.md');

describe('every surface that can lead to a paid call', () => {
  beforeEach(() => userSettings.clear());
  afterEach(resetAnswers);

  it('asks and sends what docs/paid-calls.md says, and nothing after a No (hazard 80)', () =>
    withOffice(
      async (office) => {
        const declined = await runAll(office, false, 0);
        const agreed = await runAll(office, true, declined.rows.length);
        // Whatever is under way reaches the service before this ends.
        await (await office.calls.openEngine()).leave();
        await Promise.all([...declined.runs, ...agreed.runs]);
        for (const { surface, state, sent, address } of [...declined.rows, ...agreed.rows]) {
          assert.deepEqual(sentFor(office, address), sent, `${surface}, ${state}`);
        }
        for (const { surface, state, isPick, asked, sent } of agreed.rows) {
          const isNamed = state === 'named' || isPick;
          const isGuess = !isNamed && sent.length > 0 && asked.length === 0;
          assert.ok(!isGuess, `${surface} paid for a network that is ${state}`);
        }
        const text = readFileSync(page, 'utf8');
        const [head = ''] = text.split('| surface |');
        const expected = `${head}${tableOf(agreed.rows)}\n`;
        if (process.env['WRITE_TABLE'] === '1') writeFileSync(page, expected);
        else assert.equal(text, expected);
      },
      { mayExceed: () => Promise.resolve(true) },
    ));
});
