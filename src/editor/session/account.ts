import { join } from 'node:path';
import { workspace, type ExtensionContext } from 'vscode';
import {
  usingSampleText,
  serviceQuestion,
  notKeptSentence,
  signedInText,
  signInBoxes,
  hasLeftSampleText,
  hasSignedOutText,
  leaveSampleQuestion,
  otherCredentialsSentence,
  signOutChoice,
  signOutQuestion,
} from '../../messages/account.ts';
import { askForText, oneAtATime, type Shell, type Notifier, runLogged } from '../shell/shell.ts';
import {
  credentialStore,
  type Identity,
  type CredentialStore,
  type KnownMode,
  CurrentSession,
  type Session,
  type SessionParts,
} from './session.ts';
import { modeFile, type ModeFile } from '../../paths/modeFile.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { AccountRef } from '../../engine/engine.ts';
import { apiKeyProblem, tenantIdProblem } from '../../api/credentials.ts';
import { readServiceUrl } from '../../api/serviceUrl.ts';
import { credentialProblemText, serviceUrlProblemText } from '../../messages/inputs.ts';
import { settings } from '../shell/settings.ts';

/** Who is signed in, and what changes that. */
export type SessionRoom = Omit<ReturnType<typeof registerSession>, 'dispose'>;

/** Reads no secret and makes no call. */
export function registerSession(context: ExtensionContext, { log, notifier }: Shell) {
  const mode = modeFile(context.globalStorageUri.fsPath);
  const credentials = credentialStore(context.secrets, mode);
  const session = new CurrentSession({
    mode,
    credentials,
    sample: sampleLink(context),
    log,
    memory: context.globalState,
  });
  const parts = { session, mode, credentials, notifier };
  const watch = workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('addressRisk')) session.refresh();
  });
  let wasOffered = false;

  /** Concurrent callers share one question. */
  const askWhich = oneAtATime(async (origin: string) => {
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
  });

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
    async chooseService(): Promise<void> {
      const identity = await session.identity();
      if (identity.kind === 'undecided') await askWhich(identity.origin);
    },
    /** The same for a hover: asks once per window, and the hover does not wait for the answer. */
    async offerServiceChoice(identity: Identity): Promise<void> {
      if (identity.kind !== 'undecided' || wasOffered) return;
      wasOffered = true;
      await askWhich(identity.origin);
    },
    signIn: () => signIn(parts),
    signOut: signOutOfService,
    /** @param isScoring whether a score that waited for it shows that it is in use */
    async useSampleService(isScoring: boolean): Promise<void> {
      await mode.save('sample');
      session.refresh();
      if (!isScoring) notifier.inform(usingSampleText());
    },
    dispose(): void {
      watch.dispose();
      session.dispose();
    },
  };
}

/** The way to the user's one sample service, found or started on first use and again once it was lost. */
function sampleLink(context: ExtensionContext): SessionParts['sample'] {
  let attached: ReturnType<typeof attach> | undefined;

  async function attach() {
    const { attachSampleService } = await import('../../sample/attach.ts');
    const service = await attachSampleService({
      dataDir: join(context.globalStorageUri.fsPath, 'sample'),
      entry: context.asAbsolutePath('dist/sample-service.cjs'),
      // VS Code's own Node runs it.
      execPath: process.execPath,
    });
    service.onLost(() => (attached = undefined));
    return service;
  }
  return {
    /** @throws if the service cannot be started; the next call tries again */
    async connection() {
      attached ??= attach().catch((error: unknown) => {
        attached = undefined;
        throw error;
      });
      const { baseUrl: base, tenantId, apiKey } = await attached;
      return { base, tenantId, apiKey };
    },
    dispose: () => void attached?.then((service) => service.dispose()).catch(() => undefined),
  };
}

