import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DenySearch } from '../../../src/book/denySearch.ts';
import { drain } from '../../../src/book/drain.ts';
import { readList } from '../../../src/book/lists.ts';

const thief = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const digits = thief.slice(2).toLowerCase();

const searching = (text: string, path = 'deny.txt'): DenySearch =>
  drain(
    DenySearch.of([
      {
        reference: { line: 0, path, name: 'Ours', kind: 'deny' },
        list: drain(readList(text, path, 'deny')),
      },
    ]),
  );

const placesIn = (search: DenySearch, text: string): string[] =>
  drain(search.find(text)).map(({ offset, length }) => text.slice(offset, offset + length));

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

  it('finds whole tokens alone, but for the digits of an account', () => {
    const wrong = '1BoatSLRHtKNngkdXEeobR76b53LETtpyX';
    const search = searching(`${thief}\n${wrong}`);
    for (const text of [`${wrong}0`, `a${wrong}`, thief.slice(0, -1), digits.slice(1)]) {
      assert.deepEqual(placesIn(search, text), [], text);
    }
  });

  it('names the list, its row, and the network of that', () => {
    const search = searching(`address,name,network\n${thief},Thief,ethereum`, 'deny.csv');
    const [place] = drain(search.find(`x ${thief}`));
    assert.deepEqual(place?.denials, [
      { list: 'Ours', path: 'deny.csv', name: 'Thief', network: 'ethereum' },
    ]);
  });

  it('ignores lists of names', () => {
    const list = drain(readList(thief, 'a.txt', 'names'));
    const reference = { line: 0, path: 'a.txt', name: 'Ours', kind: 'names' } as const;
    const search = drain(DenySearch.of([{ reference, list }]));
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
        // Marks between digits count for none, and digits that are a whole run have its offset.
        const marked = digits.replace(/.(?=.)/g, "$&[_']*");
        const expected = [...text.matchAll(new RegExp(marked, 'gi'))].map(({ index, 0: own }) => {
          const run = text.slice(0, index).search(/[0-9A-Za-z]*$/);
          const isRun = /^(?:0x)?$/.test(text.slice(run, index)) && !/[_']/.test(own);
          return isRun && !/^[0-9A-Za-z]/.test(text.slice(index + own.length)) ? run : index;
        });
        const isWhole = (at: number): boolean =>
          !/[0-9A-Za-z]/.test(text.charAt(at - 1) + text.charAt(at + short.length));
        for (let at = text.indexOf(short); at !== -1; at = text.indexOf(short, at + 1)) {
          if (isWhole(at)) expected.push(at);
        }
        const found = drain(search.find(text)).map(({ offset }) => offset);
        assert.deepEqual(
          found,
          expected.sort((one, other) => one - other),
          text,
        );
      }),
    );
  });

  const word = (text: string): string => text.padStart(64, '0');
  const bytes = (marks: string): string => digits.replace(/../g, (pair) => `${marks}${pair}`);
  const coded = (text: string, how: (code: string) => string): string =>
    text.replace(/./g, (one) => how(one.charCodeAt(0).toString(16)));
  for (const [what, text] of [
    ['calldata', `0xa9059cbb${word(digits)}${word('64')}`],
    ['words of the ABI', word('20') + word(digits.toUpperCase()) + word('1')],
    ['arguments of a constructor behind code', `0x6080604052${'5b'.repeat(900)}${word(digits)}`],
    ['a minimal proxy (EIP-1167)', `363d3d373d3d3d363d73${digits}5af43d82803e903d91602b57fd5bf3`],
    ['a packed path', `0x${'ab'.repeat(20)}000bb8${digits}0001f4${'cd'.repeat(20)}`],
    ['a hex literal with marks', `hex"${digits.replace(/.{4}/g, '$&_')}"`],
    ['numeric separators', `0x${digits.replace(/.{4}(?=.)/g, '$&_')}`],
    ['a separator behind each digit', `0x${digits.replace(/./g, '$&_')}0`],
    ['separators of C++', `0x${digits.replace(/.{8}(?=.)/g, "$&'")}`],
    ['bytes in escapes', `"${bytes('\\x')}"`],
    ['an odd digit before it', `0x00${digits}`],
    ['digits behind it', `${digits}${'0'.repeat(24)}`],
    ['one character in an escape', thief.replace('b', '\\u0062')],
    ['its x in an escape', thief.replace('x', '\\x78')],
    ['all characters in escapes of four digits', coded(thief, (code) => `\\u00${code}`)],
    ['all characters in escapes of two digits', coded(thief, (code) => `\\x${code}`)],
    ['all characters in braces', coded(thief, (code) => `\\u{${code}}`)],
    ['calldata with an escape', `0xa9059cbb${word(digits).replace('b', '\\u0062')}`],
  ] as const) {
    it(`finds the digits of an account inside of ${what}`, () => {
      const search = searching(thief);
      for (const around of ['', ' ', '"', '(']) {
        const places = drain(search.find(`${around}${text}${around}`));
        assert.equal(places.length, 1, text);
        assert.deepEqual(places[0]?.denials, [{ list: 'Ours', path: 'deny.txt' }]);
      }
      assert.deepEqual(placesIn(searching(`${thief.slice(0, -1)}9`), text), []);
    });
  }

  it('finds other texts behind one level of escapes', () => {
    const coin = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C';
    const text = `"\\n${coin.replace('B', '\\u0042').replace('9', '\\x39')}\\n"`;
    assert.deepEqual(placesIn(searching(coin), coin), [coin]);
    const [place, ...others] = drain(searching(coin).find(text));
    assert.deepEqual(others, []);
    assert.equal(
      text.slice(place?.offset, (place?.offset ?? 0) + (place?.length ?? 0)),
      text.slice(3, -3),
    );
  });

  it('finds texts right behind an escape', () => {
    const coin = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C';
    for (const before of ['\\n', '\\\\', '\\t', '\\u00e9', '\\xe9', '\\', 'a\\']) {
      assert.deepEqual(placesIn(searching(coin), `"${before}${coin}\\n"`), [coin], before);
      const [place, ...others] = placesIn(searching(thief), `"${before}${thief}\\n"`);
      assert.deepEqual([place?.slice(-40), others], [thief.slice(2), []], before);
    }
  });

  it('takes small numbers in data for no account', () => {
    const search = searching(`0x${'0'.repeat(40)}\n0x${'0'.repeat(36)}dead`);
    assert.deepEqual(placesIn(search, `0x12345678${word('dead')}${word('0')}`), []);
    assert.equal(placesIn(search, `0x${word('dead')} 0x${'0'.repeat(40)}`).length, 2);
  });

  it('finds an account of equal digits once for each time that it is there', () => {
    const ones = '1'.repeat(40);
    assert.equal(placesIn(searching(`0x${ones}`), `0x2${ones.repeat(3)}111`).length, 3);
  });

  it('takes linear time for long data, in steps, whatever is in it (hazard 71)', () => {
    const search = searching(thief);
    for (const [part, count] of [
      ['a9', 2_000_000],
      [`${digits}_`, 50_000],
      [`${coded(thief, (code) => `\\x${code}`)}_`, 10_000],
      ["\\u0061_'{", 300_000],
    ] as const) {
      const timeOf = (times: number): number => {
        const text = Buffer.from(part.repeat(times)).toString('latin1');
        // Collecting garbage, for this text or an earlier one, can take as long as the search.
        return Math.min(
          ...[1, 2, 3].map(() => {
            const began = process.threadCpuUsage();
            drain(search.find(text));
            const { user, system } = process.threadCpuUsage(began);
            return (user + system) / 1_000;
          }),
        );
      };
      timeOf(count / 4);
      const [short, long] = [timeOf(count / 4), timeOf(count)];
      assert.ok(long < 8 * short + 100, `${short} ms, then ${long} ms for ${part.slice(0, 20)}`);
    }
  });

  it('takes as long for 20,000 rows as for one', () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `0x${(index * 7_919 + 1).toString(16).padStart(40, 'a')}`,
    );
    const text = `function f(address a) { emit Transfer(${thief}); }\n`.repeat(40_000);
    const timeOf = (search: DenySearch): number => {
      const began = process.threadCpuUsage();
      drain(search.find(text));
      const { user, system } = process.threadCpuUsage(began);
      return (user + system) / 1_000;
    };
    const [one, many] = [searching(rows[0] ?? ''), searching(rows.join('\n'))];
    timeOf(one);
    const [short, long] = [timeOf(one), timeOf(many)];
    assert.ok(long < 3 * short + 50, `${short} ms, then ${long} ms`);
  });
});
