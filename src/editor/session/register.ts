import { workspace, type ExtensionContext } from 'vscode';
import { usingSampleText } from '../../words/account.ts';
import type { Room, Shell } from '../shell/shell.ts';
import { credentialStore } from './credentials.ts';
import { modeFile } from '../../paths/modeFile.ts';
import { attachSample, SampleLink } from './sampleService.ts';
import { createServiceChoice, type ServiceChoice } from './serviceChoice.ts';
import { CurrentSession, type Session } from './session.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';

/** Who is signed in, and what changes that. */
export interface SessionRoom extends Session, ServiceChoice {
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  useSampleService(): Promise<void>;
}

/** Reads no secret and makes no call. */
export function registerSession(ports: {
  readonly context: ExtensionContext;
  readonly shell: Shell;
}): SessionRoom & Room {
  const { context, shell } = ports;
  const { log, notifier } = shell;
  const mode = modeFile(context.globalStorageUri.fsPath);
  const credentials = credentialStore(context.secrets);
  const sample = new SampleLink(() => attachSample(context));
  const session = new CurrentSession({
    ...{ mode, credentials, sample, log },
    memory: context.globalState,
  });
  const parts = { session, mode, credentials, notifier };
  const watch = workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('addressRisk')) session.refresh();
  });
  async function leave(): Promise<void> {
    const retry = (): void => {
      leave().catch((error: unknown) => log.fault('signOut', error));
    };
    if (await signOut({ ...parts, retry })) session.refresh();
  }
  return {
    identity: () => session.identity(),
    connection: (account) => session.connection(account),
    refresh: () => session.refresh(),
    onDidChange: session.onDidChange,
    ...createServiceChoice({ session, mode }),
    signIn: () => signIn(parts),
    signOut: leave,
    async useSampleService() {
      await mode.save('sample');
      session.refresh();
      notifier.inform(usingSampleText());
    },
    dispose() {
      watch.dispose();
      session.dispose();
    },
  };
}
