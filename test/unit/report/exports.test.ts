import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import Ajv from 'ajv';
import MarkdownIt from 'markdown-it';
import { parseExactJson, type ExactJson } from '../../../src/api/exactJson.ts';
import { breakdownOf, type Breakdown } from '../../../src/report/breakdown.ts';
import { csvExport } from '../../../src/report/export/csv.ts';
import {
  type ExportFacts,
  exportFileName,
  type ExportFormat,
} from '../../../src/report/export/facts.ts';
import { htmlExport } from '../../../src/report/export/html.ts';
import { jsonExport } from '../../../src/report/export/json.ts';
import { markdownExport } from '../../../src/report/export/markdown.ts';
import { setLanguage } from '../../../src/messages/language.ts';
import { visible } from '../../../src/messages/visible.ts';
import { choicesFrom } from '../../support/random.ts';
import { exportCases, reportOf, scoreOf } from './support/exportCases.ts';
import { leavesOf } from './support/leaves.ts';
import { randomJson } from './support/randomJson.ts';

const writers = { markdown: markdownExport, html: htmlExport, json: jsonExport, csv: csvExport };
const formats = Object.keys(writers) as ExportFormat[];
const cases = Object.entries(exportCases);
/** A page shows what Markdown shows, from the same document: it is looked at for three cases. */
const textFormats = ['markdown', 'json', 'csv'] as const;
const wholeCases = new Set(['bothAggregators', 'denied', 'hostile']);
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[^\P{Cc}\r\n]/u;
const caseOf = (name: string) => exportCases[name] ?? assert.fail(name);

/** `ADDRESS_RISK_WRITE_GOLDEN=1` writes the files; look at the difference before committing it. */
const isWriting = process.env['ADDRESS_RISK_WRITE_GOLDEN'] === '1';

/** A page is the same whatever it looks like; a browser checks its style. */
function withoutStyle(text: string): string {
  return text
    .replace(/sha256-[^']+/, 'sha256-…')
    .replace(/<style>[^]*<\/style>/, '<style>…</style>');
}

/** Cells of CSV, without the quotes. */
function cellsOf(csv: string): string[][] {
  return csv
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
      ),
    );
}

function namedElements({ categories, groups }: Breakdown): number {
  const inside = categories.flatMap((category) => category.inside ?? []);
  const named = categories.filter(
    ({ nameField, name }) => nameField !== null && name !== '',
  ).length;
  return [...inside, ...groups].reduce((sum, each) => sum + namedElements(each), named);
}

