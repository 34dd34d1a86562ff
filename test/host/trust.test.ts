import assert from 'node:assert/strict';
import { readFile, rm, symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { sampleScale } from '../../src/report/scale.ts';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { bookCommands } from '../../src/editor/commands/bookCommands.ts';
import { reviewNewAddresses } from '../../src/editor/commands/reviewCommand.ts';
import { unreadChanges } from '../../src/editor/inventory/fileScanner.ts';
import { newRows, type NewAddresses } from '../../src/editor/inventory/newAddresses.ts';
import type { Addresses } from '../../src/editor/inventory/addresses.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import { runInTurns } from '../../src/scheduler/turns.ts';
import { followScaleOfBooks, scaleOf } from '../../src/editor/session/session.ts';
import { dialogs } from '../../src/editor/shell/dialogs.ts';
import type { Shell } from '../../src/editor/shell/shell.ts';
import { checkAt } from '../support/checkAt.ts';
import { generatedAddresses } from '../support/generatedAddresses.ts';
import { openView } from './support/addressesView.ts';
import { gitApi, hoverOver, repositoryIn, rowsOf, within } from './support/repository.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
const uni = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
const link = '0x514910771AF9Ca656af840dff83E8264EcF986CA';
const aave = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9';
const poison = toEip55(usdc.toLowerCase().replace('d19d', 'd1ad'));

/** The folder of the window is the repository: the base revision has its address book. */
const { uriOf, git, write } = repositoryIn('');
const home = 'trust';
const bookName = '.address-risk.json';
const book = (parts: object): string => JSON.stringify({ version: 1, ...parts }, null, 1);
const listed = (address: string, more: object = {}) => ({ address, network: 'ethereum', ...more });

const scale = (name: string) => ({ min: 0, max: 10, levels: [{ name, from: 0 }] });

const problemsAt = (uri: vscode.Uri): string[] =>
  vscode.languages.getDiagnostics(uri).map(({ message }) => message);

describe('a change that vouches for itself', () => {
  const changed = uriOf(`${home}/new.txt`);

  before(async function () {
    this.timeout(60_000);
    await git('init', '--quiet', '--initial-branch=main');
    const lists = [{ path: `${home}/deny.csv`, name: 'Ours', kind: 'deny' }];
    const policy = { scale: scale('Reviewed') };
    await write(bookName, book({ addresses: [listed(usdc, { name: 'Treasury' })], lists, policy }));
    await write(`${home}/deny.csv`, `address,name\n${weth},A thief\n`);
    await write(`${home}/old.txt`, `ethereum: "${usdc}"\n`);
    await write(`${home}/ignored/a.txt`, 'nothing yet\n');
    await write(`${home}/hidden.txt`, 'nothing yet\n');
    await git('add', '--force', bookName, home);
    await git('commit', '--quiet', '--message', 'base');
    // It lists what it adds, ignores what imitates, and removes the list.
    const ignore = { reason: 'ours' };
    const added = [listed(usdc), listed(dai), listed(poison, { ignore })];
    await write(bookName, book({ addresses: added, policy: { scale: scale('Added') } }));
    await rm(uriOf(`${home}/deny.csv`).fsPath);
    await write(`${home}/new.txt`, [dai, weth, poison].map((each) => `"${each}" //\n`).join(''));
    await (await gitApi()).openRepository(uriOf(''));
    await vscode.window.showTextDocument(changed);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const api = await gitApi();
    // Git must not run while its folder goes: it reports that as an error of its own.
    await vscode.commands.executeCommand('git.close', uriOf(''));
    await within(
      () => api.repositories.length,
      (count) => count === 0,
    );
    for (const name of ['.git', home, bookName]) {
      await rm(uriOf(name).fsPath, { recursive: true, force: true });
    }
  });

  it('loses no deny-list hit to a list that it removes, and says that it does', async function () {
    this.timeout(30_000);
    // Before this, the list may be known from a book that the change has since replaced.
    await within(
      () => problemsAt(uriOf(bookName)),
      (all) =>
        all.includes(
          'This change removes the list “Ours”. The list in the base revision still applies.',
        ),
    );
    await within(
      () => problemsAt(changed),
      (all) => all.some((text) => text.startsWith('0xC02a') && text.includes('is on “Ours”')),
    );
    assert.match(await hoverOver(changed, 1), /This address is on the deny list “Ours”/);
  });

  it('does not choose the scale of scores, and the setting counts before the policy', async function () {
    this.timeout(30_000);
    const view = openView();
    const { books } = view;
    const seen: (string | undefined)[] = [];
    const nameOf = (): string | undefined => scaleOf({ kind: 'service' })?.levels[0]?.name;
    const following = followScaleOfBooks(books, { refresh: () => void seen.push(nameOf()) });
    const setting = vscode.workspace.getConfiguration('addressRisk');
    const set = (value: unknown) =>
      setting.update('riskScale', value, vscode.ConfigurationTarget.Global);
    try {
      await within(nameOf, (name) => name === 'Reviewed');
      assert.equal(scaleOf({ kind: 'sample' }), sampleScale);
      // Surfaces read once more what is stored: not for each change of a book.
      await within(
        () => seen.at(-1),
        (name) => name === 'Reviewed',
      );
      const count = seen.length;
      await write(bookName, `${await readFile(uriOf(bookName).fsPath, 'utf8')}\n`);
      await books.bookFor(uriOf(''))?.readAgain();
      assert.equal(seen.length, count);
      await set(scale('Own'));
      assert.equal(nameOf(), 'Own');
    } finally {
      await set(undefined);
      following.dispose();
      view.dispose();
    }
  });

  it('does not end the look-alike that it ignores', async function () {
    this.timeout(30_000);
    await within(
      () => problemsAt(changed),
      (all) => all.some((text) => text.includes('at most two characters differ')),
    );
    assert.match(
      await hoverOver(changed, 2),
      /will be hidden once this change has reached the base revision\. Reason: ours/,
    );
  });

  it('does not end what is new about an address that it lists', async function () {
    this.timeout(30_000);
    const text = await within(
      () => hoverOver(changed, 0),
      (seen) => seen.includes('New since main'),
    );
    assert.match(text, /Added to the address book in this change/);
    const view = openView();
    await view.search();
    await within(
      () => rowsOf(view, 'new'),
      (rows) => rows.some((row) => row.includes(dai)),
    );
    const rows = (await rowsOf(view, 'new')).join('\n');
    assert.match(rows, /Added to the address book in this change/);
    assert.ok((await rowsOf(view, 'denied')).join().includes(weth));
    view.dispose();
  });

  it('hides no changed file behind .gitignore, files.exclude, or an encoding, and names what was not read', async function () {
    this.timeout(30_000);
    const exclude = (globs: object | undefined): Thenable<void> =>
      vscode.workspace
        .getConfiguration('files', uriOf(''))
        .update('exclude', globs, vscode.ConfigurationTarget.Workspace);
    await exclude({ [`${home}/hidden.txt`]: true });
    await write('.gitignore', `${home}/ignored/\n`);
    await write(`${home}/ignored/a.txt`, `ethereum: "${uni}"\n`);
    await write(`${home}/hidden.txt`, `ethereum: "${link}"\n`);
    await write(`${home}/utf16.txt`, Buffer.from(`\uFEFFethereum: "${aave}"\n`, 'utf16le'));
    await write(`${home}/large.txt`, `${' '.repeat(4_194_304)}${aave}`);
    await write(`${home}/binary.txt`, `\0${aave}`);
    const view = openView();
    try {
      await view.search();
      const rows = await within(
        () => rowsOf(view, 'new'),
        (all) => [uni, link, aave].every((each) => all.join().includes(each)),
      );
      assert.ok(rows.length > 3);
      await within(
        () => [...unreadChanges(view.found.scanner, view.found.folders)].sort().join(' '),
        (counts) => counts === 'tooLarge,1',
      );
    } finally {
      view.dispose();
      await exclude(undefined);
      await rm(uriOf('.gitignore').fsPath);
      await rm(uriOf('.vscode').fsPath, { recursive: true, force: true });
    }
  });

  it('has the same findings as in check, also in bytes, names, and links (hazard 86)', async function () {
    this.timeout(30_000);
    const [latin, zero, name, linked] = generatedAddresses(46, 4);
    assert.ok(latin && zero && name && linked);
    await write(`${home}/latin.txt`, Buffer.from(`\xe9 ethereum: "${latin}"\n`, 'latin1'));
    await write(`${home}/zero.txt`, `\0 ethereum: "${zero}"\n`);
    await write(`${home}/assets/${name}/info.json`, '{}');
    await symlink(`../${linked}/a`, uriOf(`${home}/link`).fsPath);
    const view = openView();
    try {
      await view.search();
      const { judged } = await checkAt(uriOf('').fsPath, { isOnlyNew: false });
      const inCheck = judged
        .filter(({ address }) => !address.isChecksumWrong && !address.isPlaceholder)
        .map(({ address, isNew, judgments }) => {
          const rules = judgments.map(({ rule }) => rule);
          const isUnlisted = rules.includes('unlisted');
          const isDenied = rules.includes('deny');
          // A hit is shown as that, whether it is new or not.
          return [address.canonical, isDenied, isUnlisted, isNew && !isDenied].join(' ');
        });
      for (const each of [latin, zero, name, linked]) {
        assert.ok(inCheck.includes(`${each} false true true`), each);
      }
      assert.ok(
        inCheck.some((row) => row.includes(' true true ')),
        'one is denied',
      );
      const { addresses } = view.found.inventory;
      const inView = (): string[] =>
        [...addresses.ids()].map((id) => {
          const { judgments } = view.list;
          const isUnlisted = judgments.isUnlisted(id) || judgments.isAdded(id);
          const isDenied = judgments.isDenied(id);
          const isNew = judgments.isNew(id) && !isDenied;
          return [addresses.addressOf(id), isDenied, isUnlisted, isNew].join(' ');
        });
      const sorted = (rows: readonly string[]): string => [...new Set(rows)].sort().join('\n');
      await within(
        () => sorted(inView()),
        (rows) => rows === sorted(inCheck),
      );
    } finally {
      view.dispose();
      for (const path of ['latin.txt', 'zero.txt', 'assets', 'link']) {
        await rm(uriOf(`${home}/${path}`).fsPath, { recursive: true });
      }
    }
  });

  it('has what is not looked up as in check: what may be a key, and wrong checksums', async function () {
    this.timeout(30_000);
    const [first, hidden, wrong] = generatedAddresses(47, 3);
    assert.ok(first && hidden && wrong);
    const typo = (address: string): string =>
      address.replace(/[a-f](?=[^a-f]*$)/i, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
    const lines = [first, typo(wrong), typo(weth), typo(usdc)].map((each) => `a = "${each}"\n`);
    await write(`${home}/typo.txt`, lines.join(''));
    // Mixed-case letters with a valid checksum cannot be a key.
    const secrets = [hidden, weth, usdc, poison].map(
      (each) => `payoutSecret = "${each.toLowerCase()}"\n`,
    );
    await write(`${home}/secret.txt`, secrets.join(''));
    const view = openView();
    try {
      await view.search();
      const { findings } = await checkAt(uriOf('').fsPath, { isOnlyNew: false });
      const rules = new Map([
        ['deny', 'On a Deny List'],
        ['look-alike', 'Looks like others'],
        ['new', 'New'],
        ['unlisted', 'not in the address book'],
      ]);
      const inCheck = findings
        .filter(({ path }) => path === `${home}/typo.txt` || path === `${home}/secret.txt`)
        .flatMap(({ rule, path, line, column }) => {
          const fact = rules.get(rule) ?? (rule === 'checksum' ? 'Wrong Checksum' : rule);
          // The view has an address that can be looked up where all of these are.
          return line === 1 && path.endsWith('typo.txt')
            ? []
            : [`${path} ${line} ${column} ${fact}`];
        });
      const known = (fact: string): string =>
        fact.startsWith('Added to')
          ? 'not in the address book'
          : fact === 'Ours'
            ? 'On a Deny List'
            : fact.replace(/^Looks like .*/, 'Looks like others');
      const inView = (): string[] => {
        const { texts: all, misspelled } = view.list;
        const misspelledRows = [all.checksum, ...Object.values(misspelled)].flatMap(
          ({ rows }) => rows,
        );
        const rows = [...all.hidden.rows, ...misspelledRows].flatMap((row) =>
          [
            ...[...row.alarms, ...row.facts].filter(
              (fact) => !['Wrong checksum', 'A thief'].includes(fact),
            ),
            ...(misspelledRows.includes(row) ? ['Wrong Checksum'] : []),
          ].map((fact) => {
            const { start } = row.range;
            return `${row.path} ${start.line + 1} ${start.character + 1} ${known(fact)}`;
          }),
        );
        const texts = all.listedTexts.rows.map(
          ({ path, range: { start } }) =>
            `${path} ${start.line + 1} ${start.character + 1} On a Deny List`,
        );
        return [...rows, ...texts];
      };
      assert.match(inCheck.join('\n'), /secret\.txt 1 .* New/);
      assert.match(inCheck.join('\n'), /typo\.txt 3 .* On a Deny List/);
      const left = (some: readonly string[], others: readonly string[]): string[] =>
        // A hit is shown as that, whether it is new or not.
        some.filter((row) => !others.includes(row) && row !== `${home}/secret.txt 2 17 New`);
      await within(
        () => [...left(inView(), inCheck), '–', ...left(inCheck, inView())].join('\n'),
        (rows) => rows === '–',
      );
      const shown = (await view.shown()).join('\n');
      assert.match(
        shown,
        /^On a Deny List[^]*^- 0xC02a.* Ours · A thief[^]*^Look-Alikes[^]*^May Be Keys[^]*^- .*Looks like[^]*^New[^]*^Wrong Checksum/m,
      );
      assert.doesNotMatch(shown, new RegExp(hidden.slice(2, 8), 'i'));
    } finally {
      view.dispose();
      for (const name of ['typo.txt', 'secret.txt']) await rm(uriOf(`${home}/${name}`).fsPath);
    }
  });

  it('is walked by the review also where its checksum is wrong', async function () {
    this.timeout(30_000);
    const typo = `0x${dai.slice(2).toLowerCase().replace('b', 'B')}`;
    await write(`${home}/typo.txt`, `ethereum: "${typo}"\n`);
    const view = openView();
    const pick = dialogs.activePick;
    try {
      await view.search();
      const rows = await within(
        () => runInTurns('inventory', newRows(view)),
        (all) => all.some(({ row }) => row.address === typo),
      );
      const steps: (readonly string[])[] = [];
      dialogs.activePick = ((items: readonly { run: string; label: string }[]) => {
        steps.push(items.map(({ label }) => label));
        return Promise.resolve(items.find(({ run }) => run === 'next'));
      }) as unknown as typeof pick;
      const said: string[] = [];
      await reviewNewAddresses(
        {
          addresses: { show: () => Promise.resolve() } as unknown as Addresses,
          newAddresses: {
            compare: () => Promise.resolve(true),
            rows: () => Promise.resolve(rows),
          } as unknown as NewAddresses,
          books: view.books,
          shell: {
            notifier: { inform: (text: string) => said.push(text) },
          } as unknown as Shell,
        },
        new Set(),
      );
      const hit = '$(warning) This address is on the deny list “Ours” as “A thief”.';
      assert.deepEqual(
        steps.map((labels) => labels.includes(hit)),
        steps.map((_, index) => index === 0),
        'list and reason, once, and first',
      );
      const ofTypo = steps.find((labels) => labels.some((each) => /checksum/.test(each)));
      assert.deepEqual(ofTypo?.slice(-2), ['Skip Address', 'Stop Review']);
      const isWarned = (labels: readonly string[]): boolean =>
        labels.some((each) => each.startsWith('$(warning)'));
      assert.ok(steps.indexOf(ofTypo) < steps.findIndex((labels) => !isWarned(labels)));
      assert.ok(!ofTypo.some((label) => /Score|^Add|Ignore|Report/.test(label)), ofTypo.join());
      assert.equal(steps.length, rows.length);
      assert.match(said.at(-1) ?? '', new RegExp(`^Reviewed ${rows.length} new addresses`));
    } finally {
      dialogs.activePick = pick;
      view.dispose();
      await rm(uriOf(`${home}/typo.txt`).fsPath);
    }
  });

  it('is told when it ignores an address that this does not count yet', async function () {
    this.timeout(30_000);
    const view = openView();
    const index = createAddressIndex();
    const said: string[] = [];
    const before = await readFile(uriOf(bookName).fsPath, 'utf8');
    const original = { ...dialogs };
    const input = ({ value = '' }: vscode.InputBoxOptions): Promise<string> =>
      Promise.resolve(value === '' ? 'ours' : value);
    Object.assign(dialogs, { input });
    const say = (text: string): void => void said.push(text);
    const { ignoreAddress } = bookCommands({
      books: view.books,
      documents: { choices: view.choices, index },
      revisions: view.revisions,
      shell: { notifier: { inform: say, refuse: say } } as unknown as Shell,
    });
    try {
      await view.search();
      await within(
        () => rowsOf(view, 'new'),
        (rows) => rows.some((row) => row.includes(dai)),
      );
      await ignoreAddress({ address: dai, chain: 'ethereum' });
      const [text, ...more] = said;
      assert.match(
        text ?? '',
        /^Look-alike warnings will be hidden until \d{4}-\d\d-\d\d, once this change has reached the base revision\. Reason: ours/,
      );
      assert.deepEqual(more, []);
    } finally {
      Object.assign(dialogs, original);
      index.dispose();
      view.dispose();
      await write(bookName, before);
    }
  });

  it('is not offered again in a window whose review has listed it', async function () {
    this.timeout(30_000);
    const view = openView();
    await view.search();
    await within(
      () => rowsOf(view, 'new'),
      (rows) => rows.some((row) => row.includes(dai)),
    );
    const places = await runInTurns('inventory', newRows(view));
    const shown = places.find(({ row }) => row.address === dai)?.place.uri;
    assert.equal(shown?.fsPath, changed.fsPath, 'where code has it, before the address book');
    const offered: string[] = [];
    const said: string[] = [];
    const pick = dialogs.activePick;
    const newAddresses = {
      compare: () => Promise.resolve(true),
      rows: async () =>
        (await runInTurns('inventory', newRows(view))).filter(({ row }) => row.address === dai),
    };
    const shell = { notifier: { inform: (text: string) => said.push(text) } };
    const reviewed = new Set<string>();
    const review = (): Promise<void> =>
      reviewNewAddresses(
        {
          addresses: { show: () => Promise.resolve() } as unknown as Addresses,
          newAddresses: newAddresses as unknown as NewAddresses,
          books: view.books,
          shell: shell as unknown as Shell,
        },
        reviewed,
      );
    try {
      dialogs.activePick = ((items: readonly { run: string }[], { title = '' }) => {
        offered.push(title);
        return Promise.resolve(items.find(({ run }) => run === 'next'));
      }) as unknown as typeof pick;
      await review();
      assert.deepEqual(offered, ['Review New Addresses (1 of 1)'], 'the change has listed it');
      await review();
      assert.equal(offered.length, 1, 'the review has seen it in the book');
      assert.equal(
        said.at(-1),
        'You have added all new addresses to the address book in this window.',
      );
    } finally {
      dialogs.activePick = pick;
      view.dispose();
    }
  });
});
