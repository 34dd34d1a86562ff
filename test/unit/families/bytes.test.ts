/** Addresses that are written as bytes: in macros, in literals of Solidity, and as lists. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalOf, checksumOf, type Occurrence } from '../../../src/addresses/occurrence.ts';
import { occurrenceAt, refusalsBetween, scanSlices, scanText } from '../../../src/scan/scan.ts';

const canonical = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const spelled = canonical.slice(2);
const lower = spelled.toLowerCase();
const bytes = [...Buffer.from(lower, 'hex')];
const hexOf = (byte: number): string => `0x${byte.toString(16).padStart(2, '0')}`;
const hexes = bytes.map(hexOf).join(', ');
const decimals = bytes.join(', ');
const casts = bytes.map((byte) => `(byte) ${hexOf(byte)}`).join(', ');
const lines = `    ${hexes.slice(0, 95)}\n    ${hexes.slice(96)},\n`;
const key = [...bytes, ...bytes.slice(0, 12)];

/** What code says, what of it is the address, and whether its letters have a checksum. */
const addresses: Readonly<
  Record<string, readonly [code: string, text: string, isValid?: boolean]>
> = {
  "alloy's macro": [`const USDT: Address = address!("${spelled}");`, spelled, true],
  "alloy's macro with 0x": [`const USDT: Address = address!("${canonical}");`, canonical, true],
  "alloy's macro over lines": [`alloy_primitives::address!(\n    "${lower}"\n)`, lower],
  'a macro with a spelled address': [`const USDT: [u8; 20] = hex!("${spelled}");`, spelled, true],
  'a macro in a type': [`H160(hex!["${lower}"])`, lower],
  'a macro in a parser': [`AccountId20::from(hex_literal::hex!("${lower}"))`, lower],
  'a macro behind a name': [`pub const USDT_ADDRESS: [u8; 20] = hex!("${lower}");`, lower],
  'a field': [`Token { symbol: "USDT", address: hex!("${lower}") }`, lower],
  'a literal of Solidity': [`address constant USDT = address(bytes20(hex"${lower}"));`, lower],
  'a literal in single quotes': [`bytes20 tokenAddress = hex'${spelled}';`, spelled, true],
  'an array of Rust': [`pub const USDT_ADDRESS: [u8; 20] = [${hexes}];`, hexes],
  'an array of Rust over lines': [
    `pub const USDT: Address = Address::new([\n${lines}]);`,
    lines.trim().slice(0, -1),
  ],
  'an array with a type in it': [
    `let address = [0xdau8, ${hexes.slice(6)}];`,
    `0xdau8, ${hexes.slice(6)}`,
  ],
  'a type of Go': [`var usdt = common.Address{${hexes}}`, hexes],
  'an array of Go': [`usdtAddr := [20]byte{${hexes}}`, hexes],
  'an array of C#': [`byte[] contractAddress = new byte[] { ${hexes} };`, hexes],
  'an array of Java': [`byte[] contractAddress = {${casts}};`, casts],
  'a list in JSON': [`{"address": [${decimals}]}`, decimals],
  'a list without blanks': [`{"address":[${bytes.join(',')}]}`, bytes.join(',')],
  'an array of a typed array': [`const address = new Uint8Array([${decimals}]);`, decimals],
  'arguments of a call': [`let tokenAddress = bytes20(${hexes});`, hexes],
  'an element of a list': [`ADDRESSES = [\n  // USDT\n  [${hexes}],\n]`, hexes],
};

