import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { createChainReader, type ChainContext } from '../../../src/evidence/chainOf.ts';
import { canonicalOf } from '../../../src/addresses/occurrence.ts';
import { problemOf } from '../../../src/addresses/problem.ts';
import { scanText } from '../../../src/scan/scan.ts';
import { maxFileSize, textOf } from '../../../src/folder/fileText.ts';
import { DenySearch } from '../../../src/book/denySearch.ts';
import { drain } from '../../../src/book/drain.ts';
import { readList } from '../../../src/book/lists.ts';
import { DenyListSync, ScanThread, ScanThreads } from '../../../src/folder/scanThreads.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import type { ThreadFile } from '../../../src/folder/scanDiskFiles.ts';
import { ScanThreadEndedError } from '../../../src/folder/threads.ts';
import { FolderIds } from '../../../src/paths/folderIds.ts';
import { keys } from '../../detection/keys.ts';
import { vectorLists } from '../../detection/vectors.ts';
import type { FileContent } from '../../../src/folder/fileSearch.ts';
import { ContentUnpacker, type PackedContents } from '../../../src/folder/encodeRows.ts';
import type { FoundAddress } from '../../../src/folder/scanText.ts';
import { decided, foundIn, putFile, scanWith } from '../../support/inventories.ts';

const workerFile = new URL('../../../src/folder/scan.process.ts', import.meta.url);

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';

let folder = '';
const write = (name: string, content: string | Uint8Array): void => {
  const path = join(folder, 'root', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};

const published = vectorLists.map(({ vectors }) => vectors.map(({ text }) => text).join('\n'));
const filler = `${'x '.repeat(50)}\n`.repeat(2_600);

/** By name, with the kind that a reading of the file has. */
const fixtures: Readonly<
  Record<string, readonly [kind: FileContent['kind'], content?: string | Uint8Array]>
> = {
  ...Object.fromEntries(published.map((text, index) => [`families/${index}.txt`, ['text', text]])),
  'keys.txt': ['text', keys.map(({ text }) => text).join('\n')],
  'crlf.ts': ['text', `// Polygon\r\nconst a = "${usdc}";\r\n\r\n"${weth}"`],
  'cr.ts': ['text', `"${usdc}"\r\r"${weth}"`],
  'mark.ts': ['text', `\uFEFF"${usdc}" // é`],
  'deployments/polygon/token.json': ['text', `{ "address": "${usdc}" }`],
  'deployments/blackberry/.chainId': ['text', '137'],
  'deployments/blackberry/token.json': ['text', `{ "address": "${usdc}" }`],
  'several.ts': ['text', `["polygon", "base", "${usdc}"]; caip = "eip155:987654321:${dai}"`],
  'long.ts': ['text', `${filler}polygon: "${usdc}"\n${filler}"${weth}" "${dai}"\n${usdc}`],
  'none.ts': ['text', `0x${'0'.repeat(40)} ${usdc.replace('A', 'a')}`],
  'little.ts': ['text', Buffer.from(`\uFEFF"${usdc}" // é`, 'utf16le')],
  'big.ts': ['text', Buffer.from(`\uFEFF"${usdc}" // é`, 'utf16le').swap16()],
  'empty.ts': ['text', ''],
  'zero.bin': ['binary', `${usdc}\0`],
  'latin.txt': ['binary', Buffer.from(`${usdc} \xe9`, 'latin1')],
  'large.txt': ['skipped', `${usdc}${' '.repeat(4_194_304)}`],
  'most.txt': ['text', `${usdc}${' '.repeat(4_194_304 - usdc.length)}`],
  // Created by the lines below.
  'link.ts': ['text'],
  'inner.ts': ['text'],
  'out/file.ts': ['skipped'],
  'in/crlf.ts': ['text', `// Polygon\r\nconst a = "${usdc}";\r\n\r\n"${weth}"`],
  pipe: ['skipped'],
  families: ['skipped'],
  'gone.ts': ['missing'],
};

function createFixtures(): void {
  for (const [name, [, content]] of Object.entries(fixtures)) {
    if (content !== undefined && !name.startsWith('in/')) write(name, content);
  }
  const root = join(folder, 'root');
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(folder, 'outside', 'file.ts'), usdc);
  symlinkSync(join(folder, 'outside', 'file.ts'), join(root, 'link.ts'));
  symlinkSync('crlf.ts', join(root, 'inner.ts'));
  symlinkSync(join(folder, 'outside'), join(root, 'out'));
  symlinkSync(root, join(root, 'in'));
  assert.equal(spawnSync('mkfifo', [join(root, 'pipe')]).status, 0);
}

