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
import { Threads } from '../workspace/portions.ts';
import { NoPathError, requestedRoots } from '../workspace/roots.ts';
import type { Options } from './options.ts';
import { withOptions } from './policyOptions.ts';
import { programFile } from './programFile.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

/**
 * The policy that counts in a folder, then the options.
 * @throws UsageError if it cannot be known: no one pays by a guess
 */
export async function policyOfFolder(options: Options, folder: string): Promise<Policy> {
  const since = options.text('since');
  const isStaged = options.has('staged');
  try {
    const [requested] = await requestedRoots(folder, [], since);
    if (requested === undefined) return withOptions(defaultPolicy, options);
    const reading = await trustedPolicy(requested.root, {
      ...{ since, isStaged, trustsChange: options.text('trust') === 'head' },
    });
    return scorePolicy([reading], options);
  } catch (error) {
    throw asUsageError(error);
  }
}

/**
 * The policy by which the addresses of all folders are scored, then the options.
 * @throws UsageError for a book that cannot be used, and if books differ in what is sent
 */
export function scorePolicy(
  checks: readonly Pick<FolderCheck, 'policy' | 'policyFault'>[],
  options: Options,
): Policy {
  const fault = checks.find(({ policyFault }) => policyFault !== undefined)?.policyFault;
  if (fault !== undefined) throw new UsageError(fault);
  const [first, ...others] = checks.map(({ policy }) => policy);
  const sentBy = ({ chainIds, aggregator }: Policy): string =>
    JSON.stringify([Object.entries(chainIds).sort(), aggregator]);
  if (first !== undefined && others.some((other) => sentBy(other) !== sentBy(first))) {
    throw new UsageError(
      'The address books of these folders differ in “chainIds” or “aggregator”: run the command for one folder at a time.',
    );
  }
  return withOptions(first ?? defaultPolicy, options);
}

/**
 * @param reads what takes time and is left out otherwise
 * @throws UsageError
 */
export async function checkRoots(
  options: Options,
  terminal: Terminal,
  more?: MoreJudgments,
  reads: Partial<Pick<CheckOptions, 'namesKeyTexts' | 'namesCode'>> = {},
): Promise<FolderCheck[]> {
  const { operands } = options;
  const since = options.text('since');
  const isStaged = options.has('staged');
  const shared: Omit<CheckOptions, 'paths'> = {
    ...{ since, isStaged, isAll: options.has('all'), now: terminal.clock.now() },
    ...{ trustsChange: options.text('trust') === 'head', namesKeyTexts: false, namesCode: false },
    ...reads,
    output: outputOf(options, terminal),
    startThreads: () => new Threads(programFile(), 'files'),
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
    ? 'This folder is a Git repository, and Git is not installed: the base revision and its address book cannot be read. Install Git.'
    : `Git did not answer (${message}).`;
}

export const hasBaseline = (options: Options): boolean =>
  options.has('since') || options.has('staged');
