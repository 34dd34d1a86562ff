import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endText, summaryEndText } from '../../../src/cli/paid/endTexts.ts';
import * as samples from '../messages/support/samples.ts';
import type { BatchEnd } from '../../../src/messages/outcomes.ts';

/** What only the editor has. */
const editorWords = /sign in again|see the log|window|Show Risk|Look Up|Address Risk:|settings/i;

const statuses = [undefined, 401, 409, 503] as const;

function batchEnds(): BatchEnd[] {
  const failures = samples.failureKinds.flatMap((kind) =>
    [true, false].flatMap((wasSent) =>
      statuses.map((status): BatchEnd => ({
        kind: 'failed',
        failure: {
          ...{ kind, wasSent, endpoint: 'start' },
          ...(status !== undefined && { status }),
        },
      })),
    ),
  );
  const jobs = samples.jobStates.flatMap((state) =>
    [null, 401, 402, 403, 404, 409].flatMap((status) =>
      [null, 'text'].flatMap((unreadBody): BatchEnd[] => {
        const job = { ...samples.jobOf(state, status), unreadBody };
        return [
          { kind: 'unknown', job },
          { kind: 'onHold', job },
        ];
      }),
    ),
  );
  const others = ['gone', 'otherAccount', 'fault'] as const;
  return [...failures, ...jobs, ...others.map((kind) => ({ kind }))];
}

describe('why a command line has no result', () => {
  it('is said without what only the editor has', () => {
    for (const end of batchEnds()) {
      const text = endText(end) ?? '';
      assert.doesNotMatch(text, editorWords);
      assert.match(text, /^[A-Z].*\.$/);
      assert.doesNotMatch(text, / {2}| \.|\(\)/);
    }
    assert.equal(endText({ kind: 'value' }), undefined);
  });

  it('names what is set where credentials are rejected', () => {
    const failure = { endpoint: 'summary', wasSent: true } as const;
    const of = (kind: 'keyInvalid' | 'keyRevoked' | 'licenseNotFound', status: number): string =>
      summaryEndText({ kind: 'failed', failure: { ...failure, kind, status } });
    assert.match(of('keyInvalid', 401), /\(401\)\. Check ADDRESS_RISK_TENANT and ADDRESS_RISK_KEY/);
    assert.match(of('keyRevoked', 403), /\(403\)\. Set ADDRESS_RISK_KEY/);
    assert.match(of('licenseNotFound', 404), /\(404\)\. Check ADDRESS_RISK_TENANT/);
    const atGateway = { ...failure, kind: 'keyRevoked', status: 403, charged: 0 } as const;
    assert.match(
      summaryEndText({ kind: 'failed', failure: atGateway }),
      /^The gateway .*Ask the operator of the gateway/,
    );
  });

  it('names the rejection of a paused job only where this job has received it', () => {
    const of = (state: 'pausedQuota' | 'pausedAuth', status: number | null): string =>
      endText({ kind: 'onHold', job: samples.jobOf(state, status) }) ?? '';
    assert.match(of('pausedQuota', 402), /^Your calculation quota is used up \(402\)\./);
    assert.match(of('pausedAuth', 401), /^The service rejected the API key: not found .*\(401\)\./);
    for (const [state, status] of [
      ['pausedQuota', null],
      // Its last response, before another call used up the quota.
      ['pausedQuota', 409],
      ['pausedAuth', 409],
      ['pausedAuth', null],
    ] as const) {
      assert.match(
        of(state, status),
        /^Paused: [^()]*\. The ID is kept; “jobs --resume” continues\.$/,
      );
    }
  });

  it('says of a lost summary that it may have been charged', () => {
    const failure = { endpoint: 'summary', kind: 'timeout', wasSent: true } as const;
    assert.match(summaryEndText({ kind: 'failed', failure }), /may have been charged\.$/);
    const unsent = { ...failure, wasSent: false };
    assert.doesNotMatch(summaryEndText({ kind: 'failed', failure: unsent }), /charged/);
  });
});
