import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JobState } from '../../../src/risk/jobState.ts';
import { jobLine, jobSentenceAt } from '../../../src/messages/jobs.ts';
import { jobOf } from './support/samples.ts';
import { jobSentence } from '../../../src/messages/outcomes.ts';

describe('the message of a job without a result', () => {
  for (const { state, status, text } of [
    {
      state: 'pausedAuth',
      status: 401,
      text: /rejected the API key: not found or invalid \(401\)/,
    },
    { state: 'pausedAuth', status: 403, text: /rejected the API key: it was revoked \(403\)/ },
    { state: 'pausedAuth', status: 409, text: /^Paused: the credentials have changed/ },
    { state: 'pausedAuth', status: null, text: /^Paused: the credentials have changed/ },
    { state: 'pausedQuota', status: 402, text: /calculation quota is used up \(402\)/ },
    { state: 'pausedQuota', status: 409, text: /^Paused: another call used up/ },
    { state: 'pausedQuota', status: null, text: /^Paused: another call used up/ },
    { state: 'stale', status: 409, text: /^Still not ready \(409\)/ },
    { state: 'stale', status: 200, text: /^The response could not be read \(200\)/ },
    { state: 'stale', status: null, text: /could not be reached/ },
    { state: 'stale', status: 503, text: /last response was 503\./ },
    { state: 'invalidId', status: 422, text: /rejected the ID of this job \(422\)/ },
    { state: 'notFound', status: 404, text: /cannot find this risk job \(404\)/ },
    { state: 'notFound', status: null, text: /^The service cannot find this risk job\. / },
    { state: 'invalidId', status: null, text: /cannot be used in a request/ },
  ] as const satisfies readonly { state: JobState; status: number | null; text: RegExp }[]) {
    it(`follows its own last response: ${state} with ${status ?? 'none'}`, () => {
      const sentence = jobSentence({ state, status });
      assert.match(sentence.text, text);
      // A status that was not received isn't mentioned, and nothing replaces it.
      const numbers = [...sentence.text.matchAll(/\b\d{3}\b/g)].map(([digits]) => Number(digits));
      assert.ok(numbers.every((number) => number === status));
      assert.doesNotMatch(sentence.text, /\(\)/);
    });
  }
});

describe('a job of which a response is missing', () => {
  const now = 10 * 60_000;
  const job = { ...jobOf('running', 409), unansweredAt: now - 5 * 60_000 };

  it('is in progress, and may have lost its result', () => {
    assert.match(
      jobSentenceAt(job, now).text,
      /in progress\. The response to a check 5 minutes ago /,
    );
    assert.match(jobLine(job, now, undefined).detail, /may not send it again\.$/);
  });

  it('has lost it once the service does not know the job', () => {
    assert.match(jobSentenceAt({ ...job, status: 404 }, now).text, /no longer knows/);
  });

  it('has lost it if it could not be stored, and nothing once it is done', () => {
    const lost = { ...job, lostAt: now - 60_000 };
    assert.match(jobSentenceAt(lost, now).text, /arrived 1 minute ago and could not be stored\.$/);
    assert.equal(jobSentenceAt({ ...lost, state: 'done' }, now).text, 'The result is stored.');
  });
});
