import type { WireOutcome } from './transport.ts';

export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads a response to its end, up to the size limit. Rejects an encoded body, which we did not
 * request: decoded, a few kilobytes may be gigabytes.
 * @throws what the stream throws, for example if the response is cut off
 */
export async function readResponse(
  status: number,
  headers: ResponseHeaders,
  body: AsyncIterable<Buffer> & {
    on(event: 'error', listener: () => void): unknown;
    destroy(): unknown;
  },
  maxBodyBytes: number,
): Promise<WireOutcome> {
  const refuse = (kind: 'encoded' | 'tooLarge'): WireOutcome => {
    body.on('error', () => undefined);
    body.destroy();
    return { ok: false, fault: { kind } };
  };
  const encoding = headerOf(headers, 'content-encoding').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') return refuse('encoded');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBodyBytes) return refuse('tooLarge');
    parts.push(part);
  }
  return {
    ok: true,
    answer: {
      status,
      contentType: headerOf(headers, 'content-type'),
      retryAfter: headerOf(headers, 'retry-after'),
      date: headerOf(headers, 'date'),
      body: Buffer.concat(parts).toString('utf8'),
    },
  };
}

function headerOf(headers: ResponseHeaders, name: string): string {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}
