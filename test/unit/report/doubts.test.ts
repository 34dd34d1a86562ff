import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readingOf } from '../../../src/evidence/reasons.ts';
import { doubtsSentence } from '../../../src/report/scoreView.ts';
import { reportIn } from '../../support/reportStates.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const receivedAt = now - 3 * 86_400_000;

/** @param share of the funds that no category has */
function sentence(share: number, reason: 'assumed' | 'address', isStale: boolean): string {
  const others = [{ names: ['unattributed'], share }] as never;
  const points = {
    of: 'sum',
    rows: [],
    others,
    without: [],
    besidesLabel: null,
    label: null,
  } as const;
  const reading = readingOf(reason, 'ethereum');
  return doubtsSentence({ reading }, { points, receivedAt }, { isStale, now });
}

describe('what makes a score less sure', () => {
  it('is one sentence with all of it', () => {
    assert.equal(
      sentence(0.82, 'assumed', true),
      '82% of the funds are unattributed, the network is assumed, and the score was received 3 days ago.',
    );
    assert.equal(
      sentence(0.5, 'assumed', false),
      '50% of the funds are unattributed and the network is assumed.',
    );
    assert.equal(sentence(0, 'assumed', false), 'The network is assumed.');
    assert.equal(sentence(0.1, 'address', true), 'The score was received 3 days ago.');
  });

  it('is nothing where nothing does', () => {
    assert.equal(sentence(0.24, 'address', false), '');
    assert.equal(reportIn('ready').score?.doubts, '');
  });

  it('stands below the score in the report', () => {
    assert.match(reportIn('network assumed').score?.doubts ?? '', /he network is assumed/);
    assert.match(reportIn('stale').score?.doubts ?? '', /he score was received .* ago\.$/);
  });
});
