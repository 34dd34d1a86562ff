import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Failure } from '../../../src/api/failure.ts';
import { pollAnswerOf } from '../../../src/paid/pollHeldJob.ts';
import { gesture, subject, withDoor } from '../../support/door.ts';
import { reply, type RawAnswer } from '../../support/rawServer.ts';

const never = new AbortController().signal;

describe('a result with 200 that cannot be read', () => {
  for (const [name, poll] of [
    ['is not a result', reply(200, '{"status":"ok"}')],
    ['is in an unknown coding', reply(200, 'x', { 'content-encoding': 'compress' })],
    ['is damaged', reply(200, 'x', { 'content-encoding': 'gzip' })],
    ['is too large', reply(200, 'x'.repeat(4 * 1024 * 1024 + 1))],
    ['is cut off', (socket) => socket.end('HTTP/1.1 200 X\r\ncontent-length: 99\r\n\r\n{"risk')],
  ] as const satisfies readonly (readonly [string, RawAnswer])[]) {
    it(`and ${name} is fetched three times, not for a quarter of an hour (hazard 20)`, () =>
      withDoor(
        (socket, request, index) => {
          const answer = request.line.startsWith('POST') ? reply(200, 'job.1') : poll;
          answer(socket, request, index);
        },
        async (door) => {
          const { account, scores } = door;
          const request = { account, subject, aggregator: 'money', gesture } as const;
          await scores.score(request, () => undefined, never);
          assert.equal(door.count('GET'), 3);
          assert.equal(door.store.listJobs()[0]?.state, 'stale');
        },
      ));
  }

  const failure = { endpoint: 'status', wasSent: true } as const;
  for (const [kind, status, expected] of [
    ['timeout', 200, 'unreadable'],
    ['network', 200, 'unreadable'],
    ['intermediary', 200, 'trouble'],
    ['network', undefined, 'trouble'],
    ['timeout', undefined, 'trouble'],
    ['badAnswer', 202, 'trouble'],
    ['cancelled', 200, 'cancelled'],
  ] as const) {
    it(`is ${expected} for ${kind} with status ${status ?? 'unknown'}`, () => {
      const given: Failure = { ...failure, kind, ...(status === undefined ? {} : { status }) };
      assert.equal(pollAnswerOf({ ok: false, failure: given }).kind, expected);
    });
  }
});
