import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { DenySearch } from '../../../src/book/denySearch.ts';
import { allOf } from '../../../src/book/allOf.ts';
import { readList } from '../../../src/book/lists.ts';
import { FileQueue } from '../../../src/inventory/fileQueue.ts';
import { encodingOf, readingOf, searchableText, textOf } from '../../../src/inventory/fileText.ts';
import { DiskScanner } from '../../../src/inventory/scanDiskFiles.ts';
import type { FilePlace } from '../../../src/inventory/inventory.ts';
import { listedIn, type RowsPortion } from '../../../src/inventory/listedTexts.ts';
import { ScanPacker, unpack } from '../../../src/inventory/packedScans.ts';
import { readInThread } from '../../../src/inventory/readInThread.ts';
import {
  defaultBranch,
  resolveRevision,
  type RevisionSource,
} from '../../../src/inventory/resolveRevision.ts';
import { isHash, isRevision, shortHash } from '../../../src/inventory/revision.ts';
import { undecided } from '../../../src/evidence/reasons.ts';
import type { NetworkBasis, ReadAddress } from '../../../src/inventory/scanFile.ts';
import { ScanThread, ScanThreadEndedError } from '../../../src/inventory/scanThread.ts';
import type { ScanThreads } from '../../../src/inventory/scanThreads.ts';
import { SentRows } from '../../../src/inventory/sentRows.ts';
import { WantedFiles } from '../../../src/inventory/wantedFiles.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const workerFile = new URL('../../../src/inventory/scan.process.ts', import.meta.url);

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
      assert.deepEqual(readingOf(bytes), { kind: 'text', text: `${mark}é` });
    });
  }

  it('is none of bytes that no encoding has', () => {
    for (const bytes of [[0xe9], [0x61, 0], [0xff, 0xfe, 0x00], [0xff, 0x61], [0xfe, 0x61]]) {
      const file = Uint8Array.from(bytes);
      assert.equal(textOf(file), undefined, bytes.join());
      assert.deepEqual(readingOf(file), { kind: 'binary', bytes: file });
    }
    assert.equal(encodingOf(Uint8Array.of(0xfe, 0xfe)), 'utf-8');
    assert.equal(encodingOf(Uint8Array.of(0xff, 0xff)), 'utf-8');
  });

  it('can be searched without zeros where it is none', () => {
    assert.equal(searchableText(Uint8Array.of(0x61, 0, 0xe9, 0)), 'aé');
  });
});

describe('what a thread sends', () => {
  const spot = { canonical: usdc, family: 'evm', line: 3, column: 5, length: 42 } as const;
  const bases: readonly NetworkBasis[] = [
    { kind: 'named', network: 'bsc', isFixed: true },
    { kind: 'named', network: 'bsc', isFixed: false },
    { kind: 'named', network: null, isFixed: false },
    { kind: 'open', family: 'evm', found: undefined, usual: undefined },
    { kind: 'open', family: 'evm', found: undefined, usual: 'bsc' },
    { kind: 'open', family: 'evm', found: undecided([]), usual: undefined },
    { kind: 'open', family: 'evm', found: undecided([]), usual: 'bsc' },
  ];

  it('is what was read, with each name and each basis', () => {
    const first = bases.map((basis, index): ReadAddress => ({ ...spot, basis, line: index }));
    const named = ['A', 'B', 'A'].map((name): ReadAddress => ({ ...spot, basis: bases[0]!, name }));
    const others = [
      { ...spot, canonical: 'other', basis: bases[0]! },
      { ...spot, family: 'tron', basis: bases[0]! },
    ] as const satisfies readonly ReadAddress[];
    const listed = { spots: [], count: 2 };
    const packer = new ScanPacker();
    packer.add('text', [...first, ...first]);
    packer.add('tooLarge');
    packer.add('text', named, listed);
    packer.add('text', others);
    const packed = packer.packed();
    const sent = [...unpack(packed)].map((file) => ({ ...file, addresses: [...file.addresses] }));
    assert.deepEqual(sent, [
      { kind: 'text', addresses: [...first, ...first], listed: undefined },
      { kind: 'tooLarge', addresses: [], listed: undefined },
      { kind: 'text', addresses: named, listed },
      { kind: 'text', addresses: others, listed: undefined },
    ]);
    assert.deepEqual(packed.spellings, [usdc, 'other'], 'each text once');
    assert.deepEqual(packed.names, ['', 'A', 'B']);
    assert.equal(packed.bases.length, bases.length + 1);
    assert.equal('listed' in packed.files[0]!, false);
  });

  it('is rejected if its numbers name nothing', () => {
    const packer = new ScanPacker();
    packer.add('text', [{ ...spot, basis: bases[0]! }]);
    const packed = packer.packed();
    for (const broken of [
      { ...packed, spellings: [] },
      { ...packed, bases: [] },
    ]) {
      const [file] = unpack(broken);
      assert.throws(() => [...(file?.addresses ?? [])], RangeError);
    }
  });
});

