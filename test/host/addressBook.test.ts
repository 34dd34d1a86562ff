import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import type { WatchedBook } from '../../src/editor/book/watchedBook.ts';
import { editBook } from '../../src/book/editBook.ts';
import { writeBook as edited } from '../../src/editor/book/writeBook.ts';
import { bookCommands } from '../../src/editor/commands/bookCommands.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import type { Documents } from '../../src/editor/documents/foundAddresses.ts';
import { dialogs } from '../../src/editor/shell/dialogs.ts';
import type { Shell } from '../../src/editor/shell/shell.ts';
import { openView } from './support/addressesView.ts';
import { lensesOf, lensTitles } from './support/lenses.ts';
import { openText } from './support/openText.ts';
import { within } from './support/repository.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
/** No published list has it. */
const unlisted = '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc';
const poison = toEip55(usdc.toLowerCase().replace('d19d', 'd1ad'));

const folder = (): vscode.Uri => {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri;
};
const pathOf = (name: string): string => join(folder().fsPath, name);
const bookName = '.address-risk.json';
const bookUri = (): vscode.Uri => vscode.Uri.joinPath(folder(), bookName);

const written = new Set<string>();

async function write(name: string, content: unknown): Promise<vscode.Uri> {
  const path = pathOf(name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 1));
  written.add(path);
  return vscode.Uri.file(path);
}

const writeBook = (book: object): Promise<vscode.Uri> => write(bookName, { version: 1, ...book });

const openedText = (content: string): Promise<vscode.TextDocument> =>
  openText(content, 'plaintext');

const openFile = async (uri: vscode.Uri): Promise<void> => {
  await vscode.window.showTextDocument(uri);
};

async function hoversOver(uri: vscode.Uri, character = 5, line = 0): Promise<string[]> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    uri,
    new vscode.Position(line, character),
  );
  return hovers.map(({ contents }) =>
    contents.map((content) => (content as vscode.MarkdownString).value).join('\n'),
  );
}

const hoverOver = async (uri: vscode.Uri): Promise<string> =>
  (await hoversOver(uri)).join('\n').replaceAll('\\', '');

