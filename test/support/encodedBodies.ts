import {
  brotliCompressSync,
  constants,
  deflateSync,
  gzipSync,
  zstdCompressSync,
  type InputType,
} from 'node:zlib';
import type { RawAnswer } from './rawServer.ts';

export const encoders: Readonly<Record<string, (body: InputType) => Buffer>> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: zstdCompressSync,
};

/** A response of these bytes; with a longer length it is never whole. Each line is a coding. */
export function bytes(
  body: Buffer | string,
  coding: string,
  { status = 200, length = Buffer.byteLength(body) }: { status?: number; length?: number } = {},
): RawAnswer {
  const codings = coding.split('\n').map((each) => `content-encoding: ${each}\r\n`);
  const head = `HTTP/1.1 ${status} X\r\n${codings.join('')}content-length: ${length}\r\n\r\n`;
  return (socket) => {
    socket.write(Buffer.concat([Buffer.from(head), Buffer.from(body)]));
  };
}
