import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import { FileNotes, fileName } from '../../../src/folder/fileNotes.ts';
import { FileQueue } from '../../../src/folder/fileQueue.ts';
import { filterText } from '../../../src/report/addresses/filter.ts';
import { ListedTextPlaces, type FilePlace } from '../../../src/folder/inventory.ts';
import { portionsOf } from '../../../src/book/portions.ts';
import {
  readInThread,
  type ScanThread,
  type ScanThreads,
} from '../../../src/folder/scanThreads.ts';
import { ScanThreadEndedError } from '../../../src/folder/threads.ts';
import { ignoresAbove, WantedFiles } from '../../../src/folder/list.ts';

const place = (path: string, folder = 0): FilePlace => ({ folder, path });

describe('the notes of files', () => {
  it('have what differs from most files, and count by reasons', () => {
    const notes = new FileNotes();
    const usual = { unread: undefined, dependsOnChoices: false, bookNetworks: '' };
    assert.deepEqual(notes.of(place('a')), usual);
    notes.set(place('a b'), { dependsOnChoices: true });
    notes.set(place('b', 12), { unread: 'tooLarge' });
    notes.set(place('c'), { unread: 'failed' });
    notes.set(place('d'), { bookNetworks: 'bsc' });
    assert.deepEqual(notes.of(place('a b')), { ...usual, dependsOnChoices: true });
    assert.deepEqual(notes.of(place('d')), { ...usual, bookNetworks: 'bsc' });
    assert.deepEqual(notes.undecided(), [place('a b')]);
    assert.deepEqual([notes.countOf('tooLarge'), notes.countOf('other')], [1, 0]);
    notes.set(place('b', 12), {});
    assert.equal(notes.countOf('tooLarge'), 0);
    notes.delete(place('a b'));
    assert.deepEqual(notes.undecided(), []);
    assert.notEqual(fileName(place('a', 1)), fileName(place('a', 2)));
  });
});

describe('the queue of files', () => {
  it('reads each once, many together, and those that are added meanwhile later', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const reads: string[][] = [];
    let ends = 0;
    const queue = new FileQueue(
      {
        read(places) {
          reads.push(places.map(({ path }) => path));
          // The same file again, while it is read: after the first round.
          if (reads.length === 1) queue.add(place('0'));
          return Promise.resolve();
        },
        end: () => ends++,
      },
      () => undefined,
      () => resolve(undefined),
    );
    for (let file = 0; file < 100; file++) queue.add(place(String(file)));
    queue.add(place('7'));
    queue.run();
    queue.run();
    await promise;
    assert.equal(reads.flat().length, 101);
    assert.equal(reads.flat().filter((path) => path === '0').length, 2);
    assert.ok(reads.some((each) => each.length === 32));
    assert.ok(reads.every((each) => each.length <= 32));
    assert.equal(reads.at(-1)?.length, 1);
    queue.add(place('x'));
    queue.clear();
    assert.equal(ends, 1);
  });

  it('is empty after what it drops', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const read: string[] = [];
    const reader = {
      read: (places: readonly FilePlace[]) =>
        Promise.resolve(void read.push(...places.map(({ path }) => path))),
      end: () => undefined,
    };
    const queue = new FileQueue(
      reader,
      () => undefined,
      () => resolve(undefined),
    );
    queue.add(place('a'));
    queue.clear();
    queue.add(place('b'));
    queue.run();
    await promise;
    assert.deepEqual(read, ['b']);
  });
});

describe('the files of a folder that are wanted', () => {
  it('are those of the listing, and changed ones, whatever leaves them out', () => {
    const wanted = new WantedFiles(10);
    assert.equal(wanted.has('a'), undefined);
    assert.deepEqual(wanted.setChanged(new Set(['a', 'node_modules/b'])), ['a', 'node_modules/b']);
    assert.deepEqual(drain(wanted.setListed(['a', 'c'])), ['a', 'c', 'node_modules/b']);
    assert.deepEqual(
      ['a', 'c', 'node_modules/b', 'node_modules/c', 'sub/.git/x', 'd'].map((path) =>
        wanted.has(path),
      ),
      [true, true, true, false, false, undefined],
    );
    wanted.setDecided(['d', 'e'], new Set(['d']));
    assert.deepEqual([wanted.has('d'), wanted.has('e')], [true, false]);
    const changed = new Set(['a', 'f']);
    assert.deepEqual(wanted.setChanged(changed), ['f']);
    assert.deepEqual(wanted.setChanged(changed), []);
    assert.equal(wanted.changed, changed);
    drain(wanted.setListed(['x']));
    assert.equal(wanted.has('d'), undefined, 'it may be another one now');
  });

  it('are none of a folder below that is open itself', () => {
    const wanted = new WantedFiles(10);
    wanted.others = ['own/'];
    assert.deepEqual(wanted.setChanged(new Set(['own/a', 'b'])), ['b']);
    assert.deepEqual(drain(wanted.setListed(['own/c', 'd'])), ['d', 'b']);
    wanted.setDecided(['own/e'], new Set(['own/e']));
    assert.deepEqual(
      ['own/a', 'own/c', 'own/e', 'd', 'owner'].map((path) => wanted.has(path)),
      [false, false, false, true, undefined],
    );
  });

  it('are taken from a listing in slices', () => {
    const paths = Array.from({ length: 5_000 }, (_, index) => `${index}`);
    assert.ok([...new WantedFiles(10).setListed(paths)].length >= 5);
  });

  it('are those of the listing before until all of a new one is taken', () => {
    const wanted = new WantedFiles(10_000);
    const paths = Array.from({ length: 1_000 }, (_, index) => `${index}`);
    drain(wanted.setListed([...paths, 'ignored']));
    const overtaken = wanted.setListed([...paths, 'stale']);
    const next = wanted.setListed([...paths, 'new']);
    for (const steps of [overtaken, next]) steps.next();
    assert.deepEqual([wanted.has('999'), wanted.has('ignored')], [true, true]);
    wanted.setDecided(['created'], new Set(['created']));
    for (const steps of [next, overtaken]) drain(steps);
    assert.deepEqual(
      ['999', 'new', 'created', 'stale', 'ignored'].map((path) => wanted.has(path)),
      [true, true, true, undefined, undefined],
    );
  });

  it('are forgotten rather than remembered without end', () => {
    const wanted = new WantedFiles(2);
    wanted.setDecided(['a', 'b', 'c'], new Set());
    assert.equal(wanted.has('a'), false);
    wanted.setDecided(['d'], new Set());
    assert.deepEqual([wanted.has('a'), wanted.has('d')], [undefined, false]);
  });

  it('are decided by the ignore files above them', () => {
    assert.deepEqual(
      [...ignoresAbove(['a/b/c', 'd', 'a/e'])],
      ['.gitignore', 'a/.gitignore', 'a/b/.gitignore'],
    );
  });
});

