import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  inProgressStates,
  isResumable,
  openStates,
  stateBesideOpenJob,
  type JobState,
} from '../../../src/risk/jobState.ts';

/** Whether a response is waited for, whether polling can resume, whether it stops another start. */
const states: Readonly<Record<JobState, readonly [boolean, boolean, boolean]>> = {
  intent: [true, false, true],
  running: [true, true, true],
  done: [false, false, false],
  rejected: [false, false, false],
  unknown: [false, false, true],
  pausedQuota: [false, true, true],
  pausedAuth: [false, true, true],
  notFound: [false, true, true],
  invalidId: [false, true, true],
  stale: [false, true, true],
  detached: [false, true, true],
};

describe('a job', () => {
  for (const [name, [isInProgress, canResume, isOpen]] of Object.entries(states)) {
    it(`that is ${name}`, () => {
      const state = name as JobState;
      const isIn = (list: readonly JobState[]): boolean => list.includes(state);
      assert.deepEqual(
        [isIn(inProgressStates), isResumable(state), isIn(openStates)],
        [isInProgress, canResume, isOpen],
      );
    });
  }

  it('beside another open one keeps its ID and is not polled', () => {
    assert.equal(stateBesideOpenJob('running'), 'detached');
    assert.equal(stateBesideOpenJob('unknown'), 'unknown');
  });
});
