import * as vscode from 'vscode';
import { commandIds, type CommandName } from '../../manifest.ts';
import { bookCommand } from '../../messages/book.ts';
import { denialText } from '../../messages/denials.ts';
import { addressProblemText } from '../../messages/inputs.ts';
import { labels } from '../../messages/labels.ts';
import { newReview, noNewText, revisionPick, revisionText } from '../../messages/newness.ts';
import { rowNetwork } from '../../messages/networks.ts';
import { namedAddress, plain } from '../../messages/text.ts';
import { likenessOf } from '../book/likeness.ts';
import type { BookEntry } from '../../book/book.ts';
import type { AddressQuery } from '../../book/facts.ts';
import type { Books } from '../book/books.ts';
import type { NewRow } from '../inventory/newAddresses.ts';
import type { Services } from '../services.ts';
import { dialogs } from '../shell/dialogs.ts';
import { runLogged, askForText } from '../shell/shell.ts';
import { baseNamed, defaultBranch, type BaseReading } from '../../folder/base.ts';
import { lastCommits, tipsIn, type Tip } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { isRevision, shortHash, shortName } from '../../git/revision.ts';
import { activeUri } from '../documents/subject.ts';
import { settings } from '../shell/settings.ts';

type Ports = Pick<Services, 'addresses' | 'books' | 'newAddresses' | 'shell'>;

/** The action of a choice. `facts`, `next`, and `stop` have none. */
interface Choice extends vscode.QuickPickItem {
  readonly run:
    | 'facts'
    | Extract<CommandName, 'addToAddressBook' | 'ignoreAddress' | 'openReport' | 'scoreRisk'>
    | 'next'
    | 'stop';
}

/**
 * Walks the new addresses one by one: opens each where it was added, and asks what to do with it.
 * Pays for nothing itself; the commands that it runs ask as they always do.
 * @param reviewed what was added to the book by reviews of this window: it is not offered again
 */
export async function reviewNewAddresses(ports: Ports, reviewed: Set<string>): Promise<void> {
  const { addresses, books, newAddresses, shell } = ports;
  const isCompared = await dialogs.progress(newReview.progress(), (_, token) =>
    newAddresses.compare(token),
  );
  const all = await newAddresses.rows();
  const rows = all.filter((row) => !reviewed.has(nameOf(row)) || !isListed(row, books));
  const isDone = rows.length < all.length && rows.length === 0;
  if (!isCompared || rows.length === 0) {
    const why = (): string => (isCompared ? newAddresses.whyNone() : newReview.stopped());
    shell.notifier.inform(isDone ? newReview.allAdded() : why());
    return;
  }
  await addresses.show();
  let count = 0;
  for (const row of rows) {
    const mark = await show(row);
    const isNext = await reviewOne(row, newReview.title(count + 1, rows.length), ports);
    mark.dispose();
    if (!isNext) break;
    count++;
  }
  const listed = rows.slice(0, count).filter((row) => isListed(row, books));
  for (const row of listed) reviewed.add(nameOf(row));
  const ignored = listed.filter((row) => entriesOf(row, books).some(({ ignore }) => ignore));
  const added = listed.length - ignored.length;
  if (count > 0) shell.notifier.inform(newReview.end(count, added, ignored.length));
}

/**
 * Shows where an address is. The editor has neither the focus nor a selection there: an Enter between
 * two questions would replace the address by a line break.
 */
async function show({ place: { uri, range } }: NewRow): Promise<{ dispose(): void }> {
  const mark = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
  });
  try {
    const selection = new vscode.Range(range.start, range.start);
    const where = { selection, preserveFocus: true, viewColumn: columnOf(uri) };
    const editor = await vscode.window.showTextDocument(uri, where);
    editor.setDecorations(mark, [range]);
  } catch {
    // The file is gone by now. Its address can still be listed.
  }
  return mark;
}

