import type { CheckOutcome } from '../api/client.ts';
import type { ConnectedAccount } from './account.ts';
import type { JobPorts } from './ports.ts';
import { OwnPollTurn } from './pollTurn.ts';

/**
 * Checks whether the service responds: one status call, in the account's turn, counted as a poll.
 */
export async function checkService(
  ports: Pick<JobPorts, 'ledger' | 'clock'>,
  account: ConnectedAccount,
  canceled: AbortSignal,
): Promise<CheckOutcome> {
  const turn = new OwnPollTurn(ports, account.key);
  const signal = AbortSignal.any([canceled, account.signal]);
  await turn.take(signal);
  try {
    return await turn.call('check', signal, () => account.client.check(signal, turn));
  } finally {
    await turn.end();
  }
}
