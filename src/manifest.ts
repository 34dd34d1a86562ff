/** The contract with package.json: command IDs and settings. A test compares the two. */

/**
 * All commands by their names. Those of a `service` wait until it is decided which one is in use; `local`
 * ones do without it, or decide it.
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
  /** What named the network where the address was found. Shown with it; decides nothing. */
  readonly reason?: string;
  readonly evidence?: string;
  /** The URI of the folder whose address book an entry is for. */
  readonly folder?: string;
  /** Proof that a surface of this window has made it (`ownArguments.ts`). */
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

export type HoverSummary = 'auto' | 'ask' | 'off';

/** Types and defaults of the settings, by their names below `addressRisk`. */
export interface Settings {
  readonly serviceUrl: string;
  readonly accountUrl: string;
  readonly defaultChain: string;
  readonly chainIds: Readonly<Record<string, string>>;
  readonly aggregator: 'money' | 'money_rank_weight';
  readonly 'hover.summary': HoverSummary;
  readonly codeLens: 'auto' | 'all' | 'scored' | 'off';
  readonly names: 'off' | 'hover' | 'inline';
  readonly newSince: string;
  readonly 'polling.intervalSeconds': number;
  readonly 'polling.timeoutMinutes': number;
  readonly 'results.summaryMinutes': number;
  readonly 'results.riskHours': number;
  readonly 'budget.summaryCallsPerDay': number;
  /** Checked by `readScale` when it is read. */
  readonly riskScale: {
    readonly min: number;
    readonly max: number;
    readonly levels: readonly { readonly name: string; readonly from: number }[];
  } | null;
  readonly 'problems.level': string;
  readonly 'diagnostics.checksum': 'off' | 'hint' | 'warning';
  readonly 'network.transport': 'undici' | 'vscode';
}

export const settingDefaults: Settings = {
  serviceUrl: '',
  accountUrl: '',
  defaultChain: 'ethereum',
  chainIds: {},
  aggregator: 'money',
  'hover.summary': 'auto',
  codeLens: 'auto',
  names: 'hover',
  newSince: '',
  'polling.intervalSeconds': 3,
  'polling.timeoutMinutes': 15,
  'results.summaryMinutes': 60,
  'results.riskHours': 24,
  'budget.summaryCallsPerDay': 200,
  riskScale: null,
  'problems.level': 'High',
  'diagnostics.checksum': 'warning',
  'network.transport': 'undici',
};
