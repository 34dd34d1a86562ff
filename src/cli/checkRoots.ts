import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { GitError } from '../git/gitError.ts';
import { NoBaseError } from '../workspace/base.ts';
import {
  checkFolder,
  trustedPolicy,
  type CheckOptions,
  type FolderCheck,
  type MoreJudgments,
} from '../workspace/check.ts';
import { defaultPolicy, type Policy } from '../workspace/policy.ts';
import { NoPathError, requestedRoots } from '../workspace/roots.ts';
import type { Options } from './options.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

/** The policy that counts in the folder of the user; that of no book where it cannot be known. */
export async function policyOfFolder(terminal: Terminal): Promise<Policy> {
  const [requested] = await requestedRoots(terminal.folder, [], undefined);
  if (requested === undefined) return defaultPolicy;
  try {
    const reading = await trustedPolicy(requested.root);
    if (reading.kind === 'policy') return reading.policy;
    throw new UsageError(reading.reason);
  } catch (error) {
    if (error instanceof NoBaseError || error instanceof GitError) return defaultPolicy;
    throw error;
  }
}

/** @throws UsageError */
export async function checkRoots(
  options: Options,
  terminal: Terminal,
  more?: MoreJudgments,
): Promise<FolderCheck[]> {
  const { operands } = options;
  const since = options.text('since');
  const isStaged = options.has('staged');
  const shared: Omit<CheckOptions, 'paths'> = {
    ...{ since, isStaged, isAll: options.has('all'), now: terminal.clock.now() },
    trustsChange: options.text('trust') === 'head',
    output: outputOf(options, terminal),
  };
  try {
    const roots = await requestedRoots(
      terminal.folder,
      operands,
      isStaged ? (since ?? 'HEAD') : since,
    );
    const checks: FolderCheck[] = [];
    for (const { root, paths } of roots) {
      if (root.repository === undefined && (since !== undefined || isStaged)) {
        throw new UsageError('--since and --staged need a Git repository.');
      }
      checks.push(await checkFolder(root, { ...shared, paths }, more));
    }
    return checks;
  } catch (error) {
    throw asUsageError(error);
  }
}

/** What a user can do something about, in one line; every other error as it is. */
export function asUsageError(error: unknown): unknown {
  if (error instanceof NoBaseError || error instanceof NoPathError) {
    return new UsageError(error.message);
  }
  return error instanceof GitError ? new UsageError(gitText(error)) : error;
}

/** Without links, as the folders of a check are. */
function outputOf(options: Options, { folder }: Terminal): string | undefined {
  const given = options.text('output');
  if (given === undefined) return undefined;
  try {
    return realpathSync.native(resolve(folder, given));
  } catch {
    return undefined;
  }
}

function gitText({ fault, message }: GitError): string {
  return fault === 'missing'
    ? 'There is a Git repository, and Git is not installed: what is new cannot be known.'
    : `Git did not answer (${message}).`;
}

export const hasBaseline = (options: Options): boolean =>
  options.has('since') || options.has('staged');
