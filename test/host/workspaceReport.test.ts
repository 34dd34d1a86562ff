import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  exportAddresses,
  exportWorkspaceReport,
} from '../../src/editor/inventory/exportWorkspaceReport.ts';
import type { Filter } from '../../src/report/addresses/filter.ts';
import { createNewAddresses } from '../../src/editor/inventory/newAddresses.ts';
import type { Shell } from '../../src/editor/shell/shell.ts';
import { maxFileSize } from '../../src/folder/fileText.ts';
import { openView } from './support/addressesView.ts';
import { commandLine } from '../support/commandLine.ts';
import { repositoryIn, root } from './support/repository.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
/** One letter in the other case. */
const misspelled = '0xDAC17F958D2ee523a2206206994597C13D831ec7';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const { uriOf, write } = repositoryIn('workspaceReport');
/** The file names that the command suggested. */
const suggested: string[] = [];

/** Runs the command, picks the format, and saves in a folder outside of the workspace. */
async function exported(
  format: string,
  folder: string,
  filter?: Filter,
  isGateway = false,
): Promise<string> {
  const file = vscode.Uri.file(join(folder, `report.${format}`));
  const { showQuickPick, showSaveDialog, showInformationMessage } = vscode.window;
  const view = openView({ [usdc]: '90.25' }, { isGateway });
  const begin = (): void => void view.found.searchAll();
  const newAddresses = createNewAddresses({ ...view, begin });
  const refused: unknown[] = [];
  const refuse = (...what: readonly unknown[]): void => void refused.push(...what);
  const shell = {
    notifier: { refuse, inform: refuse },
    log: { fault: refuse },
  } as unknown as Shell;
  try {
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly { readonly label: string }[]) =>
        Promise.resolve(items.find(({ label }) => label === format)),
      showSaveDialog: ({ defaultUri }: vscode.SaveDialogOptions) => {
        suggested.push(defaultUri?.path.split('/').at(-1) ?? '');
        return Promise.resolve(file);
      },
      showInformationMessage: () => Promise.resolve(undefined),
    });
    await exportWorkspaceReport({ ...view, newAddresses, shell });
    if (filter !== undefined) {
      await view.list.setView({ filter });
      await exportAddresses({ ...view, newAddresses, shell });
    }
    assert.deepEqual(refused, []);
    return await readFile(file.fsPath, 'utf8');
  } finally {
    Object.assign(vscode.window, { showQuickPick, showSaveDialog, showInformationMessage });
    newAddresses.dispose();
    view.dispose();
  }
}

