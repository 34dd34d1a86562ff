import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../options/options.ts';

/** A request handler that never rejects. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * @param port 0 takes a free one
 * @throws {UsageError} for an address that cannot be listened on
 */
export async function listen(server: Server, host: string, port: number, answer: Answer) {
  const answering = new Set<Promise<void>>();
  server.on('request', (request, response) => {
    const answered = answer(request, response).finally(() => answering.delete(answered));
    answering.add(answered);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message, code }: NodeJS.ErrnoException) => {
      const why =
        code === 'EADDRINUSE'
          ? 'another program uses it (EADDRINUSE). Give another port.'
          : message;
      reject(new UsageError(`Port ${port} cannot be used: ${why}`));
    });
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Resolves when no request is in progress, also of those that have come meanwhile. */
    answered: async (): Promise<void> => {
      while (answering.size > 0) await Promise.all(answering);
    },
  };
}
