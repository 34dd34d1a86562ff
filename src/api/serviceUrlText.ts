import type { ServiceUrlProblem } from './serviceUrl.ts';

/** Why ADDRESS_RISK_URL is not used, and what to set instead. Quotes nothing of it: it may have a key. */
export const environmentUrlText = (problem: ServiceUrlProblem): string =>
  environmentUrlTexts[problem];

const environmentUrlTexts: Readonly<Record<ServiceUrlProblem, string>> = {
  empty:
    'ADDRESS_RISK_URL is empty. Set it to the URL of the service, such as https://risk.example.com.',
  notAUrl:
    'ADDRESS_RISK_URL is not a URL. Set it to one that begins with https://, such as https://risk.example.com.',
  notHttps:
    'ADDRESS_RISK_URL must begin with https://. Plain http exposes the key and is allowed for this machine only.',
  userInfo:
    'ADDRESS_RISK_URL has a user name or a password. Remove them, and set ADDRESS_RISK_TENANT and ADDRESS_RISK_KEY.',
  queryOrFragment: 'ADDRESS_RISK_URL has a “?” or “#”. Remove it and everything after it.',
  trailingDot: 'The host name in ADDRESS_RISK_URL ends with a dot. Remove the dot.',
};
