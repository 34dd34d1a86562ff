import { faultOf, send, transports } from './transports.ts';

/** What one response did to a process of its own. */
export interface BodyMemory {
  readonly fault: string;
  /** How much the largest memory of the process grew, in MiB. */
  readonly grownMiB: number;
  /** The longest time for which the thread did nothing else, in milliseconds. */
  readonly blockedMs: number;
}

const [name, url = ''] = process.argv.slice(2);
const transport = transports.find(([each]) => each === name)?.[1]({});
if (transport === undefined) throw new Error('There is no such transport.');
// Loads what the first response loads.
await send(transport, `${url}/small`);
// Every turn of the event loop: a timer might not fire between a block and the end of the call.
let turnAt = performance.now();
let blockedMs = 0;
let isOver = false;
function turn(): void {
  const now = performance.now();
  blockedMs = Math.max(blockedMs, now - turnAt);
  turnAt = now;
  if (!isOver) setImmediate(turn);
}
turn();
const before = process.resourceUsage().maxRSS;
const { outcome } = await send(transport, `${url}/large`, { timeLimitMs: 20_000 });
turn();
isOver = true;
const grownMiB = (process.resourceUsage().maxRSS - before) / 1024;
const memory: BodyMemory = { fault: faultOf(outcome), grownMiB, blockedMs };
process.stdout.write(JSON.stringify(memory));
await transport.close();
