import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { modelProperty } from '../support/model.ts';
import type { JobRow } from '../../src/ledger/store.ts';
import type { Defect } from '../support/simulation.ts';

/** What goes wrong in clients like this one, each at one place. */
const defects: readonly {
  readonly name: string;
  readonly found: RegExp;
  readonly defect: Defect;
  /** One that finds it within a few runs; with 1 unless given. */
  readonly seed?: number;
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
      ledger: (ledger, store, forgotten = new Map<string, JobRow>()) => ({
        ...ledger,
        async beginJob(job, claim) {
          const started = await ledger.beginJob(job, claim);
          if (!started.isNew) return started;
          store.forgetJob(job.id);
          forgotten.set(job.id, started.job);
          return started;
        },
        changeJob: async (id, ...rest) =>
          (await ledger.changeJob(id, ...rest)) ?? forgotten.get(id) ?? null,
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
    seed: 7,
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
    found: /^a second call|^a call for .* (?:that no one requested|whose summary is fresh)/,
    defect: {
      ledger: (ledger) => ({
        ...ledger,
        async claimCall(...args) {
          const claim = await ledger.claimCall(...args);
          return claim.kind === 'busy' ? { kind: 'claimed' } : claim;
        },
        renewCall: (...args) => ledger.renewCall(...args).then(() => true),
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

describe('lookups, with events in any order, at length', () => {
  it('pay for nothing twice, lose nothing, and keep the pace', async () => {
    const run = await fc.check(modelProperty(), { numRuns: 10_000 });
    assert.equal(run.failed, false, fc.defaultReportMessage(run) ?? '');
  });

  for (const { name, found, defect, seed = 1 } of defects) {
    it(`fail visibly if ${name}`, async () => {
      const run = await fc.check(modelProperty(defect), {
        numRuns: 2_000,
        seed,
        endOnFailure: true,
      });
      assert.ok(run.failed, `${run.numRuns} runs found nothing`);
      const { errorInstance } = run;
      assert.match(errorInstance instanceof Error ? errorInstance.message : '', found);
    });
  }
});
