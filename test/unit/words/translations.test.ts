import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCatalog, translatedTo, type Catalog } from '../../support/translations.ts';

/** Language models read these; their instructions stay in one language. */
const isForModels = (key: string): boolean =>
  /^tool\.(?:\w+\.(?:model|path|text|offset)|address|network)$/.test(key);

/** What a translation keeps as it is: placeholders, code, links, icons, and names of settings. */
const kept = /\{\d\}|`[^`]*`|\]\(command:[^)]*\)|\$\([\w~-]+\)|https?:\/\/|“Address Risk[^”]*”/g;
const keptIn = (text: string): string[] => (text.match(kept) ?? []).sort();

const catalogs = (language: string): readonly (readonly [english: Catalog, own: Catalog])[] => [
  [readCatalog('l10n/bundle.l10n.json'), readCatalog(`l10n/bundle.l10n.${language}.json`)],
  [readCatalog('package.nls.json'), readCatalog(`package.nls.${language}.json`)],
];

/** What is wrong with translations of sentences. */
function faultsOf(english: Catalog, own: Catalog): string[] {
  const wanted = Object.keys(english).filter((key) => !isForModels(key));
  return [
    ...wanted.filter((key) => own[key] === undefined).map((key) => `missing: ${key}`),
    ...Object.keys(own)
      .filter((key) => !wanted.includes(key))
      .map((key) => `not in English: ${key}`),
    ...wanted.flatMap((key) => damageOf(english[key] ?? '', own[key] ?? '')),
  ];
}

function damageOf(english: string, own: string): string[] {
  if (own === '') return [];
  const [theirs, ours] = [keptIn(english), keptIn(own)];
  return JSON.stringify(theirs) === JSON.stringify(ours)
    ? []
    : [`${own} has ${ours.join(' ')} for ${theirs.join(' ')}`];
}

const han = '\\p{Script=Han}';
/** Marks of Latin text beside Chinese, and blanks where Chinese has none. */
const latinMarks = [
  ...[`${han}[,;:!?]`, `${han}\\.(?:\\s|$)`, `[(]${han}|${han}[)](?!\\()`, `${han} ${han}`],
  ...[`["'].*${han}|${han}.*["']`, `[，。；：！？、（）] | [，。；：！？、（）]`],
].map((pattern) => new RegExp(pattern, 'u'));

/** Chinese and Latin letters or digits have a blank between them. */
const tooClose = new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9]${han}`, 'u');

it('is there in Simplified Chinese', () => {
  assert.deepEqual(translatedTo, ['zh-cn']);
});

for (const language of translatedTo) {
  describe(`the sentences in ${language}`, () => {
    it('are all there, and keep what is no word', () => {
      const faults = catalogs(language).flatMap(([english, own]) => faultsOf(english, own));
      assert.deepEqual(faults, []);
    });

    it('call each command by its title', () => {
      const [bundles, titles] = catalogs(language);
      assert.ok(bundles && titles);
      const commands = Object.entries(titles[0])
        .filter(([key, title]) => key.startsWith('command.') && title.includes(' '))
        .map(([key, title]) => [title, titles[1][key] ?? ''].map((each) => each.replace(/…$/, '')));
      const wrong = Object.entries(bundles[0]).flatMap(([key, text]) =>
        commands
          .filter(([title = '']) => new RegExp(`\\b${title}\\b(?! [a-z])`).test(text))
          .filter(([, own = '']) => !(bundles[1][key] ?? '').includes(own))
          .map(([title]) => `${title}: ${bundles[1][key]}`),
      );
      assert.deepEqual(wrong, []);
    });

    if (language.startsWith('zh')) {
      it('are set as Chinese is', () => {
        const wrong = catalogs(language)
          .flatMap(([, own]) => Object.values(own))
          .filter((text) => {
            const prose = text.replaceAll(/`[^`]*`/g, 'x').replaceAll(/\(command:[^)]*\)/g, '');
            return tooClose.test(prose) || latinMarks.some((mark) => mark.test(prose));
          });
        assert.deepEqual(wrong, []);
      });
    }
  });
}

describe('a fault of a translation', () => {
  it('is found, whichever it is', () => {
    const english = { a: 'Started {0} on {1}.', b: 'Run `x`.', c: 'Stop' };
    assert.deepEqual(faultsOf(english, { a: '{1} 上的 {0}。', b: '运行 `x`。', c: '停' }), []);
    assert.match(faultsOf(english, { a: '{0}', b: '`x`', c: '停' }).join(), /has \{0\} for/);
    assert.match(faultsOf(english, { a: '{0}{1}', b: '`y`', c: '停' }).join(), /has `y`/);
    assert.match(faultsOf(english, { a: '{0}{1}', b: '`x`' }).join(), /^missing: c$/);
    assert.match(faultsOf(english, { ...english, d: 'x' }).join(), /not in English: d/);
    for (const text of ['停,', '停.', '停 止', '(停)', '"停"', '停。 止']) {
      assert.ok(
        latinMarks.some((mark) => mark.test(text)),
        text,
      );
    }
    assert.ok(tooClose.test('停a') && tooClose.test('1停') && !tooClose.test('停 a'));
  });
});
