import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { DenySearch } from '../../../src/book/denySearch.ts';
import { drain } from '../../../src/book/drain.ts';
import { readList } from '../../../src/book/lists.ts';
import { FileQueue } from '../../../src/folder/fileQueue.ts';
import { encodingOf, searchableText, textOf } from '../../../src/folder/fileText.ts';
import { DiskScanner, type RowsPortion } from '../../../src/folder/scanDiskFiles.ts';
import type { FilePlace } from '../../../src/folder/inventory.ts';
import {
  readInThread,
  ScanThread,
  DenyListSync,
  type ScanThreads,
} from '../../../src/folder/scanThreads.ts';
import { readingOf, undecided } from '../../../src/evidence/reasons.ts';
import { ScanThreadEndedError, Threads } from '../../../src/folder/threads.ts';
import { WantedFiles } from '../../../src/folder/list.ts';
import type { FileContent } from '../../../src/folder/fileSearch.ts';
import {
  ContentPacker,
  ContentUnpacker,
  type PackedContents,
} from '../../../src/folder/encodeRows.ts';
import type { FoundAddress, NetworkBasis, Spelling } from '../../../src/folder/scanText.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const workerFile = new URL('../../../src/folder/scan.process.ts', import.meta.url);

describe('the text of a file', () => {
  const mark = '\uFEFF';
  for (const [encoding, bytes] of [
    ['utf-8', Buffer.from(`${mark}é`)],
    ['utf-16le', Buffer.from(`${mark}é`, 'utf16le')],
    ['utf-16be', Buffer.from(`${mark}é`, 'utf16le').swap16()],
  ] as const) {
    it(`keeps the byte order mark of ${encoding}`, () => {
      assert.equal(encodingOf(bytes), encoding);
      assert.equal(textOf(bytes), `${mark}é`);
    });
  }

  it('is none of bytes that no encoding has', () => {
    for (const bytes of [[0xe9], [0x61, 0], [0xff, 0xfe, 0x00], [0xff, 0x61], [0xfe, 0x61]]) {
      const file = Uint8Array.from(bytes);
      assert.equal(textOf(file), undefined, bytes.join());
    }
    assert.equal(encodingOf(Uint8Array.of(0xfe, 0xfe)), 'utf-8');
    assert.equal(encodingOf(Uint8Array.of(0xff, 0xff)), 'utf-8');
  });

  it('can be searched without zeros where it is none', () => {
    assert.equal(searchableText(Uint8Array.of(0x61, 0, 0xe9, 0)), 'aé');
  });
});

describe('what a thread sends', () => {
  const spelling: Spelling = {
    ...{ text: usdc, canonical: usdc, family: 'evm', account: usdc.toLowerCase() },
    ...{ isChecksumWrong: false, isPlaceholder: false },
  };
  const spot = { spelling, line: 3, column: 5, length: 42, isHidden: false } as const;
  const bases: readonly NetworkBasis[] = [
    { kind: 'named', reading: readingOf('address', 'bsc', '') },
    { kind: 'named', reading: readingOf('key', 'bsc', '') },
    { kind: 'open', family: 'evm', found: undecided([]), usual: 'bsc' },
  ];
  const none = { isChanged: true, listed: [], keyTexts: [] };
  const text = (addresses: readonly FoundAddress[]) =>
    ({ kind: 'text', ...none, addresses }) as const satisfies FileContent;
  const sent = (unpacker: ContentUnpacker, packed: PackedContents): FileContent[] =>
    [...unpacker.unpack(packed)].map((content) =>
      'addresses' in content ? { ...content, addresses: [...content.addresses] } : content,
    );

  it('is what was read, with each text and each basis once', () => {
    const first = bases.map((basis, index) => ({ ...spot, basis, line: index, name: undefined }));
    const [basis] = bases;
    assert.ok(basis);
    const named = ['A', 'B', 'A'].map((name) => ({ ...spot, basis, name, isHidden: name === 'B' }));
    const contents: FileContent[] = [
      text([...first, ...first]),
      { kind: 'missing' },
      { ...text(named), kind: 'binary' },
    ];
    const [packer, unpacker] = [new ContentPacker(), new ContentUnpacker()];
    const packed = packer.pack(contents);
    assert.deepEqual(sent(unpacker, packed), contents);
    assert.deepEqual([packed.spellings.length, packed.bases.length], [1, bases.length]);
    // A later message has only what is new, and the numbers of earlier ones count.
    const other = { ...spelling, text: 'other', canonical: 'other' };
    const later = [text([...first, { ...spot, spelling: other, basis, name: 'C' }])];
    const again = packer.pack(later);
    assert.deepEqual(again.spellings, [other]);
    assert.deepEqual(sent(unpacker, again), later);
  });

  it('is rejected if its numbers name nothing', () => {
    const [basis] = bases;
    assert.ok(basis);
    const packed = new ContentPacker().pack([text([{ ...spot, basis, name: undefined }])]);
    for (const broken of [
      { ...packed, spellings: [] },
      { ...packed, bases: [] },
    ]) {
      assert.throws(() => sent(new ContentUnpacker(), broken), RangeError);
    }
  });
});

