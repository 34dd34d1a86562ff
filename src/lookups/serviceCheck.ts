import type { CheckOutcome } from '../api/client.ts';
import type { ConnectedAccount } from './account.ts';
import { dayOf } from './clock.ts';
import type { JobPorts } from './jobRun.ts';
import { OwnPollTurn } from './pollTurn.ts';

/**
 * Checks whether the service responds: one status call, in the account's turn, counted as a poll.
 */
export async function checkService(
  ports: Pick<JobPorts, 'ledger' | 'clock'>,
  account: ConnectedAccount,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const turn = new OwnPollTurn(ports, account.key);
  await turn.take(signal);
  try {
    const day = dayOf(ports.clock.now());
    await ports.ledger.countUsage(account.key, day, 'poll', 'check');
    return await account.client.check(signal);
  } finally {
    await turn.end();
  }
}
