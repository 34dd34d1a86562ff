import { QuickPickItemKind, type QuickPickItem } from 'vscode';
import { readingOf } from '../../evidence/reasons.ts';
import { assumedPick, networkTitle, assumedNetwork } from '../../messages/networks.ts';
import type { Question } from '../../messages/message.ts';
import { dialogs } from '../shell/dialogs.ts';
import { networkItem, pickableNetworks, type ChainChoices } from './chainChoice.ts';
import type { ReasonedSubject } from './subject.ts';

/** Whether a call for it would pay for a guess. */
export function isAssumed({ reading }: Pick<ReasonedSubject, 'reading'>): boolean {
  return reading?.reason === 'assumed';
}

/**
 * Asks before a batch of a real account. Addresses whose network is only assumed are counted in the
 * question, and can be left out.
 * @returns those to pay for; undefined if the user dismissed it
 */
export async function agreeForMany<Found extends ReasonedSubject>(
  { text, detail, yes }: Question,
  found: readonly Found[],
  isReal: boolean,
): Promise<readonly Found[] | undefined> {
  const named = found.filter((each) => !isAssumed(each));
  const isMixed = isReal && named.length > 0 && named.length < found.length;
  const without = assumedPick.leaveOut(found.length - named.length);
  const answer = await dialogs.ask(text, detail, yes, ...(isMixed ? [without] : []));
  if (answer === undefined) return undefined;
  return answer === yes ? found : named;
}

interface NetworkItem extends QuickPickItem {
  /** Undefined for the separator. */
  readonly chain?: string;
  readonly isAlways?: boolean;
}

/**
 * Before a paid call of a real account: if the network is only assumed, asks for it and remembers
 * the answer. Pressing Enter confirms the assumed one.
 * @returns undefined if the user dismissed the question; then nothing may be sent
 */
export async function confirmNetwork(
  found: ReasonedSubject,
  choices: ChainChoices,
): Promise<ReasonedSubject | undefined> {
  if (!isAssumed(found)) return found;
  const { address, chain } = found.subject;
  // A CodeLens or a report may be older than the user's choice.
  const [selected, always] = [choices.of(address), choices.alwaysAssumed()];
  if (selected !== undefined) return chosenAs('selected', address, selected);
  if (always !== undefined) return chosenAs('alwaysAssumed', address, always);
  const picked = await dialogs.pick<NetworkItem>(itemsFor(chain, choices), {
    title: assumedPick.title(),
    placeHolder: assumedPick.prompt(address),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (picked?.chain === undefined) return undefined;
  if (picked.isAlways === true) await choices.setAlwaysAssumed(chain);
  else await choices.remember(address, picked.chain);
  return chosenAs(picked.isAlways === true ? 'alwaysAssumed' : 'selected', address, picked.chain);
}

/** Remembers an assumed network as the user's pick. */
export async function pickAssumed(
  found: ReasonedSubject,
  choices: ChainChoices,
): Promise<ReasonedSubject> {
  const { address, chain } = found.subject;
  if (!isAssumed(found)) return found;
  await choices.remember(address, chain);
  return chosenAs('selected', address, chain);
}

function chosenAs(
  reason: 'selected' | 'alwaysAssumed',
  address: string,
  chain: string,
): ReasonedSubject {
  return { subject: { address, chain }, reading: readingOf(reason, chain) };
}

/** The assumed network first; only EVM addresses have one. */
function itemsFor(assumed: string, { searched }: ChainChoices): NetworkItem[] {
  const others = pickableNetworks('evm', searched).filter(({ name }) => name !== assumed);
  return [
    { label: networkTitle(assumed), description: assumedPick.assumed(), chain: assumed },
    {
      label: assumedNetwork.always(),
      detail: assumedPick.alwaysDetail(assumed),
      chain: assumed,
      isAlways: true,
    },
    { label: '', kind: QuickPickItemKind.Separator },
    ...others.map(networkItem),
  ];
}