/** Where the file is shown, else where another one is: not over a report. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const editors = vscode.window.visibleTextEditors;
  const shown = editors.find(({ document }) => document.uri.toString() === uri.toString());
  const editor = shown ?? vscode.window.activeTextEditor ?? editors[0];
  return editor?.viewColumn ?? vscode.ViewColumn.Active;
}

/** @returns whether to go on with the next one */
async function reviewOne(row: NewRow, title: string, { books, shell }: Ports): Promise<boolean> {
  for (;;) {
    const warnings = warningsOf(row, books);
    const [active, ...others] = choices(row, warnings.length > 0, isDenied(row, books));
    const items = [...factsOf(row, warnings), active, ...others];
    const picked = await dialogs.activePick(items, { title, active });
    switch (picked?.run) {
      case 'facts':
        break;
      case undefined:
      case 'stop':
        return false;
      case 'next':
        return true;
      case 'addToAddressBook':
      case 'ignoreAddress':
        await vscode.commands.executeCommand(commandIds[picked.run], row.row);
        // Otherwise the user left a box, and is asked again.
        if (isListed(row, books)) return true;
        break;
      case 'openReport':
      case 'scoreRisk':
        // A calculation takes minutes; its report shows how it goes.
        runLogged(
          shell.log,
          picked.run,
          vscode.commands.executeCommand(commandIds[picked.run], row.row),
        );
    }
  }
}

/** The first one is selected. It agrees with no address that something speaks against. */
function choices(
  { isChecksumWrong }: NewRow,
  isWarned: boolean,
  isOnDenyList: boolean,
): [Choice, ...Choice[]] {
  const skip: Choice = { label: newReview.skip(), run: 'next' };
  const stop: Choice = { label: newReview.stop(), run: 'stop' };
  if (isChecksumWrong) return [skip, stop];
  const look: Choice[] = [
    { label: labels.openReport(), run: 'openReport' },
    { label: newReview.scoreRisk(), run: 'scoreRisk' },
  ];
  if (isOnDenyList) return [skip, ...look, stop];
  const add: Choice = { label: bookCommand.add(), run: 'addToAddressBook' };
  const ignore: Choice = { label: bookCommand.ignore(), run: 'ignoreAddress' };
  return isWarned ? [skip, add, ignore, ...look, stop] : [add, ignore, ...look, skip, stop];
}

/** Warnings about an address. */
function warningsOf(row: NewRow, books: Books): string[] {
  const asked = askedFor(row);
  const facts = books.factsOf(...asked);
  const likeness = likenessOf(...asked, books, facts);
  return [
    ...facts.denials.map(denialText),
    ...(likeness ? [likeness.text] : []),
    ...(row.isChecksumWrong ? [addressProblemText({ kind: 'checksum' })] : []),
  ];
}

const isDenied = (row: NewRow, books: Books): boolean =>
  books.factsOf(...askedFor(row)).denials.length > 0;

/** Shown above the choices: the identity of the address, then its warnings. */
function factsOf({ row, name, score }: NewRow, warnings: readonly string[]): Choice[] {
  const [label = '', ...address] = namedAddress(row.address, name);
  const facts = [
    ...address,
    rowNetwork(row.chain ?? null, row.reason === 'assumed'),
    ...(score === undefined ? [] : [score]),
  ];
  return [
    { label: `$(search) ${plain(label)}`, description: facts.join(' · '), run: 'facts' },
    ...warnings.map((label): Choice => ({ label: `$(warning) ${label}`, run: 'facts' })),
    { label: newReview.what(), kind: vscode.QuickPickItemKind.Separator, run: 'facts' },
  ];
}

const nameOf = ({ row, family }: NewRow): string =>
  JSON.stringify([row.folder, family, row.chain, row.address]);

/** An entry is for the address that one with a wrong checksum was mistaken for. */
const entriesOf = (row: NewRow, books: Books): readonly BookEntry[] =>
  row.isChecksumWrong ? [] : books.factsOf(...askedFor(row)).entries;

const isListed = (row: NewRow, books: Books): boolean => entriesOf(row, books).length > 0;

/** The query for the books of its folder. */
function askedFor({ row, family }: NewRow): [vscode.Uri, AddressQuery] {
  const network = row.reason === 'assumed' ? undefined : row.chain;
  return [vscode.Uri.parse(row.folder ?? ''), { text: row.address, family, network }];
}

/** Of branches, of tags, and of commits: more would only be scrolled through. */
const maxOfEach = 20;

interface RevisionItem extends vscode.QuickPickItem {
  /** The new value of the setting; null to ask for it. */
  readonly value?: string | null;
}

