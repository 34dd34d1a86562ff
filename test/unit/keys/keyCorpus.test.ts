/** No spelling of a key is an address: to a scan, to a caret, as an argument, or in a URL. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyMaterialAt } from '../../../src/scan/keyMaterial.ts';
import { readAddress } from '../../../src/scan/parse.ts';
import { occurrenceAt, scanText } from '../../../src/scan/scan.ts';
import { startRoute, summaryRoute } from '../../../src/api/routes.ts';
import { keyCases } from '../../support/keyCorpus.ts';

const base = 'https://service.example';
const source = { path: 'src/solana.ts' };

/** Every place of a part in a text. */
function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

describe('a key', () => {
  it('has at least 300 spellings here', () =>
    assert.ok(keyCases.length >= 300, `${keyCases.length}`));

  for (const { name, text, secrets, isKeyAlone } of keyCases) {
    it(`is no address: ${name}`, () => {
      for (const from of [source, undefined]) {
        const found = scanText(text, from);
        for (const secret of secrets) {
          for (const at of placesOf(text, secret)) {
            const touched = found.filter(
              ({ offset, length }) => offset < at + secret.length && at < offset + length,
            );
            assert.deepEqual(touched, [], text);
            assert.equal(occurrenceAt(text, at + (secret.length >> 1), from)?.text, undefined);
          }
        }
      }
      const [first = ''] = secrets;
      if (isKeyAlone) {
        for (const input of [first, ` ${first}\n`, `key: ${first}`]) {
          const reading = readAddress(input.slice(0, 512));
          assert.equal(reading.ok ? 'ok' : reading.problem.kind, 'keyShaped', input);
        }
        const target = { address: first, chain: 'ethereum', aggregator: 'money' as const };
        assert.equal(startRoute(base, target), undefined);
        assert.equal(summaryRoute(base, target), undefined);
        assert.equal(summaryRoute(base, { address: '0x0', chain: first }), undefined);
      } else assert.equal(readAddress(text.slice(0, 512)).ok, false);
    });
  }
});

describe('a hover', () => {
  for (const { name, text, secrets, isKeyAlone } of keyCases) {
    it(`says that it looks like a key: ${name}`, () => {
      const [first = ''] = secrets;
      const line = isKeyAlone ? `const privateKey = "${text}";` : text;
      const at = line.indexOf(first) + (first.length >> 1);
      if (name.startsWith('a keystore')) return;
      assert.notEqual(keyMaterialAt(line, at, source), undefined, line);
    });
  }
});
