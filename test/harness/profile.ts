import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { extensionId } from './extension.ts';

/** The folders that a VS Code of its own lives in: settings, storage, extensions. */
export interface Profile {
  home: string;
  isTemporary: boolean;
  userData: string;
  extensions: string;
  /** The user's home, and a folder for temporary files. */
  userHome: string;
  temporary: string;
  /** The extension's global storage, shared by all windows. */
  globalStorage: string;
}

/** User settings of every VS Code that the harness starts: a quiet window, nothing to click away. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.colorTheme': 'Default Dark Modern',
  // Without a graphics card, each step of a caret that blinks is drawn by a processor.
  'editor.cursorBlinking': 'solid',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'window.commandCenter': false,
  // As on a desktop: in a browser, VS Code saves a second after each edit.
  'files.autoSave': 'off',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'update.showReleaseNotes': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'typescript.disableAutomaticTypeAcquisition': true,
  'npm.fetchOnlinePackageInfo': false,
  'security.workspace.trust.startupPrompt': 'never',
};

/** What most tests do not look at, and a processor would draw. */
export const undrawn: Readonly<Record<string, unknown>> = {
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.bracketPairColorization.enabled': false,
  'editor.guides.indentation': false,
  'editor.occurrencesHighlight': 'off',
  'editor.renderLineHighlight': 'none',
  'editor.wordBasedSuggestions': 'off',
  'breadcrumbs.enabled': false,
};

/**
 * Makes a profile with settings and with files in the extension's global storage.
 * @param kept a folder that stays; without it, a temporary one
 */
export async function makeProfile(
  settings: object,
  storage: Record<string, string> = {},
  kept?: string,
): Promise<Profile> {
  const home = kept ? resolve(kept) : await mkdtemp(join(tmpdir(), 'address-risk-'));
  const userData = join(home, 'user-data');
  const profile = {
    home,
    isTemporary: !kept,
    userData,
    extensions: join(home, 'extensions'),
    userHome: join(home, 'user'),
    temporary: join(home, 'tmp'),
    globalStorage: join(userData, 'User', 'globalStorage', extensionId),
  };
  await mkdir(profile.globalStorage, { recursive: true });
  for (const folder of [profile.extensions, profile.userHome, profile.temporary]) {
    await mkdir(folder, { recursive: true });
  }
  await writeSettings(profile, settings);
  for (const [name, content] of Object.entries(storage)) {
    await writeFile(join(profile.globalStorage, name), content);
  }
  return profile;
}

async function writeSettings(profile: Profile, settings: object): Promise<void> {
  const path = join(profile.userData, 'User', 'settings.json');
  await writeFile(path, JSON.stringify(settings, null, 2));
}

/** The arguments by which a VS Code lives in a profile. */
export const profileArguments = (profile: Profile): string[] => [
  `--user-data-dir=${profile.userData}`,
  `--extensions-dir=${profile.extensions}`,
];

/** Removes a temporary profile; a kept one stays. */
export async function removeProfile(profile: Profile): Promise<void> {
  // The last write of a dying process may recreate a folder; then once more.
  if (profile.isTemporary) await rm(profile.home, { recursive: true, force: true, maxRetries: 10 });
}
