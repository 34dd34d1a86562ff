/**
 * The fast test before the slow one: what has a run next to it that could be a piece of a key goes on
 * to the slow test, and nearly every other address does not.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mayHavePieces, type Kind } from '../../../src/keys/neighbors.ts';
import { createUnitReader } from '../../../src/text/runs.ts';
import { valueIn } from '../../support/keyPairs.ts';

const readUnits = createUnitReader();

const isAddress = (run: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(run);
const kinds: Readonly<Record<string, Kind>> = {
  EVM: { isHex: true, isLikeWif: false, isAddress: () => false },
  SOL: { isHex: false, isLikeWif: false, isAddress },
  KSOL: { isHex: false, isLikeWif: true, isAddress },
};

/** The answer for the value in a text, which `EVM`, `SOL`, or `KSOL` stands for. */
function mayHave(template: string, isNamed = false): boolean {
  const [name = ''] = /EVM|K?SOL/.exec(template) ?? [];
  const { text, value } = valueIn(template);
  const start = text.indexOf(value);
  const units = readUnits(text, 0, text.length);
  return mayHavePieces(units, { start, end: start + value.length, isNamed }, kinds[name]!);
}

function itSendsOn(templates: readonly string[]): void {
  for (const template of templates) {
    it(JSON.stringify(template), () => assert.equal(mayHave(template), true));
  }
}

function itRulesOut(templates: readonly string[]): void {
  for (const template of templates) {
    it(JSON.stringify(template), () => assert.equal(mayHave(template), false));
  }
}

const dots = (count: number): string => '.'.repeat(count);

describe('after twenty bytes in hex, the fast test sends on', () => {
  itSendsOn([
    // Digits, whatever joins them.
    'EVM REST',
    '"EVM" + "REST"',
    '"EVM", "REST"',
    'EVM\nREST',
    'EVM\u200bREST',
    'EVM + XREST',
    // Six digits are enough: the rest of the run is for the slow test.
    'EVM c3f1a5_and_more',
    'EVM fade1',
    // What can hide digits: an escape, an entity, a tag, a comment.
    'EVM\\x20x',
    'EVM%20x',
    'EVM&shy;x',
    'EVM<wbr>x',
    'EVM /* name */',
    'EVM # x',
    // A line comment, after which the digits follow.
    'EVM // of the owner\nREST',
    `EVM //${'o'.repeat(80)}\nREST`,
    // A literal with a prefix, and a call that joins.
    'EVM, b"name"',
    "EVM, hex'name'",
    'EVM.append(x)',
    'EVM.tostring(x)',
    // A few digits at a time, and digits after a letter or a few digits.
    'EVM x REST',
    'EVM, 1000, mint',
    'EVM c3 f1 a5',
    'EVM 1 2 3 4 5',
    'EVM 12 345 6 7 REST',
    `EVM${dots(95)}c3f1a5`,
    // A literal of its own that is shorter or longer than an address.
    'EVM 0x8ba1f109551bd432803012645ac136ddd64dba7',
    'EVM 0x8ba1f109551bd432803012645ac136ddd64dba7234',
    'EVM 0X8ba1f1',
    'EVM 0x8ba1f109551bd432803012645ac136ddd64dba72345',
  ]);
});

describe('after twenty bytes in hex, the fast test rules out', () => {
  itRulesOut([
    'EVM',
    'EVM;\n',
    'EVM, EV2',
    'EVM, EV2, REST',
    '"EVM",\n"EV2"',
    'EVM is the owner',
    'EVM, name: x',
    'EVM, decimals: 18',
    'EVM, 18, tokens',
    'EVM, 100, 200, mint',
    'EVM 1 2 3 4 mint',
    'EVM, 0, mint',
    'EVM, 19, mint',
    'EVM, 18: mint',
    'EVM, exact amount',
    'EVM c3f1ag',
    'EVM, 0x8ba1f109551bd432803012645ac136ddd64dba723456',
    'EVM, 0x8ba1f109551bd432803012645ac136ddd64dba7234567890',
    'EVM / 2 tokens',
    `EVM${dots(96)}c3f1a5`,
    'EVM // of the owner',
    'EVM // of the owner\nname',
    `EVM //${'o'.repeat(81)}\nREST`,
    'EVM.appendTo9(x)',
    'EVM mine "x"',
    'EVM.it"x"',
    'EVM, 123"name"',
    'EVM x.b"name"',
  ]);
});

