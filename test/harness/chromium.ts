import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { run } from './processes.ts';
import { progress } from './provision.ts';

const namesInPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

const macApplications = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** Starts a headless Chromium, which is found, or installed where that is allowed. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await provideChromium(),
    args: [
      // Its sandbox cannot start as root, and it opens nothing here but our own pages.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * VS Code reads each message of its socket as a Blob, which is three messages between processes of
 * the browser. Here they come as what VS Code reads from them.
 */
const plainSockets = `
  const { readAsArrayBuffer } = FileReader.prototype;
  FileReader.prototype.readAsArrayBuffer = function (data) {
    if (!(data instanceof ArrayBuffer)) return readAsArrayBuffer.call(this, data);
    queueMicrotask(() => this.onload({ target: { result: data } }));
  };
  const { WebSocket } = globalThis;
  globalThis.WebSocket = class extends WebSocket {
    constructor(...parts) {
      super(...parts);
      this.binaryType = 'arraybuffer';
    }
  };
`;

/**
 * For the windows of VS Code before they load. Without a graphics card, a processor draws each frame
 * of each animation, and the tests wait for it. Pages of the extension keep theirs.
 */
export const stillWindow = `if (self === top) {
  addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style');
    style.textContent = '*, *::before, *::after { animation: none !important; transition: none !important; }';
    document.head.append(style);
  });
  ${plainSockets}
}`;

/**
 * The path of a Chromium, Chrome, or Edge: named by `ADDRESS_RISK_CHROMIUM` or `CHROME_PATH`, an
 * installed one, or Debian's, which is installed now if this process is root.
 * @throws with the package to install if there is none
 */
export async function provideChromium(): Promise<string> {
  const named = process.env['ADDRESS_RISK_CHROMIUM'] ?? process.env['CHROME_PATH'];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`The browser that the environment names is not there: ${named}`);
  }
  const found = findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && findInPath('apt-get')) await installChromium();
  const installed = findChromium();
  if (installed) return installed;
  throw new Error(
    'No Chromium was found. Install the package "chromium" (Debian: sudo apt-get install chromium) ' +
      'or Google Chrome, or name a browser in ADDRESS_RISK_CHROMIUM.',
  );
}

function findChromium(): string | undefined {
  for (const name of namesInPath) {
    const path = findInPath(name);
    if (path) return path;
  }
  return [...usualPlaces(), chromium.executablePath()].find(isExecutable);
}

function usualPlaces(): string[] {
  const { HOME = '', ProgramFiles, LOCALAPPDATA } = process.env;
  if (process.platform === 'darwin') {
    return ['/Applications', join(HOME, 'Applications')].flatMap((folder) =>
      macApplications.map((application) => join(folder, application)),
    );
  }
  if (process.platform !== 'win32') return [];
  return [ProgramFiles, process.env['ProgramFiles(x86)'], LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => windowsPrograms.map((program) => join(folder, program)));
}

function findInPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installChromium(): Promise<void> {
  progress('Chromium: installing Debian’s package (about a minute)…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another apt-get may hold the lists, whose current content then suffices.
  await run('apt-get', ['update', '-q'], { env }).catch((error: unknown) =>
    progress(`apt-get update failed, going on: ${String(error)}`),
  );
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  // The fonts are for screenshots: a bare machine has none.
  const packages = ['chromium', 'fonts-liberation', 'fonts-dejavu-core'];
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...wait, ...packages], {
    env,
  });
}