describe('a response of a thread', () => {
  it('has no hits of rows that follow no first portion', () => {
    const scanner = new DiskScanner();
    scanner.addRows({ root: '/nowhere', ownPaths: undefined, texts: [] });
    const file = { root: '/nowhere', file: '/nowhere/a', path: 'a', bookNetworks: [] };
    assert.deepEqual(scanner.scan([file], () => undefined).files, [{ kind: 'gone', count: 0 }]);
  });

  it('has more than one file if there is time, and says before each which one it is', () => {
    const scanner = new DiskScanner();
    const files = ['a', 'b', 'c'].map((path) => {
      return { root: '/nowhere', file: `/nowhere/${path}`, path, bookNetworks: [] };
    });
    const responses = Array.from({ length: 50 }, () => {
      const begun: number[] = [];
      const { files: read } = scanner.scan(files, (index) => begun.push(index));
      assert.deepEqual(begun, [...read.keys()]);
      return read.length;
    });
    assert.ok(responses.includes(3), responses.join());
  });
});

describe('a thread for files', () => {
  it('that ends between two requests was reading no file', async () => {
    const workers: Worker[] = [];
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const options = { workerFile, onEnd: resolve };
    const thread = new ScanThread({ ...options, onStart: (worker) => workers.push(worker) });
    const file = { root: '/nowhere', file: '/nowhere/a', path: 'a', bookNetworks: [] };
    const { files } = await thread.scan([file]);
    assert.deepEqual(files, [{ kind: 'gone', count: 0 }]);
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
    const listing = await thread.list({ root: '/nowhere', excluded: '', most: 1 });
    assert.deepEqual(listing, { paths: [], isCut: false, uncounted: 0 });
    const waiting = thread.list({ root: '/nowhere', excluded: '', most: 1 });
    thread.end();
    thread.end();
    await assert.rejects(waiting, { name: 'ScanThreadEndedError', current: undefined });
    await assert.rejects(thread.scan([]), ScanThreadEndedError);
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
    const file = { root: '/', file: '/a', path: 'a', bookNetworks: [] };
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
    const list = allOf(readList(text, 'deny.txt'));
    return allOf(DenySearch.of(text === '' ? [] : [{ reference, list }]));
  };
  const threadOf = (portions: RowsPortion[]): ScanThread =>
    ({
      addRows: (portion: RowsPortion) => Promise.resolve(void portions.push(portion)),
    }) as unknown as ScanThread;

  it('are sent once, again after a change, and emptied when there are none', async () => {
    const sent = new SentRows(() => Promise.resolve());
    const portions: RowsPortion[] = [];
    const thread = threadOf(portions);
    const send = async (search: DenySearch, root = '/a'): Promise<unknown[]> => {
      portions.length = 0;
      await sent.send(thread, [{ root, search, ownPaths: ['deny.txt'] }]);
      return portions.map((each) => [each.root, each.ownPaths, each.texts.length]);
    };
    const [none, one, two] = ['', usdc, `${usdc}\n0x${'1'.repeat(40)}`].map(searching);
    assert.ok(none && one && two);
    assert.deepEqual(await send(none), []);
    assert.deepEqual(await send(one), [
      ['/a', ['deny.txt'], 0],
      ['/a', undefined, 1],
    ]);
    assert.deepEqual(await send(one), []);
    assert.deepEqual((await send(two)).length, 2);
    assert.deepEqual((await send(two, '/b')).length, 2);
    assert.deepEqual(await send(none), [['/a', ['deny.txt'], 0]]);
    assert.deepEqual(await send(none), []);
  });

  it('are sent again after a thread has ended meanwhile, to another one too', async () => {
    const sent = new SentRows(() => Promise.resolve());
    const folders = [{ root: '/a', search: searching(usdc), ownPaths: [] }];
    const broken = {
      addRows: () => Promise.reject(new ScanThreadEndedError(undefined)),
    } as unknown as ScanThread;
    await assert.rejects(sent.send(broken, folders), ScanThreadEndedError);
    const portions: RowsPortion[] = [];
    await sent.send(threadOf(portions), folders);
    assert.equal(portions.length, 2);
  });
});

describe('the places of listed texts', () => {
  const address = { line: 1, column: 3, length: 2 };
  const text = 'ab\n0123456789';
  for (const [offset, length, isListed] of [
    [4, 2, true],
    [4, 3, false],
    [6, 2, false],
    [7, 1, false],
    [8, 2, true],
    [3, 9, false],
    [0, 2, true],
  ] as const) {
    it(`${isListed ? 'count' : 'do not count'} from ${offset} for ${length}`, () => {
      const found = listedIn(text, [{ offset, length, key: 'k' }], [address]);
      assert.equal(found?.count, isListed ? 1 : undefined);
    });
  }
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

  it('are read one by one if they are eight, and together if they are more', async () => {
    assert.deepEqual(
      (await readsOf(8)).map((each) => each.length),
      [1, 1, 1, 1, 1, 1, 1, 1],
    );
    assert.deepEqual(
      (await readsOf(9)).map((each) => each.length),
      [9],
    );
    assert.deepEqual(
      (await readsOf(40)).map((each) => each.length),
      [32, 1, 1, 1, 1, 1, 1, 1, 1],
    );
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

describe('the revision of a repository', () => {
  const hashOf = (digit: string): string => digit.repeat(40);
  const repository = (
    names: Readonly<Record<string, string>>,
    state: RevisionSource['state'] = { HEAD: {}, remotes: [] },
    base: string | undefined = hashOf('b'),
  ): RevisionSource => ({
    state,
    getCommit(name) {
      const hash = names[name];
      return hash === undefined ? Promise.reject(new Error(name)) : Promise.resolve({ hash });
    },
    getMergeBase: () => Promise.resolve(base),
  });
  const all = Object.fromEntries(
    ['HEAD', 'main', 'master', 'origin/main', 'origin/master', 'up/HEAD', 'up/main'].map(
      (name, index) => [name, hashOf(String(index))],
    ),
  );
  const origin = { HEAD: {}, remotes: [{ name: 'origin' }, { name: 'up' }] };
  const upstream = { HEAD: { upstream: { remote: 'up' } }, remotes: origin.remotes };

  it('is compared with what the remote says is its default, else with a usual name', async () => {
    const { HEAD, master } = all;
    for (const [source, name] of [
      [repository(all, upstream), 'up/HEAD'],
      [repository(all, origin), 'origin/main'],
      [repository({ ...all, 'origin/main': 'no hash' }, origin), 'origin/master'],
      [repository(all), 'main'],
      [repository({ HEAD: HEAD!, master: master! }), 'master'],
      [repository({ HEAD: HEAD! }), undefined],
      [repository(all, { HEAD: undefined, remotes: [] }), 'main'],
      [repository(all, { HEAD: {}, remotes: [{ name: '-x' }] }), 'main'],
    ] as const) {
      assert.equal(await defaultBranch(source), name);
    }
  });

  it('is where both parted, or HEAD', async () => {
    const head = {
      kind: 'revision',
      revision: { name: 'HEAD', hash: all['HEAD'], isMergeBase: false },
    };
    assert.deepEqual(await resolveRevision(repository(all), ''), {
      kind: 'revision',
      revision: { name: 'main', hash: hashOf('b'), isMergeBase: true },
    });
    const unrelated = { ...repository(all), getMergeBase: () => Promise.resolve(undefined) };
    assert.deepEqual(await resolveRevision(unrelated, ''), head);
    assert.deepEqual(await resolveRevision(repository(all, origin, 'no hash'), ''), head);
    assert.deepEqual(await resolveRevision(repository({ HEAD: all['HEAD']! }), ''), head);
  });

  it('is what a setting names, or none', async () => {
    assert.deepEqual(await resolveRevision(repository(all), 'master'), {
      kind: 'revision',
      revision: { name: 'master', hash: all['master'], isMergeBase: false },
    });
    for (const [names, setting, reason] of [
      [{}, '', { kind: 'noCommit' }],
      [all, 'v1', { kind: 'unknownRevision', name: 'v1' }],
      [{ ...all, v1: 'no hash' }, 'v1', { kind: 'unknownRevision', name: 'v1' }],
      [all, '--all', { kind: 'notARevision' }],
    ] as const) {
      const resolved = await resolveRevision(repository(names), setting);
      assert.deepEqual(resolved, { kind: 'none', reason });
    }
  });

  it('has a full hash, of which seven digits are shown', () => {
    assert.ok(isHash('a1'.repeat(20)) && isHash('a1'.repeat(32)));
    for (const text of ['a1'.repeat(19), 'a1'.repeat(21), `x${'a1'.repeat(20)}`, 'A1'.repeat(20)]) {
      assert.ok(!isHash(text), text);
    }
    assert.ok(!isHash(`${'a1'.repeat(32)}x`));
    assert.equal(shortHash('0123456789'), '0123456');
    assert.ok(isRevision('a'.repeat(200)));
  });
});
