import { commands, Disposable, type ExtensionContext } from 'vscode';
import { commandIds } from './manifest.ts';

/** Resolves once the editor's rooms are open; `deactivate` closes them. */
let opening: Promise<{ close(): Promise<void> }> | undefined;

/**
 * Registers the commands, and opens everything else in a turn of its own, so that no other
 * extension waits for it. A command that runs earlier waits until its handler is there.
 */
export function activate(context: ExtensionContext): void {
  const early = Disposable.from(
    ...Object.values(commandIds).map((id) =>
      commands.registerCommand(id, async (argument: unknown) => {
        await open();
        await commands.executeCommand(id, argument);
      }),
    ),
  );
  const open = (): NonNullable<typeof opening> => (opening ??= openEditor(context, early));
  const soon = setImmediate(() => {
    open().catch((error: unknown) => {
      // There is no log without the editor. VS Code shows this one in the extension host's.
      console.error('Address Risk did not open:', error instanceof Error ? error.name : 'unknown');
    });
  });
  context.subscriptions.push(early, { dispose: () => clearImmediate(soon) });
}

async function openEditor(
  context: ExtensionContext,
  early: Disposable,
): Promise<{ close(): Promise<void> }> {
  const editor = await import('./editor/editor.ts');
  // The commands get their own handlers now.
  early.dispose();
  return editor.openEditor(context);
}

/** Releases what this window holds, so that another one need not wait for it. */
export async function deactivate(): Promise<void> {
  await (await opening)?.close();
}
