import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { keys } from '../detection/keys.ts';
import { diagnosticsOf } from './support/diagnostics.ts';
import { lensesOf } from './support/lenses.ts';
import { openText } from './support/openText.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
/** No published list has it. */
const unlisted = '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc';
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

describe('detection in the editor', () => {
  it('shows the network of a non-EVM address, and why', async () => {
    const hover = await hoverOver(await opened(`const cold = "${bitcoin}";`), bitcoin);
    assert.match(hover, /\*\*Bitcoin\*\*[^]*from the address itself · valid checksum/);
  });

  it('reads a text without a file as the file that it would be saved as', async () => {
    const document = await opened(`pay ${unlisted} on ethereum\n`, 'plaintext');
    assert.match(await hoverOver(document, unlisted), /\*\*Ethereum\*\*[^]*from “ethereum”/i);
  });

  it('takes the network from the nearest evidence, across hundreds of lines', async () => {
    const filler = '  // nothing\n'.repeat(150);
    const document = await opened(`const polygon = {\n${filler}  vault: "${unlisted}",\n};\n`);
    assert.match(await hoverOver(document, unlisted), /\*\*Polygon\*\*[^]*from “polygon”/i);
  });

  it('names a known token once, by the list that has it, and calls another address what the code does', async () => {
    const document = await opened(`const usdc = "${address}";\nconst vault = "${unlisted}";`);
    const known = await hoverOver(document, address);
    assert.match(known, /^\*\*USDC\*\* [^]*from Uniswap’s token list · known on Ethereum/);
    assert.doesNotMatch(known, /“usdc”/);
    assert.match(
      await hoverOver(document, unlisted),
      /^`0x59B8…cBFc` · “vault” · [^]*named in Untitled[^]*, line 2 · /,
    );
  });

  it('says whose name the code gives to another address', async () => {
    const document = await opened(`const usdc = "${unlisted}";`);
    assert.match(
      (await hoverOver(document, unlisted)).replaceAll('\\', ''),
      /^\*\*In published lists, USDC on Ethereum is 0xA0b8…eB48\.\*\*[^]*“usdc” · /,
    );
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
      const [lens] = await lensesOf(document.uri);
      assert.deepEqual(lens?.range, new vscode.Range(3, 2, 4, 2 + second!.length));
    }
  });

  it('asks when evidence is equal, and offers nothing else', async () => {
    const document = await opened(`// Polygon and Arbitrum\nconst usdc = "${address}";`);
    const hover = await hoverOver(document, address);
    assert.match(hover, /more than one network\\?: Polygon, Arbitrum One/);
    assert.match(hover, /command:addressRisk\.selectChain/);
    assert.doesNotMatch(hover, /command:addressRisk\.(?:scoreRisk|lookUpAddress)/);
    const [lens] = await lensesOf(document.uri);
    assert.deepEqual(lens?.command?.arguments, [
      { address, candidates: ['polygon', 'arbitrum'], source: 'lens' },
    ]);
  });

  it('asks whether a package of Move is of Sui or Aptos, and takes the answer', async () => {
    const account = '0x3a91f7c25d0e48b6a1c4f3e2d5b69780c8a7e6f5d4c3b2a190817263544f5e6d';
    const document = await opened(`const type = "${account}::acl::Acl";`);
    const hover = await hoverOver(document, account);
    assert.match(hover, /whether this is Sui or Aptos/);
    assert.match(hover, /command:addressRisk\.selectChain/);
    assert.doesNotMatch(hover, /command:addressRisk\.(?:scoreRisk|lookUpAddress)/);
    const [lens] = await lensesOf(document.uri);
    const [argument] = (lens?.command?.arguments ?? []) as unknown[];
    const { showQuickPick } = vscode.window;
    const labels: string[] = [];
    try {
      vscode.window.showQuickPick = ((items: readonly vscode.QuickPickItem[]) => {
        labels.push(...items.map(({ label }) => label));
        return Promise.resolve(items.find(({ label }) => label === 'Aptos'));
      }) as unknown as typeof showQuickPick;
      await vscode.commands.executeCommand('addressRisk.selectChain', argument);
    } finally {
      vscode.window.showQuickPick = showQuickPick;
    }
    assert.deepEqual(labels, ['Sui', 'Aptos']);
    assert.match(await hoverOver(document, account), /\*\*Aptos\*\*[^]*selected by you/);
  });

  it('shows a CodeLens for every family', async () => {
    const document = await opened(`const a = "${bitcoin}";\nconst b = "${address}";\n`);
    const chains = (await lensesOf(document.uri)).map(({ command }) => {
      const [target] = (command?.arguments ?? []) as { chain?: string }[];
      return target?.chain;
    });
    assert.deepEqual(chains, ['bitcoin', 'ethereum']);
  });

  for (const { name, text } of keys.filter(({ shape }) => shape !== 'pem')) {
    it(`explains why a key gets no actions: ${name}`, async () => {
      const document = await opened(`const privateKey = "${text}";`);
      const hover = await hoverOver(document, text);
      assert.match(hover, /looks like/);
      assert.doesNotMatch(hover, /command:/);
      assert.ok(!hover.includes(text.slice(0, 12)));
      assert.deepEqual(await lensesOf(document.uri), []);
    });
  }
});

