import './support/vscode.ts';
import { closeText, openText } from './support/document.ts';
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { scoreBatchQuestion } from '../../../src/messages/batches.ts';
import { readingOf, type ReasonKind } from '../../../src/evidence/reasons.ts';
import { withOffice } from './support/office.ts';

const { candidatesIn, wrongNetworksAmong } =
  await import('../../../src/editor/documents/foundAddresses.ts');

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
/** One letter in the other case. */
const typo = '0xDAC17F958D2ee523a2206206994597C13D831ec7';

afterEach(closeText);

describe('the addresses of a file to score', () => {
  it('do not have one with a wrong checksum, which the question names', () =>
    withOffice(async ({ documents }) => {
      const { document } = openText(`ethereum: "${usdc}"\nethereum: "${typo}"\npay("${typo}")`);
      const { located, open, misspelled } = await candidatesIn(document, documents);
      assert.deepEqual(
        located.map(({ subject }) => subject.address),
        [usdc],
      );
      assert.deepEqual([open, misspelled], [[], [typo]]);
      const { detail } = scoreBatchQuestion({
        ...{ aggregator: 'money', origin: null, later: 0, stored: 0, open: 0 },
        ...{ undecided: [], keySized: [], unknown: [], notShown: 0, misspelled },
        starting: located.map(({ subject, reading }) => ({ ...subject, reading })),
      });
      assert.match(detail, /wrong checksum: 0xDAC1…1ec7\. Check for a typo\.$/m);
    }));
});

describe('a token of another network in a file', () => {
  const onPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
  const wrongAmong = (...all: readonly (readonly [canonical: string, reason: ReasonKind])[]) => {
    const found = all.map(([canonical, reason]) => ({
      ...{ canonical, occurrence: { family: 'evm' }, chain: readingOf(reason, 'polygon') },
    }));
    return wrongNetworksAmong(found as unknown as Parameters<typeof wrongNetworksAmong>[0]).size;
  };

  it('is one only where the text names the network, and the file does not have the right one', () => {
    assert.equal(wrongAmong([usdc, 'key']), 1);
    for (const reason of ['elsewhere', 'setting', 'assumed', 'alwaysAssumed'] as const) {
      assert.equal(wrongAmong([usdc, reason]), 0, reason);
    }
    assert.equal(wrongAmong([usdc, 'key'], [onPolygon, 'key']), 0);
  });
});
