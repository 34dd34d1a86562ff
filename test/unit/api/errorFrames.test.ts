import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { framesOf, placeOf } from '../../../src/api/errorFrames.ts';

const secret = 'sk-1234';
const thrown = (message: string): Error => {
  try {
    throw new TypeError(message);
  } catch (error) {
    return error as Error;
  }
};

describe('the stack of an error', () => {
  it('names the function, the file without its folders, and the place, and quotes no message', () => {
    for (const message of ['', secret, `${secret}\n    at ${secret} (/home/${secret}/a.js:1:1)`]) {
      const error = thrown(message);
      assert.match(placeOf(error) ?? '', /^thrown \(errorFrames\.test\.ts:\d+:\d+\)$/);
      assert.ok(!framesOf(error).includes(secret));
    }
  });

  it('is of our own code where a frame is, else of the first one', () => {
    const error = new Error('no');
    const own = new URL('../../../src/api/client.ts', import.meta.url).pathname;
    error.stack = `Error: no\n    at node:fs:1:2\n    at Client.ask (${own}:3:4)`;
    assert.equal(placeOf(error), 'Client.ask (client.ts:3:4)');
    error.stack = 'Error: no\n    at C:\\Users\\ada\\x.js:1:2';
    assert.equal(placeOf(error), 'x.js:1:2');
  });

  it('is none where it cannot be told from the message', () => {
    const error = thrown('before');
    assert.ok(error.stack, 'it is written when it is first read');
    error.message = 'after';
    assert.equal(placeOf(error), undefined);
    assert.equal(placeOf('text'), undefined);
  });
});
