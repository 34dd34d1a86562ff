import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generatedAddresses } from './generatedAddresses.ts';
import { spawnCli } from './cliProcess.ts';
import { startLoggedService, type LoggedService } from './loggedService.ts';

/** How often each address was started, as the service counted it. */
export function startsOf({ log }: Pick<LoggedService, 'log'>): Map<string, number> {
  const starts = new Map<string, number>();
  for (const { method, target, status } of log) {
    const [, address] = /^\/risk\/api\/([^/]+)\/risk_score\//.exec(target) ?? [];
    if (method !== 'POST' || address === undefined || status !== 200) continue;
    starts.set(address, (starts.get(address) ?? 0) + 1);
  }
  return starts;
}

export const environmentOf = ({
  url,
  tenant,
  apiKey,
}: Pick<LoggedService, 'url' | 'tenant' | 'apiKey'>): NodeJS.ProcessEnv => ({
  ADDRESS_RISK_URL: url,
  ADDRESS_RISK_TENANT: tenant,
  ADDRESS_RISK_KEY: apiKey,
});

/** Kills at a time: most of one is waiting for the claims of the run that was killed. */
const maxAtOnce = 5;

/**
 * Ends `score --budget` at random moments, each followed by a run to its end. The service counts each
 * start once, and never more than the budget.
 *
 * @returns how many kills came before the run had ended
 */
export async function killScores(
  kills: number,
  random: () => number,
  budget: number,
): Promise<number> {
  let early = 0;
  const rounds = Array.from({ length: kills }, (_, round) => round).values();
  const work = async (): Promise<void> => {
    for (const round of rounds) if (await killScore(round, random, budget)) early++;
  };
  await Promise.all(Array.from({ length: maxAtOnce }, work));
  return early;
}

async function killScore(round: number, random: () => number, budget: number): Promise<boolean> {
  const service = await startLoggedService({ jobSeconds: 0.2 });
  const folder = mkdtempSync(join(tmpdir(), 'cli-kills-'));
  try {
    writeFileSync(
      join(folder, 'a.ts'),
      generatedAddresses(round, budget + 2)
        .map((address) => `// ethereum\n"${address}"\n`)
        .join(''),
    );
    const args = ['score', '--all', '--budget', String(budget), '--ledger', 'ledger'];
    const env = environmentOf(service);
    const first = spawnCli(folder, args, env);
    // Anywhere between its first instruction and some of its calls.
    await Promise.race([wait(300 + (2_000 + 250 * budget) * random()), first.end]);
    const isEarly = first.child.exitCode === null;
    first.child.kill('SIGKILL');
    await first.end;
    const second = spawnCli(folder, args, env);
    const { code } = await second.end;
    assert.ok(code === 0 || code === 3, `${code} ${second.stderr()}`);
    const starts = startsOf(service);
    assert.ok(starts.size >= 1 && starts.size <= budget, `${starts.size} addresses were started`);
    assert.ok([...starts.values()].every((count) => count === 1));
    return isEarly;
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

/** Two runs at once on one ledger, several times. */
export async function scoreInPairs(pairs: number): Promise<void> {
  for (let round = 0; round < pairs; round++) {
    const service = await startLoggedService({ jobSeconds: 0.2 });
    const folder = mkdtempSync(join(tmpdir(), 'cli-pairs-'));
    try {
      writeFileSync(
        join(folder, 'a.ts'),
        generatedAddresses(1_000 + round, 6)
          .map((address) => `// ethereum\n"${address}"\n`)
          .join(''),
      );
      const args = ['score', '--all', '--budget', '4', '--ledger', 'ledger'];
      const env = environmentOf(service);
      const both = [spawnCli(folder, args, env), spawnCli(folder, args, env)];
      for (const each of both) assert.equal((await each.end).code, 0, each.stderr());
      const starts = startsOf(service);
      assert.equal(starts.size, 4);
      assert.ok([...starts.values()].every((count) => count === 1));
    } finally {
      await service.close();
      rmSync(folder, { recursive: true });
    }
  }
}
