import { framesOf } from '../api/errorFrames.ts';

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one line of JSON. It never gets a credential, a body, or the message of a foreign error. */
export class Log {
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  write(event: string, fields: LogFields = {}): void {
    this.#write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);
  }

  /** An error by its kind and place: its message may quote what it was about. */
  fault(where: string, error: unknown): void {
    const { name, code, stack } = describe(error);
    this.write('fault', { where, name, code, stack });
  }
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  return { name: error.name, code, stack: framesOf(error).split('\n').slice(1, 7).join('\n') };
}
