/**
 * Compares `check` with `scan` of a generated repository: 4,000 files with 36 MB, and an address
 * book of 20,000 entries; then also with a deny list of 20,000 rows, without a time limit. Prints
 * times and peak memory, and ends with 1 beyond the limits. Runs the packaged program.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCli } from '../harness/buildCli.ts';
import { generatedAddresses } from '../support/generatedAddresses.ts';
import { TestRepository } from '../support/gitRepository.ts';

const fileCount = 4_000;
const fileBytes = 9_000;
const entryCount = 20_000;
const rounds = 5;
/** Of `check`, beside the fastest `scan`. */
const maxTimes = 1.3;
const maxMebibytes = 300;
const maxHelpMs = 150;

const folder = mkdtempSync(join(tmpdir(), 'check-speed-'));
await buildCli(folder);
const program = join(folder, 'address-risk.cjs');

/** Ordinary lines, and an address of the book in some. */
function fileText(addresses: readonly string[], file: number): string {
  const lines: string[] = ['// SPDX-License-Identifier: MIT', '// ethereum'];
  for (let length = 0, line = 0; length < fileBytes; line++) {
    const address = addresses[(file * 7 + line) % addresses.length] ?? '';
    const text =
      line % 20 === 0
        ? `    address internal constant payee${line} = ${address};`
        : `    function transfer${line}(uint256 amount, bytes calldata data) external returns (bool);`;
    lines.push(text);
    length += text.length + 1;
  }
  return lines.join('\n');
}

const repository = new TestRepository();
const addresses = generatedAddresses(7, entryCount);
const entries = addresses.map((address) => ({ address, network: 'ethereum', name: 'Known' }));
const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
const writeBook = (lists: readonly object[]): void =>
  repository.write(
    '.address-risk.json',
    `{ "version": 1,\n  "addresses": [\n${lines}\n  ],\n  "lists": ${JSON.stringify(lists)} }\n`,
  );
writeBook([]);
for (let file = 0; file < fileCount; file++) {
  repository.write(`src/${file % 50}/${file}.sol`, fileText(addresses, file));
}
repository.commit('base');
repository.git('checkout', '--quiet', '-b', 'change');
for (let file = 0; file < 20; file++) {
  repository.write(`src/new${file}.sol`, fileText(generatedAddresses(9 + file, 10), file));
}
repository.commit();

/** @returns seconds and MiB */
function measure(...args: readonly string[]): readonly [seconds: number, mebibytes: number] {
  const began = performance.now();
  const { status, stderr } = spawnSync(
    '/usr/bin/env',
    ['time', '-f', 'peak %M', process.execPath, program, ...args],
    { cwd: repository.folder, encoding: 'utf8', maxBuffer: 1 << 30 },
  );
  if (status !== 0) throw new Error(stderr);
  const seconds = (performance.now() - began) / 1_000;
  return [seconds, Number(/peak (\d+)/.exec(stderr)?.[1]) / 1_024];
}

const fastest: Record<string, number> = {};

/** A round of each at a time: a machine that is slower for a while is slower for all. */
function compare(commands: Readonly<Record<string, readonly string[]>>): void {
  const results = Object.entries(commands).map(([name, args]) => ({
    name,
    args,
    runs: [measure(...args)],
  }));
  for (let round = 1; round < rounds; round++) {
    for (const { args, runs } of results) runs.push(measure(...args));
  }
  for (const { name, runs } of results) {
    const seconds = runs.map(([each]) => each).sort((a, b) => a - b);
    fastest[name] = seconds[0] ?? 0;
    const most = Math.max(...runs.map(([, each]) => each));
    if (most > maxMebibytes) process.exitCode = 1;
    console.log(
      `${name}: median ${(seconds[2] ?? 0).toFixed(2)} s, fastest ${(seconds[0] ?? 0).toFixed(2)} s, ${most.toFixed(0)} MiB`,
    );
  }
}

const timesOf = (name: string): string =>
  ((fastest[name] ?? 0) / (fastest['scan'] ?? 1)).toFixed(2);

try {
  compare({
    // `check` doesn't search the book.
    scan: ['scan', 'src'],
    check: ['check', '--format', 'json'],
    'check --since main': ['check', '--since', 'main', '--format', 'json'],
  });
  const times = timesOf('check');
  repository.git('checkout', '--quiet', 'main');
  repository.write('deny.txt', generatedAddresses(8, entryCount).join('\n'));
  writeBook([{ path: 'deny.txt', name: 'Deny', kind: 'deny' }]);
  repository.commit('list');
  compare({ scan: ['scan', 'src'], 'check with a list': ['check', '--format', 'json'] });
  const help = Array.from({ length: rounds }, () => measure('--help')[0] * 1_000);
  const helpMs = Math.min(...help);
  console.log(
    `check takes ${times} times as long as scan, with a list ${timesOf('check with a list')}; --help ${helpMs.toFixed(0)} ms`,
  );
  if (Number(times) > maxTimes || helpMs >= maxHelpMs) process.exitCode = 1;
} finally {
  repository.remove();
  rmSync(folder, { recursive: true });
}
