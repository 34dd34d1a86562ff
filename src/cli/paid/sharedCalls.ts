import { chargeText } from '../../words/usage.ts';
import type { Terminal } from '../terminal.ts';
import type { PaidService } from './service.ts';

/** The newest calls that are looked at: those of a run are among them. */
const maxCalls = 200;

/** Names the calls of a run that the team had paid for already. @param since in milliseconds */
export async function noteSharedCalls(
  { engine, account }: PaidService,
  since: number,
  terminal: Terminal,
): Promise<void> {
  const calls = await engine.listSpendings(account.ref.key, maxCalls);
  const count = calls.filter(({ at, charge }) => at >= since && charge === 'shared').length;
  if (count === 0) return;
  const [text = ''] = chargeText('shared');
  terminal.note(`${count === 1 ? '1 result' : `${count} results`} ${text}.`);
}
