import * as l10n from '@vscode/l10n';
import type { KeyShape } from '../scan/keyMaterial.ts';
import type { AddressProblem } from '../scan/parse.ts';
import type { CredentialProblem } from '../api/credentials.ts';
import type { ServiceUrlProblem } from '../api/serviceUrl.ts';
import type { Question } from './message.ts';
import { networkTitle } from './networks.ts';
import { shortAddress } from './text.ts';

type Placeholder = Extract<AddressProblem, { readonly kind: 'placeholder' }>['placeholder'];

const placeholders: Readonly<Record<Placeholder, () => string>> = {
  zero: () => l10n.t('zero'),
  'native token': () => l10n.t('native token'),
  dead: () => l10n.t('dead'),
  precompile: () => l10n.t('precompile'),
};

export function addressProblemText(problem: AddressProblem): string {
  switch (problem.kind) {
    case 'empty':
      return l10n.t('Enter an address.');
    case 'keyShaped':
      return problem.isHex
        ? l10n.t(
            'This looks like a private key or a hash. It is not sent anywhere. Enter an address.',
          )
        : l10n.t('This looks like a private key. It is not sent anywhere. Enter an address.');
    case 'placeholder':
      return l10n.t(
        'This is a placeholder address ({0}) that no one controls.',
        placeholders[problem.placeholder](),
      );
    case 'retired':
      return l10n.t(
        '{0} was shut down, so there is nothing to look up. Enter an address on another network.',
        networkTitle(problem.network),
      );
    case 'checksum':
      return l10n.t(
        'This address fails every checksum rule (EIP-55, EIP-1191, Zilliqa). Check for a typo.',
      );
    case 'notAnAddress':
      return l10n.t(
        'This is not an address. An EVM address is 0x and 40 hex digits; addresses of other networks need a valid checksum.',
      );
  }
}

/** Before an address is sent that could as well be a private key. */
export function keySizedQuestion(subject: {
  readonly address: string;
  readonly chain: string;
}): Question {
  return {
    text: l10n.t(
      'Send {0} to the service as an address on {1}?',
      shortAddress(subject.address),
      networkTitle(subject.chain),
    ),
    detail: l10n.t(
      '64 hex digits can also be a private key. Anyone who sees a private key can take the funds. Send it only if you know that it is an address.',
    ),
    yes: l10n.t('Send'),
  };
}

/** Why text that looks like a key gets no actions. */
export function keyShapeText(shape: KeyShape): string {
  switch (shape) {
    case 'privateKey':
      return l10n.t(
        'This looks like a private key. It is never looked up, logged, or sent. Should it be in this file?',
      );
    case 'wif':
      return l10n.t(
        'This looks like a private key (WIF). It is never looked up, logged, or sent. Should it be in this file?',
      );
    case 'extendedKey':
      return l10n.t(
        'This looks like an extended private key. It is never looked up, logged, or sent. Should it be in this file?',
      );
    case 'solanaKey':
      return l10n.t(
        'This looks like a Solana secret key. It is never looked up, logged, or sent. Should it be in this file?',
      );
    case 'seedPhrase':
      return l10n.t(
        'This looks like a seed phrase. It is never looked up, logged, or sent. Should it be in this file?',
      );
    case 'pem':
      return l10n.t(
        'This looks like a private key (PEM). It is never looked up, logged, or sent. Should it be in this file?',
      );
    case 'keyPiece':
      return l10n.t(
        'This looks like part of a private key. It is never looked up, logged, or sent. Should it be in this file?',
      );
  }
}

export const serviceUrlProblemText = (problem: ServiceUrlProblem): string =>
  serviceUrlProblems[problem]();

const serviceUrlProblems: Readonly<Record<ServiceUrlProblem, () => string>> = {
  empty: () => l10n.t('Enter the URL of the service.'),
  notAUrl: () => l10n.t('Enter a URL that begins with https://, or http:// on this machine.'),
  notHttps: () =>
    l10n.t('Use https. Plain http exposes the key and is allowed for this machine only.'),
  userInfo: () => l10n.t('Remove the user name and password. Tenant ID and key come next.'),
  queryOrFragment: () => l10n.t('Remove ? or # and everything after it.'),
  trailingDot: () => l10n.t('Remove the dot at the end of the host name.'),
};

export function credentialProblemText(
  what: 'tenantId' | 'apiKey',
  problem: CredentialProblem,
): string {
  switch (problem) {
    case 'empty':
      return what === 'tenantId' ? l10n.t('Enter the tenant ID.') : l10n.t('Enter the API key.');
    case 'colon':
      return l10n.t('A tenant ID has no colon. Copy it again, without the key.');
    case 'controlCharacter':
      return what === 'tenantId'
        ? l10n.t('The tenant ID contains a line break. Copy it again.')
        : l10n.t('The key contains a line break. Copy it again.');
  }
}

/** Does not quote the name: any extension may have passed it. */
export function chainProblemText(): string {
  return l10n.t('Address Risk does not know this network. Use a name such as ethereum.');
}

/** Why text being typed isn't an address yet, in two short lines. */
export function typedProblem(problem: AddressProblem): {
  readonly label: string;
  readonly detail: string;
} {
  return {
    label:
      problem.kind === 'notAnAddress'
        ? l10n.t('This is not an address.')
        : addressProblemText(problem),
    detail: addressBox.prompt(),
  };
}

/** The box that asks for an address. */
export const addressBox = {
  use: (address: string) => l10n.t('Use {0}', address),
  recent: () => l10n.t('recent'),
  title: () => l10n.t('Look Up Address'),
  prompt: () =>
    l10n.t(
      'An EVM address (0x and 40 hex digits), or an address on Bitcoin, TRON, Solana, TON, Cosmos, Cardano…',
    ),
};

/** The pick of *Score Risk…* when the selection has several addresses. */
export const scorePick = {
  title: () => l10n.t('Score Risk'),
  prompt: () => l10n.t('Select an address to score. This starts 1 calculation.'),
};

/** The same of *Compare Methods…*, which asks for the cost afterward. */
export const comparePick = {
  title: () => l10n.t('Compare Methods'),
  prompt: () => l10n.t('Select an address to compare its scores.'),
};
