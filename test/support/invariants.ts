/**
 * The invariants of a client whose calls cost money, from what a server saw and what a ledger
 * holds. Where each is checked:
 *
 * - I1 paid calls ≤ what people did: here; by what they did, in `unit/paid/model.test.ts`.
 * - I2 polls of one account a second apart: here; across processes in `processes.test.ts`.
 * - I3 an intent before the POST, I4 an id before the first poll: here, as the server saw the
 *   ledger when the request came; that both were on the disk by then, in `coreKill.test.ts`.
 * - I5 no secret but in `Authorization`: here for the wire and the ledger, in `unit/api` for errors;
 *   notifications, log and page belong to the host tests.
 * - I6 no other origin: here by the `Host` header; redirects in `unit/api/transports.test.ts`.
 * - I7 nothing is sent and no one waits after the end: here.
 * - I8 the ledger opens whatever its file holds: `unit/ledger/fuzz.test.ts`.
 * - I9 every state has an exit: here, for what a job needs to go on; its buttons in the editor.
 */
import assert from 'node:assert/strict';
import type { JobRow, Store } from '../../src/ledger/store.ts';
import { isResumable } from '../../src/risk/jobState.ts';
import { floorMs } from '../../src/risk/rhythm.ts';

export type CallKind = 'start' | 'status' | 'summary';

/** One request as the server had it. */
export interface SeenCall {
  readonly kind: CallKind;
  /** Its target: the subject of a start, the ID of a status call, the address of a summary. */
  readonly name: string;
  /** Milliseconds of a clock that never jumps. */
  readonly at: number;
}

/** A status call for no job: the connection check. It keeps the pace and needs no id. */
const noJob = 'risk_score_result_connection-check';

/** Undefined for anything but a call of the service (service-spec.md, "Endpoints"). */
export function readCall(method: string, target: string): Omit<SeenCall, 'at'> | undefined {
  const url = new URL(target, 'http://service');
  const start = /^\/risk\/api\/([^/]+)\/risk_score\/chain=([^&]+)&aggregator=(.+)$/.exec(
    url.pathname,
  );
  const summary = /^\/evm\/api\/([^/]+)\/summary\/$/.exec(url.pathname);
  const jobId = url.searchParams.get('job_id');
  if (method === 'POST' && start !== null) {
    return { kind: 'start', name: start.slice(1).join(' ') };
  }
  if (method === 'POST' && summary !== null) {
    return { kind: 'summary', name: `${summary[1] ?? ''} ${url.searchParams.get('chain') ?? ''}` };
  }
  if (method === 'GET' && jobId !== null) return { kind: 'status', name: jobId };
  return undefined;
}

export function startName({ address, chain, aggregator }: JobRow): string {
  return `${address} ${chain} ${aggregator}`;
}

/** The smallest time between two status calls; Infinity where there are fewer. */
export function smallestGap(calls: readonly SeenCall[]): number {
  const times = calls.filter(({ kind }) => kind === 'status').map(({ at }) => at);
  return Math.min(...times.map((at, index) => at - (times[index - 1] ?? -Infinity)));
}

/** I2. */
export function checkPace(calls: readonly SeenCall[]): void {
  const gap = smallestGap(calls);
  assert.ok(gap >= floorMs, `I2: two polls ${gap} ms apart`);
}

/** I3 and I4, to be called while the server has a request and has not answered it. */
export function checkStoredFirst(call: SeenCall, jobs: readonly JobRow[]): void {
  if (call.kind === 'start') {
    const intent = jobs.find((job) => job.state === 'intent' && startName(job) === call.name);
    assert.ok(intent, `I3: a start without an intent: ${call.name}`);
    assert.equal(intent.jobId, null);
  } else if (call.kind === 'status' && call.name !== noJob) {
    const known = jobs.filter(({ jobId }) => jobId === call.name);
    assert.ok(known.length > 0, `I4: a poll for an id that is not stored: ${call.name}`);
    const isNoted = known.some(({ unansweredAt }) => unansweredAt !== null);
    assert.ok(isNoted, `I4: a poll whose response could be lost unsaid: ${call.name}`);
  }
}

/** I9, and that the content of a row can be true. */
export function checkJobs(store: Store): void {
  for (const job of store.listJobs()) {
    const { state, jobId } = job;
    const text = `I9: ${state} with id ${String(jobId)}`;
    if (isResumable(state)) assert.notEqual(jobId, null, text);
    if (state === 'intent' || state === 'unknown' || state === 'rejected') {
      assert.equal(jobId, null, text);
    }
  }
}

/** I1: sent requests, compared with requested ones and the ledger's count. */
export function checkSpending(
  calls: readonly SeenCall[],
  asked: Readonly<Record<'start' | 'summary', number>>,
  counted: Readonly<Record<CallKind, number>>,
  refusals: number,
): void {
  const sent = (kind: CallKind): number => calls.filter((call) => call.kind === kind).length;
  const counts = `${sent('start')} + ${sent('summary')} sent, ${refusals} refused`;
  assert.equal(
    counted.start + counted.summary,
    sent('start') + sent('summary') - refusals,
    `I1: ${counts}, ${counted.start} + ${counted.summary} counted`,
  );
  assert.ok(sent('status') <= counted.status, `${sent('status')} polls, ${counted.status} counted`);
  for (const kind of ['start', 'summary'] as const) {
    assert.ok(
      sent(kind) <= asked[kind],
      `I1: ${sent(kind)} of ${kind} sent, ${asked[kind]} wanted`,
    );
  }
}

/** I5 and I6, of one request as it came off the wire. */
export function checkHead(
  { head, body }: { readonly head: string; readonly body: string },
  host: string,
  secrets: readonly string[],
): void {
  const [line = '', ...headers] = head.split('\r\n');
  const isAuthorization = (header: string): boolean => /^authorization:/i.test(header);
  const rest = [line, ...headers.filter((header) => !isAuthorization(header)), body].join('\n');
  for (const secret of secrets) assert.ok(!rest.includes(secret), `I5: a secret in ${line}`);
  assert.match(head, new RegExp(`\\r\\nhost: ${host.replaceAll('.', '\\.')}(\\r\\n|$)`, 'i'), 'I6');
}

/** I5, of everything that a ledger holds of an account. */
export function checkNoSecret(store: Store, account: string, secrets: readonly string[]): void {
  const jobs = store.listJobs();
  const results = store
    .listResults(account, 1_000)
    .map((head) => store.readResult(head, head.part));
  const text = JSON.stringify([jobs, results]);
  for (const secret of secrets) assert.ok(!text.includes(secret), 'I5: a secret in the ledger');
}