describe('the exports of a report', () => {
  for (const [name, facts] of cases) {
    for (const format of wholeCases.has(name) ? formats : textFormats) {
      it(`are as they were: ${name} as ${format}`, () => {
        const extension = exportFileName(facts, format).split('.').at(-1) ?? '';
        const file = new URL(`golden/${name}.${extension}`, import.meta.url);
        const text = withoutStyle(writers[format](facts));
        if (isWriting) writeFileSync(file, text);
        assert.equal(text, readFileSync(file, 'utf8'));
      });
    }
  }

  it('are in the language of the editor, in the same shape', () => {
    const shapes = [
      [markdownExport, /^[#*|-]+/gm, /^## 地址$/m],
      [htmlExport, /<[a-z!/][^\s>]*/gi, /<html lang="zh-cn">[^]*<h2>地址<\/h2>/],
    ] as const;
    const file = new URL('../../../l10n/bundle.l10n.zh-cn.json', import.meta.url);
    const bundle = readFileSync(file, 'utf8');
    for (const [name, facts] of cases) {
      for (const [write, shape, words] of shapes) {
        const english = write(facts);
        setLanguage('zh-cn', JSON.parse(bundle) as Record<string, string>);
        const chinese = write(facts);
        setLanguage('en', undefined);
        assert.match(chinese, words, name);
        assert.deepEqual(chinese.match(shape), english.match(shape), name);
      }
    }
  });

  it('are equal for equal facts', () => {
    for (const [name, facts] of cases) {
      for (const format of formats) {
        assert.equal(writers[format](structuredClone(facts)), writers[format](facts), name);
      }
    }
  });

  it('say that sample data is sample data, and of nothing else', () => {
    for (const [name, facts] of cases) {
      for (const format of formats) {
        assert.equal(writers[format](facts).includes('Sample data'), facts.isSample, name + format);
        assert.equal(exportFileName(facts, format).includes('sample-data'), facts.isSample);
      }
    }
    const [, ...rows] = cellsOf(csvExport(caseOf('sample')));
    assert.ok(rows.length === 3 && rows.every(([source]) => source === 'Sample data'));
  });

  for (const owner of ['otherAddress', 'otherNetwork', 'unstated'] as const) {
    it(`give a score no level unless it is of the address on its network: ${owner}`, () => {
      const { scale } = caseOf('zero');
      const money = scoreOf('80', '{"mixer":50,"scam":30}', { scale, owner });
      const facts = { ...caseOf('zero'), scores: { money, money_rank_weight: null } };
      assert.match(
        jsonExport(facts),
        /"score": \{\s+"state": "given",\s+"value": 80\s+\},\s+"level": null/,
      );
      assert.doesNotMatch(markdownExport(facts), /Level: |Severe/);
      const csv = csvExport(facts);
      assert.doesNotMatch(csv, /Severe/);
      const isOther = owner !== 'unstated';
      assert.equal(/,80,/.test(csv), !isOther);
      assert.equal(csv.includes('for a different'), isOther);
    });
  }

  it('have no control or bidi character', () => {
    for (const [name, facts] of cases) {
      for (const format of formats) {
        const found = unseen.exec(writers[format](facts));
        assert.equal(
          found,
          null,
          `${name} as ${format}: ${found?.[0].codePointAt(0)?.toString(16) ?? ''}`,
        );
      }
    }
    assert.match(markdownExport(caseOf('hostile')), /⟨U\+202E⟩gpj/);
  });

  it('suggest a file name of harmless characters', () => {
    for (const [, facts] of cases) {
      for (const format of formats) {
        assert.match(
          exportFileName(facts, format),
          /^address-risk_[\w-]{1,150}\.(?:md|html|json|csv)$/,
        );
      }
    }
  });
});

describe('a report as JSON', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../schemas/report.schema.json', import.meta.url), 'utf8'),
  ) as object;
  const validate = new Ajv({ allErrors: true }).compile(schema);

  for (const [name, facts] of cases) {
    it(`is as its schema says: ${name}`, () => {
      assert.ok(validate(JSON.parse(jsonExport(facts))), JSON.stringify(validate.errors, null, 1));
    });
  }

  it('is as its schema says for 1,000 random details', () => {
    const choices = choicesFrom(13);
    for (let index = 0; index < 1_000; index++) {
      const raw = randomJson(choices, 4);
      // No double holds it, and JSON.parse makes it an infinite number.
      const text = jsonExport(withRaw(raw)).replaceAll(/\d+e\d{3,}/g, '7');
      assert.ok(validate(JSON.parse(text)), `${raw} ${JSON.stringify(validate.errors)}`);
    }
  });

  it('is not valid with a member that is missing, unknown, or of another type', () => {
    const valid = JSON.parse(jsonExport(caseOf('tenCategories'))) as Record<string, unknown>;
    assert.equal(validate({ ...valid, later: 1 }), false);
    assert.equal(validate({ ...valid, source: 'Other' }), false);
    const { scores, ...others } = valid;
    assert.equal(validate(others), false);
    assert.equal(validate({ ...others, scores: [] }), false);
    assert.notEqual(scores, undefined);
  });

  it('has the raw details with all of their digits', () => {
    const raw =
      '{"a":0.10,"b":1e400,"c":9007199254740993,"d":[{},[],null,true,"\u202e\\ud800"],"__proto__":{"x":-0}}';
    const facts = {
      ...caseOf('zero'),
      scores: { money: scoreOf('1', raw), money_rank_weight: null },
    };
    const exported = parseExactJson(jsonExport(facts)) as {
      readonly scores: readonly { readonly result: { readonly raw: ExactJson } }[];
    };
    assert.deepEqual(
      leavesOf(exported.scores[0]!.result.raw),
      leavesOf(parseExactJson(raw) as ExactJson),
    );
  });
});