describe('before twenty bytes in hex, the fast test sends on', () => {
  itSendsOn([
    'REST EVM',
    '"REST" + "EVM"',
    'REST\nEVM',
    'XREST + EVM',
    'c3 f1 a5 d9 7b EVM',
    'n_c3f1a EVM',
    '<wbr>EVM',
    '/* x */EVM',
    '&shy;EVM',
    'x // and\nEVM',
    'x //1\nEVM',
    '"x".concat("EVM")',
    'x.append(EVM)',
    'x.join(EVM)',
    'push(EVM)',
    'x.add(EVM)',
    '\\n"EVM"',
    '\\x20EVM',
    '\\u200bEVM',
    '\\u{200b}EVM c3f1a',
    '%20EVM',
    `c3f1a5${dots(95)}EVM`,
    `mint //${dots(46)}\nEVM`,
    'mint, 1234, EVM',
    'mint 1 2 3 4 5 EVM',
    '0x8ba1f109551bd432803012645ac136ddd64dba7, EVM',
    '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984345, EVM',
    // Too long to look for its prefix.
    '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984345678, EVM',
  ]);
});

describe('before twenty bytes in hex, the fast test rules out', () => {
  itRulesOut([
    'EV2, EVM',
    'REST, EV2, EVM',
    'owner EVM',
    'name = EVM',
    'decimals EVM',
    'send(EVM',
    '18, EVM',
    'mint, 100, 200, EVM',
    'x => EVM',
    '--> EVM',
    ');EVM',
    'joined(EVM)',
    'REST x EVM',
    'c3f1g5 EVM',
    'mint 1 2 3 4 EVM',
    'mint, 19, EVM',
    ' / EVM',
    '\n\nEVM',
    'mint /\nEVM',
    'mint / \nEVM',
    `mint //${dots(47)}\nEVM`,
    `c3f1a5${dots(96)}EVM`,
    'mint: 0x1f9840a85d5af5bf1d1762f925bdaddc4201f9843456, EVM',
  ]);

  it('what comes before an address with a name of its own', () => {
    assert.equal(mayHave('REST EVM'), true);
    assert.equal(mayHave('REST EVM', true), false);
    assert.equal(mayHave('EVM REST', true), true);
  });
});

describe('next to 32 bytes in base58, the fast test sends on', () => {
  itSendsOn([
    '"SOL" + "abc1Def2"',
    '"SOL" ~ "abc1Def2"',
    '"SOL" ^ "abc1Def2"',
    'SOL + abc1Def2',
    'SOL ~ abc1Def2',
    'SOL ^ abc1Def2',
    // Too long for a name.
    'SOL + xyz8BLsBm7gvPprwLg1mnS2wuM2HQ6X8oBHM6F1amuFd3SV: 1',
    // A slash alone starts no comment.
    'SOL+/abc1Def2\nname',
    'SOL\u200babc1Def2',
    'SOL\u0080abc1Def2',
    '"SOL" "abc1Def2"',
    "'SOL' 'abc1Def2'",
    '`SOL` `abc1Def2`',
    '"abc1Def2" + "SOL"',
    'abc1Def2\u200bSOL',
    'abc1Def2 + SOL',
    'abc1Def2 \\\nSOL',
    'abc1Def2 % SOL',
    '"abc1Def2" "SOL"',
    'SOL, xpub9s21ZrQH143K3QTDL4LXw2F7HEK3wJ',
    'xpub9s21ZrQH143K3QTDL4LXw2F7HEK3wJ, SOL',
    '"KSOL", "a1B2c3D4"',
    '"a1B2c3D4", "KSOL"',
    '"KSOL", "aBcD"',
    '"KSOL", "AbC"',
    '"KSOL", "AbCd"',
    '"KSOL", "aBCD"',
    '"KSOL", "abc1def"',
    // A run too long for a word is a part, unless it is an address.
    'SOL, xpub9s21ZrQH143K3QTDL4LXw2F7HE',
    'SOL <b>',
    '<b>SOL',
  ]);
});

describe('next to 32 bytes in base58, the fast test rules out', () => {
  itRulesOut([
    'SOL, SO2',
    '"SOL", "SO2"',
    'SO2, SOL',
    '"SOL" + "decimals"',
    '"SOL" + "decimalsofthetoken"',
    'SOL, xpub9s21ZrQH143K3QTDL4LXw2F7H',
    '"SOL" "abc1Def2: 1"',
    'SOL / abc1Def2',
    'abc1Def2 / SOL',
    'abc1Def2\nSOL',
    'push,SOL',
    '"0xc3f1a5" + "SOL"',
    '"SOL" + "0xc3f1a5"',
    '"SOL", "Decimals"',
    '"SOL", "abc1Def2"',
    '"abc1Def2", "SOL"',
    '"KSOL", "Decimals"',
    '"KSOL", "DECIMALS"',
    '"KSOL", "decimals"',
    '"Decimals", "KSOL"',
    'SOL: "USDC"',
    '"SOL" USDC: 1',
    'SOL; abc1Def2',
    'abc1Def2 = SOL',
    'SOL, 0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
    'SOL, 0xc3f1a5',
    '0xc3f1a5, SOL',
  ]);
});
