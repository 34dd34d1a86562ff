import './support/vscode.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readingOf } from '../../../src/evidence/reasons.ts';
import type { StoredState } from '../../../src/paid/reports.ts';
import { decodeSummary } from '../../../src/api/summaryFields.ts';
import { withoutInvisible } from '../../../src/messages/text.ts';
import { now, subject } from '../messages/support/samples.ts';

const {
  actionLine,
  ageLine,
  escaped,
  factsLine,
  markdown,
  networkLine,
  riskBy,
  titleLine,
  whyLine,
} = await import('../../../src/editor/surfaces/hover.ts');

/** CommonMark 2.4: a backslash before any of these makes it literal. */
const punctuation = /[!-/:-@[-`{-~]/;
/** What can begin markup in the middle of a line, GFM's tables and links included. */
const active = /[\\`*_{}[\]()#+\-.!~|<>&$:@/]/;

/** What CommonMark shows for escaped text; fails for a character that stands for itself. */
function shownBy(markup: string): string {
  let text = '';
  for (let at = 0; at < markup.length; at++) {
    const rest = markup.slice(at);
    const entity = /^&(lt|amp);/.exec(rest);
    if (entity) {
      text += entity[1] === 'lt' ? '<' : '&';
      at += entity[0].length - 1;
    } else if (rest.startsWith('\\') && punctuation.test(rest[1] ?? '')) {
      text += rest[1] ?? '';
      at++;
    } else {
      assert.doesNotMatch(rest[0] ?? '', active, markup);
      text += rest[0] ?? '';
    }
  }
  return text;
}

/** An address that the code puts on a network. */
const foundOn = (chain: string): Parameters<typeof titleLine>[0] =>
  ({
    occurrence: { family: 'bitcoin', checksum: 'none' },
    chain: readingOf('name', chain),
  }) as unknown as Parameters<typeof titleLine>[0];

const attacks = [
  '[click](command:addressRisk.signOut)',
  '![beacon](https://evil.test/a.png)',
  '<img src=x onerror=alert(1)>',
  '<https://evil.test>',
  'https://evil.test www.evil.test a@evil.test',
  '| a | b |\n|---|---|',
  '$(trash) `code` **bold** __bold__ ~~gone~~',
  '&lt;script&gt; &#91;x&#93;(command:y)',
  '\\[x](command:y)',
  '\\\\[x](command:y)',
  '# heading\n- list\n1. list\n> quote\n---',
  '[ref]: https://evil.test',
  '\u202e\u200b\ufeff',
];

describe('text from outside in a hover (hazard 68)', () => {
  it('is shown literally: each character that could begin markup is escaped', () => {
    for (const text of attacks) assert.equal(shownBy(escaped(text)), withoutInvisible(text));
    for (let code = 0x20; code < 0x7f; code++) {
      const character = String.fromCharCode(code);
      assert.equal(shownBy(escaped(character)), character);
    }
  });

  it('is shown literally, whatever it is', () => {
    const parts = fc.constantFrom(...attacks, ...Array.from('[](){}<>&`*_|\\!$:@/#.-+~ \n\t"=0a'));
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        assert.equal(shownBy(escaped(text)), withoutInvisible(text));
      }),
      { numRuns: 5_000, seed: 1 },
    );
  });

  it('adds no link and no table cell, in whatever member it is', () => {
    const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
    const plainLink = /(?<!\\)\]\(/g;
    const cell = /(?<!\\)\|/g;
    for (const attack of attacks) {
      const hover = (value: string): string => {
        const summary = decodeSummary(
          JSON.stringify({
            balance: value,
            usd_balance: value,
            tx_total: value,
            is_contract: value,
          }),
        );
        assert.ok(summary);
        const report: StoredState = {
          summary: { value: summary, receivedAt: now, isFresh: true },
          summaryCall: null,
          scores: { money: null, money_rank_weight: null },
          jobs: { money: null, money_rank_weight: null },
        };
        const other = { ...subject, chain: value };
        const title = (text: string) => ({
          name: { name: text, source: text },
          ...{
            inCode: { name: text, source: text },
            risk: null,
            isSample: true,
            isUnscored: true,
            newness: text,
          },
        });
        return [
          factsLine(report, other.chain, { now, isSample: true }),
          riskBy('money', report, other, null)?.text ?? '',
          titleLine(foundOn(other.chain), other, title(value)),
          whyLine(foundOn(other.chain), title(value)),
          ...(['setting', 'assumed'] as const).flatMap((reason) => {
            const reading = readingOf(reason, value);
            const of = { subject: other, reading, isVisible: true };
            const actions = [true, false].map((isAlarming) =>
              actionLine(of, {
                canScore: true,
                canResume: isAlarming,
                isAlarming,
                hasEntry: isAlarming,
              }),
            );
            return [networkLine(of, report), ageLine(report, of), ...actions];
          }),
        ].join('\n\n');
      };
      const [harmless, hostile] = [hover('text'), hover(attack)];
      for (const pattern of [plainLink, cell, /^#/gm, /(?<!\\)`/g, /</g]) {
        assert.equal(count(hostile, pattern), count(harmless, pattern), hostile);
      }
    }
  });

  it('runs only the commands of our own links, and draws no HTML and no icon', () => {
    const { isTrusted, supportHtml, supportThemeIcons } = markdown(['a', '', 'b']);
    assert.deepEqual(isTrusted, {
      enabledCommands: [
        'addressRisk.signIn',
        'addressRisk.useSampleService',
        'addressRisk.lookUpAddress',
        'addressRisk.scoreRisk',
        'addressRisk.openReport',
        'addressRisk.selectChain',
        'addressRisk.alwaysAssumeChain',
        'addressRisk.showOccurrences',
        'addressRisk.addToAddressBook',
        'addressRisk.copyAddress',
      ],
    });
    assert.deepEqual([supportHtml, supportThemeIcons], [false, false]);
    assert.equal(markdown(['a', '', 'b']).value, 'a\n\nb');
  });
});