describe('Export Workspace Report', () => {
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-report-'));
    await write(
      'payees.ts',
      `const TREASURY = '${usdc}'; // ethereum\n// base: "${weth}"\npay('${misspelled}'); // ethereum\n`,
    );
    await write('large.txt', 'x'.repeat(maxFileSize + 1));
  });

  after(async () => {
    await rm(folder, { recursive: true });
    await rm(uriOf('').fsPath, { recursive: true });
  });

  it('writes each address with its score or why it has none, and what was not read', async function () {
    this.timeout(30_000);
    const text = await exported('Markdown', folder);
    assert.match(text, /^\*\*1 file larger than 4 MiB was not read\.\*\*$/m);
    assert.match(text, new RegExp(`${usdc} \\| Ethereum \\| 90\\.25`));
    assert.match(text, new RegExp(`${weth} \\| Base \\| No score by funds is stored`));
    assert.match(text, /payees\\\.ts:1/);
    assert.match(text, /^# Sample data: Address risk report: \S/m);
    // WETH of Ethereum, in a comment about Base.
    for (const [heading, address] of [
      ['Wrong checksum', misspelled],
      ['Token of another network', weth],
    ] as const) {
      assert.match(text, new RegExp(`^\\| ${heading} \\| 1 \\|$`, 'm'));
      assert.match(text, new RegExp(`^## ${heading}\n\n### 1 address\n\n[^#]*${address}`, 'm'));
    }
  });

  it('suggests a name that says sample data, also behind a gateway', async function () {
    this.timeout(60_000);
    suggested.length = 0;
    for (const isGateway of [false, true]) {
      const text = await exported('Markdown', folder, undefined, isGateway);
      assert.match(text, /^# Sample data: /m);
    }
    const name = 'sample-data-address-risk.md';
    assert.deepEqual(suggested, [name, name]);
  });

  it('has the counts of the view and of check', async function () {
    this.timeout(60_000);
    const denied = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
    const fake = '0xa0b86f31c9e27b54d80a1f6c3e95d724b08aeb48';
    const unlisted = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
    await write('deny.csv', `address,name\n${denied},Ronin exploiter\n`);
    await write('fees.ts', ['// ethereum', denied, fake, unlisted, ''].join('\n'));
    const book = await repositoryIn('').write(
      '.address-risk.json',
      JSON.stringify({
        version: 1,
        addresses: [{ address: usdc, network: 'ethereum', name: 'USDC' }],
        lists: [{ path: 'workspaceReport/deny.csv', name: 'Ours', kind: 'deny' }],
      }),
    );
    const view = openView();
    try {
      await view.books.ready(undefined);
      await view.search();
      const { texts, grouping } = view.list;
      const countOf = (kind: string): number =>
        grouping.groups.find((group) => group.kind.kind === kind)?.count ?? 0;
      const inView = [countOf('denied'), countOf('lookAlike'), texts.checksum.count];
      assert.deepEqual(inView, [1, 1, 1]);
      const { stdout } = await commandLine(root().fsPath, ['check', '--format', 'json']);
      const { counts } = (
        JSON.parse(stdout) as { summary: { counts: Readonly<Record<string, number>> } }
      ).summary;
      assert.deepEqual([counts['deny'], counts['look-alike'], counts['checksum']], inView);
      const wanted = ['deny', 'look-alike', 'checksum', 'wrong-network', 'unlisted'].map(
        (rule) => counts[rule],
      );
      const titles = ['On a deny list', 'Look-alike', 'Wrong checksum'];
      titles.push('Token of another network', 'Not in the address book');
      const text = await exported('Markdown', folder);
      const html = await exported('HTML', folder);
      for (const [pattern, from] of [
        [(title: string) => `^\\| ${title} \\| (\\d+) \\|$`, text],
        [(title: string) => `>${title}</th><td class="bar">.*?</td><td [^>]*>(\\d+)<`, html],
      ] as const) {
        const found = titles.map((title) =>
          Number(new RegExp(pattern(title), 'm').exec(from)?.[1]),
        );
        assert.deepEqual(found, wanted);
      }
      const [header = '', ...lines] = (await exported('CSV', folder)).trimEnd().split('\r\n');
      const first = header.split(',').indexOf('on_deny_list');
      const rows = [
        ...new Map(lines.map((line) => [line.split(',')[0], line.split(',')])).values(),
      ];
      const inCsv = wanted.map((_, at) => rows.filter((row) => row[first + at] === 'true').length);
      assert.deepEqual(inCsv, wanted);
    } finally {
      view.dispose();
      await rm(book.fsPath);
    }
  });

  it('does not verify a name that only a file of a tool has', async function () {
    this.timeout(30_000);
    const vault = '0x4e1d7Bb1F0bDAbe29E1E0d6d0a4E4bAA5f8E3a1C'.toLowerCase();
    const artifact = await write('deployments/base/Vault.json', JSON.stringify({ address: vault }));
    try {
      const [header = '', ...lines] = (await exported('CSV', folder)).split('\r\n');
      const row = lines.find((line) => line.toLowerCase().startsWith(vault))?.split(',') ?? [];
      const [name, isVerified] = ['name', 'name_is_verified'].map(
        (title) => row[header.split(',').indexOf(title)],
      );
      assert.deepEqual([name, isVerified], ['Vault', 'false']);
    } finally {
      await rm(artifact.fsPath);
    }
  });

  it('writes a row for each place as CSV', async function () {
    this.timeout(30_000);
    const lines = (await exported('CSV', folder)).split('\r\n');
    assert.ok(lines.some((line) => line.startsWith(usdc) && line.includes('payees.ts,1')));
  });

  it('writes what the view shows by its filter', async function () {
    this.timeout(30_000);
    const shownBy = async (filter: Filter): Promise<(string | undefined)[]> => {
      const [, ...lines] = (await exported('CSV', folder, filter)).trim().split('\r\n');
      return lines.map((line) => line.split(',')[0]);
    };
    assert.deepEqual(await shownBy({ network: 'base' }), [weth]);
    assert.deepEqual(await shownBy({ text: misspelled.slice(2, 9) }), [misspelled]);
  });
});
