import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { window, type TextDocument } from 'vscode';
import { usesDefaultChain } from '../../evidence/defaultChain.ts';
import { isDecidingReason, readingOf, type ChainReading } from '../../evidence/reasons.ts';
import { isOfFamily, isRetired, networkNamed, type Family } from '../../networks/networks.ts';
import { readAddress, type Address } from '../../scan/parse.ts';
import type { AddressArgument, CommandName } from '../../manifest.ts';
import { addressProblemText, chainProblemText } from '../../messages/inputs.ts';
import {
  activeUri,
  defaultChainOf,
  findAddressAtCaret,
  locateAddress,
  type DocumentAddress,
  type ReasonedSubject,
} from './subject.ts';
import type { ChainChoices, AmbiguousAddress } from './chainChoice.ts';

/** The argument of a command, if it has one. */
type SubjectArgument =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'subject' } & ReasonedSubject)
  | { readonly kind: 'open'; readonly open: AmbiguousAddress }
  | { readonly kind: 'refused'; readonly text: string };

/** The parts of an argument before they are checked. */
type Unchecked = Readonly<Record<string, unknown>>;

/** Longer than any host name or identifier that a reason quotes; without what starts markup. */
const evidenceShape = /^[\w.:-]{1,80}$/;

/** The argument of a link or CodeLens; it carries the evidence for the network to the command. */
export function argumentOf({ subject, reading }: ReasonedSubject): AddressArgument {
  if (reading === undefined) return { ...subject };
  const { reason, evidence } = reading;
  return { ...subject, reason, evidence };
}

/** The same for an address of a text, whose network may be undecided. */
export function argumentFor({ subject, chain, canonical, open }: DocumentAddress): AddressArgument {
  if (subject === undefined) return { address: canonical, candidates: open?.candidates ?? [] };
  return argumentOf({ subject, reading: chain });
}

/** Reads `{address, chain?}`. Any extension may have passed it, so everything is validated. */
export function readArgument(argument: unknown, choices?: ChainChoices): SubjectArgument {
  if (typeof argument !== 'object' || argument === null || !('address' in argument)) {
    return { kind: 'none' };
  }
  const { address, chain, candidates, ...rest } = argument as Unchecked;
  const input = typeof address === 'string' ? address : '';
  const networks = Array.isArray(candidates) ? candidates.filter(isText) : undefined;
  const read = readAddress(input, isText(chain) ? chain : networks?.[0]);
  if (!read.ok) return { kind: 'refused', text: addressProblemText(read.problem) };
  const { canonical, family } = read.address;
  if (chain === undefined) {
    return networks !== undefined
      ? { kind: 'open', open: openOf(read.address, networks) }
      : locateAddress(input, read.address, choices);
  }
  if (typeof chain !== 'string' || !isKnownChain(chain, family)) {
    return { kind: 'refused', text: chainProblemText() };
  }
  return {
    kind: 'subject',
    subject: { address: canonical, chain },
    reading: readingIn(rest, chain),
  };
}

/** The address that the user means, or why there is none. */
export type MeantAddress =
  | {
      readonly kind: 'address';
      /** The address itself; without candidates where its network is decided. */
      readonly open: AmbiguousAddress;
      /** Undefined if only the user can choose the network. */
      readonly located: ReasonedSubject | undefined;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly text: string }
  /** There is an address at the caret, and it cannot be looked up. */
  | { readonly kind: 'problem'; readonly text: string; readonly canonical: string };

/** The address of an argument, otherwise the one at the caret. */
export function addressMeant(argument: unknown, choices: ChainChoices): MeantAddress {
  const given = readArgument(argument, choices);
  switch (given.kind) {
    case 'refused':
      return given;
    case 'open':
      return { kind: 'address', open: given.open, located: undefined };
    case 'subject': {
      const { subject, reading } = given;
      // Only an EVM address can be on a network that is not in the table.
      const family = networkNamed(subject.chain)?.family ?? 'evm';
      const open = { address: subject.address, family, candidates: [] };
      return { kind: 'address', open, located: { subject, reading } };
    }
    case 'none':
      return addressAtCaret(choices);
  }
}

