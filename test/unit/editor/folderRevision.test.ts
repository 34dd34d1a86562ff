import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { WorkspaceFolder } from 'vscode';
import type { GitApi } from '../../../src/editor/git/gitApi.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import { EventEmitter, Uri } from './support/vscode.ts';

const { FolderRevision } = await import('../../../src/editor/git/folderRevision.ts');

const workerFile = new URL('../../../src/folder/scan.process.ts', import.meta.url);
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const asked = { canonical: usdc, family: 'evm', network: null, isAssumed: false } as const;

describe('a folder beside its base revision', () => {
  let repository: TestRepository;
  let opened: InstanceType<typeof FolderRevision>[] = [];

  beforeEach(() => (repository = new TestRepository()));
  afterEach(() => {
    for (const each of opened) each.dispose();
    opened = [];
    repository.remove();
  });

  /** What VS Code's Git extension says of it. */
  function apiOf(untracked: readonly string[] = [], fetch = () => Promise.resolve()): GitApi {
    const root = repository.folder;
    const changes = untracked.map((path) => ({ uri: Uri.file(join(root, path)), status: 7 }));
    const { event } = new EventEmitter<void>();
    const state = {
      ...{ HEAD: undefined, submodules: [], onDidChange: event },
      ...{ workingTreeChanges: changes, untrackedChanges: [] },
    };
    const own = {
      ...{ rootUri: Uri.file(root), state, getConfig: () => Promise.resolve('') },
      getObjectDetails: fetch,
    };
    return { git: { path: 'git' }, state: 'initialized', repositories: [own] } as unknown as GitApi;
  }

  function open(below = '', onChange = (): void => undefined) {
    const uri = Uri.file(join(repository.folder, below));
    const folder = { uri, name: 'a', index: 0 } as unknown as WorkspaceFolder;
    const own = new FolderRevision(folder, {
      thread: { workerFile, onEnd: (error) => assert.fail(String(error)) },
      ...{ since: () => ({ own: 'v1', workspace: '' }), onChange },
      isOwnFile: () => false,
    });
    opened.push(own);
    return own;
  }

  async function compared(below = '', api = apiOf()) {
    const own = open(below);
    await own.find(api);
    await own.readBases();
    assert.equal(own.state.kind, 'on');
    return own.state;
  }

  it('has changed files that user settings for renames, copies, and links would hide', async () => {
    repository.git('config', 'diff.renames', 'copies');
    repository.write('src/a.txt', usdc);
    symlinkSync(usdc, join(repository.folder, 'src/link'));
    repository.commit();
    repository.git('tag', 'v1');
    repository.write('src/copy.txt', usdc);
    repository.write('src/a.txt', `${usdc} `);
    repository.delete('src/link');
    repository.write('src/link', 'a file now');
    repository.commit();
    repository.write('src/untracked.txt', '');
    repository.write('beside.txt', '');
    const { changed, comparison } = await compared(
      'src',
      apiOf(['src/untracked.txt', 'beside.txt']),
    );
    assert.deepEqual([...changed].sort(), ['a.txt', 'copy.txt', 'link', 'untracked.txt']);
    assert.equal(comparison.base, 'complete');
    assert.ok(comparison.earlier.has(asked), 'it was in the file and in the target of the link');
  });

  it('takes no file for unchanged that Git does not track, be it hidden from VS Code', async () => {
    repository.write('.gitignore', 'built/\n');
    repository.write('src/a.txt', '');
    repository.commit();
    repository.git('tag', 'v1');
    // Of the user alone, or of a setting of the workspace.
    repository.write('.git/info/exclude', 'notes.txt\n');
    for (const path of ['notes.txt', 'src/b.txt', 'new/deep/c.txt', 'built/d.txt']) {
      repository.write(path, '');
    }
    const { stateOf } = (await compared()).comparison;
    const paths = ['src/a.txt', 'notes.txt', 'src/b.txt', 'new/deep/c.txt', 'built/d.txt'];
    const [first, ...others] = paths.map(stateOf);
    assert.equal(first, 'unchanged');
    assert.deepEqual(others, ['changed', 'changed', 'changed', 'unchanged']);
    assert.equal((await compared('new/deep')).comparison.stateOf('c.txt'), 'changed');
    assert.equal((await compared('src')).comparison.stateOf('a.txt'), 'unchanged');
  });

  it('knows what was in use before, also where a partial clone has to fetch it', async () => {
    repository.write('a.txt', usdc);
    repository.write('.address-risk.json', '{ "version": 1, "addresses": [] }');
    repository.commit();
    repository.git('tag', 'v1');
    const away = ['a.txt', '.address-risk.json'].map((path) => {
      const object = repository.git('rev-parse', `v1:${path}`);
      return join(repository.folder, '.git/objects', object.slice(0, 2), object.slice(2));
    });
    repository.write('a.txt', 'nothing');
    repository.commit();
    for (const path of away) await rename(path, `${path}.away`);
    const unread = await compared();
    assert.deepEqual([unread.comparison.base, unread.gap], ['incomplete', 'unreadable']);
    const book = await unread.files?.judge.readText('.address-risk.json', 1_000);
    assert.equal(book?.kind, 'unreadable');
    const fetch = async (): Promise<void> => {
      for (const path of away.splice(0)) await rename(`${path}.away`, path);
    };
    const fetched = await compared('', apiOf([], fetch));
    assert.equal(fetched.comparison.base, 'complete');
    assert.ok(fetched.comparison.earlier.has(asked));
    const read = await fetched.files?.judge.readText('.address-risk.json', 1_000);
    assert.equal(read?.kind, 'text');
  });

  it('ends with what it has read where a fetch never ends', async (t) => {
    repository.write('a.txt', usdc);
    repository.commit();
    repository.git('tag', 'v1');
    const object = repository.git('rev-parse', 'v1:a.txt');
    repository.write('a.txt', '');
    repository.commit();
    repository.delete(`.git/objects/${object.slice(0, 2)}/${object.slice(2)}`);
    const { promise: asked, resolve } = Promise.withResolvers<null>();
    const own = open();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const found = own.find(
      apiOf([], () => {
        resolve(null);
        return new Promise<void>(() => undefined);
      }),
    );
    await found;
    const read = own.readBases();
    await asked;
    t.mock.timers.tick(20_000);
    await read;
    assert.equal(own.state.kind, 'on');
    assert.equal(own.state.gap, 'unreadable');
  });

  it('reads nothing for a folder that was closed meanwhile, and says nothing more of it', async () => {
    repository.write('a.txt', usdc);
    repository.commit();
    repository.git('tag', 'v1');
    repository.write('a.txt', '');
    let changes = 0;
    const own = open('', () => changes++);
    const found = own.find(apiOf());
    own.dispose();
    const before = changes;
    await found;
    assert.equal(changes, before);
  });

  it('tells a wrong checksum in a base version from the address that it is mistaken for', async () => {
    const wrong = usdc.replace('A0b8', 'a0b8');
    repository.write('a.txt', wrong);
    repository.commit();
    repository.git('tag', 'v1');
    repository.write('a.txt', usdc);
    const { comparison } = await compared();
    assert.ok(comparison.earlier.has({ ...asked, canonical: wrong }));
    assert.ok(!comparison.earlier.has(asked), 'what corrects it is new');
  });

  it('follows no repository once the folder has left the window, be it before Git was there', async () => {
    const api = apiOf();
    let followed = 0;
    const onDidChange = () => {
      followed++;
      return { dispose: () => followed-- };
    };
    for (const each of api.repositories) Object.assign(each.state, { onDidChange });
    const [own, late] = [open(), open()];
    await own.find(api);
    assert.equal(followed, 1);
    for (const each of [own, late]) each.dispose();
    await late.find(api);
    assert.equal(followed, 0);
  });
});
