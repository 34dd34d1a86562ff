import type * as vscode from 'vscode';
import type { CallEntry } from '../../engine/engine.ts';
import { placeOf } from '../../engine/errorFrames.ts';

/**
 * The log shows which call was made and its outcome. A line contains only what these methods
 * accept: no header, no body, no URL, no message of a foreign error.
 */
export type Log = ReturnType<typeof createLog>;

/** @param channel VS Code keeps what is written to it in a file */
export function createLog(channel: vscode.LogOutputChannel) {
  return {
    call(entry: CallEntry): void {
      if (entry.kind === 'check') {
        channel.info(`check: ${entry.result}`);
        return;
      }
      const { endpoint, failure, requestId, elapsedMs } = entry;
      const id = requestId === undefined ? '' : `, request ${requestId}`;
      const took = `${Math.round(elapsedMs)} ms${id}`;
      if (failure === undefined) {
        channel.info(`${endpoint}: responded in ${took}`);
        return;
      }
      const { kind, status, code, wasSent } = failure;
      const facts = [
        kind,
        ...(status === undefined ? [] : [`status ${status}`]),
        ...(code === undefined ? [] : [code]),
        wasSent ? 'sent' : 'not sent',
        took,
      ];
      channel.info(`${endpoint}: ${facts.join(', ')}`);
    },
    /** A sentence of our own. */
    note: (text: string): void => channel.info(text),
    /** A fault of our own code: its name, the function, and the file, without its message. */
    fault(where: string, error: unknown): void {
      const name = error instanceof Error ? error.name : typeof error;
      channel.error(`${where}: ${name} at ${placeOf(error) ?? 'an unknown place'}`);
    },
    show: (): void => channel.show(true),
  };
}

/** Does not wait for work of a feature; a fault of it goes to the log. */
export function runLogged(
  log: Pick<Log, 'fault'>,
  feature: string,
  work: PromiseLike<unknown>,
): void {
  work.then(undefined, (error: unknown) => log.fault(feature, error));
}
