import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createActivity } from '../../src/editor/calls/activity.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import { nothingSearched, type ChainChoices } from '../../src/editor/documents/chainChoice.ts';
import type { SessionRoom } from '../../src/editor/session/account.ts';
import { AddressProblems } from '../../src/editor/surfaces/documentMarks.ts';
import { createScoreProblems } from '../../src/editor/surfaces/scoreProblems.ts';
import { StoredResultIndex } from '../../src/editor/surfaces/lensLines.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Clock } from '../../src/paid/clock.ts';
import { createReports } from '../../src/paid/reports.ts';
import { eventually } from '../harness/waiting.ts';
import { hoverTexts } from './support/hovers.ts';
import { openText } from './support/openText.ts';
import { ledgerOver, openSqliteStore } from '../support/openStore.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const receivedAt = Date.parse('2026-11-21T12:00:00Z');

const choices = {
  of: () => undefined,
  ofFile: () => [],
  entryNetwork: () => undefined,
  searched: nothingSearched,
  ready: () => Promise.resolve(),
  alwaysAssumed: () => undefined,
} as unknown as ChainChoices;

/** The problems of a document, over a ledger of its own. */
async function marked(kind: 'sample' | 'service', content: string) {
  const store = openSqliteStore(':memory:');
  const clock = { now: () => receivedAt, tick: () => 0 } as unknown as Clock;
  const policy = () => ({ summaryMs: 1, riskMs: 24 * 3_600_000 }) as never;
  const reports = createReports(ledgerOver(store), clock, policy);
  const engine = {
    readReport: (...asked: Parameters<Engine['readReport']>) => reports.readReport(...asked),
    listScored: (...asked: Parameters<Engine['listScored']>) => reports.listScored(...asked),
    listOpenJobs: () => Promise.resolve([]),
    readStored: reports.readStored,
  } satisfies Pick<
    Engine,
    'readReport' | 'readStored' | 'listScored' | 'listOpenJobs'
  > as unknown as Engine;
  const session = {
    identity: () => Promise.resolve({ kind, key: 'account' }),
  } as unknown as SessionRoom;
  const openEngine = () => Promise.resolve(engine);
  const calls = { session, openEngine, activity: createActivity() } as never;
  const documents = { index: createAddressIndex(), choices } as never;
  const stored = new StoredResultIndex(calls);
  const document = await openText(content);
  const fault = (_: string, error: unknown): never => assert.fail(String(error));
  const all = new AddressProblems();
  const problems = createScoreProblems({
    ...{ calls, documents, stored, problems: all },
    shell: { log: { fault } } as never,
  });
  const hoverTextsAt = hoverTexts({ calls, documents, shell: {} as never });
  let saved = 0;
  const found = (): readonly vscode.Diagnostic[] =>
    vscode.languages.getDiagnostics(document.uri).filter(({ code }) => code === 'score');
  return {
    found,
    until: (count: number) => eventually('the problems', () => found().length === count && found()),
    /** Each one is a millisecond younger. */
    score: (address: string, score: number): void => {
      const raw = `{"scam":${0.75 * score},"mixer":${0.25 * score}}`;
      const body = `{"risk_score":{"address":"${address}","risk_score":${score},"raw_risk_score":${raw}}}`;
      const key = { account: 'account', address, chain: 'ethereum' } as const;
      store.saveResult({ ...key, part: 'money', body, receivedAt: receivedAt + saved++ });
      stored.forget();
      problems.refresh();
    },
    hover: (): Promise<string> => hoverTextsAt(document, new vscode.Position(0, 20)),
    refresh: () => problems.refresh(),
    dispose: () => [problems, all].forEach((each) => each.dispose()),
  };
}

const content = `ethereum: ${usdc} ${weth}\nbsc: ${usdc}`;

describe('a score as a problem', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('is one from the chosen level on, with its reasons, on its own network alone', async () => {
    const { score, until, dispose } = await marked('sample', content);
    score(weth, 49.9);
    score(usdc, 80);
    const [problem] = await until(1);
    assert.deepEqual(problem?.range, new vscode.Range(0, 10, 0, 52));
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(problem.source, 'Address Risk');
    assert.equal(
      problem.message,
      [
        'Sample data: risk 80 (Severe), by funds, as of 2026-11-21 12:00 UTC',
        'Scam: 75% of the score',
        'Mixer: 25% of the score',
      ].join('\n'),
    );
    score(weth, 50);
    await until(2);
    dispose();
  });

  it('has its reasons alone: a hover of the address does not repeat the first one', async () => {
    const { score, until, hover, dispose } = await marked('sample', content);
    const configuration = vscode.workspace.getConfiguration('addressRisk');
    await configuration.update('hover.summary', 'off', vscode.ConfigurationTarget.Global);
    score(usdc, 40);
    await until(0);
    const before = await hover();
    score(usdc, 80);
    await until(1);
    const after = await hover();
    await configuration.update('hover.summary', undefined, vscode.ConfigurationTarget.Global);
    dispose();
    assert.match(before, /40[^]*Scam: 75% of the score/);
    assert.match(after, /Severe · Risk \*\*80\*\*/);
    assert.doesNotMatch(after, /of the score/);
  });

  it('follows its setting, and is none without a scale or without such a level', async () => {
    const configuration = vscode.workspace.getConfiguration('addressRisk');
    const { score, until, dispose } = await marked('sample', content);
    score(usdc, 80);
    await until(1);
    for (const [level, count] of [
      ['off', 0],
      ['Severe', 1],
      // It counts as the default.
      ['No Such Level', 1],
      [undefined, 1],
    ] as const) {
      await configuration.update('problems.level', level, vscode.ConfigurationTarget.Global);
      score(usdc, 80);
      await until(count);
    }
    dispose();
    const real = await marked('service', content);
    real.score(usdc, 80);
    const scale = { min: 0, max: 100, levels: [{ name: 'High', from: 0 }] };
    await configuration.update('riskScale', scale, vscode.ConfigurationTarget.Global);
    real.refresh();
    const [problem] = await real.until(1);
    assert.match(problem?.message ?? '', /^Risk 80 \(High\), by funds, as of/);
    await configuration.update('riskScale', undefined, vscode.ConfigurationTarget.Global);
    real.refresh();
    await real.until(0);
    real.dispose();
  });

  it('is not crowded out by typos, and stands behind them', () => {
    const problems = new AddressProblems();
    const uri = vscode.Uri.parse('untitled:crowded.txt');
    const one = (code: string): vscode.Diagnostic =>
      Object.assign(new vscode.Diagnostic(new vscode.Range(0, 0, 0, 42), code), { code });
    problems.set(uri, 'score', [one('score')]);
    problems.set(
      uri,
      'checksum',
      Array.from({ length: 600 }, () => one('checksum')),
    );
    problems.set(uri, 'denyList', [one('denyList')]);
    const codes = vscode.languages.getDiagnostics(uri).map(({ code }) => code);
    assert.deepEqual([codes.length, codes[0], codes.at(-1)], [500, 'denyList', 'score']);
    problems.dispose();
  });
});
