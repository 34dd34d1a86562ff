import { readAddress } from '../../addresses/parse.ts';
import { choiceOverriddenText, networkPick } from '../../words/networks.ts';
import { askForChain, type ChainChoices } from '../documents/chainChoice.ts';
import { readArgument, findAddressAtCaret } from '../documents/subject.ts';
import type { Notifier } from '../shell/notifier.ts';

/** For the address of the argument or at the caret. Reports if the code overrides the choice. */
export async function selectChain(
  argument: unknown,
  choices: ChainChoices,
  notifier: Notifier,
): Promise<void> {
  const given = readArgument(argument, choices);
  const atCaret = given.kind === 'none' ? findAddressAtCaret(choices) : undefined;
  const address =
    given.kind === 'subject'
      ? given.subject.address
      : given.kind === 'open'
        ? given.open.address
        : atCaret?.canonical;
  const reading = readAddress(address ?? '');
  if (!reading.ok) {
    notifier.refuse(given.kind === 'refused' ? given.text : networkPick.noAddress());
    return;
  }
  const { canonical, family } = reading.address;
  const candidates =
    given.kind === 'open' ? given.open.candidates : (atCaret?.open?.candidates ?? []);
  const chain = await askForChain(canonical, family, candidates);
  if (chain === undefined) return;
  await choices.remember(canonical, chain);
  const isNamedByCode =
    atCaret !== undefined && atCaret.subject !== undefined && atCaret.chain.strength !== 'none';
  if (isNamedByCode && !['selected', 'setting', 'family'].includes(atCaret.chain.reason)) {
    notifier.inform(choiceOverriddenText(atCaret.chain));
  }
}
