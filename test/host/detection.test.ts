import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChainChoices } from '../../src/editor/documents/chainChoice.ts';
import { findAddressAt } from '../../src/editor/documents/subject.ts';
import { keys } from '../detection/keys.ts';
import { eventually } from '../harness/waiting.ts';
import { openText } from './support/openText.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const wrong = address.replace('A0b', 'a0b');
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const opened = (content: string, language = 'typescript'): Promise<vscode.TextDocument> =>
  openText(content, language);

async function hoverOver(document: vscode.TextDocument, text: string): Promise<string> {
  const at = document.positionAt(document.getText().indexOf(text) + 4);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    at,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content as vscode.MarkdownString).value)
    .join('\n');
}

const lensesOf = (document: vscode.TextDocument): Thenable<vscode.CodeLens[]> =>
  vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
    100,
  );

/** Waits for the editor's own event; a test that never sees it fails by mocha's time limit. */
async function diagnosticsOf(uri: vscode.Uri, count: number): Promise<vscode.Diagnostic[]> {
  for (;;) {
    const found = vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === 'Address Risk');
    if (found.length === count) return found;
    await new Promise<void>((resolve) => {
      const watch = vscode.languages.onDidChangeDiagnostics(() => {
        watch.dispose();
        resolve();
      });
    });
  }
}

describe('detection in the editor', () => {
  it('shows the network of a non-EVM address, and why', async () => {
    const hover = await hoverOver(await opened(`const cold = "${bitcoin}";`), bitcoin);
    assert.match(hover, /\*\*Bitcoin\*\*[^]*valid checksum.*from the address itself/);
  });

  it('takes the network from the nearest evidence, across hundreds of lines', async () => {
    const filler = '  // nothing\n'.repeat(150);
    const document = await opened(`const polygon = {\n${filler}  usdc: "${address}",\n};\n`);
    assert.match(await hoverOver(document, address), /\*\*Polygon\*\*[^]*from “polygon”/i);
  });

  it('finds an address in a list of bytes on each of its lines', async () => {
    const bytes = [...Buffer.from(address.slice(2), 'hex')].map((byte) => `${byte}`);
    const [first, second] = [bytes.slice(0, 12), bytes.slice(12)].map((each) => each.join(', '));
    const list = `${first},\n  ${second}`;
    const text = `// Polygon\n\nconst usdcAddress = [\n  ${list},\n];\n`;
    for (const content of [text, text.replaceAll('\n', '\r\n')]) {
      const document = await opened(content);
      for (const part of [first!, second!]) {
        const at = document.positionAt(document.getText().indexOf(part) + 4);
        const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>(
          'vscode.executeHoverProvider',
          document.uri,
          at,
        );
        assert.deepEqual(hover?.range, new vscode.Range(3, 2, 4, 2 + second!.length));
      }
      const [lens] = await lensesOf(document);
      assert.deepEqual(lens?.range, new vscode.Range(3, 2, 4, 2 + second!.length));
    }
  });

  it('asks when evidence is equal, and offers nothing else', async () => {
    const document = await opened(`// Polygon and Arbitrum\nconst usdc = "${address}";`);
    const hover = await hoverOver(document, address);
    assert.match(hover, /more than one network\\?: Polygon, Arbitrum One/);
    assert.match(hover, /command:addressRisk\.selectChain/);
    assert.doesNotMatch(hover, /command:addressRisk\.(?:scoreRisk|lookUpAddress)/);
    const [lens] = await lensesOf(document);
    assert.deepEqual(lens?.command?.arguments, [
      { address, candidates: ['polygon', 'arbitrum'], source: 'lens' },
    ]);
  });

  it('shows a CodeLens for every family', async () => {
    const document = await opened(`const a = "${bitcoin}";\nconst b = "${address}";\n`);
    const chains = (await lensesOf(document)).map(
      ({ command }) => (command?.arguments?.[0] as { chain: string }).chain,
    );
    assert.deepEqual(chains, ['bitcoin', 'ethereum']);
  });

  for (const { name, text } of keys.filter(({ shape }) => shape !== 'pem')) {
    it(`explains why a key gets no actions: ${name}`, async () => {
      const document = await opened(`const privateKey = "${text}";`);
      const hover = await hoverOver(document, text);
      assert.match(hover, /looks like/);
      assert.doesNotMatch(hover, /command:/);
      assert.ok(!hover.includes(text.slice(0, 12)));
      assert.deepEqual(await lensesOf(document), []);
    });
  }
});

