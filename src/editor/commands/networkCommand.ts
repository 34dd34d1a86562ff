import { isDefaultChainInTable, usesDefaultChain } from '../../evidence/defaultChain.ts';
import type { ChainReading } from '../../evidence/reasons.ts';
import { readAddress } from '../../scan/parse.ts';
import { settingDefaults } from '../../manifest.ts';
import { assumedNetwork, choiceOverriddenText, networkPick } from '../../words/networkReasons.ts';
import { readArgument } from '../documents/argument.ts';
import { askForChain, type ChainChoices, type OpenSubject } from '../documents/chainChoice.ts';
import { findAddressAtCaret } from '../documents/subject.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Notifier } from '../shell/notifier.ts';

/** For the address of the argument or at the caret. Reports if the characters of the address override the choice. */
export async function selectChain(
  argument: unknown,
  choices: ChainChoices,
  notifier: Notifier,
): Promise<void> {
  const selectable = selectableBy(argument, choices);
  if (typeof selectable === 'string') {
    notifier.refuse(selectable);
    return;
  }
  const { open, reading } = selectable;
  const picked = await askForChain(open, assumedFor(open, choices));
  if (picked === undefined) return;
  if (picked.chain === null) {
    await choices.setAlwaysAssumed(undefined);
    return;
  }
  await choices.remember(open.address, picked.chain);
  // The characters of an address are a fact. Everything else that names a network can be wrong.
  if (reading?.reason === 'address') {
    notifier.inform(choiceOverriddenText(reading));
  }
}

interface Selectable {
  readonly open: OpenSubject;
  readonly reading: ChainReading | undefined;
}

/** The address to select a network for, or why there is none. */
function selectableBy(argument: unknown, choices: ChainChoices): Selectable | string {
  const given = readArgument(argument, choices);
  switch (given.kind) {
    case 'refused':
      return given.text;
    case 'open':
      return { open: given.open, reading: undefined };
    case 'subject':
      return anyNetwork(given.subject.address, given.reading);
    case 'none': {
      const found = findAddressAtCaret(choices);
      if (found?.open !== undefined) return { open: found.open, reading: undefined };
      return anyNetwork(found?.canonical ?? '', found?.subject && found.chain);
    }
  }
}

function anyNetwork(address: string, reading: ChainReading | undefined): Selectable | string {
  const read = readAddress(address, reading?.chain ?? undefined);
  if (!read.ok) return networkPick.noAddress();
  const { family } = read.address;
  return { open: { address, family, candidates: [] }, reading };
}

/** The network to stop assuming, if it is one for addresses of this family. */
function assumedFor({ family }: OpenSubject, choices: ChainChoices): string | undefined {
  const chain = choices.alwaysAssumed();
  if (chain === undefined || !isDefaultChainInTable(chain)) return undefined;
  return usesDefaultChain(family) ? chain : undefined;
}

/**
 * From now on, hovers of this workspace fetch summaries on the network that was only assumed. Asks
 * first: any extension can run this, and a modal question is what only the user can answer.
 */
export async function alwaysAssumeChain(choices: ChainChoices): Promise<void> {
  const chain = settingDefaults.defaultChain;
  if (await dialogs.agree(assumedNetwork.question(chain))) await choices.setAlwaysAssumed(chain);
}
