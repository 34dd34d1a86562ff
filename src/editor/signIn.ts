import { l10n, window, type InputBoxOptions, type QuickPickItem } from 'vscode';
import { apiKeyProblem, tenantIdProblem, type Credentials } from '../api/credentials.ts';
import { readServiceUrl } from '../api/serviceUrl.ts';
import type { HoverSummary } from '../manifest.ts';
import { credentialProblemText, serviceUrlProblemText } from './sentences.ts';
import { settings } from './settings.ts';

export interface SignInAnswers {
  /** As it was entered, for the settings. */
  readonly serviceUrl: string;
  /** What the credentials are bound to. */
  readonly origin: string;
  readonly credentials: Credentials;
  /** Undefined where the pick was left: then the setting stays. */
  readonly hoverSummary: HoverSummary | undefined;
}

/** Asks for all that signing in needs, one box after the other; undefined where one was left. */
export async function askToSignIn(currentUrl: string): Promise<SignInAnswers | undefined> {
  const title = l10n.t('Sign In');
  const serviceUrl = await ask({
    title: `${title} (1/4)`,
    prompt: l10n.t('URL of the service'),
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
    title: `${title} (2/4)`,
    prompt: l10n.t('Tenant id'),
    check(value) {
      const problem = tenantIdProblem(value);
      return problem === undefined ? undefined : credentialProblemText('tenantId', problem);
    },
  });
  if (tenantId === undefined) return undefined;

  const accountUrl = settings.accountUrl();
  const apiKey = await ask({
    title: `${title} (3/4)`,
    prompt:
      accountUrl === ''
        ? l10n.t('API key, as issued under “API keys” in your account')
        : l10n.t('API key, as issued under “API keys” at {0}', accountUrl),
    password: true,
    check(value) {
      const problem = apiKeyProblem(value);
      return problem === undefined ? undefined : credentialProblemText('apiKey', problem);
    },
  });
  if (apiKey === undefined) return undefined;

  const hoverSummary = await askWhatHoversMayDo(`${title} (4/4)`);
  return { serviceUrl, origin: service.origin, credentials: { tenantId, apiKey }, hoverSummary };
}

async function askWhatHoversMayDo(title: string): Promise<HoverSummary | undefined> {
  const items: (QuickPickItem & { readonly value: HoverSummary })[] = [
    {
      label: l10n.t('Automatically'),
      description: l10n.t('a hover fetches the summary: one API call an address'),
      value: 'auto',
    },
    { label: l10n.t('Ask first'), description: l10n.t('a hover offers a link'), value: 'ask' },
    { label: l10n.t('Never'), description: l10n.t('a hover shows what is stored'), value: 'off' },
  ];
  const picked = await window.showQuickPick(items, {
    title,
    placeHolder: l10n.t('What may a hover do?'),
    ignoreFocusOut: true,
  });
  return picked?.value;
}

/** An input box that takes trimmed text only once it can be used. */
async function ask(
  options: InputBoxOptions & { readonly check: (value: string) => string | undefined },
): Promise<string | undefined> {
  const { check, ...box } = options;
  const entered = await window.showInputBox({
    ...box,
    ignoreFocusOut: true,
    validateInput: (value) => check(value.trim()),
  });
  return entered?.trim();
}