const gone = { content: { kind: 'missing' }, count: 0 };

describe('a response of a thread', () => {
  it('has no hits of rows that follow no first portion', () => {
    const scanner = new DiskScanner();
    scanner.addRows({ root: '/nowhere', isFirst: false, texts: [] });
    const file = { root: '/nowhere', path: 'a', networks: [] };
    assert.deepEqual(scanner.scan([file], () => undefined).files, [gone]);
  });

  it('has more than one file if there is time, and says before each which one it is', () => {
    const scanner = new DiskScanner();
    const files = ['a', 'b', 'c'].map((path) => {
      return { root: '/nowhere', path, networks: [] };
    });
    const responses = Array.from({ length: 50 }, () => {
      const begun: number[] = [];
      const { files: read } = scanner.scan(files, (index) => begun.push(index));
      assert.deepEqual(begun, [...read.keys()]);
      return read.length;
    });
    assert.ok(responses.includes(3), responses.join());
  });

  it('has one file where time is up, and all of them outside of an editor', ({ mock }) => {
    let now = 0;
    mock.method(performance, 'now', () => (now += 1_000));
    const scanner = new DiskScanner();
    const files = ['a', 'b'].map((path) => ({ root: '/nowhere', path, networks: [] }));
    const count = (): number => scanner.scan(files, () => undefined).files.length;
    assert.equal(count(), 1);
    scanner.searchFor({ folder: '/nowhere', keyTextsIn: undefined, namesCode: false });
    assert.equal(count(), 2);
  });
});