const fileOf = (name: string, networks: readonly string[] = []): ThreadFile => ({
  ...{ root: join(folder, 'root'), path: name, networks },
});

const unpack = (packed: PackedContents): FileContent[] => [...new ContentUnpacker().unpack(packed)];

const addressesOf = (content: FileContent | undefined) =>
  content !== undefined && 'addresses' in content ? [...content.addresses] : [];

/** All files in as many responses as the thread needs. */
async function read(thread: ScanThread, files: readonly ThreadFile[]): Promise<PackedContents[]> {
  const responses: PackedContents[] = [];
  for (let done = 0; done < files.length;) {
    const response = await thread.scan(files.slice(done));
    assert.ok(response.files.length > 0);
    done += response.files.length;
    responses.push(response);
  }
  return responses;
}

/** Texts without what the inventory reads in another way: carriage returns. */
const isReadAtOnce = (text: string): boolean => !/[\r\uFEFF]/.test(text);

const links = ['link.ts', 'inner.ts'];

/** A file under a path that names its network. */
const asNamed = (file: ThreadFile): ThreadFile => ({
  ...file,
  path: new FolderIds(file.root).byId(file.path),
});

/** Each address of a text with its network, as a hover reads it. */
function readAtOnce(
  text: string,
  file: ThreadFile,
  contextOf: (canonical: string) => ChainContext,
): unknown[] {
  const chainOf = createChainReader(text, asNamed(file).path, file.networks, true);
  return scanText(text, { path: file.path })
    .filter((each) => problemOf(each) === undefined)
    .map((each) => {
      const canonical = canonicalOf(each);
      const { chain, reason } = chainOf(each, contextOf(canonical));
      return [canonical, chain, reason === 'assumed'];
    });
}

const failOnEnd = (error: unknown): never => {
  throw error;
};

/** A thread whose code is this. */
async function withThread(
  code: string,
  work: (options: { readonly workerFile: URL }) => Promise<void>,
): Promise<void> {
  const file = join(folder, `thread-${performance.now()}.mjs`);
  const head = `import { parentPort, workerData } from 'node:worker_threads';\n`;
  writeFileSync(file, `${head}parentPort.on('message', ({ files }) => { ${code} });`);
  await work({ workerFile: pathToFileURL(file) });
}

