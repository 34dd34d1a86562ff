import { monitorEventLoopDelay } from 'node:perf_hooks';
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
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const before = process.resourceUsage().maxRSS;
const { outcome } = await send(transport, `${url}/large`, { timeLimitMs: 20_000 });
const grownMiB = (process.resourceUsage().maxRSS - before) / 1024;
const memory: BodyMemory = { fault: faultOf(outcome), grownMiB, blockedMs: delay.max / 1e6 };
process.stdout.write(JSON.stringify(memory));
await transport.close();
