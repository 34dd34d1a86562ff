import * as vscode from 'vscode';
import { setLanguage } from '../../messages/language.ts';
import type { Failure } from '../../api/failure.ts';
import type { AccountRef, CallEntry } from '../../engine/engine.ts';
import type { AccountState } from '../../paid/account.ts';
import { signedOutText } from '../../messages/account.ts';
import {
  actionLabel,
  faultSentence,
  type NextAction,
  type Sentence,
} from '../../messages/message.ts';
import { dialogs, type InputOptions } from './dialogs.ts';
import { isLoopback } from '../../api/serviceUrl.ts';
import { commandIds } from '../../manifest.ts';
import { settings } from './settings.ts';
import { failureSentence } from '../../messages/outcomes.ts';
import { placeOf } from '../../api/errorFrames.ts';

/** Output of every room: the log and notifications. */
export interface Shell {
  readonly log: Log;
  readonly notifier: Notifier;
}

/** Before any sentence is made: this also sets the language. */
export function registerShell(): Shell & { dispose(): void } {
  // The bundle that VS Code has chosen; it is already in memory.
  setLanguage(vscode.env.language, vscode.l10n.bundle);
  const channel = vscode.window.createOutputChannel('Address Risk', { log: true });
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

/** Sets a key of `when` clauses in package.json where its value changes. Never rejects. */
export function contextKey(name: string): (value: boolean | string) => Promise<void> {
  let current: boolean | string | undefined;
  return async (value) => {
    if (value === current) return;
    current = value;
    try {
      await vscode.commands.executeCommand('setContext', name, value);
    } catch {
      // Menus then offer a command that does nothing.
    }
  };
}

/** Notifications: a sentence, and the one thing to do about it. */
export type Notifier = ReturnType<typeof createNotifier>;

/** @param log receives what goes wrong with a notification itself */
export function createNotifier(log: Log) {
  const accountOpened = new vscode.EventEmitter<void>();
  /** Credentials already reported: twenty hovers show one notification. */
  const reported = new Set<string>();

  /** Shows a sentence with buttons. @param retry what *Retry* does */
  function offer(
    show: typeof dialogs.warn,
    text: string,
    actions: readonly NextAction[] = [],
    retry?: () => void,
  ): void {
    const labels = actions.map(actionLabel);
    show(text, ...labels).then(
      (label) => {
        const action = actions[labels.indexOf(label ?? '')];
        if (action !== undefined) run(action, retry);
      },
      (error: unknown) => log.fault('notification', error),
    );
  }

  /** Runs the action of a button in a notification or a report. */
  function run(action: NextAction, retry?: () => void): void {
    switch (action) {
      case 'retry':
        retry?.();
        return;
      case 'openAccount':
        openAccountPage(() => accountOpened.fire(), log);
        return;
      case 'openSettings':
        openSettings(log);
        return;
      case 'signIn':
      case 'useSampleService':
      case 'checkConnection':
      case 'showLog':
      case 'showJobs':
      case 'showUsage':
        runLogged(log, action, vscode.commands.executeCommand(commandIds[action]));
    }
  }

  const notifier = {
    /** @param retry what *Retry* does, for a sentence whose next action it is */
    warn({ text, next }: Sentence, retry?: () => void): void {
      // Without a way to retry, show only the sentence.
      const isAlone = next === 'retry' && retry === undefined;
      offer(dialogs.warn, text, isAlone ? [] : [next], retry);
    },
    /** @param next what its button does; without one it has none */
    inform: (text: string, next?: NextAction): void =>
      offer(dialogs.inform, text, next === undefined ? [] : [next]),
    /** Rejects an input, with the reason. */
    refuse: (text: string): void => offer(dialogs.refuse, text),
    /** A fault of our own code or of the disk: everything sent is stored. */
    failed: (): void => notifier.warn(faultSentence()),
    signedOut: (account: AccountState): void =>
      offer(dialogs.inform, signedOutText(account), ['signIn', 'useSampleService']),
    /** Reports rejected credentials once; true if the failure is of that kind. */
    credentialRefused(account: AccountRef, failure: Failure): boolean {
      if (!['keyInvalid', 'keyRevoked', 'licenseNotFound'].includes(failure.kind)) return false;
      if (!reported.has(account.credential)) {
        reported.add(account.credential);
        notifier.warn(failureSentence(failure));
      }
      return true;
    },
    run,
    /** The user opened the account page: calls may be made again after a 402. */
    onDidOpenAccount: accountOpened.event,
    dispose: (): void => accountOpened.dispose(),
  };
  return notifier;
}

function openSettings(log: Log): void {
  const shown = vscode.commands.executeCommand('workbench.action.openSettings', 'addressRisk');
  runLogged(log, 'settings', shown);
}

function openAccountPage(onOpened: () => void, log: Log): void {
  const url = settings.accountUrl();
  const target = URL.parse(url);
  const isSafe =
    target?.protocol === 'https:' || (target?.protocol === 'http:' && isLoopback(target.hostname));
  if (!isSafe) {
    openSettings(log);
    return;
  }
  onOpened();
  runLogged(log, 'account site', vscode.env.openExternal(vscode.Uri.parse(url, true)));
}

/**
 * The log shows which call was made and its outcome. A line contains only what these methods
 * accept: no header, no body, no URL, no message of a foreign error.
 */
export type Log = ReturnType<typeof createLog>;

/** @param channel VS Code keeps what is written to it in a file */
export function createLog(channel: vscode.LogOutputChannel) {
  return {
    call(entry: CallEntry): void {
      if (entry.kind === 'check') {
        channel.info(`check: ${entry.result}`);
        return;
      }
      const { endpoint, failure, requestId, elapsedMs } = entry;
      const id = requestId === undefined ? '' : `, request ${requestId}`;
      const took = `${Math.round(elapsedMs)} ms${id}`;
      if (failure === undefined) {
        channel.info(`${endpoint}: responded in ${took}`);
        return;
      }
      const { kind, status, code, wasSent } = failure;
      const facts = [
        kind,
        ...(status === undefined ? [] : [`status ${status}`]),
        ...(code === undefined ? [] : [code]),
        wasSent ? 'sent' : 'not sent',
        took,
      ];
      channel.info(`${endpoint}: ${facts.join(', ')}`);
    },
    /** A sentence of our own. */
    note: (text: string): void => channel.info(text),
    /** A fault of our own code: its name, the function, and the file, without its message. */
    fault(where: string, error: unknown): void {
      const name = error instanceof Error ? error.name : typeof error;
      channel.error(`${where}: ${name} at ${placeOf(error) ?? 'an unknown place'}`);
    },
    show: (): void => channel.show(true),
  };
}

/** Runs work of a feature in the background; its errors go to the log. */
export function runLogged(
  log: Pick<Log, 'fault'>,
  feature: string,
  work: PromiseLike<unknown>,
): void {
  work.then(undefined, (error: unknown) => log.fault(feature, error));
}

/** Who asks while it runs waits for the same run. */
export function oneAtATime<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let running: Promise<void> | undefined;
  return (...args) => (running ??= work(...args).finally(() => (running = undefined)));
}

/** Asks for a valid text and trims it; undefined if the user dismissed it. */
export async function askForText({ check, ...box }: InputOptions): Promise<string | undefined> {
  const entered = await dialogs.input({ ...box, check: (value) => check(value.trim()) });
  return entered?.trim();
}

/** The texts of each scheme, by their names. */
const shown = new Map<string, Map<string, string>>();

/** Shows a text beside the code; it cannot be edited. @param uri another one for another text */
export async function showReadOnly(
  uri: vscode.Uri,
  text: string,
  preserveFocus = false,
): Promise<void> {
  const known = shown.get(uri.scheme);
  const texts = known ?? new Map<string, string>();
  texts.set(nameOf(uri), text);
  if (known === undefined) {
    shown.set(uri.scheme, texts);
    vscode.workspace.registerTextDocumentContentProvider(uri.scheme, {
      provideTextDocumentContent: (wanted) => texts.get(nameOf(wanted)) ?? '',
    });
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const viewColumn = vscode.ViewColumn.Beside;
  await vscode.window.showTextDocument(document, { viewColumn, preserveFocus, preview: true });
}

const nameOf = ({ path, query }: vscode.Uri): string => `${path}?${query}`;
