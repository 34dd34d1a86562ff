import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import * as vscode from 'vscode';

const runs = 9;

interface Activated {
  /** By the clock: what others did on the same processors is in it. */
  readonly ms: number;
  /** What this thread computed for it, in milliseconds. */
  readonly computedMs: number;
  readonly secretsRead: number;
  readonly modules: readonly string[];
}

/**
 * Loads a built file again, beside the one that is running, and calls its entry: with the real API
 * of this host, but for what can be registered only once, and with a context that counts.
 */
function loadAgain(file: string, entry: 'activate' | 'openEditor'): Activated {
  const require = createRequire(file);
  const modules: string[] = [];
  let secretsRead = 0;
  const once = { dispose: () => undefined };
  const api = {
    ...vscode,
    commands: { ...vscode.commands, registerCommand: () => once },
    lm: { registerTool: () => once },
    window: { ...vscode.window, registerWebviewPanelSerializer: () => once },
  };
  const subscriptions: { dispose(): unknown }[] = [];
  const context = {
    subscriptions,
    extensionUri: vscode.Uri.file('/'),
    workspaceState: { get: (_: string, fallback: unknown) => fallback },
    globalStorageUri: vscode.Uri.file(join(tmpdir(), 'address-risk-no-such-folder')),
    asAbsolutePath: (path: string) => path,
    secrets: {
      get() {
        secretsRead++;
        return Promise.resolve(undefined);
      },
      onDidChange: () => once,
    },
  };
  const code = readFileSync(file, 'utf8');
  const computedBefore = computed();
  const began = performance.now();
  const load = vm.compileFunction(code, ['require', 'module', 'exports', '__filename'], {
    filename: file,
  }) as (...values: unknown[]) => void;
  const module = { exports: {} as Record<typeof entry, (context: unknown) => void> };
  load(
    (name: string) => {
      modules.push(name);
      return name === 'vscode' ? api : (require(name) as unknown);
    },
    module,
    module.exports,
    file,
  );
  module.exports[entry](context);
  const ms = performance.now() - began;
  const computedMs = computed() - computedBefore;
  for (const each of subscriptions) each.dispose();
  return { ms, computedMs, secretsRead, modules };
}

function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const median = (values: readonly number[]): string =>
  (values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN).toFixed(1);

const chunks = [
  ['activate', 'extension.cjs', 'activation alone'],
  ['openEditor', 'editor.cjs', 'opening the editor, in a turn of its own'],
] as const;

for (const [entry, name, title] of chunks) {
  describe(title, () => {
    it('reads no secret and loads no network', function () {
      const extension = vscode.extensions.getExtension('address-risk.address-risk');
      assert.ok(extension);
      const file = join(extension.extensionPath, 'dist', name);
      const loaded = Array.from({ length: runs }, () => loadAgain(file, entry));
      // The title is what the harness prints: a figure to read, not a bound to fail by.
      if (this.test !== undefined) {
        const byClock = median(loaded.map(({ ms }) => ms));
        const own = median(loaded.map(({ computedMs }) => computedMs));
        this.test.title += `: median ${own} ms computed, ${byClock} ms by the clock, of ${runs}, load included`;
      }
      for (const { secretsRead, modules } of loaded) {
        assert.equal(secretsRead, 0);
        const network = modules.filter((module) =>
          /^(?:node:)?(?:https?|http2|net|tls|dgram|dns|undici)$|\.cjs$/.test(module),
        );
        assert.deepEqual(network, []);
      }
    });
  });
}
