/** Where the text names no network, other places of the same address do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { AddressCollection, type FolderAddress } from '../../../src/folder/folderAddresses.ts';
import { bookFile } from '../../../src/book/book.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import { finish, putFile, scanWith } from '../../support/inventories.ts';
import { FileSearch } from '../../../src/folder/fileSearch.ts';

/** No published list has them. */
const vault = '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc';
const other = '0x0C147BE1B3936e96cC77C1eDcb74399C91160EB7';

const silent = `address constant vault = ${vault};`;
const on = (network: string): string => `{ "${network}": { "vault": "${vault}" }, "celo": {} }`;

type Files = Readonly<Record<string, string>>;

function collected(texts: Files, listed: ReadonlyMap<string, string> = new Map()): FolderAddress[] {
  const collection = new AddressCollection(listed);
  const search = { folder: '/nowhere', listed: undefined, keyTextsIn: undefined };
  const files = new FileSearch({ ...search, namesCode: false });
  for (const [path, text] of Object.entries(texts)) {
    const file = { path, isNewName: false, isExempt: path === bookFile };
    collection.addFile(file, files.contentOfText({ path, networks: [] }, text));
  }
  collection.settle();
  return [...collection.all()];
}

/** The networks of the vault with their files and how often it is in each. */
const networksOf = (...args: Parameters<typeof collected>): unknown[] =>
  collected(...args)
    .filter(({ canonical }) => canonical === vault)
    .map(({ network, places }) => [
      network,
      ...places.map(({ path, count }) => `${path} ${count}`),
    ]);