describe('listed texts of a file', () => {
  it('are kept up to a number, and all are counted', () => {
    const places = new ListedTextPlaces();
    const spot = { line: 0, column: 0, length: 2, key: 'ab' };
    places.set(
      place('a'),
      Array.from({ length: 1_005 }, () => spot),
    );
    const [found] = places.files();
    assert.deepEqual([found?.spots.length, found?.count], [1_000, 1_005]);
  });

  it('are kept by file, in order', () => {
    const places = new ListedTextPlaces();
    const found = [{ line: 0, column: 0, length: 2, key: 'ab' }];
    for (const [path, folder] of [
      ['b', 1],
      ['a', 1],
      ['c', 0],
    ] as const) {
      places.set(place(path, folder), found);
    }
    assert.deepEqual(
      places.files().map(({ folder, path }) => `${folder}${path}`),
      ['0c', '1a', '1b'],
    );
    places.set(place('a', 1), []);
    places.delete(place('c'));
    assert.deepEqual(
      places.files().map(({ path }) => path),
      ['b'],
    );
  });
});

describe('a reading in a thread', () => {
  const fileAt = (path: string) => ({
    file: { root: '/', path, networks: [] },
  });
  const files = ['a', 'b', 'c', 'd'].map(fileAt);

  /** Each answer is how many files are read, or the index of the one that ends the thread. */
  async function reading(
    answers: readonly (number | { ends: number | undefined } | 'none')[],
    stopAfter = Infinity,
  ) {
    const left = [...answers];
    const log: string[] = [];
    const names = (some: readonly { file: { path: string } }[]): string =>
      some.map(({ file }) => file.path).join('');
    const thread = {
      scan(sent: readonly { path: string }[]) {
        const answer = left.shift() ?? sent.length;
        if (typeof answer === 'object')
          return Promise.reject(new ScanThreadEndedError(answer.ends));
        return Promise.resolve({ files: sent.slice(0, Number(answer)) });
      },
    } as unknown as ScanThread;
    const threads = {
      open: () => (left[0] === 'none' ? undefined : thread),
    } as unknown as ScanThreads;
    let prepared = 0;
    await readInThread(files, {
      threads,
      prepare: () => {
        prepared++;
        return Promise.resolve();
      },
      isWanted: () => log.length < stopAfter,
      onRead: (sent, { files: read }) =>
        Promise.resolve(void log.push(`read ${names(sent.slice(0, read.length))}`)),
      onLeftOut: (sent) => Promise.resolve(void log.push(`left ${names(sent)}`)),
    });
    return [...log, `prepared ${prepared}`];
  }

  it('goes on where a response ends', async () => {
    assert.deepEqual(await reading([1, 3]), ['read a', 'read bcd', 'prepared 2']);
  });

  it('leaves out the file that ended a thread, and goes on in another', async () => {
    assert.deepEqual(await reading([1, { ends: 1 }, 2]), [
      'read a',
      'left c',
      'read bd',
      'prepared 3',
    ]);
    assert.deepEqual(await reading([{ ends: undefined }, 4]), ['left ', 'read abcd', 'prepared 2']);
  });

  it('leaves out the rest if there is no thread', async () => {
    assert.deepEqual(await reading([2, 'none']), ['read ab', 'left cd', 'prepared 1']);
  });

  it('ends if it is no longer wanted', async () => {
    assert.deepEqual(await reading([1, 1, 1], 2), ['read a', 'read b', 'prepared 2']);
    assert.deepEqual(await reading([], 0), ['prepared 0']);
  });

  it('does not hide a fault of our own', async () => {
    const threads = {
      open: () => ({ scan: () => Promise.reject(new TypeError()) }),
    } as unknown as ScanThreads;
    const none = (): Promise<void> => Promise.resolve();
    const ports = { threads, prepare: none, isWanted: () => true, onRead: none, onLeftOut: none };
    await assert.rejects(readInThread(files, ports), TypeError);
  });
});

describe('small parts', () => {
  it('divide values into portions', () => {
    assert.deepEqual([...portionsOf([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]]);
    assert.deepEqual([...portionsOf([1, 2], 2)], [[1, 2]]);
    assert.deepEqual([...portionsOf([], 2)], []);
  });

  it('say what a filter lets through', () => {
    assert.equal(filterText({}), undefined);
    assert.equal(
      filterText({
        text: 'a',
        network: 'bsc',
        family: 'evm',
        level: 'High',
        isNew: true,
        isUnlisted: true,
      }),
      '“a” · BNB Smart Chain · evm · High · New · Not in Address Book',
    );
  });
});