describe('an address written as bytes', () => {
  for (const [name, [code, text, isValid = false]] of Object.entries(addresses)) {
    it(name, () => {
      const found = scanText(code);
      assert.deepEqual(
        found.map((one) => [one.family, one.form, one.text, one.offset, one.length]),
        [['evm', 'bytes', text, code.indexOf(text), text.length]],
      );
      assert.equal(canonicalOf(found[0]!), canonical);
      assert.equal(checksumOf(found[0]!), isValid ? 'valid' : 'none');
    });
  }

  it('is found in each element of a list that is named', () => {
    const other = `hex!("${lower.replaceAll('d', 'e')}")`;
    for (const one of [`[${hexes}]`, `hex!("${lower}")`]) {
      const found = scanText(`const ADDRESSES: [[u8; 20]; 3] = [${one}, ${other},\n  ${one}];`);
      assert.deepEqual(
        found.map((each) => each.form),
        ['bytes', 'bytes', 'bytes'],
      );
    }
  });

  it('is found from each place of its bytes, on whichever line', () => {
    const code = `${'// text\n'.repeat(50)}pub const USDT_ADDRESS: [u8; 20] = [\n${lines}];\n`;
    const [found] = scanText(code);
    assert.ok(found);
    for (let caret = found.offset; caret <= found.offset + found.length; caret++) {
      assert.deepEqual(occurrenceAt(code, caret), found, `${caret}`);
    }
    assert.equal(occurrenceAt(code, found.offset - 3), undefined);
  });

  it('is found once where a long text is cut', () => {
    const piece = `address: [${hexes}],\n`;
    const code = piece.repeat(4_000);
    const found: Occurrence[] = [...scanSlices(code)].flat();
    assert.equal(found.length, 4_000);
    assert.ok(found.every(({ offset }, index) => offset === index * piece.length + 10));
  });

  it('has the name of a placeholder', () => {
    const [zero] = scanText(`address: [${'0, '.repeat(19)}0]`);
    assert.equal(zero?.placeholder, 'zero');
  });

  it('has an invalid checksum if the case of its letters is wrong', () => {
    const [found] = scanText(`address!("${spelled.replace('AC', 'aC')}")`);
    assert.equal(found && checksumOf(found), 'invalid');
  });

  it('does not depend on the length of its list', () => {
    for (const size of [1_000, 100_000]) {
      const text = '0x1,(1,('.repeat(size);
      const began = performance.now();
      assert.deepEqual(scanText(text), []);
      assert.ok(performance.now() - began < size / 10 + 500);
    }
  });
});

/** Twenty bytes of a key, or with the name of one. */
const keys: Readonly<Record<string, string>> = {
  'a name in a macro': `const PRIVATE_KEY: Address = address!("${lower}");`,
  'a name before a parser': `let secret_key = Address::from(hex!("${lower}"));`,
  'a name of a list': `secretKeys: [Address([${hexes}])]`,
  'a list and its rest': `let address = [[${hexes}], [${key.slice(20).map(hexOf).join(', ')}]].concat();`,
  'a list and its rest before it': `address: concat([${key.slice(20).join(', ')}], [${decimals}])`,
  'a macro and its rest': `let address = [hex!("${lower}"), hex!("${lower.slice(0, 24)}")].concat();`,
  'a macro and a list': `let address = [hex!("${lower}").to_vec(), vec![${key.slice(20).join(', ')}]];`,
  'three pieces': `address: [${hexes}] + [${hexes}] + [${hexes}] + [1, 2, 3, 4]`,
};

describe('a key written as bytes', () => {
  for (const [name, code] of Object.entries(keys)) {
    it(`is not sent: ${name}`, () => {
      assert.deepEqual(scanText(code), []);
      // Not for another reason: the guard holds it back.
      assert.ok(refusalsBetween(code, 0, code.length).length > 0);
    });
  }

  it('is no address with 32 or 64 bytes', () => {
    for (const length of [32, 64]) {
      const whole = Array.from({ length }, (_, at) => (at * 37 + 5) % 256);
      for (const name of ['address', 'keypair', 'secretKey']) {
        assert.deepEqual(scanText(`${name}: [${whole.join(', ')}]`), []);
        assert.deepEqual(scanText(`${name}: hex!("${Buffer.from(whole).toString('hex')}")`), []);
      }
    }
  });
});
