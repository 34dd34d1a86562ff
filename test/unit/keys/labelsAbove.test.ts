/** Text above values is read once for all of them, with the same result as for each alone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { labelAbove, LinesAbove } from '../../../src/keys/labels.ts';
import { leastCpuMs } from '../../support/timing.ts';

const value = (seed: number): string =>
  Array.from({ length: 8 }, (_, at) => ((seed + 1) * (at + 7919) * 104_729).toString(16).slice(-8))
    .join('')
    .padStart(64, '7');

const places = (text: string) =>
  Array.from(text.matchAll(/[0-9a-f]{64}/g), ({ 0: match, index: start }) => ({
    ...{ text, start, end: start + match.length },
    floor: Math.max(0, start - 900),
  }));

const lines = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.nat(99).map((seed) => `  "${value(seed)}",`) },
    { weight: 2, arbitrary: fc.nat(99).map((seed) => `    k${seed}: "${value(seed)}",`) },
    fc.constantFrom(
      ...['', '// private keys', '# addresses', 'keys:', '  seed phrases:', '[secrets]', '- a: 1'],
      ...['privateKeys = [', '];', 'stringData:', 'kind: Secret', 'data:', 'cat > key.pem <<EOF'],
    ),
  ),
  { maxLength: 60 },
);

describe('the labels above values', () => {
  it('are the same whether or not the lines are remembered', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const shared = new LinesAbove();
        for (const place of places(all.join('\n'))) {
          assert.equal(labelAbove(place, shared), labelAbove(place, new LinesAbove()));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('name a key below other values, and no further than the floor', () => {
    const text = `private keys:\n${Array.from({ length: 40 }, (_, at) => `  "${value(at)}",\n`).join('')}`;
    const shared = new LinesAbove();
    const kinds = places(text).map((place) => labelAbove(place, shared));
    assert.deepEqual(kinds.slice(0, 12), Array<string>(12).fill('key'));
    assert.equal(kinds.at(-1), undefined);
  });

  it('are read once for a list of values', () => {
    const text = Array.from({ length: 3_000 }, (_, at) => `  "${value(at)}",\n`).join('');
    const far = places(text).map((place) => ({
      ...place,
      floor: Math.max(0, place.start - 8_192),
    }));
    const ms = leastCpuMs(() => {
      const shared = new LinesAbove();
      for (const place of far) labelAbove(place, shared);
    }, 300);
    assert.ok(ms < 300, `${ms} ms`);
  });
});