describe('an address at places whose text names no network', () => {
  it('is on the one network that other places name, in whichever order they are read', () => {
    const [a, b] = [{ 'a.sol': silent }, { 'b.json': on('polygon') }];
    const expected = [['polygon', 'a.sol 1', 'b.json 1']];
    assert.deepEqual(networksOf({ ...a, ...b }), expected);
    assert.deepEqual(networksOf({ ...b, ...a }), expected);
  });

  it('was there on every network that a change names for it', () => {
    const search = { folder: '/nowhere', listed: undefined, keyTextsIn: undefined };
    const files = new FileSearch({ ...search, namesCode: false });
    for (const isChanged of [false, true]) {
      const collection = new AddressCollection(new Map());
      for (const [path, text, isNew] of [
        ['a.sol', silent, isChanged],
        ['b.json', on('polygon'), true],
        ['c.ts', `// on base\nconst vault = "${vault}";`, true],
      ] as const) {
        const found = files.contentOfText({ path, networks: [] }, text);
        const place = { path, isNewName: false, isExempt: false };
        collection.addFile(place, { ...found, isChanged: isNew });
      }
      collection.settle();
      const found = [...collection.all()].filter(({ canonical }) => canonical === vault);
      assert.deepEqual(found.map(({ network }) => network).sort(), ['base', 'polygon']);
      for (const each of found) assert.equal(collection.wasThere(each), !isChanged);
    }
  });

  it('is counted once in a file that has both', () => {
    const both = { 'a.ts': `const a = ${on('polygon')};\n\n\n\n\n\n\n\n${silent}` };
    assert.deepEqual(networksOf(both), [['polygon', 'a.ts 2']]);
  });

  const search = { folder: '/nowhere', listed: undefined, keyTextsIn: undefined, namesCode: false };
  const [still, named] = [silent, on('polygon')].flatMap((text) => [
    ...new FileSearch(search).contentOfText({ path: 'a', networks: [] }, text).addresses,
  ]);
  assert.ok(still && named);
  const file = { path: 'a', isNewName: false, isExempt: false };

  it('is shown at the first place of a file that may be no key', () => {
    for (const [own, others, expected] of [
      [{ line: 1, column: 5 }, { line: 1, column: 9 }, 5],
      [{ line: 1, column: 9 }, { line: 1, column: 5 }, 5],
      [{ line: 2, column: 5 }, { line: 1, column: 9 }, 9],
      [{ line: 2, column: 9 }, { line: 1, column: 5, isHidden: true }, 9],
    ] as const) {
      const collection = new AddressCollection(new Map());
      const addresses = [
        ...[
          { ...named, ...own },
          { ...still, ...others },
        ],
        { ...named, line: 3, isHidden: true },
      ];
      collection.addFile(file, { isChanged: true, addresses });
      collection.settle();
      const [{ places, network } = { places: [], network: null }, ...more] = collection.all();
      const [{ column, count, isNamedThere, isHidden } = assert.fail()] = places;
      assert.deepEqual([network, more, places.length], ['polygon', [], 1]);
      assert.deepEqual([column, count, isNamedThere, isHidden], [expected + 1, 3, true, false]);
    }
    const alone = new AddressCollection(new Map());
    alone.addFile(file, { isChanged: true, addresses: [still, still] });
    assert.equal(alone.all()[0]?.places[0]?.isNamedThere, false);
  });

  it('is named, and is paid for, by no place that may be a key, which is not repeated', () => {
    for (const isHidden of [false, true]) {
      const collection = new AddressCollection(new Map());
      const addresses = [{ ...named, isHidden }, still];
      collection.addFile(file, { isChanged: true, addresses });
      collection.addEarlier({ ...named, isHidden });
      collection.settle();
      const [first, ...more] = collection.all();
      assert.deepEqual([first?.isShown, first?.isPayable], [!isHidden, !isHidden]);
      assert.deepEqual([more.length, collection.earlier.length], isHidden ? [1, 0] : [0, 1]);
    }
  });

  it('is on none if other places name several', () => {
    const files = { 'a.sol': silent, 'b.json': on('polygon'), 'c.json': on('base') };
    assert.deepEqual(networksOf(files), [
      [null, 'a.sol 1'],
      ['polygon', 'b.json 1'],
      ['base', 'c.json 1'],
    ]);
  });

  it('is on none if only words name one', () => {
    const words = { 'b.sol': `address v = ${vault}; // on Polygon` };
    assert.equal(networksOf({ 'a.sol': silent, ...words }).length, 2);
  });

  it('keeps what its own text names, also where that is not clear', () => {
    const files = {
      'a.sol': `address v = ${vault}; // on Base`,
      'b.json': on('polygon'),
      'c.sol': `address v = ${vault}; // on Base or on Celo`,
    };
    const networks = networksOf(files).map((each) => (each as unknown[])[0]);
    assert.deepEqual(networks, ['base', 'polygon', null]);
  });

  it('keeps the network of its entry in the address book', () => {
    const files = { 'a.sol': silent, 'b.json': on('polygon') };
    assert.deepEqual(networksOf(files, new Map([[vault, 'base']])), [
      ['base', 'a.sol 1'],
      ['polygon', 'b.json 1'],
    ]);
  });

  it('is on none that only the book in the folder names, which a change may have written', () => {
    const book = { [bookFile]: `{ "addresses": [{ "address": "${vault}", "chainId": 137 }] }` };
    const networks = networksOf({ 'a.sol': silent, ...book }).map((each) => (each as unknown[])[0]);
    assert.deepEqual(networks, [null, 'polygon']);
  });

  it('is on no network of another address', () => {
    const files = { 'a.sol': silent, 'b.json': on('polygon').replace(vault, other) };
    assert.deepEqual(networksOf(files), [[null, 'a.sol 1']]);
  });
});

