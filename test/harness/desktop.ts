import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import type { ProgressReport } from '@vscode/test-electron';
import { repository } from './extension.ts';
import { cleanEnvironment } from './processes.ts';
import { profileArguments } from './profile.ts';
import type { Profile } from './profile.ts';
import { cacheFolder, currentVersion, progress, vsCodeVersions } from './provision.ts';

/** How long a download may take until its first byte has come. */
const firstByteLimitMs = 8000;

export function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/**
 * The program of a desktop VS Code: named by `ADDRESS_RISK_VSCODE`, an installed one that isn't too
 * old, or one fetched into the cache.
 * @returns undefined if there is none, within seconds
 */
export async function findDesktop(): Promise<string | undefined> {
  const named = process.env['ADDRESS_RISK_VSCODE'];
  if (named) return named;
  for (const program of usualPlaces()) {
    if (await isNewEnough(program)) return program;
  }
  return fetchDesktop();
}

/**
 * Starts a desktop VS Code in its own profile, separate from the user's windows, settings, and
 * extensions.
 */
export function startDesktop(program: string, profile: Profile, folder: string): ChildProcess {
  const args = [
    ...profileArguments(profile),
    `--extensionDevelopmentPath=${repository}`,
    '--disable-workspace-trust',
    '--disable-telemetry',
    '--disable-updates',
    '--skip-welcome',
    '--skip-release-notes',
    folder,
  ];
  // Chromium's sandbox cannot start as root.
  if (process.getuid?.() === 0) args.unshift('--no-sandbox');
  return spawn(program, args, { env: cleanEnvironment(), detached: true, stdio: 'ignore' });
}

function usualPlaces(): string[] {
  const { LOCALAPPDATA = '', ProgramFiles = '' } = process.env;
  switch (process.platform) {
    case 'darwin':
      return ['/Applications/Visual Studio Code.app/Contents/MacOS/Electron'];
    case 'win32':
      return [join(LOCALAPPDATA, 'Programs'), ProgramFiles].map((folder) =>
        join(folder, 'Microsoft VS Code', 'Code.exe'),
      );
    default:
      return ['/usr/share/code/code', '/opt/visual-studio-code/code'];
  }
}

async function isNewEnough(program: string): Promise<boolean> {
  const resources =
    process.platform === 'darwin'
      ? join(dirname(program), '..', 'Resources')
      : join(dirname(program), 'resources');
  try {
    const manifest = await readFile(join(resources, 'app', 'package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    return version.localeCompare(vsCodeVersions[0], 'en', { numeric: true }) >= 0;
  } catch {
    return false; // It is not there.
  }
}

async function fetchDesktop(): Promise<string | undefined> {
  const { promise: silence, resolve: giveUp } = Promise.withResolvers<undefined>();
  const limit = setTimeout(() => giveUp(undefined), firstByteLimitMs);
  let isFetching = false;
  const report = (step: ProgressReport) => {
    // Compared as text, because the enum's members exist only in CommonJS.
    const stage: string = step.stage;
    if (stage !== 'downloading' || isFetching) return;
    isFetching = true;
    clearTimeout(limit);
    progress(`VS Code ${currentVersion}: fetching the desktop version…`);
  };
  const fetched = downloadAndUnzipVSCode({
    version: currentVersion,
    cachePath: cacheFolder(),
    timeout: firstByteLimitMs,
    reporter: { report, error: () => undefined },
  }).catch((error: unknown) => {
    progress(`No desktop VS Code could be fetched: ${String(error)}`);
    return undefined;
  });
  return Promise.race([fetched, silence]).finally(() => clearTimeout(limit));
}
