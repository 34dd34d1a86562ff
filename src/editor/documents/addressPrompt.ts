import { QuickPickItemKind, type QuickPickItem } from 'vscode';
import { readAddress } from '../../scan/parse.ts';
import { addressBox, typedProblem } from '../../words/inputs.ts';
import { shortAddress } from '../../words/text.ts';
import { dialogs } from '../shell/dialogs.ts';
import { chooseOpen, chooseNetwork } from './subject.ts';
import type { ChainChoices } from './chainChoice.ts';
import { locateAddress, type FoundAddress, type ReasonedSubject } from './subject.ts';

/** An address that can be chosen instead of typed. */
export type RecentAddress = Pick<QuickPickItem, 'label' | 'description' | 'detail'> & {
  readonly chosen: ReasonedSubject;
};

type PromptItem = QuickPickItem & { readonly chosen?: ReasonedSubject };

/** What Enter means: a recent address, or the text as it is now. */
type Accepted = ReasonedSubject | string;

/**
 * Asks for an address until it is valid, with recent ones below the text; undefined if the user
 * dismissed it. Only the address that is accepted goes anywhere.
 * @param recent may come later; the box does not wait for it
 */
export async function askForAddress(
  prefilled: FoundAddress | undefined,
  choices: ChainChoices,
  recent: Promise<readonly RecentAddress[]> = Promise.resolve([]),
): Promise<ReasonedSubject | undefined> {
  // The bytes of an address are no spelling that a user would check.
  const { form, text } = prefilled?.occurrence ?? {};
  const spelled = (form === 'bytes' ? prefilled?.canonical : text) ?? '';
  // What may be a key is an address in the text that it stands in.
  const isPrefilled = (value: string): boolean =>
    prefilled !== undefined && prefilled.problem === undefined && value.trim() === spelled;

  function typedItem(value: string): PromptItem {
    const reading = readAddress(value);
    const known = isPrefilled(value) ? prefilled?.canonical : undefined;
    const address = known ?? (reading.ok ? reading.address.canonical : undefined);
    const texts =
      address !== undefined
        ? { label: addressBox.use(shortAddress(address)), detail: address }
        : typedProblem(reading.ok ? { kind: 'empty' } : reading.problem);
    return { ...texts, alwaysShow: true };
  }

  const accepted = await dialogs.typeOrPick<PromptItem, Accepted>({
    title: addressBox.title(),
    placeHolder: addressBox.prompt(),
    value: spelled,
    more: recent.then(itemsOf),
    // First, so that Enter takes the text, whatever else is listed at that moment.
    typed: typedItem,
    accept(item, value) {
      if (item?.chosen !== undefined) return item.chosen;
      return isPrefilled(value) || readAddress(value).ok ? value : undefined;
    },
  });
  if (typeof accepted !== 'string') return accepted;
  if (prefilled !== undefined && isPrefilled(accepted)) return chooseNetwork(prefilled, choices);
  const reading = readAddress(accepted);
  if (!reading.ok) return undefined;
  // An unchanged prefill is still the address in the text, with its surrounding evidence.
  if (prefilled?.canonical === reading.address.canonical) return chooseNetwork(prefilled, choices);
  const located = locateAddress(accepted, reading.address, choices);
  return located.kind === 'open' ? chooseOpen(located.open, choices) : located;
}

function itemsOf(recent: readonly RecentAddress[]): PromptItem[] {
  return recent.length === 0
    ? []
    : [{ label: addressBox.recent(), kind: QuickPickItemKind.Separator }, ...recent];
}
