import type { WorkspaceFolder } from 'vscode';
import type { NewRule } from '../../book/editBook.ts';
import { isDefaultChainInTable, usesDefaultChain } from '../../evidence/defaultChain.ts';
import { readAddress } from '../../scan/parse.ts';
import { settingTable } from '../../manifest.ts';
import { assumedNetwork, choiceOverriddenText, networkPick } from '../../messages/networks.ts';
import { addressMeant, type MeantAddress } from '../documents/argument.ts';
import {
  askForChain,
  askForNetworkOf,
  type ChainChoices,
  type AmbiguousAddress,
} from '../documents/chainChoice.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Notifier } from '../shell/shell.ts';

/** For the address of the argument or at the caret. Reports if the characters of the address override the choice. */
export async function selectChain(
  argument: unknown,
  choices: ChainChoices,
  notifier: Notifier,
): Promise<void> {
  const meant = addressMeant(argument, choices);
  const open = openIn(meant);
  if (open === undefined) {
    notifier.refuse(meant.kind === 'refused' ? meant.text : networkPick.noAddress());
    return;
  }
  const picked = await askForChain(open, choices.searched, assumedFor(open, choices));
  if (picked === undefined) return;
  if (picked.chain === null) {
    await choices.setAlwaysAssumed(undefined);
    return;
  }
  await choices.remember(open.address, picked.chain);
  // The characters of an address are a fact. Everything else that names a network can be wrong.
  const reading = meant.kind === 'address' ? meant.located?.reading : undefined;
  if (reading?.reason === 'address') notifier.inform(choiceOverriddenText(reading));
}

/** The address to select a network for; also one that cannot be looked up. */
function openIn(meant: MeantAddress): AmbiguousAddress | undefined {
  if (meant.kind === 'address') return meant.open;
  const read = meant.kind === 'problem' ? readAddress(meant.canonical) : undefined;
  if (read?.ok !== true) return undefined;
  const { canonical: address, family } = read.address;
  return { address, family, candidates: [] };
}

/** The network to stop assuming, if it is one for addresses of this family. */
function assumedFor({ family }: AmbiguousAddress, choices: ChainChoices): string | undefined {
  const chain = choices.alwaysAssumed();
  if (chain === undefined || !isDefaultChainInTable(chain)) return undefined;
  return usesDefaultChain(family) ? chain : undefined;
}

/**
 * Asks once for the network of all addresses without one: the answer is kept for this workspace, or as
 * rules of its address book. Hovers then fetch summaries on it. Any extension can run this, and a modal
 * question is what only the user can answer.
 * @param writeRules false if they could not be written
 * @param isSample whether what hovers fetch is sample data
 */
export async function alwaysAssumeChain(
  choices: ChainChoices,
  writeRules: (folder: WorkspaceFolder, rules: readonly NewRule[]) => Promise<boolean>,
  isSample: boolean,
): Promise<void> {
  const files = choices.searched.unnamedFiles();
  const patterns = files.flatMap((each) => each.patterns);
  let network: string = settingTable.defaultChain.default;
  for (;;) {
    const question = assumedNetwork.question(network, patterns, isSample);
    const { text, detail, yes, inBook, other } = question;
    const buttons = [yes, ...(patterns.length > 0 ? [inBook] : []), other];
    const answer = await dialogs.ask(text, detail, ...buttons);
    if (answer === yes) await choices.setAlwaysAssumed(network);
    if (answer === inBook) {
      for (const { folder, patterns: own } of files) {
        const rules = own.map((each) => ({ files: each, network }));
        if (!(await writeRules(folder, rules))) return;
      }
    }
    if (answer !== other) return;
    const picked = await askForNetworkOf('evm', choices.searched);
    if (picked === undefined) return;
    network = picked;
  }
}