/** A report with details, from their text. */
function withRaw(raw: string): ExportFacts {
  return { ...caseOf('empty'), scores: { money: scoreOf('1', raw), money_rank_weight: null } };
}

describe('a report as CSV', () => {
  it('has each value of 1,000 random details once', () => {
    const choices = choicesFrom(14);
    for (let index = 0; index < 1_000; index++) {
      const raw = randomJson(choices, 4);
      const json = parseExactJson(raw) as ExactJson;
      const [header = [], ...rows] = cellsOf(csvExport(withRaw(raw)));
      const first = header.indexOf('category') + 1;
      const values = rows.flatMap((row) => row.slice(first)).filter((cell) => cell !== '');
      // The name of an array element is the name of its rows, and an empty text an empty cell.
      const named = namedElements(breakdownOf(json));
      const leavesWithText =
        json === null ? [] : leavesOf(json).filter((leaf) => !leaf.endsWith(',"\\"\\""]'));
      const expected = leavesWithText.length - named;
      assert.equal(values.length, expected, raw);
    }
  });

  it('has one row for a category of a score, with its fields as columns', () => {
    const [header = [], ...rows] = cellsOf(csvExport(caseOf('sample')));
    const column = (name: string): string[] => rows.map((row) => row[header.indexOf(name)] ?? '');
    assert.deepEqual(column('category'), ['sanctioned', 'unattributed', 'gambling']);
    assert.deepEqual(column('share'), ['0.47', '0.43', '0.1']);
    assert.deepEqual(new Set(column('risk_score')), new Set(['50']));
    assert.deepEqual(new Set(column('level')), new Set(['High']));
    assert.deepEqual(new Set(column('balance')), new Set(['3.5']));
    const noScore = cellsOf(csvExport(caseOf('empty')));
    assert.equal(noScore.length, 2);
    assert.equal(noScore[1]?.[header.indexOf('address')], caseOf('empty').subject.address);
  });

  it('has at most 40 columns of the service, however many fields there are', () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => `"f${index}":${index}`).join(',');
    const raw = `{"a":{"score":1,${fields}}}`;
    const rows = cellsOf(csvExport(withRaw(raw)));
    assert.ok(rows.every((row) => row.length === 61));
    assert.ok(rows.some((row) => row.includes('a › f4999') && row.includes('4999')));
  });

  it('has rows of equal length, in which no cell is one that a sheet would calculate', () => {
    for (const [name, facts] of cases) {
      const [header = [], ...rows] = cellsOf(csvExport(facts));
      for (const row of rows) {
        assert.equal(row.length, header.length, `${name}: ${row.join(' ; ')}`);
        for (const cell of row) {
          const isNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell);
          assert.ok(isNumber || !/^[\s=+\-@＝＋－＠]/.test(cell), `${name}: ${cell}`);
        }
      }
    }
  });

  it('keeps negative numbers as numbers, and no other text that begins like one', () => {
    const raw =
      '{"a":-1.5,"b":-2e-7,"-3":{"note":"-4"},"c":{"share":1,"x":"-1+1","y":"+5","z":"-1e3","w":" =1"}}';
    const facts = {
      ...caseOf('zero'),
      scores: { money: scoreOf('-1', raw), money_rank_weight: null },
    };
    const values = cellsOf(csvExport(facts)).flat();
    for (const kept of ['-1', '-1.5', '-2e-7', '-4', '-1e3'])
      assert.ok(values.includes(kept), kept);
    for (const changed of ["'-1+1", "'+5", "' =1"]) assert.ok(values.includes(changed), changed);
  });
});

const pieces = [
  ...'\\`*_[]()<>&!|~$#^={}@:./-+"\' \n\r\t1aw'.split(''),
  ...['www.', 'http://', 'mailto:', 'a@b.com', 'evil.com', '![', '](', '<b>', '</', '<!--', '&lt;'],
  ...[
    '```',
    '**',
    '__',
    '~~',
    '| --',
    '\u202e',
    '[x]: http://a.com',
    '<http://a.com>',
    'ftp://',
    '//',
  ],
];