describe('checksum help', () => {
  it('marks addresses that fail every rule, follows edits, and fixes the casing', async () => {
    const rootstock = '0x27b1FdB04752BBc536007A920D24ACB045561c26';
    const document = await opened(`"${address}"\n"${rootstock}"\n"${wrong}"\n"${wrong}"\n`);
    const found = await diagnosticsOf(document.uri, 'checksum', 2);
    assert.deepEqual(
      found.map(({ range, severity }) => [range.start.line, severity]),
      [
        [2, vscode.DiagnosticSeverity.Warning],
        [3, vscode.DiagnosticSeverity.Warning],
      ],
    );

    const insert = new vscode.WorkspaceEdit();
    insert.insert(document.uri, new vscode.Position(0, 0), `"${wrong}"\n\n`);
    await vscode.workspace.applyEdit(insert);
    const after = await diagnosticsOf(document.uri, 'checksum', 3);
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
    await diagnosticsOf(document.uri, 'checksum', 2);
    assert.equal(document.lineAt(4).text, `"${address}"`);
    const again = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(0, 2, 0, 3),
      vscode.CodeActionKind.QuickFix.value,
    );
    await vscode.workspace.applyEdit(again.find(({ title }) => /all 2/.test(title))!.edit!);
    await diagnosticsOf(document.uri, 'checksum', 0);
    assert.ok(!document.getText().includes(wrong));
  });

  it('offers no right checksum for what looks like another address', async () => {
    /** Its first and last digits are AAVE’s. */
    const imitation = '0x7Fc6f3e1c2d4a5968778695a4b3c2d1e0f91dae9';
    const document = await opened(`"${imitation}"\n"${wrong}"\n"${wrong}"\n`);
    const found = await diagnosticsOf(document.uri, 'checksum', 3);
    const titles = found.map(async ({ range }) => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return actions.map(({ title }) => title).filter((title) => /checksum/.test(title));
    });
    const fix = ['Fix checksum casing'];
    assert.deepEqual(await Promise.all(titles), [[], fix, fix]);
  });

  it('follows its setting', async () => {
    const configuration = vscode.workspace.getConfiguration('addressRisk');
    const document = await opened(`"${wrong}"`);
    await diagnosticsOf(document.uri, 'checksum', 1);
    await configuration.update('diagnostics.checksum', 'off', vscode.ConfigurationTarget.Global);
    await diagnosticsOf(document.uri, 'checksum', 0);
    await configuration.update(
      'diagnostics.checksum',
      undefined,
      vscode.ConfigurationTarget.Global,
    );
    await diagnosticsOf(document.uri, 'checksum', 1);
  });
});
