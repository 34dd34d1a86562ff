import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { WireAnswer, WireFault, WireRequest } from '../../../src/api/transport.ts';
import { bytes, encoders } from '../../support/encodedBodies.ts';
import { startRawServer, type RawAnswer } from '../../support/rawServer.ts';
import { letLongTimersGo, send, transports } from '../../support/transports.ts';

before(letLongTimersGo);

const score = `{"risk_score":{"risk_score":42.10,"hash":"${'é'.repeat(100)}"}}`;
const limit = 64 * 1024;

type Limits = Partial<Pick<WireRequest, 'timeLimitMs' | 'maxBodyBytes'>>;

const thenCut =
  (answer: RawAnswer): RawAnswer =>
  (socket, ...rest) => {
    answer(socket, ...rest);
    socket.end();
  };

for (const [name, create] of transports) {
  describe(`bodies: ${name}`, () => {
    async function ask(answer: RawAnswer, limits: Limits = {}): ReturnType<typeof send> {
      const server = await startRawServer(answer);
      const transport = create({});
      try {
        return await send(transport, server.url, limits);
      } finally {
        await transport.close();
        await server.close();
      }
    }

    async function read(answer: RawAnswer): Promise<WireAnswer> {
      const { outcome } = await ask(answer);
      assert.ok(outcome.ok, JSON.stringify(outcome));
      return outcome.answer;
    }

    async function fail(answer: RawAnswer, limits?: Limits): Promise<WireFault> {
      const { outcome, wasSent } = await ask(answer, limits);
      assert.ok(!outcome.ok);
      assert.equal(wasSent, true);
      return outcome.fault;
    }

    for (const [coding, encode] of Object.entries(encoders)) {
      it(`reads a body in ${coding}, which we did not ask for`, async () => {
        assert.equal((await read(bytes(encode(score), coding))).body, score);
        assert.equal((await read(bytes(encode(score), ` ${coding.toUpperCase()} `))).body, score);
      });

      it(`counts the decoded bytes of ${coding} up to the limit`, async () => {
        const most = 'a'.repeat(limit);
        assert.equal((await read(bytes(encode(most), coding))).body, most);
        assert.equal((await fail(bytes(encode(`${most}a`), coding))).kind, 'tooLarge');
      });

      it(`takes damaged ${coding} for unreadable, and keeps what came before`, async () => {
        // Random, so that what is decoded spans several blocks.
        const text = randomBytes(300_000).toString('base64');
        const whole = encode(text);
        const damaged = Buffer.concat([whole.subarray(0, -200), Buffer.alloc(200, 0xff)]);
        // Brotli has no checksum: it may decode damage to something.
        const bodies = coding === 'br' ? [] : [damaged];
        for (const body of [...bodies, whole.subarray(0, -200)]) {
          const fault = await fail(bytes(body, coding), { maxBodyBytes: 64 * limit });
          assert.deepEqual([fault.kind, fault.answer?.status], ['encoded', 200]);
          assert.equal(fault.answer?.body.length, 12_288);
          assert.ok(text.startsWith(fault.answer.body));
        }
      });

      it(`keeps what arrived of ${coding} on a connection that is cut`, async () => {
        const text = randomBytes(300_000).toString('base64');
        const whole = encode(text);
        const part = bytes(whole.subarray(0, -200), coding, { length: whole.length });
        const fault = await fail(thenCut(part), { maxBodyBytes: 64 * limit });
        assert.deepEqual([fault.kind, fault.answer?.status], ['network', 200]);
        assert.equal(fault.answer?.body.length, 12_288);
        assert.ok(text.startsWith(fault.answer.body));
      });
    }

    it('rejects a window of zstd over 8 MiB (hazard 48)', async () => {
      const params = { [constants.ZSTD_c_windowLog]: 24 };
      const body = zstdCompressSync(Buffer.alloc(20 * 1024 * 1024), { params });
      assert.equal((await fail(bytes(body, 'zstd'))).kind, 'encoded');
    });

    for (const coding of ['gzip, gzip', 'gzip\ngzip', 'gzip, br', 'compress', 'constructor']) {
      it(`does not decode ${JSON.stringify(coding)}, and keeps no byte of it (hazard 48)`, async () => {
        const body = coding.startsWith('gzip') ? gzipSync(gzipSync(score)) : score;
        const fault = await fail(bytes(body, coding));
        assert.equal(fault.kind, 'encoded');
        assert.deepEqual([fault.answer?.status, fault.answer?.body], [200, '']);
      });
    }

    it('ends input that decodes to nothing at the limit (hazard 48)', async () => {
      // An empty stored block of deflate, again and again.
      const empty = Buffer.from('000000ffff', 'hex');
      const blocks = Buffer.concat(Array.from({ length: 20_000 }, () => empty));
      const body = Buffer.concat([Buffer.from('789c', 'hex'), blocks]);
      assert.equal((await fail(bytes(body, 'deflate'))).kind, 'tooLarge');
    });

    it('keeps the beginning of a body that is cut, too slow, or too large', async () => {
      const text = `{"job_id":"job.1","note":"${'é'.repeat(10_000)}`;
      const part = bytes(text, '', { length: 60_000 });
      const large = bytes('b'.repeat(limit + 1), '');
      for (const [kind, fault, begin] of [
        ['network', await fail(thenCut(part)), text],
        ['timeout', await fail(part, { timeLimitMs: 700 }), text],
        ['tooLarge', await fail(large), 'b'.repeat(20_000)],
      ] as const) {
        assert.equal(fault.kind, kind);
        assert.equal(fault.answer?.status, 200);
        const { body } = fault.answer;
        assert.ok(begin.startsWith(body), kind);
        // All that an excerpt needs, and no half of a character.
        assert.ok(body.length > 4_096 && Buffer.byteLength(body) <= 12_288, kind);
      }
    });

    it('reads at most 64 KiB of a rejection (hazard 47)', async () => {
      const transport = create({});
      for (const [length, expected] of [
        [limit, 'answer'],
        [limit + 1, 'tooLarge'],
      ] as const) {
        const server = await startRawServer(bytes('x'.repeat(length), '', { status: 402 }));
        const { outcome } = await send(transport, server.url, { maxBodyBytes: 4 * limit });
        assert.equal(outcome.ok ? 'answer' : outcome.fault.kind, expected);
        await server.close();
      }
      await transport.close();
    });
  });
}
