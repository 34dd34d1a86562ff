import * as vscode from 'vscode';
import type { NamedElsewhere } from '../../evidence/chainOf.ts';
import { isTestNetwork } from '../../networks/names.ts';
import { networkNamed, networksOf, type Family, type Network } from '../../networks/networks.ts';
import { networkPick } from '../../messages/networks.ts';
import { dialogs } from '../shell/dialogs.ts';

/** Networks for a file's addresses from outside its text: the address book. */
export interface FileNetworks {
  /** Resolves when the book of a file has been read, so that no call is made before. */
  ready(uri: vscode.Uri | undefined): Promise<void>;
  /** At most one per family. */
  networksOf(uri: vscode.Uri): readonly string[];
  /** The network of all entries for an address, in the books that count for a file. */
  entryNetwork(uri: vscode.Uri | undefined, canonical: string): string | undefined;
  readonly onDidChange: vscode.Event<void>;
}

/** Combined facts of workspace files, as far as they have been searched. */
export interface Searched {
  /**
   * The one network that other places of an address name.
   * @param uri of the file whose text names no network
   */
  elsewhere(uri: vscode.Uri, canonical: string): NamedElsewhere | undefined;
  /** The named networks of a family, those with the most addresses first. */
  networksInUse(family: Family): readonly string[];
  /** Files that name no network, if a few patterns can describe them. */
  unnamedFiles(): readonly UnnamedFiles[];
}

export interface UnnamedFiles {
  readonly folder: vscode.WorkspaceFolder;
  /** As rules of the address book have them. */
  readonly patterns: readonly string[];
}

/** Before the view is opened. */
export const nothingSearched: Searched = {
  elsewhere: () => undefined,
  networksInUse: () => [],
  unnamedFiles: () => [],
};

const stateKey = 'chainChoices';
const assumedKey = 'alwaysAssumedChain';

/** Beyond this, the oldest are dropped. */
const maxChoices = 2_000;

/**
 * The networks that the user selected, for single addresses and for those that nothing names, and
 * those that the address book names for files.
 */
export type ChainChoices = ReturnType<typeof createChainChoices>;

/** Kept in the state of the workspace, so that a choice applies to one repository. */
export function createChainChoices(
  context: Pick<vscode.ExtensionContext, 'workspaceState'>,
  files?: FileNetworks,
  searched: Searched = nothingSearched,
) {
  const changed = new vscode.EventEmitter<void>();
  const chosen = new vscode.EventEmitter<string | undefined>();
  const watch = files?.onDidChange(() => changed.fire());
  const stored = (): Readonly<Record<string, unknown>> =>
    context.workspaceState.get<Record<string, unknown>>(stateKey, {});
  return {
    onDidChange: changed.event,
    /** Fires for an address whose network was selected; without one if another one is assumed. */
    onDidChoose: chosen.event,
    dispose(): void {
      watch?.dispose();
      changed.dispose();
      chosen.dispose();
    },
    /** Networks that the address book names for a file. */
    ofFile: (uri: vscode.Uri): readonly string[] => files?.networksOf(uri) ?? [],
    /** The network of the entries of the address book for this very address. */
    entryNetwork: (uri: vscode.Uri | undefined, canonical: string) =>
      files?.entryNetwork(uri, canonical),
    searched,
    /** Resolves when the networks of a file are known. */
    ready: (uri: vscode.Uri | undefined) => files?.ready(uri) ?? Promise.resolve(),
    of(address: string): string | undefined {
      const all = stored();
      const chain = Object.hasOwn(all, address) ? all[address] : undefined;
      return typeof chain === 'string' ? chain : undefined;
    },
    async remember(address: string, chain: string): Promise<void> {
      const others = Object.entries(stored()).filter(([other]) => other !== address);
      const kept = [...others.slice(1 - maxChoices), [address, chain]];
      await context.workspaceState.update(stateKey, Object.fromEntries(kept));
      chosen.fire(address);
      changed.fire();
    },
    /** The network that the user always assumes in this workspace. */
    alwaysAssumed(): string | undefined {
      const chain = context.workspaceState.get<unknown>(assumedKey);
      return typeof chain === 'string' ? chain : undefined;
    },
    /** @param chain undefined stops assuming one */
    async setAlwaysAssumed(chain: string | undefined): Promise<void> {
      await context.workspaceState.update(assumedKey, chain);
      chosen.fire(undefined);
      changed.fire();
    },
  };
}

/** An address whose network only the user can choose. */
export interface AmbiguousAddress {
  readonly address: string;
  readonly family: Family;
  /** Evidence is equal for these. Fewer than two: any network of the family. */
  readonly candidates: readonly string[];
}

interface NetworkItem extends vscode.QuickPickItem {
  /** Null for the item that stops assuming a network in this workspace. */
  readonly chain: string | null;
}

/**
 * Networks in the workspace first, then the table's order, which starts with those most common in
 * code. Test networks come last.
 */
export function pickableNetworks(family: Family, searched: Searched): Network[] {
  const own = searched.networksInUse(family).flatMap((name) => networkNamed(name) ?? []);
  const rest = networksOf(family).filter((each) => !own.includes(each));
  const { main = [], test = [] } = Object.groupBy(rest, ({ name }) =>
    isTestNetwork(name) ? 'test' : 'main',
  );
  return [...own, ...main, ...test];
}

/** A network in a list, found by its title, name, or chain ID. */
export const networkItem = ({ name, title, caip2 }: Network) => ({
  label: title,
  description: caip2 === undefined ? name : `${name} · ${caip2}`,
  chain: name,
});

/**
 * Asks for the network of an address, by title, name, or chain ID.
 * @param alwaysAssumed the list then begins with an item that stops assuming this network
 */
export function askForChain(
  { address, candidates, family }: AmbiguousAddress,
  searched: Searched,
  alwaysAssumed?: string,
): Thenable<Pick<NetworkItem, 'chain'> | undefined> {
  const isBetween = candidates.length > 1;
  const rows = isBetween
    ? candidates.flatMap((name) => networkNamed(name) ?? [])
    : pickableNetworks(family, searched);
  const items: NetworkItem[] = rows.map(networkItem);
  if (alwaysAssumed !== undefined) {
    items.unshift({ label: networkPick.stopAssuming(alwaysAssumed), chain: null });
  }
  return pickOf(items, networkPick.prompt(address, isBetween && family !== 'move'));
}

/** Asks for a network of a family, by title, name, or chain ID. */
export async function askForNetworkOf(
  family: Family,
  searched: Searched,
): Promise<string | undefined> {
  const items = pickableNetworks(family, searched).map(networkItem);
  return (await pickOf(items, networkPick.forAll()))?.chain ?? undefined;
}

const pickOf = (
  items: readonly NetworkItem[],
  placeHolder: string,
): Thenable<NetworkItem | undefined> =>
  dialogs.pick(items, { title: networkPick.title(), placeHolder, matchOnDescription: true });
