/**
 * Sends requests at a pace, whether or not the ones before were answered: `openLoop(plan)` in a process of
 * its own. It writes to sockets itself, since a client for HTTP would take more of two processors than
 * what is measured.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { spread, type Spread } from '../bench/spread.ts';

export interface Plan {
  readonly port: number;
  /** Whole requests, each sent in its turn. */
  readonly requests: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly connections: number;
  /** Where they come from; several addresses of this machine are several clients. */
  readonly addresses?: readonly string[];
}

export interface Sent {
  /** Answered requests in a second. */
  readonly perSecond: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** From when a request was due to the end of its answer, in milliseconds. */
  readonly took: Spread;
}

/** Runs a plan in another process. */
export async function openLoop(plan: Plan): Promise<Sent> {
  const child = spawn(process.execPath, [import.meta.filename], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(plan));
  const ended = once(child, 'exit');
  const printed = await text(child.stdout);
  assert.deepEqual(await ended, [0, null]);
  return JSON.parse(printed) as Sent;
}

class Line {
  readonly #socket: Socket;
  readonly #onAnswer: (status: string, dueMs: number) => void;
  /** When those in flight were due. */
  readonly #due: number[] = [];
  #rest = '';

  constructor(socket: Socket, onAnswer: (status: string, dueMs: number) => void) {
    this.#socket = socket.setNoDelay().setEncoding('latin1');
    this.#onAnswer = onAnswer;
    socket.on('data', (part: string) => this.#read(part));
  }

  get inFlight(): number {
    return this.#due.length;
  }

  send(request: string, dueMs: number): void {
    this.#due.push(dueMs);
    this.#socket.write(request);
  }

  end(): void {
    this.#socket.destroy();
  }

  #read(part: string): void {
    this.#rest += part;
    for (;;) {
      const head = this.#rest.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(this.#rest.slice(0, Math.max(0, head)))?.[1];
      const end = head + 4 + Number(length);
      if (length === undefined || this.#rest.length < end) return;
      this.#onAnswer(this.#rest.slice(9, 12), this.#due.shift() ?? NaN);
      this.#rest = this.#rest.slice(end);
    }
  }
}

async function run({ port, requests, perSecond, seconds, connections, addresses }: Plan) {
  const statuses: Record<string, number> = {};
  const took: number[] = [];
  const lines: Line[] = [];
  const onAnswer = (status: string, dueMs: number): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    took.push(performance.now() - dueMs);
  };
  for (let at = 0; at < connections; at++) {
    const localAddress = addresses?.[at % addresses.length] ?? '127.0.0.1';
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    await once(socket, 'connect');
    lines.push(new Line(socket, onAnswer));
  }
  const began = performance.now();
  const total = perSecond * seconds;
  let sent = 0;
  let next = 0;
  const timer = setInterval(() => {
    const due = Math.min(total, ((performance.now() - began) * perSecond) / 1_000);
    for (; sent < due; sent++) {
      // An idle connection, or else the next one: HTTP lets requests wait on it.
      for (let looked = 0; looked < 8 && lines[next]!.inFlight > 0; looked++) {
        next = (next + 1) % connections;
      }
      lines[next]!.send(requests[sent % requests.length]!, began + (sent * 1_000) / perSecond);
      next = (next + 1) % connections;
    }
  }, 1);
  // Requests without a response by then are missing from the rate.
  const endMs = began + seconds * 1_000 + 5_000;
  while (took.length < total && performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const elapsedMs = Math.max(seconds * 1_000, performance.now() - began);
  clearInterval(timer);
  for (const line of lines) line.end();
  return { perSecond: (took.length * 1_000) / elapsedMs, statuses, took: spread(took) };
}

if (process.argv[1] === import.meta.filename) {
  const plan = JSON.parse(await text(process.stdin)) as Plan;
  process.stdout.write(JSON.stringify(await run(plan)));
}
