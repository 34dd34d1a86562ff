import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Stands in for `@vscode/spdlog` in the provisioned VS Code server: the native module needs a
 * compiler. It really writes, since an output channel such as Address Risk's log shows what is in
 * its file. Files are not rotated: they live as long as a test or a `npm start`.
 */
class FileLogger {
  readonly #file: string;
  #level = 2;
  #isRaw = false;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  #write(level: number, label: string, message: string): void {
    if (level < this.#level) return;
    const stamp = new Date().toISOString().replace('T', ' ').slice(0, -1);
    // Written at once: a log that waits in memory is lost with the process it should explain.
    appendFileSync(this.#file, this.#isRaw ? message : `${stamp} [${label}] ${message}\n`);
  }

  trace(message: string): void {
    this.#write(0, 'trace', message);
  }
  debug(message: string): void {
    this.#write(1, 'debug', message);
  }
  info(message: string): void {
    this.#write(2, 'info', message);
  }
  warn(message: string): void {
    this.#write(3, 'warning', message);
  }
  error(message: string): void {
    this.#write(4, 'error', message);
  }
  critical(message: string): void {
    this.#write(5, 'critical', message);
  }
  getLevel(): number {
    return this.#level;
  }
  setLevel(level: number): void {
    this.#level = level;
  }
  setPattern(): void {
    this.#isRaw = false;
  }
  clearFormatters(): void {
    this.#isRaw = true;
  }
  flush(): void {
    return;
  }
  drop(): void {
    return;
  }
}

export const version = 0;

export function setFlushOn(): void {
  return;
}

export function setLevel(): void {
  return;
}

export function createRotatingLogger(_name: string, file: string): Promise<FileLogger> {
  return Promise.resolve(new FileLogger(file));
}

export function createAsyncRotatingLogger(name: string, file: string): Promise<FileLogger> {
  return createRotatingLogger(name, file);
}
