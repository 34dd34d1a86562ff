/** What the person at the command line did wrong; its message is meant for them, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
