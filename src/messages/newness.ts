import * as l10n from '@vscode/l10n';
import { plain } from './text.ts';

/** Since when addresses are new. */
interface Since {
  readonly name: string;
  /** Its full hash. */
  readonly commit: string;
}

/** Why no address is new or not. */
type Reason =
  | {
      readonly kind:
        | 'restricted'
        | 'noGit'
        | 'noRepository'
        | 'noCommit'
        | 'notARevision'
        | 'noAnswer';
    }
  | { readonly kind: 'unknownRevision'; readonly name: string };

/** `main (0a1b2c3)`; only the hash if that is its name. */
export function revisionText({ name, commit }: Since): string {
  const short = commit.slice(0, 7);
  return commit.startsWith(name.toLowerCase()) ? short : l10n.t('{0} ({1})', plain(name), short);
}

/**
 * The owner of the applicable address book and lists, if it differs from the base of new addresses.
 */
export const judgeText = (judge: Since): string =>
  l10n.t('The address book and the lists of {0} count.', revisionText(judge));

/** @param judge what the last commit has no known commit in common with */
export const noMergeBaseText = (judge: Since): string =>
  l10n.t(
    'Git finds no merge base with {0}, so only addresses added since the last commit are new. In a shallow clone, run “git fetch --unshallow” first.',
    revisionText(judge),
  );

/** Why nothing is marked as new. */
export function noNewText(reason: Reason): string {
  switch (reason.kind) {
    case 'restricted':
      return l10n.t('New addresses are not marked in Restricted Mode.');
    case 'noGit':
      return l10n.t('New addresses are not marked: Git is not available in this window.');
    case 'noRepository':
      return l10n.t('New addresses are not marked: this folder is not in a Git repository.');
    case 'noCommit':
      return l10n.t('New addresses are not marked: the repository has no commits.');
    case 'notARevision':
      return l10n.t(
        'New addresses are not marked: “Address Risk: New Since” is not a Git revision.',
      );
    case 'unknownRevision':
      return l10n.t(
        'New addresses are not marked: Git does not find the revision “{0}”.',
        plain(reason.name),
      );
    case 'noAnswer':
      return l10n.t('New addresses are not marked: Git did not respond.');
  }
}

/** Why it is unknown whether some addresses are new. */
export function newGapText(gap: 'tooMany' | 'unreadable', since: Since, most: number): string {
  return gap === 'tooMany'
    ? l10n.t(
        'More than {0} files differ from {1}, so it is unknown which addresses are new. Select a closer revision.',
        most,
        revisionText(since),
      )
    : l10n.t(
        'Git could not read some files at {0}, so it is unknown which addresses are new.',
        revisionText(since),
      );
}

/** A setting of the workspace that would make fewer addresses new. */
export const ignoredSinceText = (setting: string, since: Since): string =>
  l10n.t(
    'The workspace sets “Address Risk: New Since” to “{0}”. This has no effect because it is not older than {1}.',
    plain(setting),
    revisionText(since),
  );

export const newTexts = {
  group: () => l10n.t('New'),
  since: (since: Since) => l10n.t('New since {0}', revisionText(since)),
  unknownSince: (since: Since) =>
    l10n.t('It is unknown whether this address is new since {0}', revisionText(since)),
  inFolder: (folder: string, text: string) => l10n.t('{0}: {1}', plain(folder), text),
  groupDetail: (since: Since) => l10n.t('Added since {0}', revisionText(since)),
};

/** *Review New Addresses*. */
export const newReview = {
  progress: () => l10n.t('Looking for new addresses'),
  none: (since: Since) => l10n.t('No address is new since {0}.', revisionText(since)),
  allAdded: () => l10n.t('You have added all new addresses to the address book in this window.'),
  stopped: () => l10n.t('The search was stopped, so it is unknown which addresses are new.'),
  title: (number: number, count: number) =>
    l10n.t('Review New Addresses ({0} of {1})', number, count),
  what: () => l10n.t('Select an action'),
  skip: () => l10n.t('Skip Address'),
  stop: () => l10n.t('Stop Review'),
  scoreRisk: () => l10n.t('Score Risk…'),
  /** @param count including skipped addresses */
  end(count: number, added: number, ignored: number): string {
    const skipped = count - added - ignored;
    return count === 1
      ? l10n.t(
          'Reviewed 1 new address: {0} added, {1} ignored, {2} skipped.',
          added,
          ignored,
          skipped,
        )
      : l10n.t(
          'Reviewed {0} new addresses: {1} added, {2} ignored, {3} skipped.',
          count,
          added,
          ignored,
          skipped,
        );
  },
};

/** *Select Revision…*. */
export const revisionPick = {
  title: () => l10n.t('Select Revision'),
  prompt: () => l10n.t('Compare with…'),
  automatic: () => l10n.t('Automatic'),
  partedFrom: (since: Since) =>
    l10n.t('Merge base with {0}: {1}', plain(since.name), since.commit.slice(0, 7)),
  head: () => l10n.t('The last commit'),
  defaultBranch: () => l10n.t('The default branch'),
  enter: () => l10n.t('Enter a Revision…'),
  enterPrompt: () => l10n.t('A branch, a tag, or a commit'),
  branches: () => l10n.t('Branches'),
  tags: () => l10n.t('Tags'),
  commits: () => l10n.t('Commits'),
  notARevision: () => l10n.t('This is not a Git revision.'),
  unknown: (name: string) => l10n.t('Git does not find the revision “{0}”.', plain(name)),
  notSaved: () => l10n.t('“Address Risk: New Since” could not be saved.'),
};
