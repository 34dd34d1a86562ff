import type { Credentials } from '../api/credentials.ts';
import { UsageError } from '../sample/usageError.ts';
import type { Log } from './log.ts';
import type { UpstreamOptions } from './upstream.ts';

interface SecretWatchParts {
  /** As the secrets are now. @throws {UsageError} if they cannot be used */
  readonly read: () => UpstreamOptions;
  readonly initial: UpstreamOptions;
  /** Calls from now on are made with these. */
  readonly onKey: (credentials: Credentials) => void;
  readonly log: Log;
}

const lookMs = 1_000;

/**
 * Takes another key of the license while the gateway runs. It looks at the files, because what the
 * system reports of changes differs by file system, and misses secrets that are mounted.
 */
export class SecretWatch {
  readonly #parts: SecretWatchParts;
  #current: string;
  /** What was read last: a file may be in the middle of a write, so it counts once it stays. */
  #seen: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SecretWatchParts) {
    this.#parts = parts;
    this.#current = this.#seen = JSON.stringify(parts.initial);
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(false), lookMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads them now, and logs what they are good for. */
  reload(): void {
    this.#look(true);
  }

  #look(isRequested: boolean): void {
    const { read, initial, onKey, log } = this.#parts;
    const refused = (why: string): void => log.write('key', { isChanged: false, why });
    try {
      const upstream = read();
      const text = JSON.stringify(upstream);
      const isSettled = isRequested || text === this.#seen;
      this.#seen = text;
      if (!isSettled || (text === this.#current && !isRequested)) return;
      const { base, credentials } = upstream;
      const { tenantId } = initial.credentials;
      if (text === this.#current) refused('The key is the one in use.');
      else if (base !== initial.base || credentials.tenantId !== tenantId) {
        refused('Another URL or tenant needs a restart.');
      } else {
        onKey(credentials);
        log.write('key', { isChanged: true });
      }
      this.#current = text;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // A file that is being replaced may be missing for a moment.
      if (isRequested) refused(error.message);
    }
  }
}
