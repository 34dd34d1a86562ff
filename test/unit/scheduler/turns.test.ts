import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextTurn, runInTurns, turnMs, visitInTurns } from '../../../src/scheduler/turns.ts';

/** Counts the rounds of the event loop. */
function countRounds(): { count: number; stop(): void } {
  const rounds = { count: 0, stop: () => clearImmediate(next) };
  const turn = (): void => {
    rounds.count++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  return rounds;
}

function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('work in turns', () => {
  it('has one turn in each round of the event loop, however much of it there is', async () => {
    const rounds = countRounds();
    const turns: number[] = [];
    const takeWholeTurn = (): void => {
      turns.push(rounds.count);
      compute(turnMs + 1);
    };
    const steps = function* () {
      for (let step = 0; step < 4; step++) {
        takeWholeTurn();
        yield;
      }
    };
    const lines = async (): Promise<void> => {
      for (let line = 0; line < 4; line++) {
        await nextTurn();
        takeWholeTurn();
      }
    };
    const visit = (index: number): boolean => {
      if (index % 32 === 0) takeWholeTurn();
      return true;
    };
    await Promise.all([
      runInTurns('scan', steps()),
      runInTurns('book', steps()),
      visitInTurns('diagnostics', 128, visit, () => true),
      lines(),
    ]);
    rounds.stop();
    assert.equal(turns.length, 16);
    assert.equal(new Set(turns).size, turns.length, turns.join());
  });

  it('gives each a turn before one has its next', async () => {
    const order: string[] = [];
    const steps = function* (name: string) {
      for (let step = 0; step < 3; step++) {
        order.push(name);
        compute(turnMs + 1);
        yield;
      }
    };
    await Promise.all(['a', 'b', 'c'].map((name) => runInTurns('scan', steps(name))));
    assert.equal(order.join(''), 'abcabcabc');
  });

  it('ends a visit that is no longer wanted', async () => {
    let isWanted = true;
    const visited: number[] = [];
    const isWhole = await visitInTurns(
      'diagnostics',
      1_000,
      (index) => {
        visited.push(index);
        if (index === 31) compute(turnMs + 1);
        isWanted = false;
        return true;
      },
      () => isWanted,
    );
    assert.equal(isWhole, false);
    assert.equal(visited.length, 32);
  });
});
