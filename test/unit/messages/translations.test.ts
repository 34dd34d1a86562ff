import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { repository } from '../../harness/extension.ts';

type Catalog = Readonly<Record<string, string>>;

const read = (file: string): Catalog =>
  JSON.parse(readFileSync(join(repository, file), 'utf8')) as Catalog;

/** English texts by key. The key of a sentence in the code is the sentence. */
const english = { code: read('l10n/bundle.l10n.json'), manifest: read('package.nls.json') };
const chinese = {
  code: read('l10n/bundle.l10n.zh-cn.json'),
  manifest: read('package.nls.zh-cn.json'),
};

/** Parts that a translation keeps; the order of placeholders is free. */
const kept: Readonly<Record<string, RegExp>> = {
  placeholder: /\{\w+\}/g,
  number: /(?<![\w{])\d[\d.,-]*(?<=\d)/g,
  code: /`[^`]*`/g,
  link: /\]\([^)]*\)/g,
  icon: /\$\([^)]*\)/g,
  emphasis: /(?<=\*)(?=[^*\s][^*]*\*)/g,
  'line break': /\n/g,
};

function damage(text: string, translated: string): string[] {
  return Object.entries(kept).flatMap(([what, pattern]) => {
    const [own, other] = [text, translated].map((each) => new Set(each.match(pattern)));
    const lost = [...(own ?? [])].filter((part) => other?.has(part) !== true);
    const added = [...(other ?? [])].filter((part) => own?.has(part) !== true);
    return [
      ...lost.map((part) => `lost ${what} ${JSON.stringify(part)}`),
      ...added.map((part) => `added ${what} ${JSON.stringify(part)}`),
    ];
  });
}

/** Names of commands as they are, and in the language; `Score Risk…` is quoted with and without its dots. */
const withoutDots = (title: string): string => title.replace(/…$/, '');
const commands = Object.entries(english.manifest)
  .filter(([key, title]) => key.startsWith('command.') && /\s/.test(title))
  .map(([key, title]) => [title, chinese.manifest[key] ?? ''].map(withoutDots) as [string, string])
  // `Look Up Address` is in `Look Up Addresses in File`.
  .sort(([one], [other]) => other.length - one.length);

/**
 * A quotation is text that the user sees elsewhere: a command, a label, or a setting, which stays
 * English.
 */
function misquoted(text: string, translated: string): string[] {
  let rest = text;
  const faults: string[] = [];
  for (const [title, own] of commands) {
    if (!new RegExp(`${title}(?!\\w)`).test(rest)) continue;
    rest = rest.replaceAll(title, '');
    if (!translated.includes(own)) faults.push(`the command “${title}” is “${own}”`);
  }
  for (const [, quoted = ''] of text.matchAll(/“([^”]+)”/g)) {
    const own = chinese.code[quoted] ?? quoted;
    if (!translated.includes(`“${own}”`)) faults.push(`“${quoted}” is “${own}”`);
  }
  return faults;
}

const typography: Readonly<Record<string, RegExp>> = {
  'half-width punctuation': /\p{Script=Han}[,.;:?!()]|[,.;:?!()]\p{Script=Han}/u,
  'an ASCII quote': /["']/,
  'no space between Chinese and Latin': /\p{Script=Han}[A-Za-z\d]|[A-Za-z\d%]\p{Script=Han}/u,
  'a space at full-width punctuation': /[，。；：？！（）、“”] | [，。；：？！（）、“”]/,
  // CommonMark: a closing mark after punctuation needs a space or punctuation behind it.
  'emphasis that stays open': /\*[^*\s][^*]*\p{P}\*[\p{L}\p{N}]/u,
  'an open quote or parenthesis': /^(?:[^“]|“[^”]*”)*”|“[^”]*$|（[^）]*$/,
};

function mistyped(translated: string): string[] {
  if (!/\p{Script=Han}/u.test(translated)) return [];
  const words = translated.replaceAll(/`[^`]*`/g, 'x').replaceAll(/\]\([^)]*\)/g, '');
  return Object.entries(typography).flatMap(([what, pattern]) => {
    const found = pattern.exec(words);
    return found === null ? [] : [`${what}: ${found[0]}`];
  });
}

