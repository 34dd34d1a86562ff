import { isKeyShaped } from '../../scan/keyMaterial.ts';
import { isKeySizedHex } from '../../keys/hexAccounts.ts';
import { networksOf } from '../../networks/networks.ts';
import { mayBeKey, readAddress } from '../../scan/parse.ts';
import type { ToolError } from '../../report/toolResult.ts';
import { addressProblemText, chainProblemText } from '../../words/inputs.ts';
import { toolTexts } from '../../words/tools.ts';
import { readArgument } from '../documents/argument.ts';
import type { ChainChoices, AmbiguousAddress } from '../documents/chainChoice.ts';
import { isAssumed } from '../documents/assumedNetwork.ts';
import type { ReasonedSubject, Subject } from '../documents/subject.ts';
import { membersOf } from '../../report/toolWork.ts';

/** The address and the network of an input, or why no call is made for them. */
export type AskedSubject =
  | { readonly kind: 'subject'; readonly chosen: ReasonedSubject }
  | { readonly kind: 'refused'; readonly error: ToolError };

/** In UTF-16 units; the schema says it too. */
const maxInputLength = 512;
/** Of a family with more, an agent knows their names as well. */
const maxNetworks = 20;

/**
 * Reads `{address, network?}`. Unlike a command it asks no question: what only the user can decide
 * is refused.
 */
export function readSubject(input: unknown, choices: ChainChoices, isReal: boolean): AskedSubject {
  const { address, network } = membersOf(input);
  const isNamed = network !== undefined;
  if (typeof address !== 'string' || (isNamed && typeof network !== 'string')) {
    return refused('badInput', toolTexts.badInput());
  }
  if (address.length > maxInputLength) return refused('badInput', toolTexts.badInput());
  // Before anything else, and whatever network was named: a user in a dialog may know better.
  if (isKeySizedHex(address.trim()) || isKeyShaped(address)) {
    return refused('keyShaped', toolTexts.keyShaped());
  }
  const read = readAddress(address, network);
  if (!read.ok) return refused(read.problem.kind, addressProblemText(read.problem));
  const asked = readArgument({ address, ...(isNamed && { chain: network }) }, choices);
  switch (asked.kind) {
    case 'none':
    case 'refused':
      return refused('networkNotKnown', chainProblemText());
    case 'open':
      return { kind: 'refused', error: openError(asked.open) };
    case 'subject': {
      const { subject, reading } = asked;
      if (isReal && isAssumed(asked)) return { kind: 'refused', error: assumedError(subject) };
      // Such as a short address on Sui, which is sent with all its digits.
      return mayBeKey(subject.address, subject.chain)
        ? refused('keyShaped', toolTexts.keyShaped())
        : { kind: 'subject', chosen: { subject, reading } };
    }
  }
}

function refused(kind: string, message: string): AskedSubject {
  return { kind: 'refused', error: { kind, message } };
}

/** Nothing is paid for on a guess: the agent, or its user, names the network. */
function assumedError({ chain }: Subject): ToolError {
  const others = networksOf('evm').filter(({ name }) => name !== chain);
  return {
    kind: 'assumedNetwork',
    message: toolTexts.assumedNetwork(),
    networks: [chain, ...others.map(({ name }) => name)].slice(0, maxNetworks),
  };
}

function openError({ family, candidates }: AmbiguousAddress): ToolError {
  const isBetween = candidates.length > 1;
  const names = isBetween ? candidates : networksOf(family).map(({ name }) => name);
  return {
    kind: isBetween ? 'severalNetworks' : 'unknownNetwork',
    message: isBetween ? toolTexts.severalNetworks() : toolTexts.unknownNetwork(),
    networks: names.slice(0, maxNetworks),
  };
}