/** Asks since when an address is new, and writes it into the settings of the folder. */
export async function selectRevision({
  revisions,
  shell: { log, notifier },
}: Pick<Services, 'revisions' | 'shell'>): Promise<void> {
  const folder = await chooseFolder();
  const repository = folder && (await revisions.repositoryOf(folder));
  if (folder === undefined || repository === undefined) {
    const state = folder && revisions.stateOf(folder);
    if (vscode.workspace.workspaceFolders === undefined || folder !== undefined) {
      const reason = state?.kind === 'off' ? state.reason : ({ kind: 'noRepository' } as const);
      notifier.inform(noNewText(reason));
    }
    return;
  }
  const { own, workspace: ofWorkspace } = settings.newSince(folder.uri);
  const value = await askFor(repository.git, ofWorkspace || own);
  if (value === undefined) return;
  if (value !== '' && (await baseNamed(repository.git, value)).kind === 'none') {
    notifier.refuse(revisionPick.unknown(value));
    return;
  }
  try {
    // Before: the change of the setting is read with it.
    await revisions.remember(folder, value);
    await settings.saveNewSince(folder, value);
  } catch (error) {
    log.fault('settings', error);
    notifier.refuse(revisionPick.notSaved());
  }
}

/** The folder of the active file, the only folder, or the one that the user picks. */
async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const uri = activeUri();
  const own = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (own !== undefined || folders.length < 2) return own ?? folders[0];
  const items = folders.map((folder) => ({ label: plain(folder.name), folder }));
  return (await dialogs.pick(items, { title: revisionPick.title() }))?.folder;
}

/** @returns undefined if the user left */
async function askFor(repository: Repository, now: string): Promise<string | undefined> {
  const picked = await dialogs.pick(await itemsFor(repository), {
    title: revisionPick.title(),
    placeHolder: revisionPick.prompt(),
    matchOnDescription: true,
  });
  if (picked?.value !== null) return picked?.value;
  return askForText({
    title: revisionPick.title(),
    prompt: revisionPick.enterPrompt(),
    value: isRevision(now) ? now : '',
    check: (value) => (isRevision(value) ? undefined : revisionPick.notARevision()),
  });
}

async function itemsFor(repository: Repository): Promise<RevisionItem[]> {
  const [automatic, main, tags, branches, commits] = await Promise.all([
    baseNamed(repository, ''),
    defaultBranch(repository),
    tipsIn(repository, ['refs/tags/'], { newest: maxOfEach }),
    tipsIn(repository, ['refs/heads/', 'refs/remotes/'], { newest: maxOfEach }),
    lastCommits(repository, maxOfEach).catch(() => []),
  ]);
  const names = new Set([...tags, ...branches, ...(main ? [main] : [])].map(({ name }) => name));
  const shorts = [...names].map(shortName);
  // Another one that is called the same would be asked about, and what looks like a commit may be one.
  const isUnique = (short: string): boolean =>
    shorts.indexOf(short) === shorts.lastIndexOf(short) && !/^[\da-f]{4,40}$/.test(short);
  const valueOf = ({ name }: Tip): string => {
    const short = shortName(name);
    return isUnique(short) ? short : name;
  };
  const itemOf = (tip: Tip): RevisionItem[] => {
    const value = valueOf(tip);
    // Skip names that cannot be passed to Git safely.
    if (!isRevision(value)) return [];
    return [{ label: plain(shortName(tip.name)), description: shortHash(tip.commit), value }];
  };
  return [
    { label: revisionPick.automatic(), description: automaticText(automatic), value: '' },
    { label: 'HEAD', description: revisionPick.head(), value: 'HEAD' },
    ...(main === undefined
      ? []
      : [
          {
            label: plain(shortName(main.name)),
            description: revisionPick.defaultBranch(),
            value: valueOf(main),
          },
        ]),
    { label: revisionPick.enter(), value: null },
    ...section(revisionPick.tags(), tags.flatMap(itemOf)),
    ...section(
      revisionPick.commits(),
      commits.map(({ commit, subject }) => ({
        label: shortHash(commit),
        description: plain(subject),
        value: commit,
      })),
    ),
    ...section(
      revisionPick.branches(),
      // The default one is above.
      branches.filter(({ name }) => name !== main?.name).flatMap(itemOf),
    ),
  ];
}

function automaticText(found: BaseReading): string {
  if (found.kind === 'none') return noNewText(found.reason);
  const { base } = found;
  return base.name === 'HEAD' ? revisionText(base) : revisionPick.partedFrom(base);
}

function section(label: string, items: readonly RevisionItem[]): RevisionItem[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}
