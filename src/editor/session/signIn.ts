import { apiKeyProblem, tenantIdProblem, type Credentials } from '../../api/credentials.ts';
import { readServiceUrl } from '../../api/serviceUrl.ts';
import type { HoverSummary } from '../../manifest.ts';
import { signInBoxes } from '../../words/account.ts';
import { credentialProblemText, serviceUrlProblemText } from '../../words/inputs.ts';
import { dialogs, type InputOptions } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';

export interface SignInAnswers {
  /** As entered, for the settings. */
  readonly serviceUrl: string;
  /** The origin that the credentials are bound to. */
  readonly origin: string;
  readonly credentials: Credentials;
  /** Undefined if the pick was dismissed: then the setting stays. */
  readonly hoverSummary: HoverSummary | undefined;
}

/** Asks for everything that signing in needs, one box at a time; undefined if one was dismissed. */
export async function askToSignIn(currentUrl: string): Promise<SignInAnswers | undefined> {
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

async function askWhatHoversMayDo(): Promise<HoverSummary | undefined> {
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
