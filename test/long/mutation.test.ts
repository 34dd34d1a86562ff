import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leastScore, rooms } from '../support/mutationRooms.ts';
import { countsOf, describeVerdict, MutationRun, scoreOf } from '../support/mutationRun.ts';

describe('300 mutants of a room', () => {
  for (const [name, room] of Object.entries(rooms)) {
    it(`are noticed by the tests, at least ${leastScore} of a hundred: ${name}`, async (t) => {
      const run = new MutationRun(room);
      try {
        const verdicts = await run.run({ count: 300, seed: 10 });
        const survivors = verdicts.filter(({ outcome }) => outcome === 'survived');
        for (const survivor of survivors) t.diagnostic(describeVerdict(survivor));
        const score = scoreOf(verdicts);
        t.diagnostic(`${name}: ${countsOf(verdicts)}; score ${score.toFixed(1)} %`);
        assert.ok(score >= leastScore, `${score} %`);
      } finally {
        run.close();
      }
    });
  }
});