/** One line for each fault, with the key to look for. */
function faultsOf(texts: Catalog, translations: Catalog): string[] {
  const inCode = texts === english.code;
  const missing = Object.keys(texts).filter((key) => !translations[key]?.trim());
  const stale = Object.keys(translations).filter((key) => !Object.hasOwn(texts, key));
  return [
    ...missing.map((key) => `translate: ${inCode ? key : `${key}: ${texts[key] ?? ''}`}`),
    ...stale.map((key) => `remove, it is no longer in English: ${key}`),
    ...Object.entries(texts).flatMap(([key, text]) => {
      const translated = translations[key];
      if (translated === undefined) return [];
      return [
        ...damage(text, translated),
        ...misquoted(text, translated),
        ...mistyped(translated),
      ].map((fault) => `${key}: ${fault}, in ${translated}`);
    }),
  ];
}

describe('the Chinese interface', () => {
  it('has each sentence of the code, whole, and no other', () => {
    assert.deepEqual(faultsOf(english.code, chinese.code), []);
  });

  it('has each text of package.json, whole, and no other', () => {
    assert.deepEqual(faultsOf(english.manifest, chinese.manifest), []);
  });

  it('calls a command or a button by one name', () => {
    const names = new Map<string, string>();
    const nameOf = (title: string, own = ''): string[] => {
      const [key, name] = [withoutDots(title), withoutDots(own)];
      const known = names.get(key) ?? name;
      return known === name ? [] : [`${title}: ${known}, ${name}`];
    };
    for (const [key, title] of Object.entries(english.manifest)) {
      names.set(withoutDots(title), withoutDots(chinese.manifest[key] ?? ''));
    }
    const differing = [
      ...Object.entries(english.manifest).flatMap(([key, text]) =>
        nameOf(text, chinese.manifest[key]),
      ),
      ...Object.entries(chinese.code).flatMap(([text, own]) => nameOf(text, own)),
    ];
    assert.deepEqual(differing, []);
  });

  it('is written in characters of its own', () => {
    const same = Object.entries(chinese.code).filter(
      ([text, own]) => /\p{L}/u.test(text.replaceAll(/\{\d\}/g, '')) && own === text,
    );
    assert.deepEqual(same.map(([text]) => text).sort(), [
      'Address Risk',
      'CSV',
      'HTML',
      'JSON',
      'Markdown',
    ]);
  });
});

describe('the check of translations', () => {
  const ofOne = (text: string, translated: string): string[] =>
    faultsOf({ [text]: text }, { [text]: translated }).map((fault) =>
      fault.slice(text.length + 2, -`, in ${translated}`.length),
    );

  it('names a sentence that is missing, empty, or no longer there', () => {
    assert.deepEqual(faultsOf({ a: 'One', b: 'Two' }, { b: ' ', c: '三' }), [
      'translate: a: One',
      'translate: b: Two',
      'remove, it is no longer in English: c',
    ]);
  });

  for (const [text, translated, fault] of [
    ['{0} of {1}', '{0}', 'lost placeholder "{1}"'],
    ['{0}', '{0}/{1}', 'added placeholder "{1}"'],
    ['at most 50', '最多 5', 'lost number "50"'],
    ['under `/risk`', '位于 /risk', 'lost code "`/risk`"'],
    ['[Go](command:a.b)', '[前往](command:a.c)', 'lost link "](command:a.b)"'],
    ['$(search) Find', '$(serach) 查找', 'lost icon "$(search)"'],
    ['Set by *it*.', '由它设置。', 'lost emphasis ""'],
    ['One\nTwo', '一、二', 'lost line break "\\n"'],
    ['Use Select Network…', '使用“选取网络…”', 'the command “Select Network” is “选择网络”'],
    ['“kind” is missing', '缺少“种类”', '“kind” is “kind”'],
    ['“assumed” is missing', '缺少“假设”', '“assumed” is “假定”'],
    ['One, two', '一,二', 'half-width punctuation: 一,'],
    ['One (two)', '一 (二)', 'half-width punctuation: (二'],
    ['Say it', '说"它"', 'an ASCII quote: "'],
    ['Its ID', '其ID', 'no space between Chinese and Latin: 其I'],
    ['One, two', '一， 二', 'a space at full-width punctuation: ， '],
    ['By *it…*', '由*它…*说', 'emphasis that stays open: *它…*说'],
    ['Say it', '说“它', 'an open quote or parenthesis: “它'],
  ] as const) {
    it(`finds: ${fault}`, () => assert.ok(ofOne(text, translated).includes(fault), translated));
  }

  it('accepts what is as it should be', () => {
    const text = 'Run *Select Network…* for {0} of 5 (see `a`).\n[Go](command:a)';
    const own = '为 5 个中的 {0} 运行*选择网络…*（见 `a`）。\n[前往](command:a)';
    assert.deepEqual(ofOne(text, own), []);
  });
});
