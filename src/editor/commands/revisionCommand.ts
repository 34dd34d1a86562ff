import * as vscode from 'vscode';
import { isRevision, shortHash } from '../../git/revision.ts';
import { noNewText, revisionPick, revisionText } from '../../messages/newness.ts';
import { plain } from '../../messages/text.ts';
import { activeUri } from '../documents/subject.ts';
import { refTypes, type GitRef, type GitRepository } from '../git/gitApi.ts';
import type { Services } from '../services.ts';
import { defaultBranch, resolveRevision } from '../git/resolveRevision.ts';
import { dialogs } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';
import { askForText } from '../shell/shell.ts';

/** Of branches, of tags, and of commits: more would only be scrolled through. */
const maxOfEach = 20;

interface RevisionItem extends vscode.QuickPickItem {
  /** What the setting becomes; null to ask for it. */
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
  const value = await askFor(repository, ofWorkspace || own);
  if (value === undefined) return;
  const resolved = await resolveRevision(repository, value);
  if (value !== '' && resolved.kind === 'none') {
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

/** That of the active file, the only one, or the one that the user picks. */
async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const uri = activeUri();
  const own = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (own !== undefined || folders.length < 2) return own ?? folders[0];
  const items = folders.map((folder) => ({ label: plain(folder.name), folder }));
  return (await dialogs.pick(items, { title: revisionPick.title() }))?.folder;
}

/** @returns undefined if the user left */
async function askFor(repository: GitRepository, now: string): Promise<string | undefined> {
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

async function itemsFor(repository: GitRepository): Promise<RevisionItem[]> {
  const [automatic, main, refs, commits] = await Promise.all([
    resolveRevision(repository, ''),
    defaultBranch(repository),
    repository.getRefs({ sort: 'committerdate' }),
    repository.log({ maxEntries: maxOfEach }).catch(() => []),
  ]);
  return [
    { label: revisionPick.automatic(), description: automaticText(automatic), value: '' },
    { label: 'HEAD', description: revisionPick.head(), value: 'HEAD' },
    ...(main === undefined
      ? []
      : [
          {
            label: plain(main.name),
            description: revisionPick.defaultBranch(),
            value: main.name,
          },
        ]),
    { label: revisionPick.enter(), value: null },
    ...section(revisionPick.tags(), ofType(refs, [refTypes.tag])),
    ...section(
      revisionPick.commits(),
      commits.map(({ hash, message }) => ({
        label: shortHash(hash),
        description: plain(message.split('\n', 1)[0] ?? ''),
        value: hash,
      })),
    ),
    ...section(revisionPick.branches(), ofType(refs, [refTypes.branch, refTypes.remoteBranch])),
  ];
}

function automaticText(resolved: Awaited<ReturnType<typeof resolveRevision>>): string {
  if (resolved.kind === 'none') return noNewText(resolved.reason);
  const { revision } = resolved;
  return revision.isMergeBase ? revisionPick.partedFrom(revision) : revisionText(revision);
}

/** The most recent ones; one whose name cannot be passed to Git safely is left out. */
function ofType(refs: readonly GitRef[], types: readonly number[]): RevisionItem[] {
  return refs
    .flatMap(({ type, name, commit }) =>
      types.includes(type) && name !== undefined && isRevision(name)
        ? [{ label: plain(name), description: shortHash(commit ?? ''), value: name }]
        : [],
    )
    .slice(0, maxOfEach);
}

function section(label: string, items: readonly RevisionItem[]): RevisionItem[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}