describe('the inventory of a workspace', () => {
  const put = (inventory: Inventory, path: string, text: string, folder = 0): void => {
    const { addresses } = scanWith(text, { path, networks: [] }, () => ({ assumed: 'ethereum' }));
    putFile(inventory, folder, path, addresses);
  };

  it('knows the one network that the files of a folder name, and one of them', () => {
    const inventory = new Inventory();
    put(inventory, 'a.sol', silent);
    assert.equal(inventory.elsewhere(0, vault), undefined);
    put(inventory, 'b.json', on('polygon'));
    put(inventory, 'c.json', on('polygon'));
    const { network, path } = inventory.elsewhere(0, vault) ?? {};
    assert.deepEqual([network, path], ['polygon', 'b.json']);
    assert.equal(inventory.elsewhere(1, vault), undefined);
    assert.equal(inventory.elsewhere(0, other), undefined);
  });

  it('follows what files say', () => {
    const inventory = new Inventory();
    put(inventory, 'b.json', on('polygon'));
    put(inventory, 'c.json', on('polygon'));
    assert.equal(inventory.elsewhere(0, vault)?.path, 'b.json');
    inventory.deleteFile(0, 'b.json');
    assert.equal(inventory.elsewhere(0, vault)?.path, 'c.json');
    put(inventory, 'd.json', on('base'));
    assert.equal(inventory.elsewhere(0, vault), undefined);
    put(inventory, 'c.json', silent);
    assert.deepEqual(inventory.elsewhere(0, vault), { network: 'base', path: 'd.json' });
    put(inventory, 'd.json', silent);
    assert.equal(inventory.elsewhere(0, vault), undefined);
  });

  /** By network: whether it is assumed, what the code calls the vault, and its places. */
  function rows(inventory: Inventory): Record<string, unknown> {
    finish(inventory.settle());
    const found = inventory.addresses.idsOf('evm', vault).map((id) => {
      const { network, isAssumed } = inventory.addresses.of(id) ?? {};
      const places = inventory.placesOf(id, 9).map(({ path, length }) => `${path} ${length}`);
      const name = inventory.codeNames.of(id)?.name;
      return [network, { isAssumed, name, places }];
    });
    return Object.fromEntries(found) as Record<string, unknown>;
  }

  it('counts places that name no network on the one that others name', () => {
    const inventory = new Inventory();
    put(inventory, 'a.sol', silent);
    const alone = { isAssumed: true, name: 'vault', places: ['a.sol 42'] };
    assert.deepEqual(rows(inventory), { ethereum: alone });
    put(inventory, 'b.json', on('polygon'));
    const both = { isAssumed: false, name: 'vault', places: ['a.sol 42', 'b.json 42'] };
    assert.deepEqual(rows(inventory), { polygon: both });
    inventory.deleteFile(0, 'b.json');
    assert.deepEqual(rows(inventory), { ethereum: alone });
  });

  it('takes them back when others differ, and moves them when those change', () => {
    const inventory = new Inventory();
    put(inventory, 'a.sol', silent);
    put(inventory, 'b.json', on('polygon'));
    rows(inventory);
    put(inventory, 'c.json', on('base'));
    assert.deepEqual(Object.keys(rows(inventory)).sort(), ['base', 'ethereum', 'polygon']);
    inventory.deleteFile(0, 'b.json');
    assert.deepEqual(Object.keys(rows(inventory)), ['base']);
    put(inventory, 'a.sol', `address v = ${vault}; // on Celo`);
    assert.deepEqual(Object.keys(rows(inventory)).sort(), ['base', 'celo']);
    for (const path of ['a.sol', 'c.json']) inventory.deleteFile(0, path);
    assert.deepEqual([...inventory.addresses.ids()], []);
  });

  it('has the same rows after any changes as when all files are read at once', () => {
    const path = fc.constantFrom('a', 'b', 'c', 'd');
    const text = fc.constantFrom('', silent, `${silent}\n${silent}`, on('polygon'), on('base'));
    const change = fc.record({ path, text, isSettled: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const [followed, fresh] = [new Inventory(), new Inventory()];
        const last = new Map<string, string>();
        for (const each of changes) {
          put(followed, each.path, each.text);
          last.set(each.path, each.text);
          if (each.isSettled) finish(followed.settle());
        }
        for (const [name, content] of last) put(fresh, name, content);
        assert.deepEqual(rows(followed), rows(fresh));
      }),
    );
  });

  it('takes no network from words, nor from the address book', () => {
    const inventory = new Inventory();
    put(inventory, 'a.sol', `address v = ${vault}; // on Polygon`);
    put(inventory, bookFile, `{ "addresses": [{ "address": "${vault}", "chainId": 137 }] }`);
    assert.equal(inventory.elsewhere(0, vault), undefined);
  });
});
