import * as vscode from 'vscode';
import { chainIdShape } from '../../api/parameters.ts';
import type { Policy } from '../../paid/policy.ts';
import { readScale, type ScaleReading } from '../../report/scale.ts';
import {
  settingTable,
  type SettingRow,
  type SettingValue,
  type UserSetting,
  type WorkspaceSetting,
} from '../../manifest.ts';

const configuration = (scope?: vscode.Uri): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('addressRisk', scope);

/** Ignores settings of a repository: these are read only from the user. */
const uncheckedUserValue = (name: UserSetting): unknown =>
  configuration().inspect(name)?.globalValue;

const userValue = <Name extends UserSetting>(name: Name): SettingValue<Name> =>
  checked(name, uncheckedUserValue(name));

/** The default for what the table does not allow: a settings file is edited by hand. */
function checked<Name extends UserSetting | WorkspaceSetting>(
  name: Name,
  value: unknown,
): SettingValue<Name> {
  const { default: fallback, values }: SettingRow = settingTable[name];
  const isOfType = value !== null && typeof value === typeof fallback;
  const isAllowed = values?.some((each) => each === value) ?? isOfType;
  return (isAllowed ? value : fallback) as SettingValue<Name>;
}

/**
 * Unchecked values of a setting: the user's own, and those of the workspace, which a repository may
 * contain, the folder's first. The caller decides which of them count.
 */
export function valuesByOrigin(
  name: WorkspaceSetting,
  scope: vscode.Uri | undefined,
): { readonly own: unknown; readonly ofWorkspace: readonly unknown[] } {
  const found = configuration(scope).inspect(name);
  return {
    own: found?.globalValue,
    ofWorkspace: [found?.workspaceFolderValue, found?.workspaceValue],
  };
}

/** The text that the user has set, and the text of the workspace. */
function textsByOrigin(name: WorkspaceSetting, scope: vscode.Uri | undefined) {
  const { own, ofWorkspace } = valuesByOrigin(name, scope);
  const [ofFolder, ofAll] = ofWorkspace;
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' ? value.trim() : undefined;
  return { own: textOf(own), workspace: textOf(ofFolder ?? ofAll) };
}

/** The value in a place. Only of settings that have a list of values: a repository may have set it. */
const valueIn = <Name extends 'codeLens' | 'names' | 'diagnostics.checksum'>(
  name: Name,
  scope: vscode.Uri | undefined,
): SettingValue<Name> => checked(name, configuration(scope).get(name));

/**
 * The settings as the code uses them: read on demand, validated, and clamped. Settings that
 * determine where calls go and what they cost come only from the user.
 */
export const settings = {
  serviceUrl: () => userValue('serviceUrl'),
  accountUrl: () => userValue('accountUrl'),
  aggregator: () => userValue('aggregator'),
  hoverSummary: () => userValue('hover.summary'),
  transport: () => userValue('network.transport'),
  codeLens: (scope: vscode.Uri) => valueIn('codeLens', scope),
  names: (scope?: vscode.Uri) => valueIn('names', scope),
  checksumDiagnostics: (scope: vscode.Uri) => valueIn('diagnostics.checksum', scope),

  /**
   * Any texts that are not checked; empty: automatic.
   * @param selected what the user selected in this workspace: in its settings, that is their own
   */
  newSince(scope: vscode.Uri, selected?: unknown): { own: string; workspace: string } {
    const { own, workspace } = textsByOrigin('newSince', scope);
    return workspace !== undefined && workspace === selected
      ? { own: workspace, workspace: '' }
      : { own: own ?? '', workspace: workspace ?? '' };
  },

  /** Levels from which a score becomes a problem: the lower one counts. `off`: none. */
  problemsLevels(scope?: vscode.Uri): readonly string[] {
    const { own = settingTable['problems.level'].default, workspace } = textsByOrigin(
      'problems.level',
      scope,
    );
    return workspace === undefined ? [own] : [own, workspace];
  },

  /** Our names of networks, and the identifiers that the service expects where they differ. */
  chainIds(): Readonly<Record<string, string>> {
    const ids: Readonly<Record<string, unknown>> = userValue('chainIds');
    const valid = Object.entries(ids).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && chainIdShape.test(entry[1]),
    );
    // No prototype, so that `constructor` isn't a network.
    return Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(valid));
  },

  /** The service's identifier for one of our networks. */
  serviceChain: (network: string): string => settings.chainIds()[network] ?? network,

  policy(): Policy {
    return {
      summaryMs: atLeast(0, userValue('results.summaryMinutes')) * 60_000,
      riskMs: atLeast(0, userValue('results.riskHours')) * 3_600_000,
      summaryCallsPerDay: atLeast(0, userValue('budget.summaryCallsPerDay')),
      rhythm: {
        intervalMs: userValue('polling.intervalSeconds') * 1_000,
        timeoutMs: userValue('polling.timeoutMinutes') * 60_000,
      },
    };
  },

  /** The user's scale, or why it isn't one. */
  riskScale: (): ScaleReading => readScale(uncheckedUserValue('riskScale')),

  /** VS Code's own network settings of the user; a repository cannot set them. */
  proxy(): {
    readonly proxy: string;
    readonly noProxy: readonly string[];
    readonly isDirect: boolean;
  } {
    const http = vscode.workspace.getConfiguration('http');
    const proxy: unknown = http.inspect('proxy')?.globalValue;
    const noProxy: unknown = http.inspect('noProxy')?.globalValue;
    return {
      proxy: typeof proxy === 'string' ? proxy : '',
      noProxy: Array.isArray(noProxy) ? noProxy.filter((host) => typeof host === 'string') : [],
      isDirect: http.inspect('proxySupport')?.globalValue === 'off',
    };
  },

  /** VS Code's exclusions for a folder: patterns with which a repository could hide files. */
  excludedFiles: (folder: vscode.WorkspaceFolder): Readonly<Record<string, unknown>> =>
    vscode.workspace
      .getConfiguration('files', folder)
      .get<Readonly<Record<string, unknown>> | null>('exclude') ?? {},

  async save<Name extends UserSetting>(name: Name, value: SettingValue<Name>): Promise<void> {
    await configuration().update(name, value, vscode.ConfigurationTarget.Global);
  },

  /** Into the settings of the folder. @param value empty: automatic */
  async saveNewSince({ uri }: vscode.WorkspaceFolder, value: string): Promise<void> {
    const { WorkspaceFolder } = vscode.ConfigurationTarget;
    await configuration(uri).update('newSince', value === '' ? undefined : value, WorkspaceFolder);
  },
};

function atLeast(least: number, value: number): number {
  return Number.isFinite(value) ? Math.max(least, value) : least;
}
