import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assignedName, stringAfter } from '../../../src/evidence/assignedName.ts';
import { codeNameAt } from '../../../src/evidence/codeName.ts';
import { CodeNames } from '../../../src/folder/inventory.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const nameIn = (code: string): string | undefined => {
  const text = code.replace('ADDR', address);
  return codeNameAt(text, text.indexOf(address), address.length);
};

describe('what a value is assigned to', () => {
  for (const [before, name] of [
    ['a = "', 'a'],
    ["a = '", 'a'],
    ['a = `', 'a'],
    ['a\t=\n  ', 'a'],
    ['a := ', 'a'],
    ['a: ', 'a'],
    ["'a' => ", 'a'],
    ['"a b" : ', 'a b'],
    ['["a b"]: ', 'a b'],
    ['["a b" ] : ', 'a b'],
    ['[KEY]: ', 'KEY'],
    ['x; é$_1 = ', 'é$_1'],
    ['let a: string = ', 'a'],
    ['b = 1; a = ', 'a'],
    ['b\na = ', 'a'],
    [': a = ', 'a'],
    ['a.b = ', 'b'],
    ['a = f(', 'a'],
    ['a = x.f(', 'a'],
    ['a = f(g(h(', 'a'],
    ['a = f(g(h(i(', undefined],
    ['a = f!(', 'a'],
    ['a = H160::from_str("', 'a'],
    ['let a = Wrapped::<H160>::from("', 'a'],
    ['let a: H160 = m::f(', 'a'],
    ['a::<b> = ', 'a'],
    ['a = f("', 'a'],
    ['a = (', undefined],
    ['f(', undefined],
    ['a == ', undefined],
    ['a != ', undefined],
    ['a <= ', undefined],
    ['a >= ', undefined],
    ['a === ', undefined],
    ['a > ', undefined],
    ['a ', undefined],
    ['a, ', undefined],
    [' = ', undefined],
    ['= ', undefined],
    [': ', undefined],
    ['', undefined],
    ['"', undefined],
    ['a": ', undefined],
    [`${'a'.repeat(90)}: `, 'a'.repeat(80)],
  ] as const) {
    it(`is ${name ?? 'nothing'} behind ${JSON.stringify(before.slice(-20))}`, () => {
      assert.equal(assignedName(before), name);
    });
  }
});

describe('the string behind a key', () => {
  for (const [after, value] of [
    ['": "A"', 'A'],
    ["': 'A B'", 'A B'],
    ['` : `A`', 'A'],
    [': "A"', 'A'],
    ['"] = "A"', 'A'],
    ['" => "A"', 'A'],
    ['="A"', 'A'],
    ['":\n\t"A"', 'A'],
    ['": ""', ''],
    ['": "A\'', undefined],
    ['" == "A"', undefined],
    ['": A', undefined],
    ['": ', undefined],
    ['" "A"', undefined],
    ['", "A"', undefined],
    ['', undefined],
  ] as const) {
    it(`is ${value ?? 'none'} in ${JSON.stringify(after)}`, () => {
      assert.equal(stringAfter(after), value);
    });
  }
});

/** Words for kinds of values, which are not names. */
const generic = [
  'address addr contract contractAddress tokenAddress deployedTo value id key account wallet',
  'hash data default result hex checksum evm proxy implementation impl target deployed current',
  'mainnet testnet ethereum eth sepolia holesky goerli bsc bnb polygon matic arbitrum optimism',
  'base avalanche fantom gnosis celo linea scroll zksync mantle blast',
].flatMap((line) => line.split(' '));

