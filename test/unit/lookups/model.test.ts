import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import {
  addresses,
  Simulation,
  type Defect,
  type Fate,
  type LedgerMethod,
} from '../../support/simulation.ts';

type Act = (simulation: Simulation) => void;

/** A command of fast-check's model runner; what it may lead to stands in `Reference`. */
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
  'claimNotice',
  'noticeJob',
  'takeTurn',
  'renewTurn',
  'endTurn',
  'claimCall',
  'renewCall',
  'settleCall',
  'failCall',
  'releaseCall',
  'readCall',
  'countUsage',
  'setStop',
  'readStops',
  'clearStops',
  'reserveSpending',
  'settleSpending',
  'releaseSpending',
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

function property(defect: Defect = {}): fc.IAsyncProperty<unknown[]> {
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

/** What goes wrong in clients like this one, each at one place. */
const defects: readonly {
  readonly name: string;
  readonly found: RegExp;
  readonly defect: Defect;
}[] = [
  {
    name: 'the id is stored after the first poll',
    // The poll is seen at once; after a crash in between, a job whose id no one knows.
    found: /^I4|^I9/,
    defect: {
      ledger(ledger) {
        const ids = new Map<string, string>();
        return {
          ...ledger,
          async readJob(id) {
            const job = await ledger.readJob(id);
            return job === null ? null : { ...job, jobId: job.jobId ?? ids.get(id) ?? null };
          },
          overrideJob(id, change, now) {
            if (change.jobId !== undefined && change.jobId !== null) ids.set(id, change.jobId);
            return ledger.overrideJob(id, { ...change, jobId: null }, now);
          },
          changeJob(id, change, claim) {
            const jobId = ids.get(id);
            const late = jobId === undefined || change.polls === undefined ? {} : { jobId };
            return ledger.changeJob(id, { ...change, ...late }, claim);
          },
        };
      },
    },
  },
  {
    name: 'the intent is forgotten when the start is sent',
    found: /^I3/,
    defect: {
      ledger: (ledger, store) => ({
        ...ledger,
        async beginJob(job, claim) {
          const started = await ledger.beginJob(job, claim);
          if (started.isNew) store.forgetJob(job.id);
          return started;
        },
      }),
    },
  },
  {
    name: 'a start is sent again after a reset',
    found: /^I1|^a second start|^a call for .* that no one requested/,
    defect: {
      transport: (transport) => ({
        async send(...call) {
          const outcome = await transport.send(...call);
          const isReset = !outcome.ok && outcome.fault.code === 'ECONNRESET';
          return isReset ? transport.send(...call) : outcome;
        },
      }),
    },
  },
  {
    name: 'each window keeps a pace of its own',
    found: /^I2/,
    defect: {
      ledger: (ledger) => ({
        ...ledger,
        takeTurn: (_account, waiter, since, tick) => ledger.takeTurn(waiter, waiter, since, tick),
        endTurn: (_account, waiter, tick) => ledger.endTurn(waiter, waiter, tick),
      }),
    },
  },
  {
    name: 'an open job is not looked for',
    found: /^a second start/,
    defect: {
      ledger: (ledger, store) => ({
        ...ledger,
        openJobOf: () => Promise.resolve(null),
        async beginJob(job, claim) {
          const started = await ledger.beginJob(job, claim);
          if (started.isNew || started.job.state !== 'unknown') return started;
          store.forgetJob(started.job.id);
          return ledger.beginJob(job, claim);
        },
      }),
    },
  },
  {
    name: 'a window that is gone is not told from one that asks for a summary',
    found: /^a second call|^a call for .* that no one requested/,
    defect: {
      ledger: (ledger) => ({
        ...ledger,
        async claimCall(...args) {
          const claim = await ledger.claimCall(...args);
          return claim.kind === 'busy' ? { kind: 'claimed' } : claim;
        },
      }),
    },
  },
  {
    name: 'a window that ends takes its jobs out of the list of those to be taken up',
    found: /^a job ends as|^I9|forever/,
    defect: {
      ledger: (ledger) => ({
        ...ledger,
        listJobsInProgress: () => Promise.resolve([]),
        settleJob: (id, change, claim, result) =>
          ledger.settleJob(
            id,
            change.state === 'running' ? { ...change, state: 'rejected' } : change,
            claim,
            result,
          ),
      }),
    },
  },
];

describe('lookups, with events in any order', () => {
  it('pay for nothing twice, lose nothing, and keep the pace', async () => {
    const run = await fc.check(property(), { numRuns: 2_000, seed: 1 });
    assert.equal(run.failed, false, fc.defaultReportMessage(run) ?? '');
  });

  for (const { name, found, defect } of defects) {
    it(`fail visibly if ${name}`, async () => {
      const run = await fc.check(property(defect), {
        numRuns: 2_000,
        seed: 1,
        endOnFailure: true,
      });
      assert.ok(run.failed, `${run.numRuns} runs found nothing`);
      const { errorInstance } = run;
      assert.match(errorInstance instanceof Error ? errorInstance.message : '', found);
    });
  }
});
