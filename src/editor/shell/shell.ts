import { window } from 'vscode';
import { useEditorLanguage } from './language.ts';
import { createLog, type Log } from './log.ts';
import { createNotifier, type Notifier } from './notifier.ts';

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
