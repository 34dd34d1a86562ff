import type { CheckOutcome } from '../api/client.ts';
import type { ConnectedAccount } from './account.ts';
import { dayOf } from './clock.ts';
import type { JobPorts } from './ports.ts';
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
  await turn.take(AbortSignal.any([signal, account.signal]));
  try {
    const day = dayOf(ports.clock.now());
    await ports.ledger.countPoll(account.key, day, 'check');
    const outcome = await account.client.check(signal, turn);
    if (outcome.kind === 'failed' && !outcome.failure.wasSent) {
      await ports.ledger.uncountPoll(account.key, day, 'check');
    }
    return outcome;
  } finally {
    await turn.end();
  }
}
