import { l10n, type QuickPickItem } from 'vscode';
import { apiKeyProblem, tenantIdProblem, type Credentials } from '../api/credentials.ts';
import { readServiceUrl } from '../api/serviceUrl.ts';
import type { HoverSummary } from '../manifest.ts';
import { dialogs, type InputOptions } from './dialogs.ts';
import { credentialProblemText, serviceUrlProblemText } from './sentences.ts';
import { settings } from './settings.ts';

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
    prompt: l10n.t('Tenant ID'),
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
        ? l10n.t(
            'API key, as issued under “API keys” in your account. It is sent to {0} only.',
            service.origin,
          )
        : l10n.t(
            'API key, as issued under “API keys” at {0}. It is sent to {1} only.',
            accountUrl,
            service.origin,
          ),
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
      description: l10n.t('fetch the summary on hover (one API call per address)'),
      value: 'auto',
    },
    { label: l10n.t('Ask first'), description: l10n.t('show a link to fetch it'), value: 'ask' },
    { label: l10n.t('Never'), description: l10n.t('show stored data only'), value: 'off' },
  ];
  const picked = await dialogs.pick(items, {
    title,
    placeHolder: l10n.t('What should hovering over an address do?'),
    ignoreFocusOut: true,
  });
  return picked?.value;
}

/** Asks for a valid text and trims it. */
async function ask({ check, ...box }: InputOptions): Promise<string | undefined> {
  const entered = await dialogs.input({ ...box, check: (value) => check(value.trim()) });
  return entered?.trim();
}
