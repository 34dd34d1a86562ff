import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import MarkdownIt from 'markdown-it';
import { checkReport } from '../../../src/cli/checkReport.ts';
import {
  checkGithub,
  checkJson,
  checkMarkdown,
  checkSarif,
  checkText,
  sarifCutText,
} from '../../../src/cli/checkFormats.ts';
import { findingOf, type Finding } from '../../../src/folder/findings.ts';
import { defaultPolicy } from '../../../src/folder/policy.ts';
import { sarifProblems } from '../../support/sarifSchema.ts';

/** What a CI system, a renderer, or a terminal would obey. */
const texts = [
  '::error::x',
  'a\n::add-mask::x',
  'a\r\n::set-output name=x::y',
  '##vso[task.complete result=Failed;]',
  '##[group]x',
  '##teamcity[message text=x]',
  'section_start:0:x\r\u001b[0Kx',
  '\u001b]8;;https://example.com\u0007link\u001b]8;;\u0007',
  '%0A::error::x',
  'x, line=1::error::y',
  '[link](https://example.com)',
  '![picture](https://example.com/x.png)',
  '<img src=x onerror=alert(1)>',
  '| a | b |',
  '`code` @someone #1 www.example.com https://example.com',
  '\u202Eevil\u2066',
  '{0} {{1}}',
  'https://example.com/a?b#c',
  'c:\\x',
];

function reportOf(text: string) {
  const finding: Finding = findingOf({
    ...{ rule: 'deny', level: 'error', path: text, line: 1, column: 1, length: 0 },
    ...{ address: text, network: text, message: `On “${text}”.`, state: 'new' },
  });
  return checkReport(
    [
      {
        ...{
          findings: [finding],
          counts: new Map(),
          fileCount: 1,
          isSelfJudged: false,
          judged: [],
          ...{ broken: new Map(), deniedTexts: [] },
          keyTexts: [],
          bookProblems: [],
          hasBook: true,
          policyFault: undefined,
        },
        skipped: [{ path: text, reason: text }],
        base: {
          ...{ name: text, commit: '0'.repeat(40) },
          judge: { name: text, commit: '0'.repeat(40) },
        },
        ...{ faults: [text], policy: defaultPolicy },
        root: {
          folder: '/',
          repository: undefined,
          prefix: '',
          shownTop: '',
          shownPrefix: '',
          others: [],
        },
      },
    ],
    true,
    [{ address: text, network: text, reason: text }],
  );
}

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe('text of a repository in a result', () => {
  for (const text of texts) {
    const report = reportOf(text);
    const name = JSON.stringify(text.slice(0, 40));

    it(`is data in the format text: ${name}`, () => {
      const lines = checkText(report, false).split('\n');
      for (const line of lines) {
        assert.doesNotMatch(line, unseen);
        assert.ok(!line.includes('##') && !line.trimStart().startsWith('::'), line);
      }
    });

    it(`is data in workflow commands: ${name}`, () => {
      const lines = checkGithub(report).split('\n');
      // A command each for the finding, the fault, and what was not scored, and the summary.
      assert.equal(lines.length, 5);
      assert.match(lines[0]!, /^::error file=[^:]*,line=1,col=1,title=Address Risk%3A deny::/);
      assert.match(lines[1]!, /^::error title=Address Risk::/);
      assert.match(lines[2]!, /^::notice title=Address Risk%3A not scored::/);
      assert.equal(lines[0]!.split(',').filter((part) => part.startsWith('line=')).length, 1);
    });

    it(`is data in Markdown: ${name}`, () => {
      const html = new MarkdownIt({ html: true, linkify: true, breaks: false }).render(
        checkMarkdown(report),
      );
      assert.doesNotMatch(
        html,
        /<(?!\/?(?:h2|h3|p|table|thead|tbody|tr|th|td|ul|li|code|strong|br)\b)/,
      );
      assert.equal([...html.matchAll(/<tr>/g)].length, 2);
      assert.ok(!/[^`>]@someone/.test(html), html);
    });

    it(`is data in SARIF, which stays valid: ${name}`, () => {
      const log = JSON.parse(checkSarif(report, '1.2.3')) as {
        runs: {
          results: {
            message: { text: string };
            locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
          }[];
        }[];
      };
      assert.deepEqual(sarifProblems(log), []);
      const [result] = log.runs[0]!.results;
      assert.doesNotMatch(result!.message.text, /(?<!\\)[[\]]/);
      const { uri } = result!.locations[0]!.physicalLocation.artifactLocation;
      assert.equal(URL.parse(uri), null, 'it is relative');
      assert.ok(new URL(uri, 'https://root.test/').href.startsWith('https://root.test/'));
    });

    it(`is data in JSON: ${name}`, () => {
      const { findings } = JSON.parse(checkJson(report)) as { findings: Finding[] };
      assert.equal(findings[0]!.path, text);
    });
  }
});

describe('a result with many findings', () => {
  it('has at most 5,000 results in SARIF: what fails, then what is new; the rest is counted (hazard 86)', () => {
    const finding = (index: number, isError: boolean): Finding =>
      findingOf({
        ...{ rule: isError ? 'deny' : 'new', level: isError ? 'error' : 'warning' },
        ...{ path: `${index}.ts`, line: 1, column: 1, length: 42, address: String(index) },
        ...{ network: null, message: 'x', state: index < 5_990 ? 'unchanged' : 'new' },
      });
    const news = finding(6_001, false);
    const findings = [
      ...Array.from({ length: 6_000 }, (_, index) => finding(index, index >= 5_990)),
      ...[news, findingOf({ ...news, rule: 'unlisted' })],
    ];
    const report = checkReport(
      [
        {
          ...{
            findings,
            counts: new Map(),
            fileCount: 1,
            isSelfJudged: false,
            judged: [],
            ...{ broken: new Map(), deniedTexts: [] },
            keyTexts: [],
            bookProblems: [],
            hasBook: true,
            policyFault: undefined,
            skipped: [],
          },
          ...{ base: undefined, faults: [], policy: defaultPolicy },
          root: {
            folder: '/',
            repository: undefined,
            prefix: '',
            shownTop: '',
            shownPrefix: '',
            others: [],
          },
        },
      ],
      false,
    );
    const log = JSON.parse(checkSarif(report, '1.2.3')) as {
      runs: {
        results: { level: string; ruleId: string; baselineState?: string }[];
        invocations: { toolExecutionNotifications: { message: { text: string } }[] }[];
      }[];
    };
    const { results, invocations } = log.runs[0]!;
    assert.equal(results.length, 5_000);
    assert.ok(results.slice(0, 10).every(({ level }) => level === 'error'));
    assert.deepEqual(
      results.slice(10, 12).map(({ ruleId }) => ruleId),
      ['address-risk/new', 'address-risk/unlisted'],
    );
    assert.ok(results.every(({ baselineState }) => baselineState === undefined));
    const cut = 'SARIF has room for 5000 findings: 1002 more are left out (1002 new).';
    assert.equal(sarifCutText(report)?.startsWith(cut), true);
    assert.ok(
      invocations[0]?.toolExecutionNotifications.some(({ message }) =>
        message.text.startsWith(cut),
      ),
    );
  });
});
