import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpServiceClient } from '../../../src/api/client.ts';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import { reply, type RawAnswer } from '../../support/rawServer.ts';
import { gesture, withDoor } from '../../support/door.ts';

const minuteMs = 60_000;
const never = new AbortController().signal;
const addresses = Array.from(
  { length: 40 },
  (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`,
);
const summary = reply(200, '{"balance":1}');

/** Every fourth address is scored, too. */
const isScored = (index: number): boolean => index % 4 === 0;

/** A day's work in an hour: addresses recur, and nothing is paid for twice. */
describe('an hour of work', () => {
  it('costs one call per different request (hazards 5, 6, 12)', async (t) => {
    const service: RawAnswer = (socket, request, index) => {
      if (request.line.includes('/summary/')) summary(socket, request, index);
      else if (request.line.startsWith('POST')) reply(200, `job.${index}`)(socket, request, index);
      else reply(200, '{"risk_score":{"risk_score":1}}')(socket, request, index);
    };
    await withDoor(service, async (door) => {
      let windows = [door.window(), door.window()];
      const transport = door.clock.watch(createUndiciTransport());
      // No one listens there, so nothing is sent: a request that is sent without a response isn't
      // an outage, but possibly a charge, with tests of its own.
      const base = 'http://127.0.0.1:1';
      const credentials = { tenantId: 'tenant', apiKey: 'key' };
      const outage = new HttpServiceClient({ transport, base, credentials });
      let hovers = 0;
      let failed = 0;
      const paid = new Set<string>();
      for (let minute = 0; minute < 60; minute++) {
        const isDown = minute >= 12 && minute < 18;
        const account = isDown ? { ...door.account, client: outage } : door.account;
        if (minute % 15 === 10) {
          // Both windows are reloaded.
          for (const { summaries, scores } of windows) {
            await summaries.ended();
            await scores.leave();
          }
          windows = [door.window(), door.window()];
          for (const { scores } of windows)
            await scores.followJobs(door.account, () => assert.fail('nothing is unknown'));
        }
        // Scrolling through a file: visible addresses are hovered over, in both windows at once.
        const seen = Math.min(addresses.length, minute * 2 + 2);
        const inSight = addresses.slice(minute < 50 ? Math.max(0, seen - 8) : 0, seen);
        const hovering = windows.flatMap(({ summaries }) =>
          inSight.flatMap((address) =>
            [1, 2, 3].map(async () => {
              hovers++;
              const subject = { address, chain: 'ethereum' };
              const outcome = await summaries.look(account, subject, 'hover');
              if (outcome.kind === 'failed') failed++;
              if (outcome.kind === 'value') paid.add(`summary ${address}`);
            }),
          ),
        );
        await Promise.all(hovering);
        const scored = addresses.slice(0, seen).filter((_, index) => isScored(index));
        for (const { scores } of windows) {
          await Promise.all(
            scored.map(async (address) => {
              const subject = { address, chain: 'ethereum' };
              const request = { account, subject, gesture } as const;
              const outcome = await scores.score(
                { ...request, aggregator: 'money' },
                () => undefined,
                never,
              );
              if (outcome.kind === 'failed') failed++;
              if (outcome.kind === 'value') paid.add(`score ${address}`);
            }),
          );
        }
        door.clock.pass(minuteMs);
      }
      assert.equal(paid.size, 50);
      assert.ok(failed > 0, 'the outage was met');
      await transport.close();
      const billable = door.count('POST');
      t.diagnostic(
        `${hovers} hovers, ${paid.size} different things to ask, ${billable} billable calls, ` +
          `${failed} answers that the service could not be reached, ${door.count('GET')} polls`,
      );
      assert.equal(billable, paid.size);
    });
  });
});
