import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { createFileMarks } from '../../src/editor/inventory/addresses.ts';
import type { GroupBy } from '../../src/report/addresses/groups.ts';
import { findAddressAt } from '../../src/editor/documents/subject.ts';
import { eventually, openView, type Scores } from './support/addressesView.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
/** No published list has it. */
const unlisted = '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc';
const uni = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';

const root = (): string => {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri.fsPath;
};
/** In a folder of its own, beside what other tests leave. */
const home = 'addressesView';

async function write(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
  const path = join(root(), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return vscode.Uri.file(path);
}

describe('the Addresses view', () => {
  let view: ReturnType<typeof openView> | undefined;
  const open = (scores?: Scores): ReturnType<typeof openView> => (view = openView(scores));

  afterEach(async () => {
    view?.dispose();
    view = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of [home, '.gitignore', '.address-risk.json', 'deny.txt']) {
      await rm(join(root(), name), { force: true, recursive: true });
    }
  });

  it('reads nothing before it is opened', async () => {
    await write(`${home}/a.ts`, usdc);
    const { found, list } = open();
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(found.search.progress.state, 'waiting');
    assert.equal(list.grouping.total, 0);
  });

  it('names the network of an address whose text names none, once it has searched', async () => {
    const uri = await write(`${home}/a.sol`, `address constant vault = ${unlisted};`);
    await write(`${home}/b.json`, `{ "polygon": { "vault": "${unlisted}" }, "celo": {} }`);
    const document = await vscode.workspace.openTextDocument(uri);
    const seen = open();
    const readingOf = () => {
      const found = findAddressAt(document, new vscode.Position(0, 30), seen.choices);
      return [found?.chain.chain, found?.chain.reason, found?.chain.evidence];
    };
    assert.equal(readingOf()[1], 'assumed');
    await seen.search();
    assert.deepEqual(readingOf(), ['polygon', 'elsewhere', `${home}/b.json`]);
    const places = [`-- ${home}/a.sol:1 | address constant vault = ${unlisted};`];
    await seen.shownUntil((text) => text.includes('2×'));
    assert.deepEqual((await seen.shown()).slice(0, 3), [
      'Not in Address Book | 1',
      '- 0x59B8…cBFc | “vault” · Polygon · 2×',
      ...places,
    ]);
  });

  it('shows deny-list hits, unlisted ones, levels, and what has no score, with their places', async () => {
    await write('deny.txt', dai);
    await write(
      '.address-risk.json',
      JSON.stringify({
        version: 1,
        addresses: [
          { address: usdc, network: 'ethereum', name: 'Treasury' },
          { address: uni, network: 'ethereum' },
        ],
        lists: [{ path: 'deny.txt', name: 'Team', kind: 'deny' }],
      }),
    );
    await write(`${home}/a.ts`, `ethereum: "${usdc}"\n\nethereum: "${uni}"\n`);
    await write(`${home}/b.ts`, `"${weth}"\n"${weth}" // Base\n"${dai}"`);
    const seen = open({ [usdc]: '62.5', [dai]: '1' });
    await seen.search();
    const lines = await seen.shown();
    assert.deepEqual(lines, [
      'On a Deny List | 1',
      '- DAI | Team · 0x6B17…1d0F · ● Low 1 (sample) · Ethereum',
      `-- ${home}/b.ts:3 | "${dai}"`,
      'Not in Address Book | 2',
      '- WETH | 0xC02a…6Cc2 · Ethereum',
      `-- ${home}/b.ts:1 | "${weth}"`,
      '- 0xC02a…6Cc2 | Base',
      `-- ${home}/b.ts:2 | "${weth}" // Base`,
      '▲ High | 1',
      '- Treasury | 0xA0b8…eB48 · ▲ High 62.5 (sample) · Ethereum',
      `-- ${home}/a.ts:1 | ethereum: "${usdc}"`,
      'Not Scored | 1',
      '- UNI | 0x1f98…F984 · Ethereum',
      `-- ${home}/a.ts:3 | ethereum: "${uni}"`,
    ]);
    assert.equal(seen.list.grouping.alarming, 2, 'the badge: denied, and at or above High');
  });

  it('marks files of the Explorer with an address on a deny list or a look-alike', async () => {
    const fake = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606fB48';
    await write('deny.txt', dai);
    const lists = [{ path: 'deny.txt', name: 'Team', kind: 'deny' }];
    await write('.address-risk.json', JSON.stringify({ version: 1, lists }));
    const denied = await write(`${home}/denied.ts`, `"${dai}" "${fake.toLowerCase()}"`);
    const alike = await write(`${home}/alike.ts`, `"${fake.toLowerCase()}"`);
    await write(`${home}/clean.ts`, `"${usdc}"`);
    const seen = open();
    const { registerFileDecorationProvider } = vscode.window;
    let provider: vscode.FileDecorationProvider | undefined;
    vscode.window.registerFileDecorationProvider = (each) => {
      provider = each;
      return new vscode.Disposable(() => undefined);
    };
    const marks = createFileMarks(seen.found, seen.list, {
      fault: (_, error) => assert.ifError(error),
    });
    vscode.window.registerFileDecorationProvider = registerFileDecorationProvider;
    const changed: string[] = [];
    provider?.onDidChangeFileDecorations?.((uris) => {
      for (const uri of [uris ?? []].flat()) changed.push(uri.toString());
    });
    await seen.search();
    await seen.shownUntil((text) => text.includes('On a Deny List'));
    await eventually(
      () => new Set(changed).size,
      (count) => count === 2,
    );
    const { token } = new vscode.CancellationTokenSource();
    const said = [];
    for (const uri of [denied, alike]) said.push(await provider?.provideFileDecoration(uri, token));
    assert.deepEqual(
      said.map((each) => each?.tooltip),
      ['On a Deny List', 'Look-Alikes'],
    );
    assert.deepEqual([...new Set(changed)].sort(), [alike, denied].map(String).sort());
    marks.dispose();
  });

  it('shows look-alikes before new and unlisted addresses, by what they look like', async () => {
    const fake = '0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb48';
    await write('.address-risk.json', JSON.stringify({ version: 1, addresses: [] }));
    await write(`${home}/a.ts`, `const USDC = "${fake}"; // Ethereum\nconst other = "${uni}";\n`);
    const seen = open();
    await seen.search();
    const lines = await seen.shown();
    assert.deepEqual(lines.slice(0, 2), [
      'Look-Alikes | 1',
      `- 0xA0b8…eB48 | Looks like USDC · Ethereum`,
    ]);
    assert.equal(seen.list.grouping.alarming, 1);
  });

  it('shows a wrong checksum among what is worse of its address, with the list first', async () => {
    const misspelled = '0x098b716B8Aaf21512996dC57EB0615e2383E2f96';
    await write(`${home}/deny.csv`, `address,name\n${misspelled.toLowerCase()},Exploiter\n`);
    const lists = [{ path: `${home}/deny.csv`, name: 'Team', kind: 'deny' }];
    await write('.address-risk.json', JSON.stringify({ version: 1, lists }));
    const fake = '0xA0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb48';
    const all = [misspelled, fake, misspelled.replace('b', 'B')];
    await write(`${home}/a.ts`, all.map((each) => `"${each}" // Ethereum\n`).join(''));
    const seen = open();
    await seen.search();
    const place = (line: number): string => `${home}/a.ts:${line} · not in the address book`;
    await seen.shownUntil((text) => text.includes('Look-Alikes'));
    assert.deepEqual(await seen.shown(), [
      'On a Deny List | 2',
      '- 0x098B…2f96 | Team · Exploiter · Ethereum',
      `-- ${home}/a.ts:3 | "${all[2]}" // Ethereum`,
      `- 0x098b…2f96 | Team · Exploiter · Wrong checksum · ${place(1)}`,
      'Look-Alikes | 1',
      `- 0xA0b8…eb48 | Looks like USDC · Wrong checksum · ${place(2)}`,
    ]);
    await seen.list.setView({ by: 'network' });
    assert.equal((await seen.shown())[0], 'Wrong Checksum | 2');
  });

  it('shows texts of a deny list that are no addresses by list and line, and follows the list', async () => {
    const key = `5Kb8kLf9zgWQnogidDA76MzPL6TsZZY36hWXMssSzNydYXYB9KF`;
    await write('deny.txt', `${key}\n`);
    const lists = [{ path: 'deny.txt', name: 'Team', kind: 'deny' }];
    await write('.address-risk.json', JSON.stringify({ version: 1, lists }));
    await write(`${home}/a.ts`, `// 1\n// 2 ${key.toLowerCase()}\n`);
    await write(`${home}/latin.txt`, Buffer.from(`\xe9 ${key} ${key}`, 'latin1'));
    const seen = open();
    await seen.search();
    const expected = [
      'Texts on a Deny List | 3',
      `- This text is on “Team” | ${home}/a.ts:2`,
      `- This text is on “Team” | ${home}/latin.txt:1`,
      `- This text is on “Team” | ${home}/latin.txt:1`,
    ];
    const listed = async (): Promise<string[]> =>
      (await seen.shown())
        .filter((line) => /Texts|This text/.test(line))
        .map((line) => line.replace('”.', '”'));
    assert.deepEqual(await listed(), expected);
    assert.ok(
      !JSON.stringify(await seen.shown())
        .toLowerCase()
        .includes(key.toLowerCase()),
    );
    await write(`${home}/a.ts`, 'nothing');
    await seen.shownUntil((text) => text.includes('Texts on a Deny List | 2'));
    await write('deny.txt', `${'9'.repeat(20)}${key}\n`);
    await seen.shownUntil((text) => !text.includes('Texts on a Deny List'));
    await write('deny.txt', `${key}\n`);
    await seen.shownUntil((text) => text.includes('Texts on a Deny List | 2'));
  });

  it('leaves out what Git or the settings ignore, large files, and placeholders, and reads what is not text', async () => {
    await write('.gitignore', `${home}/ignored/\n`);
    await write(`${home}/ignored/a.ts`, usdc);
    await write(`${home}/node_modules/a/a.ts`, usdc);
    await write(`${home}/nul.bin`, `${usdc}\0`);
    await write(`${home}/latin.txt`, Buffer.from(`${usdc} \xe9`, 'latin1'));
    await write(`${home}/large.txt`, `${usdc}${' '.repeat(4_194_304)}`);
    await write(`${home}/none.ts`, `0x${'0'.repeat(40)} ${usdc.replace('A', 'a')}`);
    const outside = join(tmpdir(), `address-risk-outside-${process.pid}.ts`);
    await writeFile(outside, usdc);
    await symlink(outside, join(root(), home, 'link.ts'));
    await write(`${home}/kept.ts`, unlisted);
    const files = vscode.workspace.getConfiguration('files');
    await write(`${home}/hidden/a.ts`, usdc);
    await files.update('exclude', { '**/hidden': true }, vscode.ConfigurationTarget.Global);
    try {
      const seen = open();
      await seen.search();
      assert.deepEqual(await seen.shown(), [
        'Wrong Checksum | 1',
        `- 0xa0b8…eB48 | ${home}/none.ts:1 · not in the address book`,
        '1 address names no network | Use Ethereum or choose…',
        'Not in Address Book | 2',
        '- USDC | 0xA0b8…eB48 · Ethereum · 2×',
        `-- ${home}/latin.txt:1 | ${usdc} \uFFFD`,
        `-- ${home}/nul.bin:1 | ${usdc}⟨U+0000⟩`,
        '- 0x59B8…cBFc | Ethereum (assumed)',
        `-- ${home}/kept.ts:1 | ${unlisted}`,
      ]);
      assert.equal(seen.found.scanner.notes.countOf('tooLarge'), 1);
    } finally {
      await files.update('exclude', undefined, vscode.ConfigurationTarget.Global);
      await rm(outside);
    }
  });

  it('follows files, folders, and ignore files', async () => {
    const seen = open();
    await seen.search();
    await write(`${home}/b.ts`, weth);
    await seen.shownUntil((text) => text.includes('WETH'));
    await rm(join(root(), home, 'b.ts'));
    await seen.shownUntil((text) => !text.includes('WETH'));
    await mkdir(join(root(), home, 'one'));
    await write(`${home}/one/c.ts`, uni);
    await seen.shownUntil((text) => text.includes('one/c.ts:1'));
    await rename(join(root(), home, 'one'), join(root(), home, 'two'));
    await seen.shownUntil((text) => text.includes('two/c.ts:1') && !text.includes('one/c.ts'));
    await write('.gitignore', `${home}/two\n`);
    await seen.shownUntil((text) => !text.includes('two/c.ts'));
  });

  it('reads only the file that changed', async () => {
    // In no new folder of their own: VS Code's watch can miss what is written into one.
    const many = `${home}/many`;
    for (let file = 0; file < 20; file++) await write(`${many}${file}.ts`, usdc);
    const seen = open();
    await seen.search();
    // Events of the files above arrive before this one's.
    await write(`${home}/last.ts`, uni);
    await seen.shownUntil((text) => text.includes('last.ts:1'));
    // That an earlier test left no `.gitignore` leads to a search too.
    await seen.found.searchSoon();
    const { scanner: readings } = seen.found;
    const putOne = readings.put.bind(readings);
    const read = new Set<string>();
    readings.put = (place, reading) => {
      // Files of earlier tests may still be reported as deleted.
      if (place.path.startsWith(many)) read.add(place.path);
      return putOne(place, reading);
    };
    await write(`${many}7.ts`, weth);
    await seen.shownUntil((text) => text.includes('WETH'));
    assert.deepEqual([...read], [`${many}7.ts`]);
  });

  it('follows edits that are not saved', async () => {
    const file = await write(`${home}/edited.ts`, usdc);
    const seen = open();
    await seen.search();
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), `${dai}\n`));
    assert.ok(document.isDirty);
    await seen.shownUntil((text) => text.includes('0x6B17') && text.includes('edited.ts:2'));
    await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 1, 0)));
    await document.save();
    await seen.shownUntil((text) => !text.includes('0x6B17'));
  });

  it('shows the network that the user selects, and those of the address book', async () => {
    await write(`${home}/a.ts`, usdc);
    await write(`${home}/named.ts`, `"eip155:137:${weth}"`);
    await write(`${home}/plain.ts`, dai);
    const seen = open();
    await seen.search();
    await seen.choices.remember(usdc, 'base');
    await seen.shownUntil((text) => text.includes('0xA0b8…eB48 | Base'));
    await seen.choices.setAlwaysAssumed('arbitrum');
    const networks = [{ files: `${home}/**`, network: 'optimism' }];
    await write('.address-risk.json', JSON.stringify({ version: 1, networks }));
    const text = await seen.shownUntil((each) => each.includes('0x6B17…1d0F | OP Mainnet'));
    // The user's choice and the address's own spelling are stronger than a rule of the book.
    assert.match(text, /0xC02a…6Cc2 \| Polygon/);
    assert.match(text, /0xA0b8…eB48 \| Base/);
  });

  it('comes to an end, though files and what decides on them change without end', async () => {
    await write(`${home}/a.ts`, usdc);
    await write(`${home}/b.ts`, weth);
    const { found, list } = open();
    let changes = 0;
    const endless = found.search.onDidChange(() => {
      if (!found.search.isRunning) return;
      changes++;
      for (const [folder] of found.folders.open()) {
        found.follow([{ folder, path: `${home}/a.ts` }]);
      }
      void found.searchSoon();
    });
    await found.searchAll();
    await found.search.ended();
    endless.dispose();
    assert.ok(changes > 0);
    assert.equal(found.search.progress.state, 'complete');
    await list.update();
    assert.ok(list.grouping.total >= 2);
    // One search follows, for all that changed.
    await eventually(
      () => found.search.isRunning,
      (isRunning) => isRunning,
    );
    await found.search.ended();
    assert.equal(found.search.progress.state, 'complete');
  });

  it('stops and keeps what was found, and filters it', async () => {
    await write(`${home}/a.ts`, `${usdc}\n${weth} // Base`);
    const seen = open({ [usdc]: '80' });
    const searching = seen.found.searchAll();
    seen.found.cancel();
    await searching;
    assert.equal(seen.found.search.progress.state, 'canceled');
    await seen.search();
    await seen.list.setView({ filter: { network: 'base' } });
    assert.deepEqual((await seen.shown()).slice(0, 3), [
      'Base',
      'Not in Address Book | 1',
      '- 0xC02a…6Cc2 | Base',
    ]);
    const [filter] = await seen.children();
    const item = filter && (await seen.tree.getTreeItem(filter));
    assert.equal(item?.contextValue, 'filter', 'its button clears the filter');
    assert.equal(item.accessibilityInformation?.label, 'Filter: Base');
    await seen.list.setView({ filter: { text: 'no such' } });
    assert.deepEqual(await seen.shown(), []);
    assert.equal(seen.list.grouping.total, 2);
    assert.equal(seen.list.grouping.alarming, 1, 'the badge does not depend on the filter');
  });

  it('is empty for a filter that matches nothing, so that its text shows', async () => {
    const typo = '0xDAC17F958D2ee523a2206206994597C13D831ec7';
    await write(`${home}/a.ts`, `a = "0x73bceb1cd57c711feac4224d062b0f6ff338501e", b = "${typo}"`);
    const seen = open();
    await seen.search();
    const unnamed = async (): Promise<boolean> =>
      (await seen.children()).some(({ kind }) => kind === 'unnamed');
    assert.equal(await unnamed(), true);
    const kinds = async (): Promise<string[]> => (await seen.children()).map(({ kind }) => kind);
    assert.ok((await kinds()).includes('texts'), 'the one with a wrong checksum');
    await seen.list.setView({ filter: { text: typo.slice(4, 10) } });
    assert.deepEqual(await kinds(), ['filter', 'texts']);
    await seen.list.setView({ filter: { text: 'no such' } });
    assert.deepEqual(await seen.children(), []);
  });

  it('groups by network, file, and level, each row once in each group', async () => {
    await write(`${home}/a.ts`, `ethereum: "${usdc}"\n${weth} // Base`);
    await write(`${home}/b.ts`, `ethereum: "${usdc}"`);
    const seen = open({ [usdc]: '80' });
    await seen.search();
    const groupsBy = async (by: GroupBy): Promise<(string | undefined)[]> => {
      await seen.list.setView({ by });
      const rows: string[] = [];
      const ids = new Set<string | undefined>();
      for (const group of await seen.children()) {
        rows.push((await seen.tree.getTreeItem(group)).accessibilityInformation?.label ?? '');
        for (const row of await seen.children(group)) {
          const { id, iconPath } = await seen.tree.getTreeItem(row);
          assert.ok(iconPath instanceof vscode.ThemeIcon);
          rows.push(`- ${iconPath.id}`);
          assert.ok(!ids.has(id), 'VS Code allows an ID once');
          ids.add(id);
        }
      }
      return rows;
    };
    assert.deepEqual(await groupsBy('network'), [
      ...['Base: 1 address', '- circle-outline'],
      ...['Ethereum: 1 address', '- primitive-square'],
    ]);
    assert.deepEqual(await groupsBy('file'), [
      ...['a.ts: 2 addresses', '- primitive-square', '- circle-outline'],
      ...['b.ts: 1 address', '- primitive-square'],
    ]);
    assert.deepEqual(await groupsBy('level'), [
      ...['■ Severe: 1 address', '- primitive-square'],
      ...['Not Scored: 1 address', '- circle-outline'],
    ]);
  });

  it('has rows whose commands get the address, and places that open', async () => {
    await write(`${home}/opened.ts`, `\n  "${usdc}"`);
    const seen = open();
    await seen.search();
    const [group] = await seen.children();
    const [row] = await seen.children(group);
    assert.ok(row?.kind === 'address');
    assert.equal((await seen.tree.getTreeItem(row)).contextValue, 'address');
    await vscode.commands.executeCommand('addressRisk.copyAddress', row);
    const [place] = await seen.children(row);
    assert.ok(place);
    const { command } = await seen.tree.getTreeItem(place);
    assert.ok(command);
    await vscode.commands.executeCommand(
      command.command,
      ...((command.arguments ?? []) as unknown[]),
    );
    const editor = await eventually(
      () => vscode.window.activeTextEditor,
      (active) => active?.document.fileName.endsWith('opened.ts') === true,
    );
    assert.equal(editor?.document.getText(editor.selection), usdc);
  });

  it('is opened by its command', async () => {
    await vscode.commands.executeCommand('addressRisk.findAddresses');
    await vscode.commands.executeCommand('addressRisk.refreshAddresses');
  });
});
