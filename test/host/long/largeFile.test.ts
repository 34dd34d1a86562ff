import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { findAddressAt } from '../../../src/editor/documents/subject.ts';
import { eventually } from '../../harness/waiting.ts';
import { noChoices } from '../support/noChoices.ts';
import { diagnosticsOf } from '../support/diagnostics.ts';
import { openText } from '../support/openText.ts';

const wrong = '0xa0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

describe('a file of 10 MiB with 100,000 addresses (hazard 71)', () => {
  const line = (index: number): string =>
    `  "0x${index.toString(16).padStart(40, '5')}": "a holder of something, or of nothing, ${index}",\n`;
  let document: vscode.TextDocument;

  /** Our share of a turn is a figure to read, not a bound. */
  const tell = (test: Mocha.Runnable | undefined, times: number[], what: string): void => {
    times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.floor(times.length * part)]!.toFixed(2);
    if (test !== undefined) {
      test.title += `: ${what} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${times.at(-1)!.toFixed(2)} ms of ${times.length}`;
    }
  };

  before(async function () {
    this.timeout(60_000);
    const content = Array.from({ length: 100_000 }, (_, index) => line(index)).join('');
    document = await openText(content, 'plaintext');
  });

  // While the file is open, each change of a book searches it again, in all later tests.
  after(async function () {
    this.timeout(60_000);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually('the end of the document', () => document.isClosed);
  });

  it('is read only around the mouse pointer', function () {
    this.timeout(60_000);
    const times = Array.from({ length: 2_000 }, (_, index) => {
      const position = new vscode.Position((index * 331) % 100_000, 12);
      const began = performance.now();
      const found = findAddressAt(document, position, noChoices);
      const took = performance.now() - began;
      assert.equal(found?.subject?.chain, 'ethereum');
      return took;
    });
    tell(this.test, times, 'our own part of a hover');
  });

  it('shows a hover through the editor', async function () {
    this.timeout(60_000);
    const times: number[] = [];
    for (let index = 0; index < 100; index++) {
      const position = new vscode.Position((index * 331) % 100_000, 12);
      const began = performance.now();
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        position,
      );
      times.push(performance.now() - began);
      // The local hover, and the one for signed-out users.
      assert.equal(hovers.length, 2);
    }
    tell(this.test, times, "with the editor's own way there and back");
  });

  it('can be edited while its checksum marks follow', async function () {
    this.timeout(60_000);
    const times: number[] = [];
    for (let index = 0; index < 25; index++) {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(index * 1_000, 0), `"${wrong}"\n`);
      const began = performance.now();
      await vscode.workspace.applyEdit(edit);
      times.push(performance.now() - began);
    }
    await diagnosticsOf(document.uri, 'checksum', 25);
    tell(this.test, times, 'an edit through the editor');
  });
});
