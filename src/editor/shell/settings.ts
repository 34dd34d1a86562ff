import * as vscode from 'vscode';
import { aggregators, chainIdShape, type Aggregator } from '../../api/parameters.ts';
import type { Policy } from '../../paid/policy.ts';
import { readScale, type ScaleReading } from '../../report/scale.ts';
import { settingDefaults, type HoverSummary, type Settings } from '../../manifest.ts';

const section = 'addressRisk';

interface Inspected<T> {
  readonly globalValue?: T;
  readonly workspaceValue?: T;
  readonly workspaceFolderValue?: T;
}

/** Ignores settings of a repository: an application setting is read only from the user. */
function userValue<Name extends keyof Settings>(name: Name): Settings[Name] {
  // The settings file is edited by hand and may contain null.
  const value = inspectSetting<Settings[Name] | null>(name).globalValue ?? undefined;
  const fallback = settingDefaults[name];
  return value !== undefined && typeof value === typeof fallback ? value : fallback;
}

/** The values of a setting by where they were set. The caller decides which of them count. */
export function inspectSetting<T>(name: keyof Settings, scope?: vscode.Uri): Inspected<T> {
  return vscode.workspace.getConfiguration(section, scope).inspect<T>(name) ?? {};
}

/** The text that the user has set, and that of the workspace, which a repository may bring along. */
function byOrigin(
  name: 'newSince' | 'problems.level',
  scope: vscode.Uri | undefined,
): { readonly own?: string; readonly workspace?: string } {
  const { globalValue, workspaceValue, workspaceFolderValue } = inspectSetting(name, scope);
  const [own, workspace] = [globalValue, workspaceFolderValue ?? workspaceValue].map((value) =>
    typeof value === 'string' ? value.trim() : undefined,
  );
  return { ...(own !== undefined && { own }), ...(workspace !== undefined && { workspace }) };
}

function oneOf<T extends string>(value: string, allowed: readonly T[], fallback: T): T {
  return allowed.find((candidate) => candidate === value) ?? fallback;
}

/** A setting that a repository may have, too. */
function scopedOneOf<Name extends 'codeLens' | 'names' | 'diagnostics.checksum'>(
  name: Name,
  allowed: readonly Settings[Name][],
  scope: vscode.Uri | undefined,
): Settings[Name] {
  const fallback = settingDefaults[name];
  const value = vscode.workspace.getConfiguration(section, scope).get<string>(name, fallback);
  return oneOf<Settings[Name]>(value, allowed, fallback);
}

/**
 * The settings as the code uses them: read when needed, checked, and clamped. Those that say where
 * calls go and what they cost come from the user only.
 */
export const settings = {
  serviceUrl: (): string => userValue('serviceUrl'),
  accountUrl: (): string => userValue('accountUrl'),
  aggregator: (): Aggregator => oneOf(userValue('aggregator'), aggregators, 'money'),
  hoverSummary: (): HoverSummary =>
    oneOf(userValue('hover.summary'), ['auto', 'ask', 'off'], 'auto'),

  codeLens(scope: vscode.Uri): Settings['codeLens'] {
    return scopedOneOf('codeLens', ['auto', 'all', 'scored', 'off'], scope);
  },

  names(scope?: vscode.Uri): Settings['names'] {
    return scopedOneOf('names', ['off', 'hover', 'inline'], scope);
  },

  /**
   * Any texts that are not checked; empty: automatic.
   * @param selected what the user selected in this workspace: in its settings, that is their own
   */
  newSince(scope: vscode.Uri, selected?: unknown): { own: string; workspace: string } {
    const { own, workspace } = byOrigin('newSince', scope);
    return workspace !== undefined && workspace === selected
      ? { own: workspace, workspace: '' }
      : { own: own ?? '', workspace: workspace ?? '' };
  },

  /** The levels from which a score is a problem: the lower one counts. `off`: none is. */
  problemsLevels(scope?: vscode.Uri): readonly string[] {
    const { own = settingDefaults['problems.level'], workspace } = byOrigin(
      'problems.level',
      scope,
    );
    return workspace === undefined ? [own] : [own, workspace];
  },

  checksumDiagnostics(scope: vscode.Uri): Settings['diagnostics.checksum'] {
    return scopedOneOf('diagnostics.checksum', ['off', 'hint', 'warning'], scope);
  },

  /** Our names of networks, and the identifiers that the service expects where they differ. */
  chainIds(): Readonly<Record<string, string>> {
    const ids: Readonly<Record<string, unknown>> = userValue('chainIds');
    const valid = Object.entries(ids).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && chainIdShape.test(entry[1]),
    );
    // Without a prototype: `constructor` is no network.
    return Object.assign(Object.create(null) as Record<string, string>, Object.fromEntries(valid));
  },

  /** The identifier that the service expects for one of our networks. */
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

  /** What the user wrote, or why it is not a scale. */
  riskScale: (): ScaleReading => readScale(inspectSetting<unknown>('riskScale').globalValue),

  transport: (): Settings['network.transport'] =>
    oneOf(userValue('network.transport'), ['undici', 'vscode'], 'undici'),

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

  async save<Name extends keyof Settings>(name: Name, value: Settings[Name]): Promise<void> {
    await vscode.workspace
      .getConfiguration(section)
      .update(name, value, vscode.ConfigurationTarget.Global);
  },
};

function atLeast(least: number, value: number): number {
  return Number.isFinite(value) ? Math.max(least, value) : least;
}
