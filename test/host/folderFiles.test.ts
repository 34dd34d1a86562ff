import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import {
  SearchedFolder,
  maxFiles,
  type ListingThread,
} from '../../src/editor/inventory/searchedFolder.ts';
import { listFolder, wantedPaths } from '../../src/folder/list.ts';

/** In a folder of its own, beside what other tests leave. */
const home = 'folderFiles';
const names = [
  ...['a.ts', '.hidden', 'dist/a.ts', 'sub/dist/a.ts', 'dist.ts', 'sub/a.log', 'a.log', 'sub/x'],
  ...['one/two/three/a.ts', 'one/three/a.ts', 'three', 'é/ü.ts', 'a b/c d.ts', '[x]/{y}.ts'],
  ...['node_modules/a/a.ts', 'sub/node_modules/a.ts', 'A.LOG', 'ignored/a.ts', 'sub/.git/config'],
  ...['.DS_Store', 'sub/.svn/a', '#a/b.ts', '!a/b.ts', 'one/.gitignore', 'one/two/kept.ts'],
];

/** Each is a setting of a user, relative to the folder of the window. */
const settings: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { [`${home}/dist`]: true },
  { '**/dist': true, '**/*.log': true },
  { [`${home}/**/three`]: true },
  { [`${home}/one/**`]: true },
  { [`${home}/*`]: true },
  { '**/two/**/*.ts': true, [`${home}/a*`]: true },
  { [`${home}/é`]: true, '**/a b': true },
  { '**/x': false },
  // Only VS Code can match these.
  { '**/{dist,three}': true },
  { '**/[ab].ts': true, '**/?.log': true },
  { '**/#a': true },
  { '**/*.ts': { when: '$(basename).log' } },
];

const here: ListingThread = {
  list: (request) => Promise.resolve(listFolder(request)),
  wanted: (request) => Promise.resolve(wantedPaths(request)),
};

const only = (paths: readonly string[] = []): string[] =>
  paths.filter((path) => path.startsWith(`${home}/`)).sort();

describe('the files of a folder', () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const root = join(folder?.uri.fsPath ?? '', home);
  const exclude = (globs: unknown): Thenable<void> =>
    vscode.workspace
      .getConfiguration('files')
      .update('exclude', globs, vscode.ConfigurationTarget.Global);

  before(async () => {
    for (const name of names) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), name);
    }
    await writeFile(join(root, '.gitignore'), 'ignored/\n');
    await writeFile(join(root, 'one/.gitignore'), 'two/*\n!kept.ts\n');
  });
  after(async () => {
    await exclude(undefined);
    await rm(root, { recursive: true });
  });

  for (const globs of settings) {
    it(`are those that VS Code lists: ${JSON.stringify(globs)}`, async () => {
      assert.ok(folder);
      await exclude(globs);
      const { token } = new vscode.CancellationTokenSource();
      const own = new SearchedFolder(folder);
      let requests = 0;
      const thread: ListingThread = {
        ...here,
        list(request) {
          requests++;
          return here.list(request);
        },
      };
      const listed = only((await own.list(token, thread))?.paths);
      const pattern = new vscode.RelativePattern(folder, '**/*');
      const found = await vscode.workspace.findFiles(
        pattern,
        '**/{node_modules,.git}/**',
        maxFiles,
      );
      const theirs = wantedPaths({
        excluded: '',
        paths: found.map((uri) => own.pathOf(uri)),
        ignores: { root: folder.uri.fsPath },
      });
      assert.deepEqual(listed, only(theirs.paths));
      const isSimple = settings.indexOf(globs) < 9;
      assert.equal(requests, isSimple ? 1 : 0);
      if (!isSimple) return;
      await own.decide(
        names.map((name) => `${home}/${name}`).filter((path) => own.wanted.has(path) === undefined),
        here,
      );
      const unwanted = names.filter((name) => own.wanted.has(`${home}/${name}`) !== true);
      const left = names.filter((name) => !listed.includes(`${home}/${name}`));
      assert.deepEqual(unwanted.sort(), left.sort());
    });
  }

  it('follow a .gitignore that the settings hide', async () => {
    assert.ok(folder);
    await exclude({ '**/.gitignore': true });
    const { token } = new vscode.CancellationTokenSource();
    const paths = (await new SearchedFolder(folder).list(token, here))?.paths;
    assert.ok(only(paths).includes(`${home}/a.ts`));
    const left = [`${home}/ignored/a.ts`, `${home}/one/.gitignore`];
    assert.deepEqual(
      only(paths).filter((path) => left.includes(path)),
      [],
    );
  });

  it('include links, whose targets are searched', async () => {
    assert.ok(folder);
    await exclude({});
    await symlink('a.ts', join(root, 'link.ts'));
    const { token } = new vscode.CancellationTokenSource();
    const paths = (await new SearchedFolder(folder).list(token, here))?.paths;
    assert.ok(only(paths).includes(`${home}/a.ts`));
    assert.ok(only(paths).includes(`${home}/link.ts`));
  });
});
