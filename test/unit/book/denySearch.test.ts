import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DenySearch } from '../../../src/book/denySearch.ts';
import { allOf } from '../../../src/book/allOf.ts';
import { readList } from '../../../src/book/lists.ts';

const thief = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const digits = thief.slice(2).toLowerCase();

const searching = (text: string, path = 'deny.txt'): DenySearch =>
  allOf(
    DenySearch.of([
      {
        reference: { line: 0, path, name: 'Ours', kind: 'deny' },
        list: allOf(readList(text, path, 'deny')),
      },
    ]),
  );

const placesIn = (search: DenySearch, text: string): string[] =>
  allOf(search.find(text)).map(({ offset, length }) => text.slice(offset, offset + length));

describe('the search for what deny lists have', () => {
  for (const [what, listed, text, found] of [
    ['an address in any case', thief, `a = ${thief.toLowerCase()};`, thief.toLowerCase()],
    ['its digits alone', thief, `x"${digits}"`, digits],
    ['its digits in capitals', thief, digits.toUpperCase(), digits.toUpperCase()],
    [
      'the word that it ends',
      thief,
      `0x${'0'.repeat(24)}${digits}`,
      `0x${'0'.repeat(24)}${digits}`,
    ],
    [
      'an address of Solana without any evidence',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'x: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    ],
    [
      'a listed text with a wrong checksum',
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyX',
      'pay 1BoatSLRHtKNngkdXEeobR76b53LETtpyX now',
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyX',
    ],
    [
      'CashAddr with its prefix',
      'bitcoincash:qpm2qsznhks23z7629mms6s7s2cv8f7ysu5s5t9c7n',
      'bitcoincash:qpm2qsznhks23z7629mms6s7s2cv8f7ysu5s5t9c7n',
      'bitcoincash:qpm2qsznhks23z7629mms6s7s2cv8f7ysu5s5t9c7n',
    ],
    ['a name of NEAR', 'bad-actor.near', 'to("bad-actor.near")', 'bad-actor.near'],
    ['what looks like a key', thief, `privateKey = "${digits}"`, digits],
  ] as const) {
    it(`finds ${what}`, () => {
      assert.deepEqual(placesIn(searching(listed), text), [found]);
    });
  }

  it('finds whole tokens alone', () => {
    const search = searching(thief);
    for (const text of [`${thief}00`, `a${thief}`, thief.slice(0, -1), `0x00${digits}`]) {
      assert.deepEqual(placesIn(search, text), [], text);
    }
  });

  it('names the list, its row, and the network of that', () => {
    const search = searching(`address,name,network\n${thief},Thief,ethereum`, 'deny.csv');
    const [place] = allOf(search.find(`x ${thief}`));
    assert.deepEqual(place?.denials, [
      { list: 'Ours', path: 'deny.csv', name: 'Thief', network: 'ethereum' },
    ]);
  });

  it('ignores lists of names', () => {
    const list = allOf(readList(thief, 'a.txt', 'names'));
    const reference = { line: 0, path: 'a.txt', name: 'Ours', kind: 'names' } as const;
    const search = allOf(DenySearch.of([{ reference, list }]));
    assert.ok(search.isEmpty);
    assert.deepEqual(placesIn(search, thief), []);
  });

  it('finds places at the end of a long line, in steps (hazard 71)', () => {
    const search = searching(thief);
    const text = `${'const x = 1; '.repeat(300_000)}${thief}`;
    let steps = 0;
    const work = search.find(text);
    let step = work.next();
    for (; step.done !== true; step = work.next()) steps++;
    assert.equal(step.value.length, 1);
    assert.ok(steps >= 3 && steps <= 5, String(steps));
  });

  it('finds each whole token, whatever is around it', () => {
    const short = 'correct-horse-battery-staple';
    const search = searching(`${thief}\n${short}\n`);
    const part = fc.constantFrom(
      ...[thief, digits, short, ' ', '"', '-', '_', 'x', '0', digits.slice(1), 'horse', '\n'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const expected = [...text.matchAll(/[0-9A-Za-z]+/g)]
          .filter(([run]) => [`0x${digits}`, digits].includes(run.toLowerCase()))
          .map(({ index }) => index);
        const isWhole = (at: number): boolean =>
          !/[0-9A-Za-z]/.test(text.charAt(at - 1) + text.charAt(at + short.length));
        for (let at = text.indexOf(short); at !== -1; at = text.indexOf(short, at + 1)) {
          if (isWhole(at)) expected.push(at);
        }
        const found = allOf(search.find(text)).map(({ offset }) => offset);
        assert.deepEqual(
          found,
          expected.sort((one, other) => one - other),
          text,
        );
      }),
    );
  });

  it('takes as long for 20,000 rows as for one', () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `0x${(index * 7_919 + 1).toString(16).padStart(40, 'a')}`,
    );
    const text = `function f(address a) { emit Transfer(${thief}); }\n`.repeat(40_000);
    const timeOf = (search: DenySearch): number => {
      const began = process.threadCpuUsage();
      allOf(search.find(text));
      const { user, system } = process.threadCpuUsage(began);
      return (user + system) / 1_000;
    };
    const [one, many] = [searching(rows[0] ?? ''), searching(rows.join('\n'))];
    timeOf(one);
    const [short, long] = [timeOf(one), timeOf(many)];
    assert.ok(long < 3 * short + 50, `${short} ms, then ${long} ms`);
  });
});
