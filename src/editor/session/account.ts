import { workspace, type ExtensionContext } from 'vscode';
import { usingSampleText, serviceQuestion } from '../../messages/account.ts';
import type { Shell } from '../shell/shell.ts';
import { credentialStore } from './credentials.ts';
import { modeFile } from '../../paths/modeFile.ts';
import { attachSample, SampleLink } from './sampleService.ts';
import { CurrentSession } from './session.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';
import { dialogs } from '../shell/dialogs.ts';
import { runLogged } from '../shell/log.ts';
import type { AccountRef } from '../../engine/engine.ts';
import type { Identity } from './identity.ts';

/** Who is signed in, and what changes that. */
export type SessionRoom = Omit<ReturnType<typeof registerSession>, 'dispose'>;

/** Reads no secret and makes no call. */
export function registerSession(context: ExtensionContext, { log, notifier }: Shell) {
  const mode = modeFile(context.globalStorageUri.fsPath);
  const credentials = credentialStore(context.secrets);
  const sample = new SampleLink(() => attachSample(context));
  const session = new CurrentSession({
    mode,
    credentials,
    sample,
    log,
    memory: context.globalState,
  });
  const parts = { session, mode, credentials, notifier };
  const watch = workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('addressRisk')) session.refresh();
  });
  let asking: Promise<void> | undefined;
  let wasOffered = false;

  async function ask(origin: string): Promise<void> {
    const [service, sampleData] = [serviceQuestion.service(origin), serviceQuestion.sample()];
    const answer = await dialogs.ask(
      serviceQuestion.text(),
      serviceQuestion.detail(origin),
      service,
      sampleData,
    );
    if (answer === undefined) return;
    await mode.save(answer === sampleData ? 'sample' : 'service');
    session.refresh();
  }

  /** Concurrent callers share one question. */
  async function askOnce(identity: Identity): Promise<void> {
    if (identity.kind !== 'undecided') return;
    asking ??= ask(identity.origin).finally(() => {
      asking = undefined;
    });
    await asking;
  }

  async function signOutOfService(): Promise<void> {
    const retry = (): void => runLogged(log, 'signOut', signOutOfService());
    if (await signOut({ ...parts, retry })) session.refresh();
  }
  return {
    identity: () => session.identity(),
    connection: (account: AccountRef) => session.connection(account),
    refresh: (): void => session.refresh(),
    onDidChange: session.onDidChange,
    /** Asks which service to use if that cannot be read. No paid call is made before. */
    chooseService: async (): Promise<void> => askOnce(await session.identity()),
    /** The same for a hover: asks once per window, and the hover does not wait for the answer. */
    async offerServiceChoice(identity: Identity): Promise<void> {
      if (identity.kind !== 'undecided' || wasOffered) return;
      wasOffered = true;
      await askOnce(identity);
    },
    signIn: () => signIn(parts),
    signOut: signOutOfService,
    async useSampleService(): Promise<void> {
      await mode.save('sample');
      session.refresh();
      notifier.inform(usingSampleText());
    },
    dispose(): void {
      watch.dispose();
      session.dispose();
    },
  };
}
