/**
 * Runs in an extension host for `jobs.bench.ts`: scores twenty addresses while 200 CodeLenses are
 * visible.
 */
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { JobsProbed } from './jobs.bench.ts';

const jobs = 20;
const lenses = 200;
/** How long jobs are polled: one poll a second. */
const measuredMs = 15_000;
const refreshMs = 500;

/** Messages between the host and the extension's threads, counted as they are sent or arrive. */
function countMessages(): { count: number } {
  const messages = { count: 0 };
  subscribe('worker_threads', (event) => {
    const { worker } = event as { readonly worker: Worker };
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (...args) => {
      messages.count++;
      post(...args);
    };
    worker.on('message', () => messages.count++);
  });
  return messages;
}

export async function run(): Promise<void> {
  const file = process.env['BENCH_FILE'];
  if (file === undefined) throw new Error('BENCH_FILE names the file to open');
  const messages = countMessages();
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  await vscode.window.showTextDocument(document);
  const showLenses = async (): Promise<number> => {
    const before = messages.count;
    await vscode.commands.executeCommand('vscode.executeCodeLensProvider', document.uri, lenses);
    return messages.count - before;
  };
  await showLenses();
  const hasExtension = (await vscode.commands.getCommands()).includes('addressRisk.scoreRisk');
  if (hasExtension) {
    const addresses = document.getText().match(/0x[0-9a-fA-F]{40}/g) ?? [];
    for (const address of addresses.slice(0, jobs)) {
      const argument = { address, chain: 'ethereum' };
      void vscode.commands.executeCommand('addressRisk.scoreRisk', argument);
    }
  }
  await delay(4_000);
  const perRefresh = await showLenses();
  const before = messages.count;
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const until = performance.now() + measuredMs;
  let forLenses = 0;
  while (performance.now() < until) {
    forLenses += await showLenses();
    await delay(refreshMs);
  }
  delays.disable();
  const ms = (percentile: number): number => delays.percentile(percentile) / 1e6;
  const probed: JobsProbed = {
    delay: { p50: ms(50), p99: ms(99), most: delays.max / 1e6 },
    perRefresh,
    perSecond: (messages.count - before - forLenses) / (measuredMs / 1_000),
  };
  console.log(`bench ${JSON.stringify(probed)}`);
}
