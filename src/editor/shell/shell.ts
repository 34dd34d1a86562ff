import { window, env, l10n, commands } from 'vscode';
import { createLog, type Log } from './log.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { setLanguage } from '../../messages/language.ts';

/** What `register` of every folder returns, besides what the folder offers. */
export interface Room {
  dispose(): void;
}

/** What every room needs to be heard: the log, and notifications. */
export interface Shell {
  readonly log: Log;
  readonly notifier: Notifier;
}

/** Before any sentence is made: this also sets the language. */
export function registerShell(): Shell & Room {
  useEditorLanguage();
  const channel = window.createOutputChannel('Address Risk', { log: true });
  const log = createLog(channel);
  const notifier = createNotifier(log);
  return {
    log,
    notifier,
    dispose() {
      notifier.dispose();
      channel.dispose();
    },
  };
}

/** Gives the sentences the bundle that VS Code has chosen; it is already in memory. */
function useEditorLanguage(): void {
  setLanguage(env.language, l10n.bundle);
}

/** Sets a key of `when` clauses in package.json where its value changes. Never rejects. */
export function contextKey(name: string): (value: boolean | string) => Promise<void> {
  let current: boolean | string | undefined;
  return async (value) => {
    if (value === current) return;
    current = value;
    try {
      await commands.executeCommand('setContext', name, value);
    } catch {
      // Menus then offer a command that does nothing.
    }
  };
}
