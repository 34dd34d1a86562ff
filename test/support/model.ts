import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { addresses, Simulation, type Defect, type Fate, type LedgerMethod } from './simulation.ts';

type Act = (simulation: Simulation) => void;

/** A command of fast-check's model runner; its possible effects are in `Reference`. */
function command(name: string, act: Act): fc.AsyncCommand<object, Simulation> {
  return {
    check: () => true,
    run(_model, simulation) {
      act(simulation);
      return Promise.resolve();
    },
    toString: () => name,
  };
}

const which = fc.nat(2);
const address = fc.constantFrom(...addresses);
const at = (simulation: Simulation, index: number): Simulation['windows'][number] => {
  const window = simulation.windows[index % simulation.windows.length];
  assert.ok(window);
  return window;
};
const ofWindow = (name: string, act: (s: Simulation, index: number) => void) =>
  which.map((index) => command(`${name} ${index}`, (simulation) => act(simulation, index)));

const score = fc
  .tuple(which, address, fc.nat(3))
  .map(([index, subject, repeat]) =>
    command(`score ${index} ${subject.slice(0, 5)}${repeat === 0 ? ' again' : ''}`, (simulation) =>
      simulation.score(at(simulation, index), subject, repeat === 0),
    ),
  );
const look = fc
  .tuple(which, address, fc.constantFrom<'hover' | 'command'>('hover', 'hover', 'command'))
  .map(([index, subject, source]) =>
    command(`${source} ${index} ${subject.slice(0, 5)}`, (simulation) =>
      simulation.look(at(simulation, index), subject, source),
    ),
  );
const ledgerMethods = [
  'readResult',
  'beginJob',
  'readJob',
  'listJobsInProgress',
  'openJobOf',
  'claimJob',
  'changeJob',
  'settleJob',
  'overrideJob',
  'keepJob',
  'forgetJob',
  'settleOrphans',
  'takeTurn',
  'renewTurn',
  'endTurn',
  'claimCall',
  'renewCall',
  'settleCall',
  'releaseCall',
  'readCall',
  'countPoll',
  'uncountPoll',
  'setStop',
  'readStops',
  'clearStops',
  'reserveSpending',
  'settleSpending',
] as const satisfies readonly LedgerMethod[];

const commands = [
  // More of what costs something than of what goes wrong.
  score,
  score,
  look,
  look,
  ofWindow('cancel', (simulation, index) => simulation.cancel(at(simulation, index))),
  ofWindow('reload', (simulation, index) => simulation.reload(at(simulation, index))),
  ofWindow('crash', (simulation, index) => simulation.crash(at(simulation, index))),
  ofWindow('resume', (simulation, index) => simulation.resume(at(simulation, index), index)),
  ofWindow('forget', (simulation, index) => simulation.forget(index)),
  fc.constant(
    command('another window', (simulation) => {
      if (simulation.windows.length < 3) simulation.open();
    }),
  ),
  fc.boolean().map((isRevoked) =>
    command(isRevoked ? 'revoke' : 'new key', (simulation) => {
      if (isRevoked) simulation.isRevoked = true;
      else simulation.changeKey();
    }),
  ),
  fc.boolean().map((isUsedUp) =>
    command(isUsedUp ? 'quota used up' : 'quota', (simulation) => {
      simulation.isQuotaUsedUp = isUsedUp;
    }),
  ),
  fc
    .constantFrom<Fate>('unsent', 'reset', 'silent', 'fails', 'unreadable')
    .map((fate) => command(fate, (simulation) => simulation.meet(fate))),
  fc
    .tuple(fc.constantFrom(...ledgerMethods), fc.integer({ min: 1, max: 3 }))
    .map(([method, times]) =>
      command(`${method} fails ${times} times`, (simulation) =>
        simulation.failLedger(method, times),
      ),
    ),
  fc
    .constantFrom(-86_400_000, -60_000, -1_000, 1_000, 86_400_000)
    .map((ms) => command(`jump ${ms}`, (simulation) => simulation.jump(ms))),
  fc
    .constantFrom(3_000, 8_000)
    .map((ms) => command(`stall ${ms}`, (simulation) => simulation.stall(ms))),
  fc
    .constantFrom(20_000, 700_000)
    .map((ms) => command(`sleep ${ms}`, (simulation) => simulation.sleep(ms))),
];

/** Everything that is in progress takes its next step before another task of the scheduler does. */
const scheduler = fc.scheduler({
  act: async (task) => {
    await task();
    await setImmediate();
  },
});

/**
 * Lookups of up to three windows with events in any order: nothing is paid for twice, nothing is
 * lost, and the polling rate is kept.
 */
export function modelProperty(defect: Defect = {}): fc.IAsyncProperty<unknown[]> {
  return fc.asyncProperty(
    fc.commands(commands, { maxCommands: 12 }),
    scheduler,
    fc.boolean(),
    async (acts, order, isReadOnce) => {
      const simulation = new Simulation(order, isReadOnce, defect);
      try {
        const setup = (): { model: object; real: Simulation } => ({ model: {}, real: simulation });
        await fc.scheduledModelRun(order, setup, acts);
        await simulation.settle();
      } finally {
        simulation.close();
      }
    },
  );
}