function addressAtCaret(choices: ChainChoices): MeantAddress {
  const found = findAddressAtCaret(choices);
  if (found === undefined) return { kind: 'none' };
  const { canonical, problem, subject, chain: reading } = found;
  if (problem !== undefined)
    return { kind: 'problem', text: addressProblemText(problem), canonical };
  const { family } = found.occurrence;
  return {
    kind: 'address',
    open: found.open ?? { address: canonical, family, candidates: [] },
    located: subject && { subject, reading },
  };
}

function openOf({ canonical, family }: Address, networks: readonly string[]): AmbiguousAddress {
  const on = (other: Family): string[] =>
    networks.filter((name) => isOfFamily(networkNamed(name), other));
  // On its own, such an address is read as one of the first network.
  const isOfBoth = on(family).length < on('move').length && ['sui', 'aptos'].includes(family);
  const whole = isOfBoth ? 'move' : family;
  return { address: canonical, family: whole, candidates: on(whole) };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Only shown: a caller that lies about the reason has also chosen the network. */
function readingIn({ reason, evidence }: Unchecked, chain: string): ChainReading | undefined {
  if (!isDecidingReason(reason)) return undefined;
  if (typeof evidence !== 'string' || !evidenceShape.test(evidence)) return undefined;
  return readingOf(reason, chain, evidence);
}

/** A network in our table, or the identifier in the setting `defaultChain`. */
function isKnownChain(chain: string, family: Family): boolean {
  const network = networkNamed(chain);
  if (network !== undefined) return isOfFamily(network, family) && !isRetired(chain);
  return usesDefaultChain(family) && chain === defaultChainOf(activeUri()).name;
}

/** The commands whose argument can lead to a paid call without a question of their own. */
export type PaidCommand = Extract<CommandName, 'lookUpAddress' | 'scoreRisk'>;

/** Of this window: a token of another one, or of an earlier session, is worth nothing. */
const windowKey = randomBytes(32);

/** Rows of our views. VS Code passes the same object to a command of their menu. */
const ownRows = new WeakSet();

/**
 * The argument with a token that a repository cannot know: its tasks and key bindings can run our
 * commands with any argument. Other extensions can read the token where it is shown; the hourly limit
 * of commands is the guard against them.
 */
export function withToken(name: PaidCommand, argument: AddressArgument): AddressArgument {
  return { ...argument, token: tokenFor(name, argument) };
}

/** Marks a view's row as ours. */
export function ownRow<Row extends object>(row: Row): Row {
  ownRows.add(row);
  return row;
}

/** Whether an argument comes from a surface of this window, for this command, address, and network. */
export function isOwn(name: PaidCommand, argument: object): boolean {
  if (ownRows.has(argument)) return true;
  const { address, chain, token } = argument as Record<keyof AddressArgument, unknown>;
  if (typeof address !== 'string' || typeof token !== 'string') return false;
  if (chain !== undefined && typeof chain !== 'string') return false;
  const expected = Buffer.from(tokenFor(name, { address, ...(chain !== undefined && { chain }) }));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether a look-up comes from a link of our own hover, whose words name the network. */
export function isHoverLink(argument: unknown): boolean {
  const isLink = typeof argument === 'object' && argument !== null && 'token' in argument;
  return isLink && 'chain' in argument && isOwn('lookUpAddress', argument);
}

/** Providers run for any document that an extension has opened; only those that show get tokens. */
export function isVisible(document: TextDocument): boolean {
  return window.visibleTextEditors.some((editor) => editor.document === document);
}

function tokenFor(name: PaidCommand, { address, chain }: AddressArgument): string {
  const text = JSON.stringify([name, address, chain ?? null]);
  return createHmac('sha256', windowKey).update(text).digest('base64url');
}
