import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Failure } from '../../../src/api/failure.ts';
import { checkNextAction } from '../../../src/messages/connection.ts';

describe('what Check Connection offers', () => {
  const responded = (status: number) =>
    checkNextAction({ ok: true, value: { status, clockSkewMs: undefined } });
  const failed = (kind: Failure['kind'], status?: number) =>
    checkNextAction({ ok: false, failure: { kind, status } as Failure });

  it('is to sign in where the service rejects the credentials', () => {
    assert.deepEqual([responded(401), responded(403)], ['signIn', 'signIn']);
    assert.deepEqual([failed('keyInvalid', 401), failed('keyRevoked', 403)], ['signIn', 'signIn']);
  });

  it('is the log otherwise, which has each step', () => {
    assert.deepEqual([404, 409, 422, 402, 500].map(responded), Array(5).fill('showLog'));
    assert.deepEqual([failed('network'), failed('proxy')], ['showLog', 'showLog']);
  });
});
