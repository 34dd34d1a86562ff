import assert from 'node:assert/strict';
import { choicesFrom, type Choices } from './random.ts';

/** How long each input is fuzzed: a part of a second in a test run, and as long as you like by hand. */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 0.4);
/** Of the first case; the one that fails is named. */
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1);

/** Of a processor: a case that takes more holds up an editor, whatever it is. */
const slowMs = 1_000;

/** What breaks readers: ends of texts, numbers that do not fit, and names of every object. */
const crumbs = [
  ...['{', '}', '[', ']', '"', "'", ',', ':', '\\', '/', ' ', '\t', '\n', '\r\n', '\0', '\uFEFF'],
  ...['null', 'true', '0', '-0', '-1', '1e999', '1e-999', '9'.repeat(400), '0x', '%', '\\u0000'],
  ...['__proto__', 'constructor', 'toString', '\uD800', '\u202E', '\u2028', '<script>', '=1+1'],
  ...['[['.repeat(2_000), '{"a":'.repeat(2_000), '"'.repeat(2_000), '0xA0b86991c6218b36'],
] as const;

/** One of the texts with some of its bytes changed, moved, cut, or doubled. */
export function mutate(texts: readonly string[], choices: Choices): Buffer {
  let bytes = Buffer.from(choices.of(texts));
  for (let times = choices.below(6); times >= 0; times--) {
    const [at, to] = [choices.below(bytes.length + 1), choices.below(bytes.length + 1)];
    const [start, end] = [Math.min(at, to), Math.max(at, to)];
    const part = bytes.subarray(start, Math.min(end, start + 40));
    const between = {
      cut: () => [bytes.subarray(0, start)],
      flip: () => {
        const copy = Buffer.from(bytes);
        if (copy.length > 0) copy[at % copy.length]! ^= 1 << choices.below(8);
        return [copy];
      },
      drop: () => [bytes.subarray(0, start), bytes.subarray(start + part.length)],
      double: () => [bytes.subarray(0, end), part, bytes.subarray(end)],
      crumb: () => [bytes.subarray(0, at), Buffer.from(choices.of(crumbs)), bytes.subarray(at)],
      other: () => [bytes.subarray(0, at), Buffer.from(choices.of(texts)).subarray(to)],
    };
    bytes = Buffer.concat(between[choices.of(ways)]());
  }
  return bytes;
}

const ways = ['cut', 'flip', 'drop', 'double', 'crumb', 'crumb', 'other'] as const;

/**
 * Gives mutations to a reader until the time is over.
 * @param read throws nothing, or only what `isRefusal` takes for a clear answer
 * @returns how many cases there were
 */
export async function fuzz(
  texts: readonly string[],
  read: (bytes: Buffer) => unknown,
  isRefusal: (error: unknown) => boolean = () => false,
): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let seed = firstSeed;
  do {
    const bytes = mutate(texts, choicesFrom(seed));
    let tookMs = Infinity;
    // On a busy machine anything can take long once; what is slow is slow each time.
    for (let times = 0; times < 3 && tookMs >= slowMs; times++) {
      const begun = process.cpuUsage();
      try {
        await read(bytes);
      } catch (error) {
        if (!isRefusal(error)) {
          const shown = JSON.stringify(bytes.toString('latin1').slice(0, 2_000));
          throw new Error(`FUZZ_SEED=${seed}: ${shown}`, { cause: error });
        }
      }
      const { user, system } = process.cpuUsage(begun);
      tookMs = Math.min(tookMs, (user + system) / 1_000);
    }
    assert.ok(tookMs < slowMs, `FUZZ_SEED=${seed} took ${tookMs.toFixed(0)} ms`);
    seed++;
  } while (performance.now() < end);
  return seed - firstSeed;
}
