import { workspace, type ExtensionContext } from 'vscode';
import { usingSampleText, serviceQuestion } from '../../words/account.ts';
import type { Room, Shell } from '../shell/shell.ts';
import { credentialStore } from './credentials.ts';
import { modeFile, type ModeFile } from '../../paths/modeFile.ts';
import { attachSample, SampleLink } from './sampleService.ts';
import { CurrentSession, type Session } from './session.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';
import { dialogs } from '../shell/dialogs.ts';
import { runLogged } from '../shell/log.ts';
import type { Identity } from './identity.ts';

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
      runLogged(log, 'signOut', leave());
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

/** Asks which service to use if that cannot be read. No paid call is made before. */
interface ServiceChoice {
  /** Asks unless it is decided. Concurrent callers share one question. */
  chooseService(): Promise<void>;
  /** The same for a hover: asks once per window, and the hover does not wait for the answer. */
  offerServiceChoice(identity: Identity): Promise<void>;
}

function createServiceChoice({
  session,
  mode,
}: {
  readonly session: Session;
  readonly mode: Pick<ModeFile, 'save'>;
}): ServiceChoice {
  let asking: Promise<void> | undefined;
  let wasOffered = false;

  async function ask(origin: string): Promise<void> {
    const [service, sample] = [serviceQuestion.service(origin), serviceQuestion.sample()];
    const answer = await dialogs.ask(
      serviceQuestion.text(),
      serviceQuestion.detail(origin),
      service,
      sample,
    );
    if (answer === undefined) return;
    await mode.save(answer === sample ? 'sample' : 'service');
    session.refresh();
  }

  function askOnce(origin: string): Promise<void> {
    asking ??= ask(origin).finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    async chooseService() {
      const identity = await session.identity();
      if (identity.kind === 'undecided') await askOnce(identity.origin);
    },
    async offerServiceChoice(identity) {
      if (identity.kind !== 'undecided' || wasOffered) return;
      wasOffered = true;
      await askOnce(identity.origin);
    },
  };
}
