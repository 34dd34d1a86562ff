/**
 * `missing`: there is no program. `failed`: Git reports an error. `noObject`: it lacks an object that
 * it needs. `tooMuch`: more output than was allowed. `late`: no end in time.
 */
export type GitFault = 'missing' | 'failed' | 'noObject' | 'tooMuch' | 'late';

export class GitError extends Error {
  override readonly name = 'GitError';
  readonly fault: GitFault;
  /** The command of Git. */
  readonly command: string;
  /** What Git reports, on one line; empty if it reports nothing. Text of a repository may be in it. */
  readonly report: string;

  constructor(fault: GitFault, command: string, report = '') {
    super(`git ${command}: ${fault}`);
    this.fault = fault;
    this.command = command;
    this.report = report;
  }
}
