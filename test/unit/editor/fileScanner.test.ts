import './support/vscode.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import type { FileContent } from '../../../src/folder/fileSearch.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import { Judgments } from '../../../src/folder/judgments.ts';
import { WantedFiles } from '../../../src/folder/list.ts';

const { FileScanner } = await import('../../../src/editor/inventory/fileScanner.ts');
type Ports = ConstructorParameters<typeof FileScanner>[0];

const nothing = { addresses: [], listed: [], isChanged: false };
const contents = {
  'large.bin': { kind: 'skipped', why: 'tooLarge', reason: '', ...nothing },
  'denied.txt': {
    ...{ kind: 'scanned', ...nothing },
    listed: [{ line: 0, column: 0, length: 9, key: 'x' }],
  },
} as unknown as Readonly<Record<string, FileContent>>;

/** One folder, of which these files were read. */
function scanned() {
  const part = () => ({ inventory: new Inventory(), judgments: new Judgments() });
  const parts = { usual: part(), hidden: part(), checksum: part() };
  const wanted = new WantedFiles(10);
  const open = new Map([[0, { wanted, uriOf: (path: string) => path, folder: {} }]]);
  const scanner = new FileScanner({
    parts,
    folders: { at: (number: number) => open.get(number) },
    choices: { ofFile: () => [] },
    isOwnFile: () => false,
    onStale: () => assert.fail(),
  } as unknown as Ports);
  drain(wanted.setListed(Object.keys(contents)));
  for (const [path, content] of Object.entries(contents)) {
    drain(scanner.put({ folder: 0, path }, { content, networks: [] }));
  }
  const known = () => [
    scanner.notes.countOf('tooLarge'),
    parts.usual.inventory.listed.files().length,
  ];
  return { scanner, wanted, open, known };
}

describe('what is known of files without addresses', () => {
  it('is forgotten once they are ignored', () => {
    const { scanner, wanted, known } = scanned();
    assert.deepEqual(known(), [1, 1]);
    drain(wanted.setListed([]));
    scanner.forgetUnwanted(0);
    assert.deepEqual(known(), [0, 0]);
  });

  it('is forgotten with their folder', () => {
    const { scanner, open, known } = scanned();
    open.clear();
    scanner.forgetUnwanted(0);
    assert.deepEqual(known(), [0, 0]);
  });
});