describe('the name of an address', () => {
  it('is the key around a key that says nothing', () => {
    for (const key of [...generic, '1', '137']) {
      assert.equal(nameIn(`{ Vault: { "${key}": "ADDR" } }`), 'Vault', key);
      assert.equal(nameIn(`{ "${key}": "ADDR" }`), undefined, key);
    }
    assert.equal(nameIn('{ Vault: { "1inch": "ADDR" } }'), '1inch');
    assert.equal(nameIn('{ Vault: { v2: "ADDR" } }'), 'v2');
  });

  it('is a member beside it that names it', () => {
    for (const key of ['name', 'symbol', 'label', 'title', 'contractName', 'ticker']) {
      assert.equal(nameIn(`{ "${key}": "Ours", "address": "ADDR" }`), 'Ours', key);
      assert.equal(nameIn(`{ address: "ADDR", ${key}: 'Ours' }`), 'Ours', key);
    }
    assert.equal(nameIn('{ symbol: "S", name: "Name", address: "ADDR" }'), 'Name');
    assert.equal(nameIn('{ surname: "No", $name: "No", name: "Yes", address: "ADDR" }'), 'Yes');
    assert.equal(nameIn('{ name, symbol: "Sym", address: "ADDR" }'), 'Sym');
    assert.equal(nameIn('{ nick: { name: "Inner" }, address: "ADDR" }'), undefined);
    assert.equal(
      nameIn('{ address: "ADDR", nick: { name: "Inner" } }, { name: "Next" }'),
      undefined,
    );
    assert.equal(nameIn('{ a: {}, b: {}, address: "ADDR", c: {}, name: "Own" }'), 'Own');
  });

  it('is looked for behind objects that end before it', () => {
    assert.equal(nameIn('{ Vault: { a: { b: {} }, c: {}, address: "ADDR" } }'), 'Vault');
    assert.equal(nameIn('{ Other: { } }, Vault: { address: "ADDR" }'), 'Vault');
    assert.equal(nameIn('{ Vault: { mainnet: { address: "ADDR" } } }'), 'Vault');
  });

  it('is looked for near it alone', () => {
    const far = (count: number): string =>
      `{ Vault: { x: "${'.'.repeat(count)}", address: "ADDR" } }`;
    assert.equal(nameIn(far(1_400)), 'Vault');
    assert.equal(nameIn(far(1_600)), undefined);
    const later = (count: number): string =>
      `{ address: "ADDR", x: "${'.'.repeat(count)}", name: "Own" }`;
    assert.equal(nameIn(later(1_300)), 'Own');
    assert.equal(nameIn(later(1_600)), undefined);
  });

  for (const [code, name] of [
    ['ab = ADDR', 'ab'],
    ['a = ADDR', undefined],
    [`${'n'.repeat(64)} = ADDR`, 'n'.repeat(64)],
    [`${'n'.repeat(65)} = ADDR`, undefined],
    ['"  Ours  ": "ADDR"', 'Ours'],
    ['{ "ADDR": "address" }', undefined],
    ['{ "ADDR": "12" }', undefined],
    ['{ "ADDR": "é1" }', 'é1'],
    ['"to 0x12345678": "ADDR"', undefined],
    ['"to 0x1234567": "ADDR"', 'to 0x1234567'],
    // Tables.
    ['|ADDR|Ours|', 'Ours'],
    ['  | Address | **Ours** | `ADDR` |  ', 'Ours'],
    ['x\n| ADDR | Ours |\n| 0x | Theirs |', 'Ours'],
    ['| [Our Safe](https://a.test/) | ADDR |', 'Our Safe'],
    ['| [Ours | ADDR |', '[Ours'],
    ['| x1 | ADDR | Ours |', 'Ours'],
    ['| ADDR | 1 |', undefined],
    ['| ADDR', undefined],
    ['ADDR |', undefined],
    ['12, Ours ,ADDR', 'Ours'],
    ['Base,ADDR,Ours', 'Ours'],
    ['x,ADDR,1', undefined],
    ['see ADDR, Ours', undefined],
    ['ADDR', undefined],
    ['f(a,ADDR,Ours)', undefined],
    ['[Ours,ADDR,', undefined],
    ['Ours;,ADDR,', undefined],
  ] as const) {
    it(`is ${name ?? 'none'} in ${code.slice(0, 50)}`, () => assert.equal(nameIn(code), name));
  }
});

describe('the names that files give an address', () => {
  const nameOf = (path: string, folder = 0) => ({ folder, path, name: path, line: 0 });

  it('are four at most, one of each file', () => {
    const names = new CodeNames();
    for (const path of ['a', 'a', 'b', 'c', 'd', 'e']) names.add(1, nameOf(path));
    names.add(1, { ...nameOf('a'), name: 'again' });
    const order: (string | undefined)[] = [];
    for (const path of ['a', 'b', 'c', 'd', 'e']) {
      order.push(names.of(1)?.name);
      names.delete(1, nameOf(path));
    }
    assert.deepEqual(order, ['a', 'b', 'c', 'd', undefined]);
    names.delete(1, nameOf('a'));
    assert.equal(names.of(1), undefined);
  });

  it('are told apart by folder, and by address', () => {
    const names = new CodeNames();
    names.add(1, nameOf('a', 0));
    names.add(1, { ...nameOf('a', 1), name: 'other' });
    names.delete(1, nameOf('a', 0));
    assert.equal(names.of(1)?.name, 'other');
    assert.equal(names.of(2), undefined);
    names.delete(1, nameOf('b', 1));
    assert.equal(names.of(1)?.name, 'other');
  });
});
