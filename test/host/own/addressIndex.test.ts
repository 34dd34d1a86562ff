import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { scanText } from '../../../src/scan/scan.ts';
import { createAddressIndex } from '../../../src/editor/documents/addressIndex.ts';
import { sourceOf } from '../../../src/editor/documents/surroundings.ts';
import { openText } from '../support/openText.ts';

const pieces = [
  '"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  // Changes the kind of an address before it, on its line or another.
  'lamports',
  'nothing here, and nothing there; '.repeat(6),
  '\n',
  '\n\n',
  '',
];

/** A generator of its own, so that a failure comes again. */
function randomly(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Line, column, and text of each address, by one scan of the whole document. */
function scanned(document: vscode.TextDocument): string[] {
  return scanText(document.getText(), sourceOf(document)).map(({ offset, text }) => {
    const { line, character } = document.positionAt(offset);
    return `${line}:${character} ${text}`;
  });
}

describe('the index of addresses', () => {
  for (const eol of ['\n', '\r\n']) {
    it(`matches a scan of the whole document after any edits (${JSON.stringify(eol)})`, async function () {
      this.timeout(60_000);
      const random = randomly(20_261_121);
      const somePieces = (most: number) =>
        Array.from({ length: random(most) }, () => pieces[random(pieces.length)]).join('');
      const lines = Array.from({ length: 60 }, () => somePieces(6));
      const document = await openText(lines.join(eol), 'plaintext');
      const index = createAddressIndex();
      let seen = 0;
      try {
        for (let round = 0; round < 40; round++) {
          const edit = new vscode.WorkspaceEdit();
          let after = 0;
          // Edits of one step may not overlap.
          for (let count = 1 + random(3); count > 0 && after < document.lineCount; count--) {
            const first = after + random(document.lineCount - after);
            const last = Math.min(first + random(3), document.lineCount - 1);
            const range = new vscode.Range(
              ...([first, random(document.lineAt(first).text.length + 1)] as const),
              ...([last, document.lineAt(last).text.length] as const),
            );
            edit.replace(document.uri, range, somePieces(8));
            after = last + 1;
          }
          // Some edits come before the last has been read.
          const before = round % 3 === 0 ? undefined : index.of(document);
          assert.ok(await vscode.workspace.applyEdit(edit));
          await before;
          if (round % 2 === 0) continue;
          const read = await index.of(document);
          assert.ok(read);
          const found = read.flatMap(({ addresses }, line) =>
            addresses.map(({ offset, text }) => `${line}:${offset} ${text}`),
          );
          assert.deepEqual(found, scanned(document));
          seen += found.length;
        }
      } finally {
        index.dispose();
      }
      assert.ok(seen > 100);
    });
  }

  it('keeps what it knows of lines whose addresses an edit does not change', async () => {
    const index = createAddressIndex();
    const [address = ''] = pieces;
    const document = await openText(`${address}\n`.repeat(50), 'plaintext');
    const before = [...((await index.of(document)) ?? [])];
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), 'x ');
    edit.insert(document.uri, new vscode.Position(3, 0), `${address}\n`);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const after = (await index.of(document)) ?? [];
    index.dispose();
    assert.equal(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    assert.equal(after[1]?.addresses[0]?.offset, (before[1]?.addresses[0]?.offset ?? 0) + 2);
    assert.deepEqual(after.slice(5, -1), before.slice(4, -1));
    for (const line of [2, 5, 40]) assert.ok(before.includes(after[line] ?? assert.fail()));
  });

  it('returns nothing for a closed document', async () => {
    const index = createAddressIndex();
    const document = await openText(pieces.join(' '));
    await vscode.window.showTextDocument(document);
    const closed = new Promise<void>((resolve) => {
      const watch = vscode.workspace.onDidCloseTextDocument((each) => {
        if (each !== document) return;
        watch.dispose();
        resolve();
      });
    });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closed;
    assert.equal(await index.of(document), undefined);
    index.dispose();
  });
});
