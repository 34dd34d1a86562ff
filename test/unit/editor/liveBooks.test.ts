import './support/vscode.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import type { BookFileReading } from '../../../src/book/loadBook.ts';
import { changesOf } from '../../../src/book/trustedBooks.ts';
import { SecondLook } from '../../../src/scheduler/secondLook.ts';

const { LiveBooks } = await import('../../../src/editor/book/watchedBook.ts');

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const book = JSON.stringify({
  version: 1,
  addresses: [{ address: usdc, network: 'ethereum', name: 'Vault' }],
  lists: [{ path: 'deny.txt', name: 'Deny', kind: 'deny' }],
});
const asked = { text: usdc, family: 'evm', network: 'ethereum' } as const;

describe('the address book of a folder that changes', () => {
  let files: Map<string, string>;
  let changes: number;
  let books: InstanceType<typeof LiveBooks>;
  let looks: SecondLook;
  let onRead: () => void;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    files = new Map();
    changes = 0;
    onRead = () => undefined;
    books = new LiveBooks({
      files: {
        readText(path): Promise<BookFileReading> {
          onRead();
          const text = files.get(path);
          return Promise.resolve(text === undefined ? { kind: 'missing' } : { kind: 'text', text });
        },
      },
      run: drain,
      onChange: () => (changes += 1),
    });
    looks = new SecondLook(() => books.readAgain());
  });
  afterEach(() => {
    looks.dispose();
    books.dispose();
    mock.timers.reset();
  });

  const nameNow = (): string | undefined => books.loaded.entryOf(asked).name;

  it('is read once more after a change, as its deletion may be reported by no one', async () => {
    files.set('.address-risk.json', book);
    await looks.changed();
    assert.equal(nameNow(), 'Vault');
    files.clear();
    await books.ready();
    assert.equal(nameNow(), 'Vault', 'no one has said that it is gone');
    mock.timers.tick(2_000);
    await books.ready();
    assert.equal(nameNow(), 'USDC', 'its published name');
  });

  it('is there for everyone who waits while it is read', async () => {
    files.set('.address-risk.json', book);
    const first = books.ready();
    await books.ready();
    assert.equal(nameNow(), 'Vault');
    await first;
  });

  it('is there for everyone who waits, though it changes without end', async () => {
    files.set('.address-risk.json', book);
    onRead = () => void books.readAgain();
    await books.ready();
    assert.equal(nameNow(), 'Vault');
    await books.readAgain();
    await books.ready();
    onRead = () => undefined;
    await books.ready();
  });

  it('changes nothing for a second look at the same files', async () => {
    await books.ready();
    assert.equal(changes, 1, 'also without a book');
    files.set('.address-risk.json', book);
    for (const text of [undefined, usdc, `${usdc}\n${usdc.replace('A0', 'B0')}`]) {
      if (text !== undefined) files.set('deny.txt', text);
      const before: number = changes;
      await looks.changed();
      assert.equal(changes, before + 1);
      mock.timers.tick(2_000);
      await books.ready();
      assert.equal(changes, before + 1);
    }
    assert.equal(books.loaded.denialsOf(asked).length, 1);
  });

  it('is read no more after the folder has left the window', async () => {
    files.set('.address-risk.json', book);
    await looks.changed();
    looks.dispose();
    books.dispose();
    files.clear();
    mock.timers.tick(2_000);
    await looks.changed();
    assert.equal(changes, 1);
  });

  it('has what came to the base revision after the change began', async () => {
    const at = (commit: string, text: string | undefined) => ({
      commit,
      readText: (path: string): Promise<BookFileReading> =>
        Promise.resolve(
          text === undefined || path !== '.address-risk.json'
            ? { kind: 'missing' }
            : { kind: 'text', text },
        ),
    });
    const judge = at('2', book);
    await books.ready();
    await books.compareWith({ judge, origin: at('1', undefined) });
    assert.equal(books.loaded.listingOf(asked), 'listed');
    assert.deepEqual(changesOf(books.loaded), [], 'a branch that is behind removes nothing');
    await books.compareWith({ judge, origin: judge });
    assert.equal(books.loaded.listingOf(asked), 'removed');
    assert.deepEqual(changesOf(books.loaded), [{ kind: 'bookRemoved' }]);
  });

  it('reads a base revision again that Git was too slow for, and no other', async () => {
    for (const slow of ['.address-risk.json', 'deny.txt']) {
      let reads = 0;
      let isSlow = true;
      const judge = {
        commit: slow,
        readText(path: string): Promise<BookFileReading> {
          reads++;
          if (isSlow && path === slow) return Promise.resolve({ kind: 'unreadable' });
          return Promise.resolve({ kind: 'text', text: path === 'deny.txt' ? usdc : book });
        },
      };
      await books.compareWith({ judge, origin: judge });
      assert.equal(books.loaded.denialsOf(asked).length, 0);
      isSlow = false;
      await books.compareWith({ judge, origin: judge });
      assert.equal(books.loaded.denialsOf(asked).length, 1, slow);
      assert.equal(books.loaded.isTrusted(asked), true);
      const before = reads;
      await books.compareWith({ judge, origin: judge });
      assert.equal(reads, before);
    }
  });
});
