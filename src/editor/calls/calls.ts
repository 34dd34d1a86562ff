import { type ExtensionContext, workspace, EventEmitter, window } from 'vscode';
import { isSignedIn, type Session } from '../session/session.ts';
import type { SessionRoom } from '../session/account.ts';
import { type Shell, runLogged } from '../shell/shell.ts';
import { createActivity, type Activity } from './activity.ts';
import { Requests, type RequestPorts } from './requests.ts';
import type { Status } from '../../messages/status.ts';
import { dialogs } from '../shell/dialogs.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Transport } from '../../api/transport.ts';
import type { Engine, EngineHost, EngineSettings } from '../../engine/engine.ts';
import { pollingPausedText, unknownStartNotice } from '../../messages/jobs.ts';
import { keySizedQuestion } from '../../messages/inputs.ts';
import { ledgerNoticeText, startAgainQuestion } from '../../messages/storage.ts';
import { settings } from '../shell/settings.ts';
import { allowances } from '../../paid/policy.ts';
import { allowanceQuestion } from '../../messages/questions.ts';

/** Everything that is stored or can be fetched, and for whom. */
export type Calls = Omit<CallsRoom, 'nameBy' | 'close' | 'dispose'>;

type NameOf = NonNullable<RequestPorts['nameOf']>;

/** Including what only the window itself uses. */
export type CallsRoom = ReturnType<typeof registerCalls>;

/** Opens no ledger and makes no call: the engine loads with the first request. */
export function registerCalls(context: ExtensionContext, session: SessionRoom, shell: Shell) {
  const activity = createActivity();
  const userActivity = createUserActivity();
  let names: NameOf = () => undefined;
  const nameOf: NameOf = (subject) => names(subject);
  const engine = engineOpener({
    context,
    session,
    shell,
    activity,
    userActivity,
    nameOf,
  });
  const requests = new Requests({ session, openEngine: engine.open, activity, shell, nameOf });

  /** 402 lasts until the user retries or opens the account page. */
  async function clearStops(): Promise<void> {
    const identity = await session.identity();
    if (!isSignedIn(identity)) return;
    await (await engine.open()).clearStops(identity.key);
    activity.touch(undefined);
  }
  const watches = [
    shell.notifier.onDidOpenAccount(() => {
      runLogged(shell.log, 'account site', clearStops());
    }),
    session.onDidChange(({ isOtherAccount }) => {
      if (isOtherAccount) activity.forgetFailures();
      runLogged(shell.log, 'sample data', requests.continueAsSample());
    }),
  ];
  return {
    session,
    openEngine: engine.open,
    requests,
    activity,
    /** Sets the source of names for addresses in notifications. */
    nameBy(known: NameOf): void {
      names = known;
    },
    /** The user is active: polling need not pause. */
    noteUser: (): void => userActivity.note(),
    /** Resolves when nothing is in flight any more. */
    close: (): Promise<void> => engine.close(),
    dispose(): void {
      for (const each of [...watches, engine, userActivity, activity]) each.dispose();
    },
  };
}

/** Who is signed in, what was spent today, and what stops calls. Makes no call. */
export async function readStatus({
  session,
  openEngine,
}: Pick<Calls, 'session' | 'openEngine'>): Promise<Status> {
  const identity = await session.identity();
  if (!isSignedIn(identity)) return { kind: 'signedOut', account: identity };
  const engine = await openEngine();
  const [usage, holds] = await Promise.all([
    engine.readUsage(identity.key),
    engine.readHolds(identity),
  ]);
  return { kind: 'signedIn', isSample: identity.kind === 'sample', usage, ...holds };
}

interface Parts {
  readonly context: ExtensionContext;
  readonly session: Session;
  readonly activity: Activity;
  readonly userActivity: UserActivity;
  readonly shell: Shell;
  readonly nameOf: NonNullable<RequestPorts['nameOf']>;
}

/**
 * Opens the engine and sends it the signed-in account, user activity, and settings. An engine
 * without a ledger has nothing to resume, so activation doesn't open it.
 */
