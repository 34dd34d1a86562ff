import { UsageError } from '../options/usageError.ts';
import type { Log, LogFields } from './log.ts';

interface Watched<Value> {
  /** The event of the log. */
  readonly event: 'key' | 'certificate';
  readonly initial: Value;
  /** From its files, as they are now. @throws {UsageError} if they cannot be used */
  readonly read: () => Value;
  /**
   * Takes what is read from now on.
   * @returns what the log says about it
   * @throws {UsageError} if the gateway cannot take it while it runs
   */
  readonly use: (value: Value) => LogFields;
  readonly log: Log;
}

const lookMs = 1_000;

/**
 * Takes what is in files while the gateway runs. It looks at the files, because what the system reports
 * of changes differs by file system, and misses secrets that are mounted.
 */
export function watchFiles<Value>({ event, initial, read, use, log }: Watched<Value>) {
  let inUse = JSON.stringify(initial);
  /** What was read last: a file may be in the middle of a write, so it counts once it stays. */
  let seen = inUse;
  /** What the log has a line about. */
  let judged = inUse;
  let timer: NodeJS.Timeout | undefined;

  function look(isRequested: boolean): void {
    let isRead = false;
    try {
      const value = read();
      isRead = true;
      const text = JSON.stringify(value);
      const isSettled = isRequested || text === seen;
      seen = text;
      if (!isSettled || (text === judged && !isRequested)) return;
      judged = text;
      if (text === inUse) throw new UsageError(`The ${event} is the one in use.`);
      const taken = use(value);
      inUse = text;
      log.write(event, { isChanged: true, ...taken });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // A file that is being replaced may be missing for a moment.
      if (isRead || isRequested) log.write(event, { isChanged: false, why: error.message });
    }
  }

  return {
    start: () => void (timer = setInterval(() => look(false), lookMs).unref()),
    stop: () => clearInterval(timer),
    /** Reads them now, and logs what they are good for. */
    reload: () => look(true),
  };
}
