import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Base } from '../../../src/folder/base.ts';
import { workspace } from './support/vscode.ts';

const { comparisonNotes, createNewAddresses, newGroupDetail } =
  await import('../../../src/editor/inventory/newAddresses.ts');

const apart: Base = {
  name: 'HEAD',
  commit: 'a'.repeat(40),
  judge: { name: 'refs/heads/main', commit: 'b'.repeat(40) },
  isMergeBaseMissing: true,
};

/** What was found out about a folder by its name. */
const states: Readonly<Record<string, unknown>> = {
  vault: on('main', 'a'.repeat(40)),
  bridge: on('develop', 'b'.repeat(40), 'unreadable'),
  notes: { kind: 'off', reason: { kind: 'noRepository' } },
  shallow: { kind: 'on', revision: apart },
};

function on(name: string, commit: string, gap?: string): unknown {
  const revision = { name, commit };
  return { kind: 'on', gap, revision: { ...revision, judge: revision } };
}

const nothing = { onDidChange: () => ({ dispose: () => undefined }) };
const revisions = { ...nothing, stateOf: ({ name }: { readonly name: string }) => states[name] };
type Ports = Parameters<typeof createNewAddresses>[0];
const { whyNone } = createNewAddresses({
  found: { inventory: {} },
  list: { newOnes: nothing },
  revisions,
} as unknown as Ports);

function open(...names: readonly string[]): void {
  workspace.workspaceFolders = names.map((name) => ({ name }));
}

describe('what is new in a workspace', () => {
  after(() => (workspace.workspaceFolders = undefined));

  it('is said of its one folder without a name', () => {
    open('vault');
    const compared = revisions as unknown as Ports['revisions'];
    assert.deepEqual(comparisonNotes(compared), []);
    assert.equal(newGroupDetail(compared), 'Added since main (aaaaaaa)');
    assert.equal(whyNone(), 'No address is new since main (aaaaaaa).');
  });

  it('is what the last commit lacks, if Git does not know where the branch began', () => {
    open('shallow');
    const note =
      'Git finds no merge base with main (bbbbbbb), so only addresses added since the last commit are new. In a shallow clone, run “git fetch --unshallow” first.';
    const judge = 'The address book and the lists of main (bbbbbbb) count.';
    assert.deepEqual(comparisonNotes(revisions as unknown as Ports['revisions']), [note, judge]);
    assert.equal(whyNone(), `No address is new since HEAD (aaaaaaa). ${note}`);
  });

  it('is said of each of several folders, also of those where it is unknown', () => {
    open('vault', 'bridge', 'notes');
    const compared = revisions as unknown as Ports['revisions'];
    const unread =
      'bridge: Git could not read some files at develop (bbbbbbb), so it is unknown which addresses are new.';
    const off = 'notes: New addresses are not marked: this folder is not in a Git repository.';
    assert.deepEqual(comparisonNotes(compared), [unread, off]);
    assert.equal(
      newGroupDetail(compared),
      'vault: Added since main (aaaaaaa)\nbridge: Added since develop (bbbbbbb)',
    );
    assert.equal(whyNone(), `vault: No address is new since main (aaaaaaa). ${unread} ${off}`);
  });

  it('is unknown without a folder', () => {
    open();
    assert.match(whyNone(), /not in a Git repository/);
  });

  it('is not an address with a wrong checksum, whose digits are those of a new one', () => {
    const known = { family: 'evm', network: 'ethereum', folder: 0 };
    const newOnes = createNewAddresses({
      found: {
        inventory: { addresses: { of: () => known } },
        folders: { placeOf: () => ({ folder: 0, files: { folder: { name: 'vault' } } }) },
      },
      list: { newOnes: { ...nothing, of: () => [1] }, judgments: { newnessOf: () => 'new' } },
      revisions,
    } as unknown as Ports);
    const kindOf = (problem?: { readonly kind: 'checksum' }): unknown =>
      newOnes.of(
        {} as never,
        {
          canonical: '0x1',
          occurrence: { family: 'evm' },
          chain: { chain: 'ethereum' },
          problem,
        } as never,
      )?.kind;
    assert.deepEqual([kindOf(), kindOf({ kind: 'checksum' })], ['new', undefined]);
  });
});
