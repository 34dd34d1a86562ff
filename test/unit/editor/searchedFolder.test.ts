import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { CancellationToken, WorkspaceFolder } from 'vscode';
import type { ListingThread } from '../../../src/editor/inventory/searchedFolder.ts';
import { Uri, workspace } from './support/vscode.ts';

const { SearchedFolder } = await import('../../../src/editor/inventory/searchedFolder.ts');

const folderAt = (path: string): WorkspaceFolder =>
  ({ uri: Uri.file(path), name: path, index: 0 }) as unknown as WorkspaceFolder;

describe('the files of a folder of the workspace', () => {
  after(() => (workspace.workspaceFolders = undefined));

  it('are not those of a folder in it that is open too, which has them', async () => {
    workspace.workspaceFolders = ['/r', '/r/packages/a', '/r/packages/ab', '/other/x'].map(
      folderAt,
    );
    const thread = {
      list: () =>
        Promise.resolve({
          files: ['a.ts', 'packages/a/b.ts', 'packages/ab/c.ts', 'packages/abc/d.ts', 'x/e.ts'],
          ...{ links: [], skipped: [], isCut: false, uncounted: 0 },
        }),
    } as unknown as ListingThread;
    const token = { isCancellationRequested: false } as CancellationToken;
    const listed = async (path: string): Promise<readonly string[] | undefined> =>
      (await new SearchedFolder(folderAt(path)).list(token, thread))?.paths;
    assert.deepEqual(await listed('/r'), ['a.ts', 'packages/abc/d.ts', 'x/e.ts']);
    assert.equal((await listed('/r/packages/a'))?.length, 5);
  });
});
