/** `missing`: there is no program. `tooMuch`: more output than was allowed. `late`: no end in time. */
export type GitFault = 'missing' | 'failed' | 'tooMuch' | 'late';

export class GitError extends Error {
  override readonly name = 'GitError';
  readonly fault: GitFault;

  constructor(fault: GitFault, command: string) {
    super(`git ${command}: ${fault}`);
    this.fault = fault;
  }
}
