import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Where a connection is cut: the server has not seen the statement, or its answer is lost; or the same
 * of the commit of its transaction.
 */
export type Cut = 'before' | 'after' | 'before commit' | 'after commit';

/** A proxy in front of PostgreSQL that reads which statements pass. */
export interface StatementCable {
  /** The URL of the database, through the proxy. */
  readonly url: string;
  /** Cuts the connection at the next statement that matches. Resolves once it has. */
  cutAt(pattern: RegExp, cut: Cut): Promise<void>;
  /** From the next statement that matches on, the database cannot be reached until `back`. */
  awayFrom(pattern: RegExp, cut: Cut): Promise<void>;
  away(): void;
  back(): void;
  close(): void;
}

interface Trap {
  readonly pattern: RegExp;
  readonly cut: Cut;
  readonly spring: () => void;
}

/** @param target as in `DATABASE_URL`, of a server on this machine */
export async function openStatementCable(target: string): Promise<StatementCable> {
  const targetUrl = new URL(target);
  const sockets = new Set<Socket>();
  let trap: Trap | undefined;
  let isAway = false;
  const cutOpen = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer((client) => {
    if (isAway) return void client.destroy();
    const database = connect(Number(targetUrl.port), '127.0.0.1');
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    /** Its statement has reached the database, and the answer must not come back. */
    let sprung: Trap | undefined;
    let awaitsCommit: Trap | undefined;
    const readStatement = statementReader((statement) => {
      if (trap?.pattern.test(statement) === true) {
        if (trap.cut.endsWith('commit')) awaitsCommit = trap;
        else sprung = trap;
        trap = undefined;
      } else if (awaitsCommit !== undefined && statement === 'COMMIT') sprung = awaitsCommit;
      if (sprung === undefined || sprung.cut.startsWith('after')) return true;
      sprung.spring();
      client.destroy();
      return false;
    });
    client.on('data', (bytes) => {
      if (readStatement(bytes)) database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (sprung === undefined) client.write(bytes);
      else if (endsReady(bytes)) {
        sprung.spring();
        client.destroy();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  const set = (pattern: RegExp, cut: Cut, onCut: () => void): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const spring = (): void => {
      onCut();
      resolve(undefined);
    };
    trap = { pattern, cut, spring };
    return promise;
  };
  const away = (): void => {
    isAway = true;
    cutOpen();
  };
  return {
    url: url.href,
    cutAt: (pattern, cut) => set(pattern, cut, () => undefined),
    awayFrom: (pattern, cut) => set(pattern, cut, away),
    away,
    back: () => (isAway = false),
    close() {
      server.close();
      cutOpen();
    },
  };
}

/** Reads the messages of a client (PostgreSQL, "Message Formats"): Query and Parse have a statement. */
function statementReader(onStatement: (statement: string) => boolean) {
  let pending = Buffer.alloc(0);
  let isStarted = false;
  return (bytes: Buffer): boolean => {
    pending = Buffer.concat([pending, bytes]);
    let mayPass = true;
    for (;;) {
      const at = isStarted ? 1 : 0;
      if (pending.length < at + 4) return mayPass;
      const end = at + pending.readInt32BE(at);
      if (pending.length < end) return mayPass;
      const type = isStarted ? String.fromCharCode(pending[0] ?? 0) : 'start';
      const body = pending.toString('utf8', at + 4, end);
      pending = pending.subarray(end);
      isStarted = true;
      const texts = body.split('\0');
      const statement = type === 'Q' ? texts[0] : type === 'P' ? texts[1] : undefined;
      if (statement !== undefined && !onStatement(statement)) mayPass = false;
    }
  };
}

/** ReadyForQuery: the server has answered everything that was sent. */
function endsReady(bytes: Buffer): boolean {
  return bytes.length >= 6 && bytes[bytes.length - 6] === 'Z'.charCodeAt(0);
}
