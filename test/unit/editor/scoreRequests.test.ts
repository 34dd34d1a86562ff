import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { subject } from '../../support/door.ts';
import { account } from '../../support/testEngine.ts';
import { jobOf } from '../messages/support/samples.ts';
import { withOffice } from './support/office.ts';

const { gestureOf } = await import('../../../src/paid/gesture.ts');

describe('a score that is requested while no one is signed in', () => {
  const wish = { subject, aggregator: 'money' } as const;

  it('is made once sample data is in use, and once', () =>
    withOffice(async ({ calls: { requests }, made, become }) => {
      become({ kind: 'signedOut' });
      assert.equal(await requests.score({ ...wish, gesture: gestureOf('panel') }), undefined);
      await requests.continueAsSample();
      assert.deepEqual(made(), [], 'no one has chosen anything yet');
      assert.ok(requests.hasUnsent, 'so no notification says what to do next');
      become({ ...account, kind: 'sample', key: 'sample' });
      await requests.continueAsSample();
      await requests.continueAsSample();
      assert.ok(!requests.hasUnsent);
      assert.equal(made().filter((each) => each.startsWith('POST start')).length, 1);
    }));

  it('is not made where it was a job of another account', () =>
    withOffice(async ({ calls: { requests }, made, notices, become }) => {
      become({ kind: 'signedOut' });
      await requests.resume(jobOf('detached', null));
      become({ ...account, kind: 'sample', key: 'sample' });
      await requests.continueAsSample();
      assert.deepEqual([made(), notices], [[], []]);
    }));

  it('is not made by a service that someone signs in to: that would cost', () =>
    withOffice(async ({ calls: { requests }, made, become }) => {
      become({ kind: 'signedOut' });
      await requests.score({ ...wish, gesture: gestureOf('panel') });
      become({ ...account, kind: 'service', key: 'one' });
      await requests.continueAsSample();
      become({ ...account, kind: 'sample', key: 'sample' });
      await requests.continueAsSample();
      assert.deepEqual(made(), []);
    }));
});