describe('a report as Markdown', () => {
  const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true });

  /**
   * Elements that a renderer creates, the targets of its links, and its text outside code blocks.
   */
  function rendered(text: string) {
    const html = markdown.render(text);
    return {
      tags: [...html.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag ?? ''),
      links: [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? ''),
      content: html
        // The title shortens the address.
        .replace(/<(pre|h1)>[^]*?<\/\1>/g, '')
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    };
  }

  it('makes no link, image, or element of hostile text', () => {
    const { tags, links } = rendered(markdownExport(caseOf('hostile')));
    assert.deepEqual(links, []);
    const own = 'h1 h2 h3 p ul li em strong table thead tbody tr th td pre code'.split(' ');
    assert.deepEqual(
      [...new Set(tags)].filter((tag) => !own.includes(tag)),
      [],
    );
    // An at sign is the one thing in a code span, and the verbatim texts are in two blocks.
    assert.equal(tags.filter((tag) => tag === 'pre').length, 2);
    assert.equal(tags.filter((tag) => tag === 'h2').length, 5);
    const harmless = rendered(markdownExport(reportOf('x'))).tags;
    const withoutCode = (all: readonly string[]) => all.filter((tag) => tag !== 'code');
    assert.deepEqual(withoutCode(tags), withoutCode(harmless));
  });

  it('makes none of 500 random texts of marks', () => {
    const choices = choicesFrom(15);
    const withoutCode = (all: readonly string[]) => all.filter((tag) => tag !== 'code');
    const asRead = (shown: string) => shown.replaceAll('_', ' ').toUpperCase();
    const harmless = rendered(markdownExport(reportOf('Q')));
    const expected = {
      tags: withoutCode(harmless.tags),
      shown: harmless.content.split('Q').length,
    };
    for (let index = 0; index < 500; index++) {
      const text = Array.from({ length: 1 + choices.below(12) }, () => choices.of(pieces)).join('');
      const { tags, links, content } = rendered(markdownExport(reportOf(`${text}Q`)));
      assert.deepEqual(withoutCode(tags), expected.tags, text);
      assert.deepEqual(links, [], text);
      // A category reads as a title.
      const whole = asRead(visible(`${text}Q`)).trimStart();
      // A longer one is cut where it occurs twice in a cell.
      if (whole.length < 50)
        assert.equal(asRead(content).split(whole).length, expected.shown, text);
    }
  });

  it('has the same number of cells in each row', () => {
    for (const [name, facts] of cases) {
      const html = markdown.render(markdownExport(facts));
      for (const [table] of html.matchAll(/<table>[^]*?<\/table>/g)) {
        const rows = table.split('</tr>').slice(0, -1);
        const counts = rows.map((row) => row.match(/<t[hd][ >]/g)?.length);
        assert.equal(new Set(counts).size, 1, name);
      }
    }
  });

  it('links to the explorer of the network and to nothing else', () => {
    for (const [name, facts] of cases) {
      const expected =
        name === 'hostile' ? [] : [`https://etherscan.io/address/${facts.subject.address}`];
      assert.deepEqual(rendered(markdownExport(facts)).links, expected, name);
    }
  });
});

describe('a report as HTML', () => {
  it('has the elements of its template, whatever the text is', () => {
    const html = htmlExport(caseOf('hostile'));
    const tagsOf = (text: string) => text.match(/<[a-z!/][^\s>]*/gi);
    assert.deepEqual(tagsOf(html), tagsOf(htmlExport(reportOf('x'))));
    const own =
      'html head meta title style body main h1 h2 h3 p section dl dt dd table caption thead tbody tr th td svg rect pre footer';
    const tags = [...html.matchAll(/<([a-z]\w*)/gi)].map(([, tag]) => tag ?? '');
    assert.deepEqual(
      [...new Set(tags)].filter((tag) => !own.split(' ').includes(tag)),
      [],
    );
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    assert.ok(html.includes(`default-src 'none'; style-src 'sha256-${hash}'`));
  });
});