describe('the thread that reads files', () => {
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'scan-thread-'));
    createFixtures();
  });
  after(() => rmSync(folder, { recursive: true }));

  it('reads regular files that are really in their folder, and where links lead', async () => {
    const thread = new ScanThread({ workerFile, onEnd: failOnEnd });
    const names = Object.keys(fixtures);
    const responses = await read(
      thread,
      names.map((name) => fileOf(name)),
    );
    const files = responses.flatMap(unpack);
    let count = 0;
    for (const [index, name] of names.entries()) {
      const [kind] = fixtures[name] ?? [];
      const file = fileOf(name);
      assert.equal(files[index]?.kind, kind, name);
      const addresses = addressesOf(files[index]);
      const isLink = name === 'link.ts' || name === 'inner.ts';
      if (kind === 'binary') assert.equal(addresses.length, 1, name);
      else if (kind !== 'text' || isLink) assert.deepEqual(addresses, [], name);
      else {
        const text = textOf(readFileSync(join(file.root, name))) ?? '';
        const alone = [...foundIn(text, file, file.root).addresses];
        const shown = ({ spelling, basis, line, column, length, name }: FoundAddress) => [
          ...[spelling.text, basis, line, column, length, name],
        ];
        assert.deepEqual(addresses.map(shown), alone.map(shown));
        count += addresses.length;
      }
    }
    assert.ok(count > 100, `${count} addresses`);
    thread.end();
  });

  it('reads what the host sends in the place of the disk', async () => {
    const thread = new ScanThread({ workerFile, onEnd: failOnEnd });
    const unsaved = { ...fileOf('crlf.ts'), content: `// base\n"${dai}"` };
    const virtual = { ...fileOf('virtual.ts'), content: Buffer.from(`\xe9 "${weth}"`, 'latin1') };
    const [first, second] = (await read(thread, [unsaved, virtual])).flatMap(unpack);
    thread.end();
    assert.deepEqual(
      [first, second].map((each) => [
        each?.kind,
        addressesOf(each).map(({ spelling, line }) => [spelling.text, line]),
      ]),
      [
        ['text', [[dai, 1]]],
        ['binary', [[weth, 0]]],
      ],
    );
  });

  it('leaves networks to the choices of the host, and gets those of the book', async () => {
    const thread = new ScanThread({ workerFile, onEnd: failOnEnd });
    const contexts: readonly ChainContext[] = [
      {},
      { assumed: 'ethereum' },
      { defaultChain: 'base', alwaysAssumed: 'no such network' },
      { assumed: 'ethereum', alwaysAssumed: 'optimism' },
      { assumed: 'ethereum', selected: 'linea' },
      { assumed: 'ethereum', selected: 'solana' },
    ];
    const names = Object.keys(fixtures).filter((name) => fixtures[name]?.[0] === 'text');
    const seen = new Set<string>();
    for (const bookNetworks of [[], ['celo', 'solana']]) {
      const files = names.map((name) => fileOf(name, bookNetworks));
      const responses = await read(thread, files);
      for (const context of contexts) {
        const contextOf = (canonical: string): ChainContext =>
          canonical === weth ? { ...context, selected: 'gnosis' } : context;
        const [own, inProcess] = [new Inventory(), new Inventory()];
        const threaded = responses.flatMap(unpack);
        for (const [index, file] of files.entries()) {
          const chosen = [...decided(addressesOf(threaded[index]), contextOf)];
          putFile(own, 0, file.path, chosen);
          if (links.includes(file.path)) continue;
          const text = textOf(readFileSync(join(file.root, file.path))) ?? '';
          putFile(inProcess, 0, file.path, scanWith(text, asNamed(file), contextOf).addresses);
          if (!isReadAtOnce(text)) continue;
          assert.deepEqual(
            chosen.map(({ canonical, network, isAssumed }) => [canonical, network, isAssumed]),
            readAtOnce(text, file, contextOf),
          );
        }
        assert.deepEqual([...own.occurrences()], [...inProcess.occurrences()]);
        const addresses = [...own.addresses.ids()].map((id) => own.addresses.of(id));
        assert.deepEqual(
          addresses,
          [...inProcess.addresses.ids()].map((id) => inProcess.addresses.of(id)),
        );
        seen.add(JSON.stringify(addresses));
      }
    }
    // All but the last, which is of another family. The book leaves one more: a selection wins over
    // it and over the text, and gives the same with and without a book.
    assert.equal(seen.size, contexts.length - 1 + 1);
    thread.end();
  });

  it('sends no text of a file, but for addresses and their names', async () => {
    const thread = new ScanThread({ workerFile, onEnd: failOnEnd });
    const [response] = await read(thread, [fileOf('several.ts'), fileOf('keys.txt')]);
    thread.end();
    const sent = JSON.stringify(response);
    assert.ok(sent.includes(usdc));
    for (const text of ['987654321', 'eip155']) assert.ok(!sent.includes(text), text);
    for (const { name, text } of keys) assert.ok(!sent.includes(text), name);
  });

  it('finds the rows of deny lists that are no addresses, and sends none of their texts', async () => {
    const seed = 'correct-Horse-battery-staple-1234567890';
    const deny = `${usdc}\n${weth}\n${seed}\n`;
    write('deny.txt', deny);
    write('listed/a.ts', `// é\r\nkey = "${usdc.slice(2)}"\n"${weth}" ${seed.toUpperCase()}`);
    write('listed/latin.txt', Buffer.from(`\xe9 ${seed}`, 'latin1'));
    write('listed/none.ts', `x${seed} ${usdc.slice(0, -1)}`);
    const list = drain(readList(deny, 'deny.txt'));
    const reference = { line: 0, path: 'deny.txt', name: 'Ours', kind: 'deny' } as const;
    const search = drain(DenySearch.of([{ reference, list }]));
    const thread = new ScanThread({ workerFile, onEnd: failOnEnd });
    const sent = new DenyListSync(() => Promise.resolve());
    const folders = [{ root: join(folder, 'root'), search }];
    await Promise.all([sent.send(thread, folders), sent.send(thread, folders)]);
    const names = ['listed/a.ts', 'listed/latin.txt', 'listed/none.ts'];
    const responses = await read(
      thread,
      names.map((name) => fileOf(name)),
    );
    thread.end();
    const listed = responses
      .flatMap(unpack)
      .map((content) => ('listed' in content ? content.listed : []));
    const placesOf = (index: number) =>
      listed[index]?.map(({ line, column, length, key }) => [
        ...[line, column, length],
        search
          .denialsOf(key)
          .map((denial) => denial.list)
          .join(),
      ]);
    assert.deepEqual(placesOf(0), [
      [1, 7, 40, 'Ours'],
      [2, 45, seed.length, 'Ours'],
    ]);
    assert.deepEqual(placesOf(1), [[0, 2, seed.length, 'Ours']]);
    assert.deepEqual(listed.slice(2), [[]]);
  });

  it('rejects what it was asked when it ends, and names the file that it was reading', () =>
    withThread('workerData.current[0] = 1; process.exit(1);', async (options) => {
      const faults: unknown[] = [];
      const thread = new ScanThread({ ...options, onEnd: (error) => faults.push(error) });
      const files = ['crlf.ts', 'cr.ts', 'mark.ts'].map((name) => fileOf(name));
      const ends = await Promise.allSettled([thread.scan(files), thread.scan(files)]);
      assert.deepEqual(
        ends.map(
          (end) => end.status === 'rejected' && (end.reason as ScanThreadEndedError).current,
        ),
        [1, undefined],
      );
      assert.deepEqual(
        faults.map((error) => (error as Error).name),
        ['ScanThreadEndedError'],
      );
      await assert.rejects(thread.scan(files), ScanThreadEndedError);
    }));

  it('has memory for a file of the largest size that consists of addresses', async () => {
    const line = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4\n';
    const count = Math.floor(maxFileSize / line.length);
    write('dense.txt', line.repeat(count));
    const thread = new ScanThread({ workerFile, onEnd: failOnEnd });
    const [response] = await read(thread, [fileOf('dense.txt')]);
    assert.deepEqual(
      response?.files.map((each) => [each.content.kind, each.count]),
      [['text', count]],
    );
    thread.end();
  });

  it('that needs too much memory ends alone', () =>
    withThread(
      'workerData.current[0] = 0; const all = []; for (;;) all.push({ at: all.length });',
      async (options) => {
        const faults: unknown[] = [];
        const thread = new ScanThread({ ...options, onEnd: (error) => faults.push(error) });
        await assert.rejects(thread.scan([fileOf('cr.ts')]), { current: 0 });
        assert.deepEqual(
          faults.map((error) => (error as Error).name),
          ['ScanThreadOutOfMemoryError'],
        );
      },
    ));

  it('is one for all that opens it', () =>
    withThread('', (options) => {
      const started: Worker[] = [];
      const onStart = (worker: Worker): unknown => started.push(worker);
      const threads = new ScanThreads({ ...options, onStart, onEnd: () => undefined });
      assert.equal(threads.open(), threads.open());
      assert.equal(started.length, 1);
      threads.end();
      return Promise.resolve();
    }));

  it('is replaced twice, and not again before files wait the next time', () =>
    withThread('throw new TypeError(files[0].path);', async (options) => {
      const faults: unknown[] = [];
      const started: Worker[] = [];
      const threads = new ScanThreads({
        ...options,
        onStart: (worker) => started.push(worker),
        onEnd: (error) => faults.push(error),
      });
      const fail = async (): Promise<void> => {
        for (let thread = threads.open(); thread !== undefined; thread = threads.open()) {
          await assert.rejects(thread.scan([fileOf('cr.ts')]), ScanThreadEndedError);
        }
      };
      await fail();
      assert.equal(started.length, 3);
      assert.deepEqual(
        faults.map((error) => (error as Error).name),
        ['TypeError', 'TypeError', 'TypeError'],
      );
      threads.end();
      await fail();
      assert.equal(started.length, 6);
    }));
});
