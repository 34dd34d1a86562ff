/** A window's memory of its user: confirmed calls, and who waits for which score. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Quotes, type Quote } from '../../../src/paid/quotes.ts';
import { ScoreWaits } from '../../../src/paid/scoreWaits.ts';

const quote: Quote = { account: 'a', chain: 'ethereum', address: '0xA', aggregator: 'money' };

describe('a paid call that was confirmed', () => {
  it('may be made once for each time, for the same account, network, address, and method', () => {
    const quotes = new Quotes();
    for (let count = 0; count < 2; count++) quotes.add(quote);
    for (const other of [
      { ...quote, account: 'b' },
      { ...quote, chain: 'base' },
      { ...quote, address: '0xB' },
      { ...quote, aggregator: undefined },
      { ...quote, account: 'aethereum', chain: '' },
    ]) {
      assert.equal(quotes.take(other), false, JSON.stringify(other));
    }
    assert.deepEqual(
      [quotes.take(quote), quotes.take(quote), quotes.take(quote)],
      [true, true, false],
    );
  });

  it('is forgotten after a hundred others', () => {
    const quotes = new Quotes();
    for (let count = 0; count < 100; count++) quotes.add({ ...quote, address: `0x${count}` });
    quotes.add({ ...quote, address: '0x0' });
    quotes.add({ ...quote, address: 'the last' });
    assert.equal(quotes.take({ ...quote, address: '0x1' }), false);
    assert.equal(quotes.take({ ...quote, address: '0x0' }), true);
    assert.equal(quotes.take({ ...quote, address: '0x2' }), true);
    assert.equal(quotes.take({ ...quote, address: 'the last' }), true);
  });
});

describe('a score that is canceled', () => {
  it('ends the waits for it, and for no other', async () => {
    const waits = new ScoreWaits();
    const key = { account: 'a', chain: 'ethereum', address: '0xA' };
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const canceled = ['money', 'money', 'money_rank_weight'].map((aggregator) =>
      waits.during(key, aggregator as 'money', async ({ signal }) => {
        await promise;
        return signal.aborted;
      }),
    );
    const ended = await waits.during(key, 'money', (cancel) => Promise.resolve(cancel));
    waits.cancel(key, 'money');
    resolve(undefined);
    assert.deepEqual(await Promise.all(canceled), [true, true, false]);
    assert.equal(ended.signal.aborted, false);
  });
});