describe('checksum help', () => {
  it('marks addresses that fail every rule, follows edits, and fixes the casing', async () => {
    const rootstock = '0x27b1FdB04752BBc536007A920D24ACB045561c26';
    const document = await opened(`"${address}"\n"${rootstock}"\n"${wrong}"\n"${wrong}"\n`);
    const found = await diagnosticsOf(document.uri, 2);
    assert.deepEqual(
      found.map(({ range, severity }) => [range.start.line, severity]),
      [
        [2, vscode.DiagnosticSeverity.Hint],
        [3, vscode.DiagnosticSeverity.Hint],
      ],
    );

    const insert = new vscode.WorkspaceEdit();
    insert.insert(document.uri, new vscode.Position(0, 0), `"${wrong}"\n\n`);
    await vscode.workspace.applyEdit(insert);
    const after = await diagnosticsOf(document.uri, 3);
    assert.deepEqual(
      after.map(({ range }) => range.start.line),
      [0, 4, 5],
    );

    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      after[1]!.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const ours = actions.filter(({ title }) => /checksum/.test(title));
    assert.equal(ours.length, 2);
    await vscode.workspace.applyEdit(ours[0]!.edit!);
    await diagnosticsOf(document.uri, 2);
    assert.equal(document.lineAt(4).text, `"${address}"`);
    const again = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(0, 2, 0, 3),
      vscode.CodeActionKind.QuickFix.value,
    );
    await vscode.workspace.applyEdit(again.find(({ title }) => /all 2/.test(title))!.edit!);
    await diagnosticsOf(document.uri, 0);
    assert.ok(!document.getText().includes(wrong));
  });

  it('follows its setting', async () => {
    const configuration = vscode.workspace.getConfiguration('addressRisk');
    const document = await opened(`"${wrong}"`);
    await diagnosticsOf(document.uri, 1);
    await configuration.update('diagnostics.checksum', 'off', vscode.ConfigurationTarget.Global);
    await diagnosticsOf(document.uri, 0);
    await configuration.update(
      'diagnostics.checksum',
      undefined,
      vscode.ConfigurationTarget.Global,
    );
    await diagnosticsOf(document.uri, 1);
  });
});

describe('a file of 10 MiB with 100,000 addresses (hazard 71)', () => {
  const line = (index: number): string =>
    `  "0x${index.toString(16).padStart(40, '5')}": "a holder of something, or of nothing, ${index}",\n`;
  const nobody: ChainChoices = {
    of: () => undefined,
    ofFile: () => [],
    ready: () => Promise.resolve(),
    remember: () => Promise.resolve(),
    alwaysAssumed: () => undefined,
    setAlwaysAssumed: () => Promise.resolve(),
    onDidChange: () => new vscode.Disposable(() => undefined),
    onDidChoose: () => new vscode.Disposable(() => undefined),
    dispose: () => undefined,
  };
  let document: vscode.TextDocument;

  /** What we take of a turn is a figure to read, not a bound to fail by. */
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
    document = await opened(content, 'plaintext');
  });

  // While it is open, each change of a book finds its marks anew, in every later test.
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
      const found = findAddressAt(document, position, nobody);
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
      // The local one, and the one that says that the user is not signed in.
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
    await diagnosticsOf(document.uri, 25);
    tell(this.test, times, 'an edit through the editor');
  });
});
