import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

/** A body that is not read to its end because of what it is, not because of the connection. */
export class BodyError extends Error {
  readonly kind: 'encoded' | 'tooLarge';

  constructor(kind: BodyError['kind']) {
    super(kind);
    this.kind = kind;
  }
}

const pieceBytes = 4 * 1024;

/** RFC 9659: no sender may need a larger window. Node's limit would allow 128 MiB. */
const zstdWindowLog = 23;

/** As streams: they decode in Node's thread pool, and only as fast as the result is read. */
const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
  [
    'zstd',
    () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } }),
  ],
]);

/**
 * Decodes the content coding of a body. The limit applies before and after decoding: a few
 * kilobytes can decode to gigabytes, and endless input to nothing.
 * @param coding the value of `Content-Encoding`; an unknown coding, or several, are not decoded
 * @throws BodyError, or an error of the body's stream
 */
export async function* decodedBody(
  body: AsyncIterable<Buffer>,
  coding: string,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  const limited = limitedTo(maxBytes, body);
  const name = coding.trim().toLowerCase();
  if (name === '' || name === 'identity') yield* limited;
  else yield* limitedTo(maxBytes, decoded(limited, name));
}

async function* limitedTo(
  maxBytes: number,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  let left = maxBytes;
  for await (const part of body) {
    if (part.length > left) {
      yield part.subarray(0, left);
      throw new BodyError('tooLarge');
    }
    left -= part.length;
    yield part;
  }
}

async function* decoded(
  body: AsyncIterable<Buffer>,
  coding: string,
): AsyncGenerator<Buffer, void, undefined> {
  const decoder = decoders.get(coding)?.();
  if (decoder === undefined) throw new BodyError('encoded');
  const input = new InputUpToError(body);
  // Each of its errors comes out of the decoder, too.
  pipeline(input, decoder).catch(() => undefined);
  let isDamaged = false;
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch {
    isDamaged = true;
  } finally {
    decoder.destroy();
  }
  if (input.failure !== undefined) throw input.failure.error;
  if (isDamaged) throw new BodyError('encoded');
}

/** Ends where the body fails, so that what arrived before is still decoded, and keeps the error. */
class InputUpToError implements AsyncIterable<Buffer> {
  readonly #body: AsyncIterable<Buffer>;
  #failure: { readonly error: unknown } | undefined;

  constructor(body: AsyncIterable<Buffer>) {
    this.#body = body;
  }

  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    try {
      for await (const part of this.#body) {
        // A decoder that finds damage throws away what it has decoded of the same piece.
        for (let at = 0; at < part.length; at += pieceBytes) {
          yield part.subarray(at, at + pieceBytes);
        }
      }
    } catch (error) {
      this.#failure = { error };
    }
  }
}
