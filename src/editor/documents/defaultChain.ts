import type { Uri } from 'vscode';
import { isDefaultChainInTable } from '../../evidence/defaultChain.ts';
import { networkNamed } from '../../networks/networks.ts';
import { chainIdShape } from '../../api/parameters.ts';
import { settingDefaults } from '../../manifest.ts';
import { inspectSetting } from '../shell/settings.ts';

export interface DefaultChain {
  readonly name: string;
  /** If not, the name is a guess, even if the same name could have been set. */
  readonly isSet: boolean;
}

/**
 * The network of an EVM address without nearby evidence. A user may set any identifier; a
 * repository only a network in our table. Anything else is as if it was not set.
 */
export function defaultChainOf(scope: Uri | undefined): DefaultChain {
  const values = inspectSetting<unknown>('defaultChain', scope);
  for (const value of [values.workspaceFolderValue, values.workspaceValue]) {
    if (typeof value === 'string' && isDefaultChainInTable(value)) {
      return { name: value, isSet: true };
    }
  }
  const own = values.globalValue;
  return typeof own === 'string' && canBeDefaultChain(own)
    ? { name: own, isSet: true }
    : { name: settingDefaults.defaultChain, isSet: false };
}

/** A network in our table, or an identifier that only the service knows. */
function canBeDefaultChain(name: string): boolean {
  const isOfService = networkNamed(name) === undefined;
  return chainIdShape.test(name) && (isOfService || isDefaultChainInTable(name));
}