describe('a thread for files', () => {
  it('that ends between two requests was reading no file', async () => {
    const workers: Worker[] = [];
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const options = { workerFile, onEnd: resolve };
    const thread = new ScanThread({ ...options, onStart: (worker) => workers.push(worker) });
    const file = { root: '/nowhere', path: 'a', networks: [] };
    const { files } = await thread.scan([file]);
    assert.deepEqual(files, [gone]);
    await workers[0]?.terminate();
    const error = await promise;
    assert.ok(error instanceof ScanThreadEndedError);
    assert.equal(error.current, undefined);
    thread.end();
  });

  it('tells which paths are wanted, and rejects what is asked after its end', async () => {
    const onEnd = (): void => assert.fail('It was ended by us.');
    const thread = new ScanThread({ workerFile, onEnd });
    const ignores = { files: [{ folder: '', text: 'b' }] };
    assert.deepEqual(await thread.wanted({ excluded: 'c', paths: ['a', 'b', 'c'], ignores }), {
      ...{ paths: ['a'], uncounted: 0 },
    });
    const { skipped, ...listing } = await thread.list({ root: '/nowhere', most: 1 });
    assert.deepEqual(listing, { files: [], links: [], isCut: false, uncounted: 0 });
    assert.equal(skipped[0]?.mayHideFiles, true);
    const waiting = thread.list({ root: '/nowhere', most: 1 });
    thread.end();
    thread.end();
    thread.worker.emit('message', 'an answer that comes too late');
    await assert.rejects(waiting, { name: 'ScanThreadEndedError', current: undefined });
    await assert.rejects(thread.scan([]), ScanThreadEndedError);
  });

  it('has four portions to do, none too far ahead, and leaves them to others when it ends', async () => {
    for (const [maxAhead, expected] of [
      [9, [0, 1, 2, 3]],
      [2, [0, 1, 2]],
    ] as const) {
      const code = `parentPort.on('message', (i) => i === ${expected.length - 1} && process.exit())`;
      const head = `import { parentPort } from 'node:worker_threads';`;
      const program = new URL(`data:text/javascript,${head}${code}`);
      const threads = new Threads(program, 'files', 1);
      const asked: number[] = [];
      const requestOf = (index: number): number => (asked.push(index), index);
      const part = { requestOf, resultOf: () => assert.fail('It answers nothing.') };
      const work = { count: 6, maxAhead, here: (index: number) => index, begin: () => part };
      const results = threads.results(work);
      await setImmediate();
      const found: number[] = [];
      for await (const result of results) found.push(result);
      assert.deepEqual([found, asked], [[0, 1, 2, 3, 4, 5], expected]);
    }
  });

  it('drops what it read if that is no longer wanted', async () => {
    let isWanted = true;
    const log: string[] = [];
    const thread = {
      scan: (sent: readonly unknown[]) => {
        isWanted = false;
        return Promise.resolve({ files: sent });
      },
    } as unknown as ScanThread;
    const file = { root: '/', path: 'a', networks: [] };
    await readInThread([{ file }], {
      threads: { open: () => thread } as unknown as ScanThreads,
      prepare: () => Promise.resolve(),
      isWanted: () => isWanted,
      onRead: () => Promise.resolve(void log.push('read')),
      onLeftOut: () => Promise.resolve(void log.push('left out')),
    });
    assert.deepEqual(log, []);
  });
});

describe('the rows that a thread is sent', () => {
  const searching = (text: string): DenySearch => {
    const reference = { line: 0, path: 'deny.txt', name: 'Ours', kind: 'deny' } as const;
    const list = drain(readList(text, 'deny.txt'));
    return drain(DenySearch.of(text === '' ? [] : [{ reference, list }]));
  };
  const threadOf = (portions: RowsPortion[]): ScanThread =>
    ({
      addRows: (portion: RowsPortion) => Promise.resolve(void portions.push(portion)),
    }) as unknown as ScanThread;

  it('are sent once, again after a change, and emptied when there are none', async () => {
    const sent = new DenyListSync(() => Promise.resolve());
    const portions: RowsPortion[] = [];
    const thread = threadOf(portions);
    const send = async (search: DenySearch, root = '/a'): Promise<unknown[]> => {
      portions.length = 0;
      await sent.send(thread, [{ root, search }]);
      return portions.map((each) => [each.root, each.isFirst, each.texts.length]);
    };
    const [none, one, two] = ['', usdc, `${usdc}\n0x${'1'.repeat(40)}`].map(searching);
    assert.ok(none && one && two);
    assert.deepEqual(await send(none), []);
    assert.deepEqual(await send(one), [
      ['/a', true, 0],
      ['/a', false, 1],
    ]);
    assert.deepEqual(await send(one), []);
    assert.deepEqual((await send(two)).length, 2);
    assert.deepEqual((await send(two, '/b')).length, 2);
    assert.deepEqual(await send(none), [['/a', true, 0]]);
    assert.deepEqual(await send(none), []);
  });

  it('are sent again after a thread has ended meanwhile, to another one too', async () => {
    const sent = new DenyListSync(() => Promise.resolve());
    const folders = [{ root: '/a', search: searching(usdc) }];
    const broken = {
      addRows: () => Promise.reject(new ScanThreadEndedError(undefined)),
    } as unknown as ScanThread;
    await assert.rejects(sent.send(broken, folders), ScanThreadEndedError);
    const portions: RowsPortion[] = [];
    await sent.send(threadOf(portions), folders);
    assert.equal(portions.length, 2);
  });
});

