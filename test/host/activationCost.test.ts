import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import * as vscode from 'vscode';
import { eventually } from '../harness/waiting.ts';

const runs = 9;

/** A copy of the extension's code in a window of its own, as far as that can be in this host. */
interface Window {
  /** Modules that it loaded, by the name before the hash. */
  readonly modules: string[];
  /** Timers that are still to fire. */
  readonly timers: Set<NodeJS.Timeout>;
  secretsRead: number;
  readonly load: (name: string) => Readonly<Record<string, (...args: unknown[]) => unknown>>;
  readonly context: unknown;
  /** Opens a document: the editor's listeners are called. */
  openDocument(): void;
  close(): void;
}

const dist = (): string => {
  const extension = vscode.extensions.getExtension('address-risk.address-risk');
  assert.ok(extension);
  return join(extension.extensionPath, 'dist');
};

const chunkNamed = (name: string): string =>
  readdirSync(dist()).find((file) => file.startsWith(`${name}-`)) ?? `${name}.cjs`;

/**
 * Loads built files again, beside those that are running: with the real API of this host, but for
 * what can be registered only once, without documents, and with timers and a context that count.
 */
function createWindow(): Window {
  const folder = dist();
  const require = createRequire(join(folder, 'extension.cjs'));
  const modules: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const once = { dispose: () => undefined };
  const onOpen: ((document: unknown) => void)[] = [];
  const subscriptions: { dispose(): unknown }[] = [];
  const api = {
    ...vscode,
    commands: { ...vscode.commands, registerCommand: () => once },
    lm: { registerTool: () => once },
    window: {
      ...vscode.window,
      registerWebviewPanelSerializer: () => once,
      registerTreeDataProvider: () => once,
      createTreeView: () => ({ ...once, onDidChangeVisibility: () => once }),
    },
    workspace: {
      ...vscode.workspace,
      textDocuments: [],
      onDidOpenTextDocument(listener: (document: unknown) => void) {
        onOpen.push(listener);
        return once;
      },
    },
  };
  const created: Window = {
    modules,
    timers,
    secretsRead: 0,
    load: (name) => loadFile(name),
    context: {
      subscriptions,
      extensionUri: vscode.Uri.file('/'),
      globalState: { get: (_: string, fallback: unknown) => fallback },
      workspaceState: { get: (_: string, fallback: unknown) => fallback },
      globalStorageUri: vscode.Uri.file(join(tmpdir(), 'address-risk-no-such-folder')),
      asAbsolutePath: (path: string) => path,
      secrets: {
        get() {
          created.secretsRead++;
          return Promise.resolve(undefined);
        },
        onDidChange: () => once,
      },
    },
    openDocument() {
      for (const each of onOpen) each({ uri: vscode.Uri.file('/a.sol') });
    },
    close() {
      for (const each of subscriptions) each.dispose();
    },
  };
  const globals = countedTimers(timers);
  const loaded = new Map<string, Record<string, (...args: unknown[]) => unknown>>();

  function loadFile(name: string): Record<string, (...args: unknown[]) => unknown> {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    modules.push(name.replace(/-[A-Z0-9]{8}\.cjs$/, ''));
    const module = { exports: {} as Record<string, (...args: unknown[]) => unknown> };
    loaded.set(name, module.exports);
    const file = join(folder, name);
    const run = vm.compileFunction(
      readFileSync(file, 'utf8'),
      ['require', 'module', 'exports', '__filename', '__dirname', ...Object.keys(globals)],
      { filename: file },
    ) as (...values: unknown[]) => void;
    const find = (path: string): unknown => {
      if (path === 'vscode') return api;
      if (path.startsWith('./')) return loadFile(path.slice(2));
      modules.push(path);
      return require(path);
    };
    run(find, module, module.exports, file, folder, ...Object.values(globals));
    loaded.set(name, module.exports);
    return module.exports;
  }
  return created;
}

function countedTimers(timers: Set<NodeJS.Timeout>) {
  const end = (timer: NodeJS.Timeout): void => {
    timers.delete(timer);
    clearTimeout(timer);
  };
  return {
    setInterval(work: () => void, ms: number) {
      const timer = setInterval(work, ms);
      timers.add(timer);
      return timer;
    },
    setTimeout(work: () => void, ms: number) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
      return timer;
    },
    clearInterval: end,
    clearTimeout: end,
  };
}

function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const median = (values: readonly number[]): string =>
  (values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN).toFixed(1);

const steps = [
  ['activation alone', ({ context, load }) => load('extension.cjs')['activate']?.(context)],
  [
    'opening the editor, in a turn of its own',
    ({ context, load }) => load(chunkNamed('editor'))['openEditor']?.(context, () => undefined),
  ],
] as const satisfies readonly (readonly [string, (window: Window) => unknown])[];

for (const [title, step] of steps) {
  describe(title, () => {
    it('reads no secret and loads no network', function () {
      const [byClock, own]: [number[], number[]] = [[], []];
      for (let run = 0; run < runs; run++) {
        const window = createWindow();
        const [beganAt, computedBefore] = [performance.now(), computedMs()];
        step(window);
        byClock.push(performance.now() - beganAt);
        own.push(computedMs() - computedBefore);
        window.close();
        assert.equal(window.secretsRead, 0);
        const network = window.modules.filter((module) =>
          /^(?:node:)?(?:https?|http2|net|tls|dgram|dns|undici)$|^(?:features|undici|remoteEngine)/.test(
            module,
          ),
        );
        assert.deepEqual(network, []);
      }
      // The title is what the harness prints: a figure to read, not a bound to fail by.
      if (this.test !== undefined) {
        this.test.title += `: median ${median(own)} ms computed, ${median(byClock)} ms by the clock, of ${runs}, load included`;
      }
    });
  });
}

describe('a window without documents', () => {
  it('has no timer, and loads nothing about addresses before a document opens', async () => {
    const window = createWindow();
    try {
      window.load(chunkNamed('editor'))['openEditor']?.(window.context, () => undefined);
      assert.equal(window.timers.size, 0);
      assert.ok(!window.modules.includes('features'));
      window.openDocument();
      await eventually('the features', () => window.modules.includes('features'));
    } finally {
      window.close();
    }
  });

  it('loads the rest with the first one', function () {
    const byClock = Array.from({ length: runs }, () => {
      const window = createWindow();
      const beganAt = performance.now();
      window.load(chunkNamed('features'));
      const ms = performance.now() - beganAt;
      window.close();
      return ms;
    });
    if (this.test !== undefined) {
      this.test.title += `: median ${median(byClock)} ms by the clock, of ${runs}`;
    }
  });
});
