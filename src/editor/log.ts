import type * as vscode from 'vscode';
import type { Endpoint, Failure, Outcome } from '../api/failure.ts';
import type { ServiceClient } from '../api/client.ts';

/**
 * The log shows which call was made and its outcome. A line contains only what these methods
 * accept: no header, no body, no URL, no message of a foreign error.
 */
export interface Log {
  call(entry: {
    readonly endpoint: Endpoint;
    readonly failure: Failure | undefined;
    readonly elapsedMs: number;
  }): void;
  /** A sentence of our own. */
  note(text: string): void;
  /** A fault of our own code: its name and where it was thrown, without its message. */
  fault(where: string, error: unknown): void;
  show(): void;
}

export function createLog(channel: vscode.LogOutputChannel): Log {
  return {
    call({ endpoint, failure, elapsedMs }) {
      const took = `${Math.round(elapsedMs)} ms`;
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
    note: (text) => channel.info(text),
    fault(where, error) {
      const name = error instanceof Error ? error.name : typeof error;
      channel.error(`${where}: ${name} at ${placeOf(error) ?? 'an unknown place'}`);
    },
    show: () => channel.show(true),
  };
}

/** Where an error was thrown. Its message comes first in the stack and may look like a location. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  const { stack, message } = error;
  const places = stack.slice(stack.indexOf(message) + message.length);
  return stack.includes(message) ? /\n[ \t]+at ([^\n]*)/.exec(places)?.[1] : undefined;
}

/** The same client, with a line in the log for every call. */
export function loggedClient(client: ServiceClient, log: Log): ServiceClient {
  async function logged<T>(endpoint: Endpoint, call: Promise<Outcome<T>>): Promise<Outcome<T>> {
    const began = performance.now();
    const outcome = await call;
    const failure = outcome.ok ? undefined : outcome.failure;
    log.call({ endpoint, failure, elapsedMs: performance.now() - began });
    return outcome;
  }
  return {
    start: (...args) => logged('start', client.start(...args)),
    status: (...args) => logged('status', client.status(...args)),
    reveal: (sealedId) => client.reveal(sealedId),
    summary: (...args) => logged('summary', client.summary(...args)),
    async check(signal) {
      const outcome = await client.check(signal);
      log.note(
        outcome.kind === 'answered'
          ? `check: responded with ${outcome.status}`
          : `check: ${outcome.failure.kind}`,
      );
      return outcome;
    },
  };
}