describe('files that wait', () => {
  const none = (): void => undefined;
  const place = (path: string): FilePlace => ({ folder: 0, path });
  async function readsOf(count: number): Promise<string[][]> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const reads: string[][] = [];
    let reading = 0;
    let most = 0;
    const read = async (places: readonly FilePlace[]): Promise<void> => {
      reads.push(places.map(({ path }) => path));
      most = Math.max(most, ++reading);
      await setImmediate();
      reading--;
    };
    const queue = new FileQueue({ read, end: () => undefined }, none, () => resolve(undefined));
    for (let file = 0; file < count; file++) queue.add(place(String(file)));
    queue.run();
    await promise;
    assert.equal(most, Math.min(reads.length, 4), 'at the same time');
    return reads;
  }

  it('are read together, 32 at a time', async () => {
    for (const [count, expected] of [
      [1, [1]],
      [9, [9]],
      [40, [32, 8]],
    ] as const) {
      assert.deepEqual(
        (await readsOf(count)).map((each) => each.length),
        expected,
      );
    }
  });

  it('are read again only after they were read', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const log: string[] = [];
    const read = async (places: readonly FilePlace[]): Promise<void> => {
      const names = places.map(({ path }) => path).join('');
      log.push(`begin ${names}`);
      if (log.length === 1) queue.add(place('a'));
      await setImmediate();
      log.push(`end ${names}`);
    };
    const queue = new FileQueue({ read, end: () => undefined }, none, () => resolve(undefined));
    queue.add(place('a'));
    queue.run();
    await promise;
    assert.deepEqual(log, ['begin a', 'end a', 'begin a', 'end a']);
  });

  it('are busy until the last one was read', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const seen: boolean[] = [];
    const read = (): Promise<void> => Promise.resolve(void seen.push(queue.isBusy));
    const queue: FileQueue = new FileQueue({ read, end: () => undefined }, none, () =>
      resolve(seen.push(queue.isBusy)),
    );
    seen.push(queue.isBusy);
    queue.add(place('a'));
    seen.push(queue.isBusy);
    queue.run();
    await promise;
    assert.deepEqual(seen, [false, true, true, false]);
  });

  it('are each reported as read, though one of them is added again every time', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const left = new Set(['a', 'b', 'c']);
    const queue = new FileQueue(
      { read: () => setImmediate(), end: none },
      (places) => {
        for (const { path } of places) left.delete(path);
        if (left.size === 0) resolve(undefined);
        else queue.add(place('a'));
      },
      none,
    );
    for (const path of left) queue.add(place(path));
    queue.run();
    await promise;
    queue.clear();
  });

  it('are remembered up to a number, and that one', () => {
    const wanted = new WantedFiles(2);
    wanted.setDecided(['a', 'b'], new Set(['a']));
    wanted.setDecided(['c'], new Set());
    assert.deepEqual(
      ['a', 'b', 'c'].map((path) => wanted.has(path)),
      [true, false, false],
    );
    wanted.setDecided(['d'], new Set());
    assert.deepEqual(
      ['a', 'd'].map((path) => wanted.has(path)),
      [undefined, false],
    );
    for (const path of ['node_modules/a', 'x/.git/a']) assert.equal(wanted.has(path), false);
    for (const path of ['x.git/a', 'my_node_modules/a', 'node_modules', 'a/.gitx/b']) {
      assert.equal(wanted.has(path), undefined, path);
    }
  });
});
