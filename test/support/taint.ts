import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Evidence that a credential has leaked: the credential itself and its encodings. Base64 has three
 * forms within other text, without the characters at both ends that depend on their neighbors.
 */
export function formsOf(secret: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((before): [string, Buffer] => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const whole = text.slice(
      before === 0 ? 0 : before + 1,
      Math.floor((before + bytes.length) / 3) * 4,
    );
    return [`base64 after ${before}`, Buffer.from(whole)];
  });
  return new Map([
    ['plain', bytes],
    ...inBase64,
    ['base64url', Buffer.from(bytes.toString('base64url').slice(0, -2))],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['upper-case hex', Buffer.from(bytes.toString('hex').toUpperCase())],
    ...(encodeURIComponent(secret) === secret
      ? []
      : [['of a URL', Buffer.from(encodeURIComponent(secret))] as const]),
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ['reversed', Buffer.from(bytes).reverse()],
  ]);
}

/** Credentials that a search is for, by their names. */
export class Taint {
  readonly #forms: readonly (readonly [what: string, form: Buffer])[];

  constructor(secrets: Readonly<Record<string, string>>) {
    this.#forms = Object.entries(secrets).flatMap(([name, secret]) =>
      [...formsOf(secret)].map(([form, bytes]) => [`${name}, ${form}`, bytes] as const),
    );
  }

  /** The markers found in some bytes, with their encodings. */
  in(bytes: Buffer): string[] {
    return this.#forms.filter(([, form]) => bytes.includes(form)).map(([what]) => what);
  }

  inText(text: string): string[] {
    return this.in(Buffer.from(text));
  }

  /** Files in folders that contain a marker, with the markers found. Includes file names. */
  async inFolder(folder: string): Promise<string[]> {
    const found: string[] = [];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const bytes = entry.isFile() ? await readFile(path).catch(() => Buffer.of()) : Buffer.of();
      const target = entry.isSymbolicLink() ? await readlink(path) : '';
      for (const what of [...this.in(bytes), ...this.inText(entry.name), ...this.inText(target)]) {
        found.push(`${path}: ${what}`);
      }
    }
    return found;
  }

  /** The arguments and the environment of processes that still run. */
  async inProcesses(pids: readonly number[]): Promise<string[]> {
    const found: string[] = [];
    for (const pid of pids) {
      for (const part of ['cmdline', 'environ']) {
        const bytes = await readFile(`/proc/${pid}/${part}`).catch(() => Buffer.of());
        found.push(...this.in(bytes).map((what) => `${part} of ${pid}: ${what}`));
      }
    }
    return found;
  }
}
