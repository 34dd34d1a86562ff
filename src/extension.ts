import { commands, Disposable, lm, type ExtensionContext } from 'vscode';
import type { OpenEditor } from './editor/editor.ts';
import { commandIds, toolIds, type ToolName } from './manifest.ts';

/** Resolves once the editor is open; `deactivate` closes it. */
let opening: Promise<OpenEditor> | undefined;

/**
 * Registers the commands and the tools, and opens everything else in a turn of its own, so that no other
 * extension waits for it. A command that runs earlier waits until its handler is there.
 */
export function activate(context: ExtensionContext): void {
  const early = Disposable.from(
    ...Object.values(commandIds).map((id) =>
      commands.registerCommand(id, async (...given: unknown[]) => {
        await (await open()).features();
        await commands.executeCommand(id, ...given);
      }),
    ),
  );
  const open = (): NonNullable<typeof opening> => (opening ??= openEditor(context, early));
  const soon = setImmediate(() => {
    open().catch((error: unknown) => {
      // Our log doesn't exist without the editor; VS Code shows this in the log of the extension
      // host.
      console.error('Address Risk did not open:', error instanceof Error ? error.name : 'unknown');
    });
  });
  // VS Code calls a tool as soon as `activate` returns, so these stay, and wait themselves.
  const tools = (Object.keys(toolIds) as ToolName[]).map((name) =>
    lm.registerTool<unknown>(toolIds[name], {
      prepareInvocation: async (options) =>
        (await (await open()).features()).tools[name].prepareInvocation(options),
      invoke: async (options, token) =>
        (await (await open()).features()).tools[name].invoke(options, token),
    }),
  );
  context.subscriptions.push(early, ...tools, { dispose: () => clearImmediate(soon) });
}

async function openEditor(context: ExtensionContext, early: Disposable): Promise<OpenEditor> {
  const editor = await import('./editor/editor.ts');
  // The commands get their own handlers from the features.
  return editor.openEditor(context, () => void early.dispose());
}

/** Releases what this window holds, so that another one need not wait for it. */
export async function deactivate(): Promise<void> {
  await (await opening)?.close();
}
