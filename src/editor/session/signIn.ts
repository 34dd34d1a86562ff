import { apiKeyProblem, tenantIdProblem, type Credentials } from '../../api/credentials.ts';
import { readServiceUrl } from '../../api/serviceUrl.ts';
import type { SettingValue } from '../../manifest.ts';
import { noKeyringSentence, signedInText, signInBoxes } from '../../messages/account.ts';
import { credentialProblemText, serviceUrlProblemText } from '../../messages/inputs.ts';
import { dialogs, type InputOptions } from '../shell/dialogs.ts';
import type { Notifier } from '../shell/notifier.ts';
import { settings } from '../shell/settings.ts';
import type { CredentialStore } from './credentials.ts';
import type { ModeFile } from '../../paths/modeFile.ts';
import type { CurrentSession } from './session.ts';

interface SignInAnswers {
  /** As entered, for the settings. */
  readonly serviceUrl: string;
  /** The origin that the credentials are bound to. */
  readonly origin: string;
  readonly credentials: Credentials;
  /** Undefined if the pick was dismissed: then the setting stays. */
  readonly hoverSummary: SettingValue<'hover.summary'> | undefined;
}

/** Asks for everything that signing in needs, one box at a time; undefined if one was dismissed. */
async function askToSignIn(currentUrl: string): Promise<SignInAnswers | undefined> {
  const serviceUrl = await ask({
    title: signInBoxes.title(1),
    prompt: signInBoxes.serviceUrl(),
    placeHolder: 'https://…',
    value: currentUrl,
    check(value) {
      const reading = readServiceUrl(value);
      return reading.ok ? undefined : serviceUrlProblemText(reading.problem);
    },
  });
  if (serviceUrl === undefined) return undefined;
  const service = readServiceUrl(serviceUrl);
  if (!service.ok) return undefined;

  const tenantId = await ask({
    title: signInBoxes.title(2),
    prompt: signInBoxes.tenantId(),
    // The form in responses. The service does not promise it for credentials, so nothing is rejected.
    placeHolder: '00000000-0000-0000-0000-000000000000',
    check(value) {
      const problem = tenantIdProblem(value);
      return problem === undefined ? undefined : credentialProblemText('tenantId', problem);
    },
  });
  if (tenantId === undefined) return undefined;

  const apiKey = await ask({
    title: signInBoxes.title(3),
    prompt: signInBoxes.apiKey(settings.accountUrl(), service.origin),
    password: true,
    check(value) {
      const problem = apiKeyProblem(value);
      return problem === undefined ? undefined : credentialProblemText('apiKey', problem);
    },
  });
  if (apiKey === undefined) return undefined;

  const hoverSummary = await askWhatHoversMayDo();
  return { serviceUrl, origin: service.origin, credentials: { tenantId, apiKey }, hoverSummary };
}

async function askWhatHoversMayDo(): Promise<SettingValue<'hover.summary'> | undefined> {
  const picked = await dialogs.pick(signInBoxes.hoverChoices(), {
    title: signInBoxes.title(4),
    placeHolder: signInBoxes.hover(),
    ignoreFocusOut: true,
  });
  return picked?.value;
}

/** Asks for a valid text and trims it. */
async function ask({ check, ...box }: InputOptions): Promise<string | undefined> {
  const entered = await dialogs.input({ ...box, check: (value) => check(value.trim()) });
  return entered?.trim();
}

/** Signs in by the prompts, without a call. */
export async function signIn(parts: {
  readonly session: Pick<CurrentSession, 'change'>;
  readonly mode: Pick<ModeFile, 'save'>;
  readonly credentials: CredentialStore;
  readonly notifier: Notifier;
}): Promise<void> {
  const { session, mode, credentials, notifier } = parts;
  const answers = await askToSignIn(settings.serviceUrl());
  if (answers === undefined) return;
  await session.change(async () => {
    // Save the hover setting first: the URL alone may reactivate stored credentials.
    if (answers.hoverSummary !== undefined) {
      await settings.save('hover.summary', answers.hoverSummary);
    }
    await settings.save('serviceUrl', answers.serviceUrl);
    // Before the credentials: with them alone, another window would ask which service is meant.
    await mode.save('service');
    if (!(await credentials.save(answers.origin, answers.credentials))) {
      notifier.warn(noKeyringSentence());
    }
  });
  notifier.inform(signedInText(answers.origin), 'checkConnection');
}
