import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { BodyMemory } from '../support/bodyMemoryMain.ts';
import { bytes, encoders } from '../support/encodedBodies.ts';
import { startRawServer, type RawAnswer } from '../support/rawServer.ts';

describe('memory for a large body', () => {
  /** 200 MiB of zeros, and twice encoded. */
  const bombs: Record<string, Buffer> = {};
  before(() => {
    const zeros = Buffer.alloc(200 * 1024 * 1024);
    for (const coding of ['gzip', 'deflate', 'br', 'zstd'])
      bombs[coding] = encoders[coding]!(zeros);
    bombs['gzip, gzip'] = gzipSync(bombs['gzip']!);
  });

  async function measure(transport: string, large: RawAnswer): Promise<BodyMemory> {
    const server = await startRawServer((socket, request, index) => {
      const answer = request.line.includes('/large') ? large : bytes(gzipSync('small'), 'gzip');
      answer(socket, request, index);
    });
    try {
      const main = new URL('../support/bodyMemoryMain.ts', import.meta.url).pathname;
      const run = promisify(execFile)(process.execPath, [main, transport, server.url]);
      return JSON.parse((await run).stdout) as BodyMemory;
    } finally {
      await server.close();
    }
  }

  function assertSmall({ fault, grownMiB, blockedMs }: BodyMemory, expected: string): void {
    assert.equal(fault, expected);
    assert.ok(grownMiB < 20, `${grownMiB} MiB`);
    assert.ok(blockedMs < 200, `${blockedMs} ms`);
  }

  for (const name of ['undici', 'node:https']) {
    for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip']) {
      it(`${name}: 200 MiB in ${coding} take less than 20 MiB and block nothing (hazard 48)`, async () => {
        const memory = await measure(name, (...call) => bytes(bombs[coding]!, coding)(...call));
        assertSmall(memory, coding.includes(',') ? 'encoded' : 'tooLarge');
      });
    }

    it(`${name}: a body without end takes less than 20 MiB (hazard 47)`, async () => {
      const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
      const memory = await measure(name, (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const pour = (): void => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.on('drain', pour);
        pour();
      });
      assertSmall(memory, 'tooLarge');
    });
  }
});
