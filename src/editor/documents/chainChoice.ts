import * as vscode from 'vscode';
import { networkNamed, networks, type Family } from '../../addresses/networks.ts';
import { networkPick, networkTitle } from '../../words/networks.ts';
import { dialogs } from '../shell/dialogs.ts';

/** The networks that users selected for addresses. */
export interface ChainChoices {
  of(address: string): string | undefined;
  remember(address: string, chain: string): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
  dispose(): void;
}

const stateKey = 'chainChoices';

/** Beyond this, the oldest are dropped. */
const mostChoices = 2_000;

/** Kept in the state of the workspace, so that a choice applies to one repository. */
export function createChainChoices(
  context: Pick<vscode.ExtensionContext, 'workspaceState'>,
): ChainChoices {
  const changed = new vscode.EventEmitter<void>();
  const stored = (): Readonly<Record<string, unknown>> =>
    context.workspaceState.get<Record<string, unknown>>(stateKey, {});
  return {
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
    of(address) {
      const all = stored();
      const chain = Object.hasOwn(all, address) ? all[address] : undefined;
      return typeof chain === 'string' ? chain : undefined;
    },
    async remember(address, chain) {
      const others = Object.entries(stored()).filter(([other]) => other !== address);
      const kept = [...others.slice(1 - mostChoices), [address, chain]];
      await context.workspaceState.update(stateKey, Object.fromEntries(kept));
      changed.fire();
    },
  };
}

/** Asks for a network: one of the candidates if evidence is equal, otherwise any of the family. */
export async function askForChain(
  address: string,
  family: Family,
  candidates: readonly string[],
): Promise<string | undefined> {
  const names =
    candidates.length > 0
      ? candidates
      : networks.filter((network) => network.family === family).map(({ name }) => name);
  const items = names.map((name) => ({
    label: networkTitle(name),
    description: name,
    detail: networkNamed(name)?.caip2 ?? '',
    name,
  }));
  const picked = await dialogs.pick(items, {
    title: networkPick.title(),
    placeHolder: networkPick.prompt(address, candidates.length > 1),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.name;
}
