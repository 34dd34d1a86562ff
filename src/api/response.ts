import { StringDecoder } from 'node:string_decoder';
import { BodyError, decodedBody } from './bodyCoding.ts';
import { excerptUnits, isSuccess } from './failure.ts';
import type { WireFault, WireOutcome } from './transport.ts';

export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A response whose head has arrived. */
interface Response {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: AsyncIterable<Buffer> & {
    on(event: 'error', listener: () => void): unknown;
    destroy(): unknown;
  };
}

/** Units used by a call, if the service reports them. */
const chargedHeader = 'address-risk-charged';
/** The limit behind a 402, if the service reports it. */
const limitHeader = 'address-risk-limit';
/** The gateway's log ID for the request. */
const requestHeader = 'address-risk-request';
/** `sample` for made-up data. */
const dataHeader = 'address-risk-data';

/** An error page needs no more, whatever the limit of the call is. */
const maxRejectionBytes = 64 * 1024;

/** Enough for an excerpt: UTF-8 needs at most three bytes for a UTF-16 unit. */
const beginningBytes = 3 * excerptUnits;

/**
 * Reads a response to its end, decoded, up to the size limit. Never rejects: a fault carries what
 * had arrived, because it may have been paid for.
 * @param faultOf the fault behind what the body throws, for example if the connection is cut
 */
export async function readResponse(
  { status, headers, body }: Response,
  maxBodyBytes: number,
  faultOf: (error: unknown) => WireFault,
): Promise<WireOutcome> {
  const head = {
    status,
    retryAfter: headerOf(headers, 'retry-after'),
    date: headerOf(headers, 'date'),
    ...(headers['age'] !== undefined && { age: headerOf(headers, 'age') }),
    ...(headerOf(headers, dataHeader).toLowerCase() === 'sample' && { isSample: true }),
    ...(headers[chargedHeader] !== undefined && { charged: headerOf(headers, chargedHeader) }),
    ...(headers[limitHeader] !== undefined && { limit: headerOf(headers, limitHeader) }),
    ...(headers[requestHeader] !== undefined && { requestId: headerOf(headers, requestHeader) }),
  };
  const maxBytes = isSuccess(status) ? maxBodyBytes : Math.min(maxBodyBytes, maxRejectionBytes);
  // A header that was sent twice is a chain of codings.
  const coding = [headers['content-encoding'] ?? ''].flat().join();
  const parts: Buffer[] = [];
  try {
    for await (const part of decodedBody(body, coding, maxBytes)) parts.push(part);
  } catch (error) {
    body.on('error', () => undefined);
    body.destroy();
    const fault = error instanceof BodyError ? { kind: error.kind } : faultOf(error);
    return { ok: false, fault: { ...fault, answer: { ...head, body: beginningOf(parts) } } };
  }
  return { ok: true, answer: { ...head, body: Buffer.concat(parts).toString('utf8') } };
}

/** Without the bytes of a character that is cut. */
function beginningOf(parts: readonly Buffer[]): string {
  return new StringDecoder().write(Buffer.concat(parts).subarray(0, beginningBytes));
}

function headerOf(headers: ResponseHeaders, name: string): string {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}