/** Looks again until it is as expected; a test that never sees it fails by its time limit. */
async function eventually<T>(
  look: () => Promise<T> | T,
  isRight: (seen: T) => boolean,
): Promise<T> {
  for (;;) {
    const seen = await look();
    if (isRight(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const problemsOf = (uri: vscode.Uri): vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Address Risk');

const problemsUntil = (uri: vscode.Uri, count: number): Promise<vscode.Diagnostic[]> =>
  eventually(
    () => problemsOf(uri),
    (found) => found.length === count,
  );

const codesOf = (found: readonly vscode.Diagnostic[]): unknown[] => found.map(({ code }) => code);

/** Looks until a text is there, or the time is over. @returns what was seen last */
async function hoverWithin(ms: number, uri: vscode.Uri, text: string): Promise<string> {
  const end = performance.now() + ms;
  return eventually(
    () => hoverOver(uri),
    (seen) => performance.now() > end || seen.includes(text),
  );
}

const addressAt = (_: unknown, index: number): string =>
  `"0x${createHash('sha256').update(`at ${index}`).digest('hex').slice(0, 40)}"`;

describe('the address book', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const path of written) await rm(path, { force: true });
    written.clear();
    const { uri } = await openedText(usdc);
    await within(
      () => hoverOver(uri),
      (text) => !/address book|deny list|named in|[Ii]gnored/.test(text),
    );
  });

  it('shows name, note, review, and ignore in the hover, without an account', async () => {
    const { uri } = await openedText(usdc);
    assert.doesNotMatch(await hoverOver(uri), /address book/);
    await writeBook({
      addresses: [
        {
          ...{ address: usdc, network: 'ethereum', name: 'The *Treasury*', note: 'Ask [us](x).' },
          ...{ reviewedBy: 'Ana', reviewedAt: '2026-11-22' },
          ignore: { reason: 'ours', until: '2099-01-01' },
        },
      ],
    });
    const text = await eventually(
      () => hoverOver(uri),
      (seen) => seen.includes('Treasury'),
    );
    assert.match(text, /\*\*The \*Treasury\*\*\* [^]*from the address book/);
    assert.match(text, /Reviewed by Ana on 2026-11-22/);
    assert.match(text, /Ask \[us\]\(x\)\./);
    assert.match(text, /Look-alike warnings are hidden until 2099-01-01\\?\. Reason: ours/);
    const [raw = ''] = (await hoversOver(uri)).filter((each) => each.includes('Treasury'));
    assert.match(raw, /\\\*Treasury\\\*.*\\\[us\\\]/s, 'nothing of it is markup');
    // Known facts come first.
    assert.equal((await hoversOver(uri))[0], raw);
    await rm(pathOf(bookName));
    await eventually(
      () => hoverOver(uri),
      (seen) => !seen.includes('Treasury'),
    );
  });

  it('shows deny-list hits first, as a problem too, whatever is ignored', async () => {
    await write('lists/deny.csv', `address,name,network\n${usdc.toLowerCase()},A thief,\n`);
    await writeBook({
      addresses: [
        { address: usdc, network: 'ethereum', name: 'Ours', ignore: { reason: 'known' } },
      ],
      lists: [{ path: 'lists/deny.csv', name: 'Team list', kind: 'deny' }],
    });
    const { uri } = await openedText(`const a = 1;\n"${usdc}" "${weth}"`);
    const [problem] = await problemsUntil(uri, 1);
    assert.equal(problem?.message, '0xA0b8…eB48 is on “Team list”: A thief');
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    assert.deepEqual([problem.range.start.line, problem.range.start.character], [1, 1]);
    const other = await openedText(usdc);
    const [first = ''] = await hoversOver(other.uri);
    assert.match(first.replaceAll('\\', ''), /^\*\*This address is on the deny list “Team list”/);
    const names = vscode.workspace.getConfiguration('addressRisk');
    await names.update('names', 'off', vscode.ConfigurationTarget.Global);
    const text = await hoverOver(other.uri);
    assert.match(text, /deny list/);
    assert.doesNotMatch(text, /Ours/);
    await names.update('names', undefined, vscode.ConfigurationTarget.Global);
    // Above a hover, VS Code shows problems in the order in which it got them.
    const typo = await openedText(`"${usdc.replace('A0b8', 'a0b8')}"`);
    const codes = codesOf(await problemsUntil(typo.uri, 2));
    assert.deepEqual(codes, ['denyList', 'checksum']);
    assert.deepEqual(await lensTitles(typo.uri), ['On deny list: A thief']);
    // The list is followed, not only the book.
    await write('lists/deny.csv', `address\n${weth}\n`);
    const [moved] = await eventually(
      () => problemsOf(uri),
      (found) => found[0]?.range.start.character === usdc.length + 4,
    );
    assert.equal(moved?.message, '0xC02a…6Cc2 is on “Team list”.');
  });

  const teamList = { path: 'deny.csv', name: 'Team list', kind: 'deny' } as const;

  it('marks a denied account on every network, and says which one is listed', async () => {
    await writeBook({
      networks: [{ files: '**', network: 'polygon' }],
      lists: [teamList],
    });
    await write('deny.csv', `address,network,name\n${unlisted},ethereum,A thief\n`);
    const uri = await write('pay/a.sol', `// polygon\naddress a = ${unlisted};`);
    await openFile(uri);
    const [problem] = await problemsUntil(uri, 1);
    assert.equal(problem?.message, '0x59B8…cBFc is on “Team list”, listed on Ethereum: A thief');
    assert.match((await lensTitles(uri))[0] ?? '', /^On deny list: A thief/);
    const hover = (await hoversOver(uri, 14, 1)).join('\n').replaceAll('\\', '');
    assert.match(
      hover,
      /^\*\*This address is on the deny list “Team list” as “A thief”, listed on/,
    );
  });

  it('marks a listed text that is no address here, without repeating it', async () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const digits = usdc.slice(2).toLowerCase();
    await writeBook({ lists: [teamList] });
    await write('deny.csv', `address\n${mint}\n${usdc}\n`);
    const text = `x = "${mint}"\nprivateKey = "${digits}"\n${' '.repeat(1_100_000)}"${mint}"`;
    const { uri } = await openedText(text);
    const found = await problemsUntil(uri, 3);
    assert.deepEqual(codesOf(found), ['denyList', 'denyList', 'denyList']);
    for (const { message, severity } of found) {
      assert.equal(message, 'This text is on “Team list”.');
      assert.equal(severity, vscode.DiagnosticSeverity.Error);
    }
    assert.match((await hoversOver(uri, 10)).join(), /\*\*This text is on “Team list”/);
  });

  it('says first of a denied address that it is, and hints at no look-alike of it', async () => {
    await writeBook({ lists: [teamList] });
    const denied = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
    await write('deny.csv', `address,name\n${denied},A thief\n`);
    const { uri } = await openedText(`"${denied}" // ethereum\n"${denied.replace(/6$/, '7')}"`);
    // Until the list is read, both look alike.
    await eventually(
      () => problemsOf(uri).map(({ code, range }) => [range.start.line, code]),
      (found) => JSON.stringify(found.sort()) === '[[0,"denyList"],[1,"checksum"],[1,"lookAlike"]]',
    );
    const text = await hoverWithin(5_000, uri, 'A thief');
    assert.equal(text.match(/A thief/g)?.length, 1, 'once');
    assert.doesNotMatch(text, /isn’t|looks like/i);
  });

  it('says above the line what is listed in a longer text, or a token of another network', async () => {
    await writeBook({ lists: [teamList] });
    const account = '098b716b8aaf21512996dc57eb0615e2383e2f96';
    await write('deny.csv', `address,name\n0x${account},A thief\n`);
    const lines = [
      `const call = "0xa9059cbb${account}00";`,
      `const token = { [ChainId.ARBITRUM]: "${usdc}" };`,
    ];
    const said = ['On deny list: A thief', 'Wrong network: USDC on Ethereum'];
    const { uri } = await openedText(lines.join('\n'));
    await problemsUntil(uri, 2);
    assert.deepEqual(await lensTitles(uri), said);
    const [, wrong] = await lensesOf(uri);
    assert.equal(wrong?.command?.command, 'addressRisk.openReport');
    const many = await openedText([...lines, ...Array.from({ length: 25 }, addressAt)].join('\n'));
    await problemsUntil(many.uri, 2);
    assert.deepEqual((await lensTitles(many.uri)).slice(0, 2), said);
  });

  it('marks a denied address behind more look-alikes than a file has problems for', async () => {
    await writeBook({ lists: [teamList] });
    await write('deny.csv', `address\n${usdc}\n`);
    const pairs = Array.from({ length: 1_200 }, (_, index) => {
      const digits = createHash('sha256').update(String(index)).digest('hex').slice(0, 38);
      return `"0x${digits}a1" "0x${digits}a2"`;
    });
    const { uri } = await openedText([...pairs, `"${usdc}"`].join('\n'));
    const found = await eventually(
      () => problemsOf(uri),
      (seen) => seen.length > 400 && seen.some(({ code }) => code === 'denyList'),
    );
    const [denied] = found.filter(({ code }) => code === 'denyList');
    assert.equal(denied?.range.start.line, pairs.length);
  });

  it('reports a deny list that is not read in full as an error', async () => {
    await writeBook({
      lists: [teamList, { path: 'names.csv', name: 'Names', kind: 'names' }],
    });
    await write('deny.csv', `address\n${usdc}\nnonsense\n`);
    await write('names.csv', `address\n${usdc}\nnonsense\n`);
    await openedText(usdc);
    const found = await problemsUntil(bookUri(), 2);
    assert.deepEqual(
      found.map(({ severity }) => severity),
      [vscode.DiagnosticSeverity.Error, vscode.DiagnosticSeverity.Warning],
    );
  });

  it('marks nothing in a document that the user cannot save', async () => {
    await writeBook({ lists: [teamList] });
    await write('deny.csv', `address\n${usdc}\n`);
    const scheme = 'version-of-git';
    const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: () => usdc,
    });
    const old = await vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme, path: '/old.sol' }),
    );
    const { uri } = await openedText(usdc);
    await problemsUntil(uri, 1);
    assert.deepEqual(problemsOf(old.uri), []);
    provider.dispose();
  });

  it('reports its own problems in its file, and loses no entry to them', async () => {
    await writeFile(join(dirname(folder().fsPath), 'outside.txt'), `${usdc}\n`);
    await symlink('../outside.txt', pathOf('leads-out.txt'));
    written.add(pathOf('leads-out.txt')).add(join(dirname(folder().fsPath), 'outside.txt'));
    await write(
      bookName,
      [
        '{ "version": 1, "addresses": [',
        `  { "address": "${usdc}", "network": "etherium" },`,
        `  { "address": "${weth}", "network": "ethereum", "name": "Kept" }],`,
        '"lists": [',
        '  { "path": "../outside.txt", "name": "a", "kind": "deny" },',
        '  { "path": "leads-out.txt", "name": "b", "kind": "deny" },',
        '  { "path": "none.txt", "name": "c", "kind": "deny" }]}',
      ].join('\n'),
    );
    const { uri } = await openedText(weth);
    await eventually(
      () => hoverOver(uri),
      (text) => text.includes('Kept'),
    );
    const found = await problemsUntil(bookUri(), 4);
    assert.deepEqual(
      found.map(({ range, message }) => [range.start.line, message.slice(0, 28)]),
      [
        [1, 'Address Risk does not know t'],
        [4, '“path” must be the path of a'],
        [5, 'This path leads outside the '],
        [6, 'There is no file at this pat'],
      ],
    );
    const denied = await openedText(usdc);
    assert.doesNotMatch(await hoverOver(denied.uri), /deny list/);
  });

  it('of 100 MiB is rejected without being read (hazard 71)', async () => {
    const { uri } = await openedText(usdc);
    await write(bookName, ' '.repeat(100 * 1_048_576));
    // While it is being written, it is a small one that is not valid.
    await eventually(
      () => problemsOf(bookUri()).map(({ message }) => message),
      (seen) => seen.length === 1 && /larger than 2 MiB and is not used/.test(seen.join()),
    );
    assert.match(await hoverOver(uri), /not signed in/);
  });

  it('names networks of files, in the place of their paths', async () => {
    const file = await write('contracts/token.txt', unlisted);
    assert.match(await hoverOver(file), /Ethereum \(assumed\)/);
    await writeBook({ networks: [{ files: 'contracts/**', network: 'polygon' }] });
    const text = await eventually(
      () => hoverOver(file),
      (seen) => !seen.includes('assumed'),
    );
    assert.match(text, /\*\*Polygon\*\*[^]*from the address book/);
    const inside = await write('contracts/bsc.txt', `eip155:56:${usdc}`);
    const hovers = await hoversOver(inside, 10);
    assert.match(
      hovers.join('\n'),
      /\*\*BNB Smart Chain\*\*/,
      'the spelling of the address is stronger',
    );
  });

  it('is not needed where a folder says its chain ID, also while a file of it is open', async () => {
    const file = await write('deployments/blackberry/token.json', JSON.stringify({ token: usdc }));
    const seenOver = async (): Promise<string> => (await hoversOver(file, 20)).join('\n');
    await eventually(seenOver, (seen) => seen.includes('isn’t a network'));
    await write('deployments/blackberry/.chainId', '137');
    const text = await eventually(seenOver, (seen) => !seen.includes('isn’t a network'));
    assert.match(text, /\*\*Polygon\*\*[^]*from a chain ID/);
  });

  it('quotes the names of files of tools, and says whose they are', async () => {
    const vault = '0x4e1d7bb1f0bdabe29e1e0d6d0a4e4baa5f8e3a1c';
    const { uri } = await openedText(`${vault} // ethereum`);
    const text = await eventually(
      async () => {
        // VS Code's watch can miss a folder that is created inside another new one, and then all that
        // is written into it. So each round creates the folders again.
        await rm(pathOf('deployments'), { recursive: true, force: true });
        await write('deployments/ethereum/USDC.json', { address: vault });
        return hoverWithin(2_000, uri, 'USDC');
      },
      (seen) => seen.includes('USDC'),
    );
    assert.match(text, /“USDC”[^]*named in deployments\/ethereum\/USDC\.json/);
    assert.match(text, /In published lists, USDC on Ethereum is 0xA0b8…eB48\./);
    assert.doesNotMatch(text, /\*\*USDC\*\*/);
  });

  it('shows names as inlay hints where the user wants them', async () => {
    await writeBook({ addresses: [{ address: usdc, network: 'ethereum', name: 'Treasury' }] });
    const { uri } = await openedText(`"${usdc}"\n"${weth}"`);
    const hints = (): Thenable<vscode.InlayHint[]> =>
      vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        uri,
        new vscode.Range(0, 0, 2, 0),
      );
    await eventually(
      () => hoverOver(uri),
      (text) => text.includes('Treasury'),
    );
    assert.deepEqual(await hints(), []);
    const names = vscode.workspace.getConfiguration('addressRisk');
    await names.update('names', 'inline', vscode.ConfigurationTarget.Global);
    const [hint, ...more] = await hints();
    assert.equal(hint?.label, 'Treasury');
    assert.deepEqual([hint.position.line, hint.position.character], [0, usdc.length + 1]);
    assert.deepEqual(
      more.map(({ label }) => label),
      ['WETH'],
    );
    await names.update('names', undefined, vscode.ConfigurationTarget.Global);
  });

  it('warns of look-alikes with the difference marked, and not of one that is ignored', async () => {
    await writeBook({ addresses: [{ address: usdc, network: 'ethereum', name: 'Treasury' }] });
    const { uri } = await openedText(`"${poison}" "${dai}"`);
    // The book of the test before may have named it.
    const [problem] = await eventually(
      () => problemsUntil(uri, 1),
      ([each]) => each?.message.includes('Treasury') === true,
    );
    assert.equal(problem?.code, 'lookAlike');
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Warning);
    const [title, own = '', other = ''] = problem.message.split('\n');
    assert.equal(
      title,
      'This isn’t Treasury. It only looks like it: at most two characters differ.',
    );
    assert.equal(own.replaceAll(/[[\]]/g, ''), `This address  ${poison.toLowerCase()}`);
    assert.equal(other.replaceAll(/[[\]]/g, ''), `Treasury      ${usdc.toLowerCase()}`);
    assert.match(own, /\[a\]/i);
    await writeBook({
      addresses: [
        { address: usdc, network: 'ethereum' },
        { address: poison, network: 'ethereum', ignore: { reason: 'checked' } },
      ],
    });
    await problemsUntil(uri, 0);
    await writeBook({
      addresses: [
        { address: usdc, network: 'ethereum', ignore: { reason: 'ours' } },
        { address: poison, network: 'ethereum', ignore: { reason: 'x', until: '2026-01-01' } },
      ],
    });
    assert.deepEqual(codesOf(await problemsUntil(uri, 1)), ['lookAlike']);
  });

  it('warns of an address that looks like a known token, which the folder has nowhere', async () => {
    await writeBook({});
    const { uri } = await openedText('"0x7fc6f3e1c2d4a5968778695a4b3c2d1e0f91dae9"');
    const [problem] = await problemsUntil(uri, 1);
    assert.equal(problem?.code, 'lookAlike');
    assert.match(
      problem.message,
      /^This isn’t AAVE\. .* 0x7fc6…dae9, from Uniswap’s token list\.$/,
    );
    assert.deepEqual(await lensTitles(uri), ['Looks like AAVE']);
    const [lens] = await lensesOf(uri);
    assert.equal(lens?.command?.command, 'addressRisk.openReport', 'no call without reading it');
    assert.doesNotMatch(lens.command.tooltip ?? '', /calculation/);
    // VS Code shows the sentence of the problem above it.
    assert.match(
      (await hoversOver(uri, 10)).join('\n'),
      /^\*\*Looks like AAVE\*\* · `0x7fc6…DAe9`/,
    );
  });

  it('warns of what looks like a known token, and hints at the token beside it', async () => {
    await writeBook({});
    const aave = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9';
    const { uri } = await openedText(`"0x7fc6f3e1c2d4a5968778695a4b3c2d1e0f91dae9"\n"${aave}"`);
    const problems = await problemsUntil(uri, 2);
    assert.deepEqual(
      problems.map(({ severity, range }) => [
        range.start.line,
        vscode.DiagnosticSeverity[severity],
      ]),
      [
        [0, 'Warning'],
        [1, 'Hint'],
      ],
    );
  });

  it('replaces a look-alike with the reviewed address, or the token, that it looks like', async () => {
    await writeBook({ addresses: [{ address: usdc, network: 'ethereum', name: 'Treasury' }] });
    const aave = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9';
    const imitation = '0x7fc6f3e1c2d4a5968778695a4b3c2d1e0f91dae9';
    const { uri } = await openedText(`eth:${poison}\nethereum: ${imitation}`);
    const fixesAt = async (line: number): Promise<vscode.CodeAction[]> =>
      (
        await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          uri,
          new vscode.Range(line, 15, line, 15),
          vscode.CodeActionKind.QuickFix.value,
        )
      ).filter(({ title }) => title.startsWith('Replace with'));
    for (const [line, title] of [
      [0, 'Replace with Treasury (0xA0b8…eB48)'],
      [1, 'Replace with AAVE (0x7Fc6…DaE9)'],
    ] as const) {
      // Until the book is read, the first is called by its public name.
      const [fix] = await eventually(
        () => fixesAt(line),
        ([first]) => first?.title === title,
      );
      assert.ok(fix?.edit);
      await vscode.workspace.applyEdit(fix.edit);
    }
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), `eth:${usdc}\nethereum: ${aave}`);
  });

  it('warns of a token of another network, and replaces it with the one that the code means', async () => {
    await writeBook({});
    const onPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
    const { uri } = await openedText(`{ polygon: { usdc: "${usdc}" } }`);
    // Documents of other tests may have an address that this one looks like.
    const ours = (): vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 'wrongNetwork');
    const [problem] = await eventually(ours, ({ length }) => length > 0);
    assert.equal(
      problem?.message,
      `This is the address of USDC on Ethereum. On Polygon, USDC is at ${onPolygon}.`,
    );
    const fix = await eventually(
      async () =>
        (
          await vscode.commands.executeCommand<vscode.CodeAction[]>(
            'vscode.executeCodeActionProvider',
            uri,
            problem.range,
            vscode.CodeActionKind.QuickFix.value,
          )
        ).find(({ title }) => title === 'Replace with USDC on Polygon'),
      (found) => found !== undefined,
    );
    assert.ok(fix?.edit);
    // Addresses in the book count as reviewed.
    await writeBook({ addresses: [{ address: usdc, network: 'polygon' }] });
    await eventually(ours, ({ length }) => length === 0);
    await writeBook({});
    await eventually(ours, ({ length }) => length > 0);
    await vscode.workspace.applyEdit(fix.edit);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), `{ polygon: { usdc: "${onPolygon}" } }`);
    await eventually(ours, ({ length }) => length === 0);
  });

  it('offers quick fixes where they change something', async () => {
    const titlesAt = async (uri: vscode.Uri): Promise<string[]> =>
      (
        await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          uri,
          new vscode.Range(0, 5, 0, 5),
          vscode.CodeActionKind.QuickFix.value,
        )
      ).map(({ title }) => title);
    const { uri } = await openedText(usdc);
    // VS Code cancels the request where it finds out the language of the text meanwhile.
    await eventually(
      () => titlesAt(uri),
      (titles) => titles.sort().join() === 'Add to Address Book…,Ignore Address…',
    );
    await writeBook({ addresses: [{ address: usdc, network: 'ethereum' }] });
    await eventually(
      () => titlesAt(uri),
      (titles) => titles.join() === 'Ignore Address…',
    );
    // Also one that looks like another: to ignore that hides no deny list.
    const denied = await openedText(
      `${weth} ${toEip55(weth.toLowerCase().replace('223f', '22f3'))}`,
    );
    await eventually(
      () => titlesAt(denied.uri),
      ({ length }) => length === 2,
    );
    await write('deny.csv', `address\n${weth}\n`);
    await writeBook({ lists: [{ path: 'deny.csv', name: 'Team list', kind: 'deny' }] });
    await eventually(
      () => titlesAt(denied.uri),
      ({ length }) => length === 0,
    );
    assert.deepEqual(await titlesAt((await openedText('nothing here')).uri), []);
  });
});

