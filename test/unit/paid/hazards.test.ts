import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { HttpServiceClient } from '../../../src/api/client.ts';
import type { WireFault } from '../../../src/api/transport.ts';
import type { ScoreRequest } from '../../../src/paid/jobRun.ts';
import type { ScoreOutcome } from '../../../src/paid/scoreRun.ts';
import type { Scores } from '../../../src/paid/scores.ts';
import { address, gesture, subject, withDoor, type Door } from '../../support/door.ts';
import { reply, type RawAnswer } from '../../support/rawServer.ts';

const body = JSON.stringify({ risk_score: { address, chain: 'ethereum', risk_score: 1 } });
const started = reply(200, 'job.1');
const notReady = reply(409);
const ready = reply(200, body);
const never = new AbortController().signal;
const dayMs = 86_400_000;

/** Starts get one answer, polls theirs in turn, the last again and again. */
function service(start: RawAnswer, ...polls: readonly RawAnswer[]): RawAnswer {
  let polled = 0;
  return (socket, request, index) => {
    const poll = polls[polled] ?? polls.at(-1) ?? notReady;
    if (request.line.startsWith('POST')) start(socket, request, index);
    else {
      polled++;
      poll(socket, request, index);
    }
  };
}

function score(
  door: Door,
  options: { scores?: Scores; signal?: AbortSignal } & Partial<ScoreRequest> = {},
): Promise<ScoreOutcome> {
  const { scores = door.scores, signal = never, ...request } = options;
  return scores.score(
    { account: door.account, subject, aggregator: 'money', gesture, ...request },
    () => undefined,
    signal,
  );
}