export function engineOpener(parts: Parts) {
  const { context, session, userActivity } = parts;
  const { log } = parts.shell;
  const transport = hostTransport();
  let opened: Promise<Engine> | undefined;

  async function load(): Promise<Engine> {
    const { openRemoteEngine } = await import('../../engine/remoteEngine.ts');
    return openRemoteEngine(
      {
        folder: context.globalStorageUri.fsPath,
        workerFile: context.asAbsolutePath('dist/engine.cjs'),
        certificatesFile: context.asAbsolutePath('dist/certificates.cjs'),
        settings: engineSettings,
      },
      engineHost(parts, transport),
    );
  }
  const open = (): Promise<Engine> => (opened ??= load());

  async function follow(isOtherAccount: boolean): Promise<void> {
    const ledger = join(context.globalStorageUri.fsPath, 'ledger.sqlite');
    if (opened === undefined && !existsSync(ledger)) return;
    const engine = await open();
    if (isOtherAccount) await engine.leave();
    await engine.follow();
  }

  /** An engine that is not open reads the settings when it opens. */
  async function tell(work: (engine: Engine) => Promise<void>): Promise<void> {
    if (opened !== undefined) await work(await opened);
  }

  const report = (error: unknown): void => log.fault('engine', error);
  const watches = [
    userActivity.onDidChange((isActive) => {
      if (!isActive) log.note(pollingPausedText());
      tell((engine) => engine.setActive(isActive)).catch(report);
    }),
    session.onDidChange(({ isOtherAccount }) => {
      follow(isOtherAccount).catch(report);
    }),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('http') || change.affectsConfiguration('addressRisk')) {
        tell((engine) => engine.configure(engineSettings())).catch(report);
      }
    }),
  ];
  follow(false).catch(report);
  return {
    /** The engine in its thread, loaded on first use. */
    open,
    dispose(): void {
      for (const each of watches) each.dispose();
    },
    /** Reads responses in flight for a few seconds, which `dispose` does not. */
    async close(): Promise<void> {
      await (await opened)?.close();
      await transport.close();
    },
  };
}

function engineSettings(): EngineSettings {
  return {
    policy: settings.policy(),
    chainIds: settings.chainIds(),
    network:
      settings.transport() === 'vscode'
        ? { transport: 'vscode' }
        : { transport: 'undici', ...settings.proxy() },
  };
}

/** The transport `vscode`, which must run in this thread; loaded by the first request. */
function hostTransport() {
  let loading: Promise<Transport> | undefined;
  const load = async (): Promise<Transport> => {
    const { createNodeTransport } = await import('../../api/nodeTransport.ts');
    return createNodeTransport();
  };
  return {
    async send(...args: Parameters<Transport['send']>): ReturnType<Transport['send']> {
      loading ??= load().catch((error: unknown) => {
        // The next request tries again; this one sent nothing.
        loading = undefined;
        throw error;
      });
      return (await loading).send(...args);
    },
    async close(): Promise<void> {
      await (await loading?.catch(() => undefined))?.close();
    },
  };
}

function engineHost(
  { session, activity, userActivity, shell, nameOf }: Parts,
  transport: Pick<Transport, 'send'>,
): EngineHost {
  const { log, notifier } = shell;
  return {
    connection: (account) => session.connection(account),
    async account() {
      const identity = await session.identity();
      return isSignedIn(identity) ? identity : undefined;
    },
    // Whether commands may make as many paid calls again as they made within the hour.
    mayExceed: (kind) => dialogs.agree(allowanceQuestion(kind, allowances[kind])),
    mayStartAgain: ({ address }, at, why) => dialogs.agree(startAgainQuestion(address, at, why)),
    maySendKeySized: (subject) => dialogs.agree(keySizedQuestion(subject)),
    send: (request, onSent, signal) => transport.send(request, signal, onSent),
    onChange: (subject, part) => activity.touch(subject, part),
    onNotice(notice) {
      const text = ledgerNoticeText(notice);
      log.note(text);
      notifier.warn({ text, next: 'showLog' });
    },
    onUnknown(job) {
      notifier.warn(unknownStartNotice(job, nameOf(job)));
      return Promise.resolve();
    },
    onCall(entry) {
      userActivity.check();
      log.call(entry);
    },
    onFault: (where, error) => log.fault(where, error),
  };
}

const silentMs = 10 * 60_000;

/** Whether the user is still active: an extension host outlives a closed browser by hours. */
export type UserActivity = ReturnType<typeof createUserActivity>;

/**
 * Has no timer: only what polls needs to know, and each poll asks.
 * @param now in milliseconds, of a clock that does not jump
 */
export function createUserActivity(now: () => number = () => performance.now()) {
  const changed = new EventEmitter<boolean>();
  let last = now();
  let isActive = true;
  const note = (): void => {
    last = now();
    if (isActive) return;
    isActive = true;
    changed.fire(true);
  };
  const watches = [
    changed,
    window.onDidChangeWindowState(note),
    window.onDidChangeActiveTextEditor(note),
    window.onDidChangeTextEditorSelection(note),
    window.onDidChangeTextEditorVisibleRanges(note),
  ];
  return {
    /** Call on an event that only an active user causes. */
    note,
    /** Call on each request: the user may be inactive for so long that polls should pause. */
    check(): void {
      if (!isActive || now() - last <= silentMs) return;
      isActive = false;
      changed.fire(false);
    },
    /** Fires with true when the user is active again, with false when a check found silence. */
    onDidChange: changed.event,
    dispose(): void {
      for (const watch of watches) watch.dispose();
    },
  };
}