describe('Add to Address Book', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(pathOf(bookName), { force: true });
  });

  const later = (): Promise<false> =>
    new Promise((resolve) => setTimeout(() => resolve(false), 100));
  const acceptBox = (): Thenable<unknown> =>
    vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

  /** Accepts the boxes as they open, with what is in them; the list with its first item. */
  async function accepting(work: Thenable<unknown>): Promise<void> {
    const done = Promise.resolve(work).then(() => true);
    do await acceptBox();
    while (!(await Promise.race([done, later()])));
  }

  /** An editor may have the document of the file that the test before removed. */
  async function showingBook(text: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(bookUri());
    await vscode.window.showTextDocument(document);
    await eventually(
      () => document.getText(),
      (seen) => seen === text,
    );
    return document;
  }

  /** The book without who has reviewed its entries, and when. */
  const withoutReviews = async (): Promise<string> =>
    (await readFile(pathOf(bookName), 'utf8')).replaceAll(/, "reviewed(?:By|At)": "[^"]*"/g, '');

  const add = (address: string, chain: string): Thenable<unknown> =>
    vscode.commands.executeCommand('addressRisk.addToAddressBook', { address, chain });
  const ignore = (address: string, chain: string): Thenable<unknown> =>
    vscode.commands.executeCommand('addressRisk.ignoreAddress', { address, chain });

  it('creates the file, and adds a line at a time', async () => {
    await accepting(add(usdc, 'ethereum'));
    // The known name is offered.
    const usdcLine = `    { "address": "${usdc}", "network": "ethereum", "name": "USDC" }\n`;
    const text = await readFile(pathOf(bookName), 'utf8');
    assert.match(text, new RegExp(`"reviewedAt": "${new Date().toISOString().slice(0, 10)}"`));
    assert.equal(
      await withoutReviews(),
      `{\n  "version": 1,\n  "addresses": [\n${usdcLine}  ]\n}\n`,
    );
    await accepting(add(weth, 'bsc'));
    const lines = `    { "address": "${weth}", "network": "bsc" },\n${usdcLine}`;
    assert.equal(await withoutReviews(), `{\n  "version": 1,\n  "addresses": [\n${lines}  ]\n}\n`);
  });

  it('keeps what is in the file, and what the user has not saved', async () => {
    const kept = `{"version": 1, "x": 1e999,\n"addresses": [\n\t{"address": "${weth}",  "network": "zora", "y": [1]}\n]}`;
    await writeFile(pathOf(bookName), kept);
    const document = await showingBook(kept);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(bookUri(), new vscode.Position(0, 14), ' "mine": true,');
    await vscode.workspace.applyEdit(edit);
    assert.ok(document.isDirty);
    await accepting(add(usdc, 'ethereum'));
    assert.ok(!document.isDirty);
    const entry = `\t{ "address": "${usdc}", "network": "ethereum", "name": "USDC" },\n`;
    assert.equal(
      await withoutReviews(),
      kept.replace('{"version": 1,', '$& "mine": true,').replace(`\t{"address"`, `${entry}$&`),
    );
  });

  it('adds to the newest version of a file, although an editor shows an older one', async () => {
    const book = (more: string): string => `{"version": 1, ${more}\n"addresses": []}`;
    await writeFile(pathOf(bookName), book(''));
    const document = await showingBook(book(''));
    await writeFile(pathOf(bookName), book('"newest": true,'));
    const readAgain = (): Promise<void> => Promise.resolve();
    const open = { folder: { uri: folder() }, uri: bookUri(), readAgain };
    const entry = { address: usdc, network: 'ethereum' };
    const { kind } = await edited(open as unknown as WatchedBook, (text) => editBook(text, entry));
    assert.equal(kind, 'written');
    const text = await readFile(pathOf(bookName), 'utf8');
    assert.ok(text.includes('"newest": true') && text.includes(usdc), text);
    await eventually(
      () => document.getText(),
      (seen) => seen === text,
    );
  });

  it('writes nothing into a file that is not valid, and opens it', async () => {
    const broken = '{ "version": 1,\n"addresses": [ }';
    await writeFile(pathOf(bookName), broken);
    await showingBook(broken);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await accepting(add(usdc, 'ethereum'));
    assert.equal(await readFile(pathOf(bookName), 'utf8'), broken);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, pathOf(bookName));
    assert.equal(editor.selection.active.line, 1);
  });

  it('has a counterpart for deny lists, which writes into no list that is fetched', async () => {
    const original = { ...dialogs };
    const said: string[] = [];
    Object.assign(dialogs, { input: () => Promise.resolve('Drainer') });
    const view = openView();
    const say = (text: string): void => void said.push(text);
    const { addToDenyList } = bookCommands({
      books: view.books,
      documents: { choices: view.choices } as unknown as Documents,
      revisions: view.revisions,
      shell: { notifier: { inform: say, refuse: say } } as unknown as Shell,
    });
    try {
      const lists = [
        { path: 'far.csv', name: 'Far', kind: 'deny', url: 'https://example.com/a.csv' },
      ];
      await writeFile(pathOf('far.csv'), 'address\n');
      await writeFile(pathOf(bookName), JSON.stringify({ version: 1, lists }));
      await addToDenyList({ address: weth, chain: 'ethereum' });
      assert.match(said.join(), /^WETH · 0xC02a…6Cc2 is now on the deny list in deny\.csv\./);
      assert.equal(await readFile(pathOf('far.csv'), 'utf8'), 'address\n');
      assert.match(await readFile(pathOf('deny.csv'), 'utf8'), new RegExp(`${weth},Drainer,`));
      assert.match(await readFile(pathOf(bookName), 'utf8'), /"path": "deny\.csv"/);
      await rm(pathOf('deny.csv'));
      await writeFile(pathOf(bookName), '{');
      await addToDenyList({ address: weth, chain: 'ethereum' });
      await assert.rejects(readFile(pathOf('deny.csv')), { code: 'ENOENT' });
    } finally {
      Object.assign(dialogs, original);
      view.dispose();
      for (const name of ['far.csv', 'deny.csv']) await rm(pathOf(name), { force: true });
    }
  });

  it('gets all addresses of a file at once, but for those that something speaks against', async () => {
    const fake = toEip55('0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb48');
    const typo = dai.replace('d0F', 'd0f');
    const original = { ...dialogs };
    const [said, asked]: [string[], string[]] = [[], []];
    Object.assign(dialogs, {
      ask: (text: string, detail: string, button: string) => {
        asked.push(text, detail);
        return Promise.resolve(button);
      },
    });
    const view = openView();
    const index = createAddressIndex();
    const say = (text: string): void => void said.push(text);
    const { addAllInFile } = bookCommands({
      books: view.books,
      documents: { index, choices: view.choices },
      revisions: view.revisions,
      shell: { notifier: { inform: say, refuse: say } } as unknown as Shell,
    });
    try {
      await write('deny.csv', `address\n${weth}\n`);
      await writeBook({ lists: [{ path: 'deny.csv', name: 'Deny', kind: 'deny' }] });
      const keys = { vault: unlisted, coin: usdc, USDC: fake, bad: weth, slip: typo };
      const rows = Object.entries(keys).map(([key, address]) => `  ${key}: "${address}",\n`);
      const gate = toEip55(`0x${'5a'.repeat(20)}`);
      const code = `const ethereum = {\n${rows.join('')}};\nconst OPTIMISM_GATE = "${gate}";\n`;
      await openFile(await write('all.ts', code));
      await addAllInFile();
      const { addresses } = JSON.parse(await readFile(pathOf(bookName), 'utf8')) as {
        addresses: unknown;
      };
      assert.deepEqual(addresses, [
        { address: unlisted, network: 'ethereum', name: 'vault' },
        { address: usdc, network: 'ethereum', name: 'USDC' },
      ]);
      assert.equal(asked[0], 'Add 2 addresses of this file to the address book?');
      for (const text of [asked[1] ?? '', said[0] ?? '']) {
        assert.ok(text.includes(`${fake}, all.ts:4 (looks like another address)`), text);
        assert.ok(text.includes(`${weth}, all.ts:5 (on a deny list)`), text);
        assert.ok(text.includes(`${typo}, all.ts:6 (wrong checksum)`), text);
        assert.ok(text.includes(`${gate}, all.ts:8 (network not certain: optimism)`), text);
      }
      await openFile(bookUri());
      await addAllInFile();
      assert.equal(said[1], 'This file is the address book or one of its deny lists.');
      await openFile(vscode.Uri.file(pathOf('all.ts')));
      await addAllInFile();
      assert.match(said[2] ?? '', /^No address of this file can be added/);
    } finally {
      Object.assign(dialogs, original);
      index.dispose();
      view.dispose();
      for (const name of ['all.ts', 'deny.csv']) await rm(pathOf(name), { force: true });
    }
  });

  it('does nothing for what is no address, or on an unknown network', async () => {
    await add('nonsense', 'ethereum');
    await add(`0x${'4c'.repeat(32)}`, 'ethereum');
    await add(usdc, 'nowhere');
    await assert.rejects(readFile(pathOf(bookName)), { code: 'ENOENT' });
  });

  it('of what looks like a known token offers no name of it, and asks, as of what is denied', async () => {
    const fake = toEip55('0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb48');
    const view = openView();
    const index = createAddressIndex();
    const original = { ...dialogs };
    const [values, asked]: [string[], string[]] = [[], []];
    let agrees = false;
    Object.assign(dialogs, {
      input: ({ value }: { value: string }) => (
        values.push(value),
        Promise.resolve(value === '' ? 'text' : value)
      ),
      pick: (items: readonly unknown[]) => Promise.resolve(items[0]),
      ask: (text: string, _detail: string, button: string) => {
        asked.push(text);
        return Promise.resolve(agrees ? button : undefined);
      },
    });
    const { addToAddressBook, ignoreAddress } = bookCommands({
      books: view.books,
      documents: { choices: view.choices, index },
      revisions: view.revisions,
      shell: { notifier: view.calls } as unknown as Shell,
    });
    try {
      await addToAddressBook({ address: fake, chain: 'ethereum' });
      assert.deepEqual(values, [], 'asked before anything is entered');
      assert.match(asked.join(), /^This isn’t USDC\. .* from Uniswap’s token list\.$/);
      await assert.rejects(readFile(pathOf(bookName), 'utf8'), { code: 'ENOENT' });
      agrees = true;
      await addToAddressBook({ address: fake, chain: 'ethereum' });
      assert.deepEqual(values, ['', '']);
      assert.ok((await readFile(pathOf(bookName), 'utf8')).includes(`"${fake}"`));
      agrees = false;
      await write('deny.csv', `address\n${dai}\n`);
      await writeBook({ lists: [{ path: 'deny.csv', name: 'Team list', kind: 'deny' }] });
      const before = await readFile(pathOf(bookName), 'utf8');
      for (const run of [addToAddressBook, ignoreAddress]) {
        await run({ address: dai, chain: 'ethereum' });
        assert.equal(asked.pop(), 'This address is on the deny list “Team list”.');
      }
      // A list gets it while the user types.
      Object.assign(dialogs, {
        input: async () => (await write('deny.csv', `address\n${weth}\n`), 'text'),
      });
      await addToAddressBook({ address: weth, chain: 'ethereum' });
      assert.equal(asked.pop(), 'This address is on the deny list “Team list”.');
      assert.equal(await readFile(pathOf(bookName), 'utf8'), before);
    } finally {
      Object.assign(dialogs, original);
      view.dispose();
      index.dispose();
      await rm(pathOf('deny.csv'), { force: true });
    }
  });

  it('does not ignore without a reason', async () => {
    const done = Promise.resolve(ignore(usdc, 'ethereum')).then(() => true);
    do {
      // More than once, because no event says when the box is there.
      for (let time = 0; time < 5; time++) {
        await acceptBox();
        await later();
      }
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    } while (!(await Promise.race([done, later()])));
    await assert.rejects(readFile(pathOf(bookName)), { code: 'ENOENT' });
  });
});
