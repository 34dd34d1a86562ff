/**
 * `npm run test:mutation -- ROOM [--count N] [--seed N] [--verbose]`: changes the code of a room in N
 * places, one at a time, and lists the changes that no test notices. Exits with 1 if there are too many.
 */
import { parseArgs } from 'node:util';
import { leastScore, rooms } from '../support/mutationRooms.ts';
import { countsOf, describeVerdict, MutationRun, scoreOf } from '../support/mutationRun.ts';

const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '10' },
    verbose: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const [name = ''] = positionals;
const room = rooms[name];
if (room === undefined) {
  console.error(`Name a room: ${Object.keys(rooms).join(', ')}`);
  process.exit(2);
}

const run = new MutationRun(room);
try {
  const verdicts = await run.run({
    count: Number(values.count),
    seed: Number(values.seed),
    onVerdict: (verdict) => {
      if (values.verbose || verdict.outcome === 'survived') console.log(describeVerdict(verdict));
    },
  });
  const score = scoreOf(verdicts);
  console.log(`${name}: ${countsOf(verdicts)}; score ${score.toFixed(1)} %`);
  process.exitCode = score >= leastScore ? 0 : 1;
} finally {
  run.close();
}
