import { crc32 } from 'node:zlib';

/** A picture of an animation. */
export interface Frame {
  /** A PNG as Chromium writes it: 8 bits a channel, not interlaced. All frames have one size. */
  readonly png: Buffer;
  readonly seconds: number;
}

const signature = 8;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

function bytesOf({ type, data }: Chunk): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8);
  return bytes;
}

function numbers(...values: readonly number[]): Buffer {
  const data = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
  return data;
}

/**
 * Makes an animated PNG that repeats forever. Programs that know no animation show the first frame.
 * Source: the chunks `acTL`, `fcTL`, and `fdAT` of PNG, third edition.
 */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('An animation needs a frame.');
  const header = chunksOf(first.png)[0]?.data ?? Buffer.alloc(0);
  // Every frame counts, and so does each of its parts, in one sequence.
  let sequence = 0;
  const parts = frames.flatMap(({ png, seconds }, index) => {
    const chunks = chunksOf(png);
    if (!chunks[0]?.data.equals(header)) throw new Error(`Frame ${index} has another size.`);
    const place = numbers(sequence++, header.readUInt32BE(0), header.readUInt32BE(4), 0, 0);
    // The delay is a fraction; then the frame replaces all of the one before.
    const delay = Buffer.from([0, 0, 0, 10, 0, 0]);
    delay.writeUInt16BE(Math.round(seconds * 10), 0);
    const images = chunks.filter(({ type }) => type === 'IDAT');
    return [
      { type: 'fcTL', data: Buffer.concat([place, delay]) },
      ...images.map((image) =>
        index === 0
          ? image
          : { type: 'fdAT', data: Buffer.concat([numbers(sequence++), image.data]) },
      ),
    ];
  });
  return Buffer.concat([
    first.png.subarray(0, signature),
    ...[
      { type: 'IHDR', data: header },
      { type: 'acTL', data: numbers(frames.length, 0) },
      ...parts,
      { type: 'IEND', data: Buffer.alloc(0) },
    ].map(bytesOf),
  ]);
}
