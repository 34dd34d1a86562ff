import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  entryAt,
  integerIn,
  outward,
  valueAround,
  type Place,
} from '../../detection/networks/entries.ts';
import { readScript } from '../../detection/networks/script.ts';
import { readYaml } from '../../detection/networks/yaml.ts';

const keysOf = ({ entry }: Place): string[] => [...outward(entry)].map(({ key }) => key).reverse();

const placeOf = (places: readonly Place[], text: string): Place => {
  const found = places.find((place) => place.text.includes(text));
  assert.ok(found, text);
  return found;
};

describe('the reader of scripts', () => {
  const text = `
const sourceId = 11_155_111; // sepolia
enum ChainId { ETH = 1, ONE = 1666600000 }
export const tokens = [
  { chainId: 16666e5, address: '0xaa', bridge: { 137: "0xbb" } },
];
class Arbitrum { constructor() { this.chainId = 42161; this.factory = '0xcc'; } }
get(chains.base.id, { [manifest.LOCKUP]: ['0xdd', 300_000] });
`;
  const { root, places } = readScript('tokens.ts', text);

  it('gives the offset of a string without its quote', () => {
    for (const place of places) {
      assert.equal(text.slice(place.offset, place.offset + place.text.length), place.text);
    }
    assert.deepEqual(
      places.map((place) => place.text),
      ['0xaa', '0xbb', '0xcc', '0xdd'],
    );
  });

  it('gives the keys, elements, and arguments around a string', () => {
    assert.deepEqual(keysOf(placeOf(places, '0xbb')), ['', 'tokens', '[0]', 'bridge', '137']);
    assert.deepEqual(keysOf(placeOf(places, '0xdd')), ['', 'get', '[1]', 'manifest.LOCKUP', '[0]']);
  });

  it('finds the nearest value of a key', () => {
    assert.equal(valueAround(placeOf(places, '0xbb').entry, 'chainId'), '16666e5');
    assert.equal(valueAround(placeOf(places, '0xcc').entry, 'this.chainId'), '42161');
    assert.equal(valueAround(placeOf(places, '0xdd').entry, 'chainId'), undefined);
  });

  it('reads constants, enumerations, and arguments', () => {
    assert.equal(entryAt(root, 'sourceId')?.value, '11_155_111');
    assert.equal(entryAt(root, 'ChainId', 'ONE')?.value, '1666600000');
    assert.equal(entryAt(root, 'get', '[0]')?.value, 'chains.base.id');
  });

  it('goes on to a second entry of the same key', () => {
    const { root: twice } = readScript('a.js', 'exports.N = void 0; exports.N = { a: 1 };');
    assert.equal(entryAt(twice, 'exports.N', 'a')?.value, '1');
  });

  it('reads JSON, keys among its strings', () => {
    const json = readScript('a.json', '{"0xAA": {"task": "x"}, "10": ["0xBB"]}');
    assert.deepEqual(keysOf(placeOf(json.places, '0xAA')), ['', '0xAA']);
    assert.deepEqual(keysOf(placeOf(json.places, '0xBB')), ['', '10', '[0]']);
  });
});

describe('the reader of YAML', () => {
  const text = `# routes
tokens:
  - chainName: bsc
    addressOrDenom: "0xaa"
    connections:
      - token: ethereum|base|0xbb
      - token: >-
          sealevel|soon|cc
  - addressOrDenom: '0xdd'
    chainName: base
    logoURI: https://host/logo.svg
rpcUrls:
  - https://host:8545/rpc
owner: 0xee
`;
  const { places } = readYaml(text);

  it('gives the offset of a value without its quotes', () => {
    for (const place of places) {
      assert.equal(text.slice(place.offset, place.offset + place.text.length), place.text);
    }
    assert.equal(placeOf(places, '0xaa').text, '0xaa');
    assert.equal(placeOf(places, '0xdd').text, '0xdd');
  });

  it('gives the keys around a value', () => {
    assert.deepEqual(keysOf(placeOf(places, '0xbb')), [
      ...['', 'tokens', '-', 'connections', '-', 'token'],
    ]);
    assert.deepEqual(keysOf(placeOf(places, 'soon|cc')).slice(-3), ['connections', '-', 'token']);
    assert.deepEqual(keysOf(placeOf(places, '0xee')), ['', 'owner']);
  });

  it('finds a key of the same element before and after a value, and none of another', () => {
    assert.equal(valueAround(placeOf(places, '0xaa').entry, 'chainName'), 'bsc');
    assert.equal(valueAround(placeOf(places, '0xdd').entry, 'chainName'), 'base');
    assert.equal(valueAround(placeOf(places, '0xbb').entry, 'chainName'), 'bsc');
    assert.equal(valueAround(placeOf(places, '0xee').entry, 'chainName'), undefined);
  });

  it('takes no colon within a value for the end of a key', () => {
    assert.equal(placeOf(places, 'logo.svg').text, 'https://host/logo.svg');
    assert.equal(keysOf(placeOf(places, 'logo.svg')).at(-1), 'logoURI');
    assert.equal(placeOf(places, '8545').text, 'https://host:8545/rpc');
    assert.deepEqual(keysOf(placeOf(places, '8545')), ['', 'rpcUrls', '-']);
  });
});

describe('an integer of a file', () => {
  for (const [text, number] of [
    ['8453', 8453],
    ['0xa', 10],
    ['84531n', 84531],
    ['11_155_111', 11_155_111],
    ['16666e5', 1_666_600_000],
    ['osmosis-1', undefined],
    ['chains.base.id', undefined],
    ['1.5', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const) {
    it(`${text} is ${number}`, () => assert.equal(integerIn(text), number));
  }
});