/** Asks one box at a time for everything that signing in needs, and signs in without a call. */
export async function signIn(parts: {
  readonly session: Pick<CurrentSession, 'change'>;
  readonly mode: Pick<ModeFile, 'save'>;
  readonly credentials: CredentialStore;
  readonly notifier: Notifier;
}): Promise<void> {
  const { session, mode, credentials, notifier } = parts;
  // As entered, for the settings.
  const serviceUrl = await askForText({
    title: signInBoxes.title(1),
    prompt: signInBoxes.serviceUrl(),
    placeHolder: 'https://…',
    value: settings.serviceUrl(),
    check(value) {
      const reading = readServiceUrl(value);
      return reading.ok ? undefined : serviceUrlProblemText(reading.problem);
    },
  });
  const service = readServiceUrl(serviceUrl ?? '');
  if (serviceUrl === undefined || !service.ok) return;
  const { origin } = service;
  const tenantId = await askForText({
    title: signInBoxes.title(2),
    prompt: signInBoxes.tenantId(),
    // The form in responses. The service does not promise it for credentials, so nothing is rejected.
    placeHolder: '00000000-0000-0000-0000-000000000000',
    check(value) {
      const problem = tenantIdProblem(value);
      return problem === undefined ? undefined : credentialProblemText('tenantId', problem);
    },
  });
  if (tenantId === undefined) return;
  const apiKey = await askForText({
    title: signInBoxes.title(3),
    prompt: signInBoxes.apiKey(settings.accountUrl(), origin),
    password: true,
    check(value) {
      const problem = apiKeyProblem(value);
      return problem === undefined ? undefined : credentialProblemText('apiKey', problem);
    },
  });
  if (apiKey === undefined) return;
  const hover = await dialogs.pick(signInBoxes.hoverChoices(), {
    title: signInBoxes.title(4),
    placeHolder: signInBoxes.hover(),
    ignoreFocusOut: true,
  });
  const isKept = await session.change(async () => {
    // Save the hover setting first: the URL alone may reactivate stored credentials.
    if (hover !== undefined) await settings.save('hover.summary', hover.value);
    await settings.save('serviceUrl', serviceUrl);
    // Save the mode before the credentials: with only those, another window would ask which service
    // to use.
    await mode.save('service');
    return credentials.save(origin, { tenantId, apiKey });
  });
  if (isKept) notifier.inform(signedInText(origin), 'checkConnection');
  else notifier.warn(notKeptSentence());
}

/** The mode being left: credentials are deleted only if a question has named them. */
type Leaving = 'service' | 'sample' | undefined;

/**
 * Deletes the credentials, or leaves sample mode and keeps them. Always asks first, because any
 * extension can run the command. If it cannot be read which of the two is in use, asks for that.
 * @returns false if nothing was changed
 */
export async function signOut(parts: {
  readonly session: Pick<Session, 'identity'>;
  readonly mode: Pick<ModeFile, 'read' | 'save' | 'end'>;
  readonly credentials: CredentialStore;
  readonly notifier: Notifier;
  /** Does the same again, when the user chooses to. */
  readonly retry: () => void;
}): Promise<boolean> {
  const { session, mode, credentials, notifier, retry } = parts;
  const known = await readMode(mode);
  const bound = await credentials.read();
  if (bound === undefined && known !== 'sample') {
    notifier.signedOut(await session.identity());
    return false;
  }
  const leaving = await askToLeave(known, bound?.origin);
  if (leaving === undefined) return false;
  if (leaving === 'service' && bound !== undefined) {
    if ((await credentials.read())?.id !== bound.id) {
      notifier.warn(otherCredentialsSentence(), retry);
      return false;
    }
    await credentials.remove();
    await mode.end(bound.id);
  }
  await mode.save('service');
  notifier.inform(leaving === 'sample' ? hasLeftSampleText() : hasSignedOutText());
  return true;
}

async function readMode(mode: Pick<ModeFile, 'read'>): Promise<KnownMode> {
  try {
    return await mode.read();
  } catch {
    // The session has logged it.
    return 'unreadable';
  }
}

/** @param origin the service whose credentials are stored, if there are any */
async function askToLeave(known: KnownMode, origin: string | undefined): Promise<Leaving> {
  if (known === 'sample' || origin === undefined) {
    return (await dialogs.agree(leaveSampleQuestion(origin))) ? 'sample' : undefined;
  }
  if (known === 'service') {
    return (await dialogs.agree(signOutQuestion(origin))) ? 'service' : undefined;
  }
  const [signOutLabel, sampleLabel] = [signOutChoice.signOut(), signOutChoice.leaveSample()];
  const answer = await dialogs.ask(
    signOutChoice.text(),
    signOutChoice.detail(origin),
    signOutLabel,
    sampleLabel,
  );
  if (answer === sampleLabel) return 'sample';
  return answer === signOutLabel ? 'service' : undefined;
}
