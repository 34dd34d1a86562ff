import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Where a service is, and the path it lies under: `{base_url}`. */
export interface Base {
  readonly isTls: boolean;
  readonly host: string;
  readonly port: number;
  readonly prefix: string;
}

export function baseOf(url: string): Base {
  const { protocol, hostname, port, pathname } = new URL(url);
  const isTls = protocol === 'https:';
  return {
    isTls,
    host: hostname,
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    prefix: pathname.replace(/\/$/, ''),
  };
}

/** Sends these bytes over a connection of their own and reads until the other side closes it. */
export function sendRaw(base: Base, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = base.isTls
      ? connectTls({ host: base.host, port: base.port, servername: base.host })
      : connectPlain(base.port, base.host);
    const chunks: Buffer[] = [];
    socket.setTimeout(30_000, () => socket.destroy(new Error('No answer within 30 seconds')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error: Error) => {
      // A server may cut off what it does not want to read, after it has answered.
      if (chunks.length === 0) reject(error);
    });
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.write(bytes);
  });
}

/** One request, written out; `target` goes out as it is, after the prefix of the base. */
export async function ask(
  base: Base,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<RawAnswer> {
  const lines = Object.entries({
    Host: `${base.host}:${base.port}`,
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${base.prefix}${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return parseAnswer(await sendRaw(base, head + body));
}

export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  const rest = text.slice(end + 4);
  const isChunked = headers.get('transfer-encoding') === 'chunked';
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  return { status, headers, body: isChunked ? unchunked(rest) : rest };
}

function unchunked(text: string): string {
  let body = '';
  for (let rest = text; ;) {
    const end = rest.indexOf('\r\n');
    const size = parseInt(rest.slice(0, end), 16);
    if (!(size > 0)) return body;
    body += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 2 + size + 2);
  }
}

export function basic(tenant: string, key: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${tenant}:${key}`).toString('base64')}` };
}
