/** The contract with package.json: command IDs and settings. A test compares the two. */

import type { RiskScale } from './report/scale.ts';

/**
 * All commands by name. A `service` command waits until the service is known; a `local` one works
 * without it, or selects it.
 */
export const commandKinds = {
  signIn: 'local',
  signOut: 'local',
  useSampleService: 'local',
  lookUpAddress: 'service',
  scoreRisk: 'service',
  openReport: 'service',
  compareAggregators: 'service',
  exportReport: 'service',
  setRiskScale: 'local',
  selectChain: 'local',
  alwaysAssumeChain: 'local',
  addToAddressBook: 'local',
  addToDenyList: 'local',
  addAllInFile: 'local',
  ignoreAddress: 'local',
  showOccurrences: 'local',
  findAddresses: 'local',
  filterAddresses: 'local',
  clearAddressFilter: 'local',
  groupAddresses: 'local',
  exportWorkspaceReport: 'service',
  refreshAddresses: 'local',
  stopSearch: 'local',
  exportAddresses: 'local',
  copyAddress: 'local',
  selectRevision: 'local',
  reviewNewAddresses: 'local',
  scoreFile: 'service',
  exportScores: 'local',
  closeScores: 'local',
  lookUpFile: 'service',
  showJobs: 'service',
  checkConnection: 'service',
  clearResults: 'local',
  showUsage: 'service',
  showStatus: 'local',
  showLog: 'local',
} as const satisfies Readonly<Record<string, 'local' | 'service'>>;

export type CommandName = keyof typeof commandKinds;

/** By their names. */
export const commandIds = Object.fromEntries(
  Object.keys(commandKinds).map((name) => [name, `addressRisk.${name}`]),
) as { readonly [Name in CommandName]: `addressRisk.${Name}` };

/** Language-model tools, which agents call. */
export const toolIds = {
  findAddresses: 'addressRisk_findAddresses',
  lookUp: 'addressRisk_lookUp',
  scoreRisk: 'addressRisk_scoreRisk',
} as const;

export type ToolName = keyof typeof toolIds;

/**
 * An address, by which a command asks nothing. Any extension may pass one, so what arrives is
 * `unknown` until it has been checked.
 */
export interface AddressArgument {
  readonly address: string;
  /** A name of our table of networks. */
  readonly chain?: string;
  /** Networks to choose from: evidence is equal for them. Fewer than two: any network of the family. */
  readonly candidates?: readonly string[];
  /**
   * The evidence for the network where the address was found. Displayed only; nothing depends on
   * it.
   */
  readonly reason?: string;
  readonly evidence?: string;
  /** The URI of the folder whose address book an entry is for. */
  readonly folder?: string;
  /** Proof that a surface of this window has made it (`argument.ts`). */
  readonly token?: string;
  /** Set by a CodeLens. */
  readonly source?: 'lens';
}

/** The commands that take an argument, with its type. */
interface CommandArguments {
  readonly lookUpAddress: AddressArgument;
  readonly scoreRisk: AddressArgument;
  readonly openReport: AddressArgument;
  readonly compareAggregators: AddressArgument;
  readonly exportReport: AddressArgument;
  readonly selectChain: AddressArgument;
  readonly addToAddressBook: AddressArgument;
  readonly addToDenyList: AddressArgument;
  readonly ignoreAddress: AddressArgument;
  readonly showOccurrences: AddressArgument;
  readonly copyAddress: AddressArgument;
}

/** A command with its argument, as links and CodeLenses run it; another argument does not compile. */
export type CommandCall = {
  readonly [Name in CommandName]: {
    readonly name: Name;
    readonly argument?: Name extends keyof CommandArguments ? CommandArguments[Name] : never;
  };
}[CommandName];

export const panelType = 'addressRisk.report';

export const viewId = 'addressRisk.addresses';

/** The view with the scores of the last batch. */
export const scoresViewId = 'addressRisk.scores';

/** A row of the table of settings. */
export interface SettingRow {
  /** VS Code's scopes. Only the user can set an `application` setting, never a repository. */
  readonly scope: 'application' | 'window' | 'resource';
  readonly default: unknown;
  /** All that it may be; missing where other values are allowed. */
  readonly values?: readonly string[];
}

/** The settings by their names below `addressRisk`: types and readers derive from this table. */
export const settingTable = {
  serviceUrl: { scope: 'application', default: '' },
  accountUrl: { scope: 'application', default: '' },
  defaultChain: { scope: 'resource', default: 'ethereum' },
  chainIds: { scope: 'application', default: {} },
  aggregator: { scope: 'application', default: 'money', values: ['money', 'money_rank_weight'] },
  'hover.summary': { scope: 'application', default: 'auto', values: ['auto', 'ask', 'off'] },
  codeLens: { scope: 'window', default: 'auto', values: ['auto', 'all', 'scored', 'off'] },
  names: { scope: 'window', default: 'hover', values: ['off', 'hover', 'inline'] },
  newSince: { scope: 'resource', default: '' },
  'polling.intervalSeconds': { scope: 'application', default: 3 },
  'polling.timeoutMinutes': { scope: 'application', default: 15 },
  'results.summaryMinutes': { scope: 'application', default: 60 },
  'results.riskHours': { scope: 'application', default: 24 },
  'budget.summaryCallsPerDay': { scope: 'application', default: 200 },
  /** Checked by `readScale`. */
  riskScale: { scope: 'application', default: null as RiskScale | null },
  'problems.level': { scope: 'window', default: 'High' },
  'diagnostics.checksum': {
    scope: 'window',
    default: 'warning',
    values: ['off', 'hint', 'warning'],
  },
  'network.transport': { scope: 'application', default: 'undici', values: ['undici', 'vscode'] },
} as const satisfies Readonly<Record<string, SettingRow>>;

type SettingTable = typeof settingTable;

/** The settings that only the user decides. */
export type UserSetting = {
  [Name in keyof SettingTable]: SettingTable[Name]['scope'] extends 'application' ? Name : never;
}[keyof SettingTable];

/** The settings that a repository may bring along. */
export type WorkspaceSetting = Exclude<keyof SettingTable, UserSetting>;

export type SettingValue<Name extends keyof SettingTable> = SettingTable[Name] extends {
  readonly values: readonly (infer Value)[];
}
  ? Value
  : Widened<SettingTable[Name]['default']>;

type Widened<Value> = Value extends string ? string : Value extends number ? number : Value;