describe('a start', () => {
  for (const kind of ['timeout', 'tooLarge', 'encoded', 'tls', 'network'] as const) {
    it(`${kind} after it was sent is unknown (hazard 3)`, () =>
      withDoor(started, async (door) => {
        const fault: WireFault = { kind };
        let sent = 0;
        const client = new HttpServiceClient({
          transport: {
            send(_request, _signal, onSent) {
              sent++;
              onSent();
              return Promise.resolve({ ok: false, fault });
            },
          },
          base: door.server.url,
          credentials: { tenantId: 'tenant', apiKey: 'key' },
        });
        const account = { ...door.account, client };
        assert.equal((await score(door, { account })).kind, 'unknown');
        assert.equal((await score(door, { account })).kind, 'unknown');
        assert.equal(sent, 1);
      }));
  }

  it('canceled before it is sent costs nothing and leaves nothing (hazard 4)', () =>
    withDoor(started, async (door) => {
      const outcome = await score(door, { signal: AbortSignal.abort() });
      assert.equal(outcome.kind === 'failed' ? outcome.failure.kind : '', 'cancelled');
      assert.deepEqual([door.count('POST'), door.store.listJobs()], [0, []]);
    }));

  for (const [phase, parts] of [
    ['after it was sent', ['', 'HTTP/1.1 200 X\r\ncontent-length: 5\r\n\r\njob.1']],
    ['after the head of the answer', ['HTTP/1.1 200 X\r\ncontent-length: 5\r\n\r\n', 'job.1']],
    ['in the middle of the body', ['HTTP/1.1 200 X\r\ncontent-length: 5\r\n\r\njo', 'b.1']],
  ] as const) {
    it(`canceled ${phase} keeps the ID that still arrives (hazard 4)`, async () => {
      const cancel = new AbortController();
      const answer: RawAnswer = (socket) => {
        socket.write(parts[0], () => {
          cancel.abort();
          socket.write(parts[1]);
        });
      };
      await withDoor(service(answer, ready), async (door) => {
        const outcome = await score(door, { signal: cancel.signal });
        assert.equal(outcome.kind === 'onHold' ? outcome.job.state : outcome.kind, 'detached');
        assert.equal(door.store.listJobs()[0]?.jobId, 'job.1');
        assert.deepEqual([door.count('POST'), door.count('GET')], [1, 0]);
      });
    });
  }

  it('does not repeat what another window fetched meanwhile (hazard 6)', () =>
    withDoor(service(started, ready), async (door) => {
      const other = door.window();
      const beginJob = door.ledger.beginJob.bind(door.ledger);
      let isFirst = true;
      // As long as a question may stay open, or a process may be stalled.
      Object.assign(door.ledger, {
        async beginJob(...args: Parameters<typeof beginJob>) {
          if (isFirst) {
            isFirst = false;
            assert.equal((await score(door, { scores: other.scores })).kind, 'value');
          }
          return beginJob(...args);
        },
      });
      const outcome = await score(door);
      assert.equal(outcome.kind, 'value');
      assert.equal(door.count('POST'), 1);
      assert.deepEqual(
        door.store.listJobs().map(({ state }) => state),
        ['done'],
      );
    }));

  it('goes only through the room of paid calls, by clients that never call fetch (hazards 10, 11)', async () => {
    const src = new URL('../../../src/', import.meta.url).pathname;
    const files = (await readdir(src, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const texts = await Promise.all(
      files.map(async (name) => [name, await readFile(join(src, name), 'utf8')] as const),
    );
    const having = (pattern: RegExp): string[] =>
      texts.flatMap(([name, text]) => (pattern.test(text) ? [name] : [])).sort();
    // The engine passes a call of the door on to the sample service, and both the engine and the gateway
    // measure it.
    const callers = ['api/client.ts', 'engine/accounts.ts', 'paid/startJob.ts'];
    assert.deepEqual(having(/client\.start\(/), callers);
    assert.deepEqual(having(/\bstartRoute\(/), ['api/client.ts', 'api/routes.ts']);
    assert.deepEqual(
      having(/[^.\w]fetch\(|RetryAgent|interceptors\.retry|setGlobalDispatcher/),
      [],
    );
  });

  for (const status of [200, 201, 202, 203, 206, 226]) {
    it(`${status} with an ID is a running job (hazard 16)`, () =>
      withDoor(service(reply(status, '{"job_id":"job.1"}'), ready), async (door) => {
        assert.equal((await score(door)).kind, 'value');
        assert.equal(door.count('POST'), 1);
      }));
    it(`${status} without an ID is unknown (hazards 15, 16)`, () =>
      withDoor(service(reply(status), ready), async (door) => {
        assert.equal((await score(door)).kind, 'unknown');
      }));
  }

  it('204 is unknown: it has no body with an ID (hazard 16)', () =>
    withDoor(
      service((socket) => socket.write('HTTP/1.1 204 X\r\n\r\n'), ready),
      async (door) => {
        assert.equal((await score(door)).kind, 'unknown');
      },
    ));
});

describe('polling', () => {
  const cutOff: RawAnswer = (socket) =>
    socket.end(`HTTP/1.1 200 X\r\ncontent-length: ${body.length + 9}\r\n\r\n${body}`);

  it('continues after a result that was cut off (hazard 20)', () =>
    withDoor(service(started, cutOff, notReady, ready), async (door) => {
      const outcome = await score(door);
      assert.equal(outcome.kind === 'value' ? outcome.result.body : '', body);
      assert.deepEqual([door.count('POST'), door.count('GET')], [1, 3]);
    }));

  it('ends as stale, with its ID kept, if the only read was cut off (hazard 20)', () =>
    withDoor(service(started, cutOff, notReady), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: 60_000 };
      const outcome = await score(door);
      assert.equal(outcome.kind === 'onHold' ? outcome.job.state : outcome.kind, 'stale');
      const [job] = door.store.listJobs();
      assert.deepEqual([job?.jobId, job?.status], ['job.1', 409]);
      assert.equal(door.count('POST'), 1);
      assert.ok(door.count('GET') <= 22, `${door.count('GET')} polls`);
    }));

  it('shows a result in all windows even if the service returns it once (hazard 21)', () =>
    withDoor(service(started, notReady, ready, notReady), async (door) => {
      const windows = [door, door.window(), door.window()];
      const outcomes = await Promise.all(windows.map(({ scores }) => score(door, { scores })));
      assert.deepEqual(
        outcomes.map(({ kind }) => kind),
        ['value', 'value', 'value'],
      );
      assert.deepEqual([door.count('POST'), door.count('GET')], [1, 2]);
    }));

  it('is taken over from a killed window within 12 s (hazard 22)', () =>
    withDoor(service(started, ready), async (door) => {
      const claim = { owner: 'killed', now: door.clock.now(), tick: door.clock.tick() };
      const key = { account: 'account', ...subject, aggregator: 'money' } as const;
      const credentials = { origin: door.server.url, credential: 'credential-1' };
      const started = { ...key, ...credentials, id: 'a' };
      door.store.beginJob(started, claim);
      door.store.keepJob(started, { state: 'running', jobId: 'job.1' }, claim.now, claim);
      let takenAfterMs = Infinity;
      await door.scores.resume(
        door.account,
        'a',
        ({ kind }) => {
          if (kind === 'waiting') takenAfterMs = door.clock.tick() - claim.tick;
        },
        never,
      );
      // Not before its lease ends: until then it may be alive, and polling.
      assert.ok(takenAfterMs >= 10_000 && takenAfterMs <= 12_000, `${takenAfterMs} ms`);
      assert.deepEqual([door.count('POST'), door.count('GET')], [0, 1]);
    }));

  for (const ms of [8 * 3_600_000, dayMs, -dayMs]) {
    it(`keeps its pace while the clock is set by ${ms / 3_600_000} h (hazards 18, 31)`, async () => {
      let jump: () => void = () => undefined;
      const jumping: RawAnswer = (...args) => {
        jump();
        notReady(...args);
      };
      await withDoor(service(started, notReady, jumping, notReady, ready), async (door) => {
        jump = () => door.clock.jump(ms);
        assert.equal((await score(door)).kind, 'value');
        assert.deepEqual([door.count('POST'), door.count('GET')], [1, 4]);
      });
    });
  }

  it('blocks no other job after its window is stopped during its turn (hazard 32)', () =>
    withDoor(service(started, notReady, ready), async (door) => {
      const cancel = new AbortController();
      const ledger = door.ledger as { takeTurn: Door['ledger']['takeTurn'] };
      const { takeTurn } = ledger;
      ledger.takeTurn = async (...args) => {
        const turn = await takeTurn(...args);
        if (turn === 0) cancel.abort();
        return turn;
      };
      await score(door, { signal: cancel.signal });
      ledger.takeTurn = takeTurn;
      const tick = door.clock.tick();
      const turn = door.store.takeTurn('account', 'next', tick, tick);
      assert.ok(turn <= 1_010, String(turn));
      assert.equal(door.count('GET'), 0);
    }));
});
