import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ScannedAddress } from '../../../src/folder/addressTable.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import { rowsOf } from '../../../src/cli/scanRows.ts';
import { finish, putFile, scanWith } from '../../support/inventories.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
/** No published list has them. */
const unknown = [
  '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc',
  '0x0C147BE1B3936e96cC77C1eDcb74399C91160EB7',
];

function scan(text: string, path = 'a.ts', selected?: string): ReturnType<typeof scanWith> {
  return scanWith(text, { path, networks: [] }, () => ({ assumed: 'ethereum', selected }));
}

const occurrence = (canonical: string, more: Partial<ScannedAddress> = {}): ScannedAddress => ({
  ...{ canonical, family: 'evm', network: 'ethereum', isAssumed: false },
  ...{ line: 0, column: 0, length: 42 },
  ...more,
});

/** The content of an inventory, regardless of its numbers. */
function contentsOf(inventory: Inventory): unknown[] {
  return [...inventory.addresses.ids()]
    .map((id) => ({ ...inventory.addresses.of(id), places: inventory.placesOf(id, 1_000) }))
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

describe('what names the network of an address elsewhere', () => {
  it('is a file that names it firmly, and none that only has another address', () => {
    const inventory = new Inventory();
    const firm = { isNamedFirmly: true, isAssumed: false };
    putFile(inventory, 0, 'a.ts', [occurrence(weth, firm), occurrence(usdc, { line: 1 })]);
    putFile(inventory, 0, 'b.ts', [occurrence(dai, { line: 4 }), occurrence(usdc, firm)]);
    assert.deepEqual(inventory.elsewhere(0, usdc), { network: 'ethereum', path: 'b.ts' });
    assert.deepEqual(inventory.elsewhere(0, weth), { network: 'ethereum', path: 'a.ts' });
    assert.equal(inventory.elsewhere(0, dai), undefined);
    assert.equal(inventory.elsewhere(1, usdc), undefined, 'in another folder');
    putFile(inventory, 0, '.address-risk.json', [occurrence(dai, firm)]);
    assert.equal(inventory.elsewhere(0, dai), undefined, 'an entry of the book');
    putFile(inventory, 0, 'b.ts', []);
    assert.equal(inventory.elsewhere(0, usdc), undefined);
  });
});

describe('places that name no network', () => {
  it('are counted elsewhere once, also where their file is gone before all of them are', () => {
    const inventory = new Inventory();
    const silent = occurrence(usdc, { network: null, isSilent: true });
    putFile(inventory, 0, 'a.ts', Array<ScannedAddress>(1_500).fill(silent));
    putFile(inventory, 0, 'b.ts', [occurrence(usdc, { network: 'base', isNamedFirmly: true })]);
    putFile(inventory, 0, 'c.ts', [silent]);
    const steps = inventory.settle();
    assert.equal(steps.next().done, false);
    putFile(inventory, 0, 'a.ts', []);
    finish(steps);
    const found = [...inventory.addresses.ids()].map((id) => inventory.addresses.of(id));
    assert.deepEqual(
      found.map((each) => [each?.network, each?.count]),
      [['base', 2]],
    );
  });
});

describe('the addresses of a file', () => {
  it('are those of the command line, but for what cannot be looked up', () => {
    const text = [
      `const usdc = "${usdc}"; // polygon`,
      `zero = "0x${'0'.repeat(40)}"; typo = "${usdc.replace('A', 'a')}";`,
      `[${unknown.join(', ')}]`,
    ].join('\r\n');
    const { addresses } = scan(text);
    const rows = [...rowsOf('a.ts', text)].filter(
      ({ placeholder, checksum }) => placeholder === null && checksum !== 'invalid',
    );
    assert.deepEqual(
      addresses.map(({ canonical, line, column, length }) => ({ canonical, line, column, length })),
      rows.map(({ canonical, line, column, length }) => ({
        ...{ canonical, line: line - 1, column: column - 1, length },
      })),
    );
    assert.deepEqual(
      addresses.map(({ network, isAssumed }) => [network, isAssumed]),
      [
        ['polygon', false],
        ['ethereum', true],
        ['ethereum', true],
      ],
    );
  });

  it('have the lines of an editor: one without line feeds, and no byte order mark', () => {
    const { addresses } = scan(`\uFEFF${usdc}\r\r\n${weth}\n\r${dai}`);
    assert.deepEqual(
      addresses.map(({ line, column }) => [line, column]),
      [
        [0, 0],
        [2, 0],
        [4, 0],
      ],
    );
  });

  it('have the lines of an editor in a text without any line feed', () => {
    const { addresses } = scan(`${usdc}\r ${weth}`);
    assert.deepEqual(
      addresses.map(({ line, column }) => [line, column]),
      [
        [0, 0],
        [1, 1],
      ],
    );
  });

  it('have the names that the code gives them', () => {
    const { addresses } = scan(`const BÖRSE = "${usdc}";\nf("${weth}");`);
    assert.deepEqual(
      addresses.map(({ name }) => name),
      ['BÖRSE', undefined],
    );
    assert.equal(addresses[1]?.name, undefined);
  });

  it('depend on choices, which win over the code', () => {
    assert.equal(scan(`ethereum: "${usdc}"`).dependsOnChoices, true);
    assert.equal(scan(usdc).dependsOnChoices, true);
    assert.equal(scan(usdc, 'a.ts', 'base').dependsOnChoices, true);
    assert.equal(scan('nothing').dependsOnChoices, false);
    const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    assert.equal(scan(`"${bitcoin}"`).dependsOnChoices, false, 'its characters name the network');
    assert.equal(scan(`"${bitcoin}"`).addresses.length, 1);
  });

  it('have the network of an entry in the address book where a hover has it', () => {
    const text = `a = ${usdc};\nb = ${unknown[0]};\nc = ${dai}; // on Polygon`;
    const { addresses } = scanWith(text, { path: 'a.ts', networks: [] }, () => ({
      listed: 'celo',
    }));
    assert.deepEqual(
      addresses.map(({ network }) => network),
      ['celo', 'celo', 'polygon'],
    );
  });

  it('get their network from what is near, in a text too long to read at once', () => {
    const filler = `${'x '.repeat(50)}\n`.repeat(3_000);
    const { addresses } = scan(`${filler}polygon: "${usdc}"\n${filler}"${unknown[0]}"`);
    assert.deepEqual(
      addresses.map(({ network, isAssumed, line }) => [network, isAssumed, line]),
      [
        ['polygon', false, 3_000],
        ['ethereum', true, 6_001],
      ],
    );
  });
});

describe('an inventory', () => {
  it('has an address once for each network and folder, with its places', () => {
    const inventory = new Inventory();
    putFile(inventory, 0, 'b.ts', [
      occurrence(usdc, { line: 4, isAssumed: true }),
      occurrence(usdc),
    ]);
    putFile(inventory, 0, 'a.ts', [occurrence(usdc, { network: 'base' }), occurrence(weth)]);
    putFile(inventory, 1, 'a.ts', [occurrence(usdc, { isAssumed: true })]);
    const found = [...inventory.addresses.ids()].map((id) => inventory.addresses.of(id));
    assert.deepEqual(
      found.map((each) => [each?.folder, each?.network, each?.count, each?.isAssumed]),
      [
        [0, 'ethereum', 2, false],
        [0, 'base', 1, false],
        [0, 'ethereum', 1, false],
        [1, 'ethereum', 1, true],
      ],
    );
    assert.deepEqual(inventory.placesOf(0, 9), [
      { folder: 0, path: 'b.ts', line: 0, column: 0, length: 42 },
      { folder: 0, path: 'b.ts', line: 4, column: 0, length: 42 },
    ]);
    assert.equal(inventory.placesOf(0, 1).length, 1);
  });

  it('has the first places of an address on all its networks, however many there are', () => {
    const inventory = new Inventory();
    const counts = Array.from({ length: 700 }, (_, index) => index).reverse();
    for (const index of counts) {
      const network = index % 2 === 0 ? 'ethereum' : 'base';
      putFile(inventory, 0, `${String(index).padStart(3, '0')}.ts`, [
        occurrence(weth),
        ...[4, 2].map((line) => occurrence(usdc, { network, line })),
      ]);
    }
    const ids = inventory.addresses.idsOf('evm', usdc);
    assert.deepEqual(
      ids.map((id) => inventory.addresses.countOf(id)),
      [700, 700],
    );
    assert.deepEqual(
      inventory.placesOfAll(ids, 3).map(({ path, line }) => [path, line]),
      [
        ['000.ts', 2],
        ['000.ts', 4],
        ['001.ts', 2],
      ],
    );
    assert.equal(inventory.placesOfAll(ids, Infinity).length, 1_400);
    assert.deepEqual(inventory.addresses.idsOf('tron', usdc), []);
    assert.deepEqual(inventory.addresses.idsOf('evm', dai), []);
  });

  it('names the networks and families in use, and of a family those that the code names, most first', () => {
    const inventory = new Inventory();
    const { addresses } = inventory;
    const base = { network: 'base' };
    putFile(inventory, 1, 'b.ts', [
      occurrence(usdc),
      occurrence(dai, { network: 'bsc', isAssumed: true }),
      occurrence(dai, { network: null }),
    ]);
    putFile(inventory, 0, 'a.ts', [occurrence(usdc, base), occurrence(weth, base)]);
    const families = ['evm'];
    assert.deepEqual(addresses.named(), { networks: ['base', 'bsc', 'ethereum'], families });
    assert.deepEqual(addresses.networksInUse('evm'), ['base', 'ethereum']);
    assert.deepEqual(addresses.networksInUse('tron'), []);
    assert.equal(addresses.idsOf(undefined, usdc).length, 2);
    inventory.deleteFile(0, 'a.ts');
    assert.deepEqual(addresses.named(), { networks: ['bsc', 'ethereum'], families });
    assert.deepEqual(addresses.networksInUse('evm'), ['ethereum']);
  });

  it('takes a file in by steps of 256 addresses', () => {
    const stepsOf = (count: number): number => {
      const found = Array.from({ length: count }, () => occurrence(usdc));
      return Array.from(new Inventory().putFile(0, 'a', found)).length;
    };
    assert.deepEqual([255, 256, 600].map(stepsOf), [0, 1, 2]);
  });

  it('counts places on networks that others name by steps of 1,024, once after each change', () => {
    const inventory = new Inventory();
    const many = Array.from({ length: 2_048 }, (_, line) => occurrence(usdc, { line }));
    putFile(inventory, 0, 'a.ts', many);
    assert.equal([...inventory.settle()].length, 2);
    assert.equal([...inventory.settle()].length, 0);
  });

  it('keeps the number of an address that stays, and names only those that came', () => {
    const inventory = new Inventory();
    putFile(inventory, 0, 'a.ts', [occurrence(usdc), occurrence(weth)]);
    assert.deepEqual([...inventory.addresses.takeChanged()], [0, 1]);
    putFile(inventory, 0, 'a.ts', [occurrence(usdc)]);
    assert.deepEqual([...inventory.addresses.takeChanged()], []);
    assert.deepEqual([...inventory.addresses.ids()], [0]);
    putFile(inventory, 0, 'b.ts', [occurrence(dai)]);
    assert.deepEqual([...inventory.addresses.takeChanged()], [1], 'a number is used again');
    assert.equal(inventory.addresses.addressOf(1), dai);
    putFile(inventory, 0, 'c.ts', [occurrence(dai, { isAssumed: true })]);
    assert.deepEqual([...inventory.addresses.takeChanged()], []);
    inventory.deleteFile(0, 'b.ts');
    assert.deepEqual([...inventory.addresses.takeChanged()], [1], 'now it is assumed');
  });

  it('is after any changes what it would be from the last state of each file', () => {
    const address = fc.record({
      canonical: fc.constantFrom(usdc, weth, dai),
      network: fc.constantFrom('ethereum', 'base', null),
      isAssumed: fc.boolean(),
      line: fc.nat(9),
    });
    const change = fc.record({
      folder: fc.nat(1),
      path: fc.constantFrom('a', 'b', 'c/d'),
      found: fc.option(fc.array(address, { maxLength: 4 })),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const changed = new Inventory();
        const last = new Map<string, (typeof changes)[number]>();
        for (const each of changes) {
          const { folder, path, found } = each;
          if (found === null) changed.deleteFile(folder, path);
          else
            putFile(
              changed,
              folder,
              path,
              found.map((one) => occurrence(one.canonical, one)),
            );
          last.set(`${folder} ${path}`, each);
        }
        const fresh = new Inventory();
        for (const { folder, path, found } of last.values()) {
          putFile(
            fresh,
            folder,
            path,
            (found ?? []).map((one) => occurrence(one.canonical, one)),
          );
        }
        assert.deepEqual(contentsOf(changed), contentsOf(fresh));
        for (const folder of [0, 1]) {
          const paths = [...last.values()].flatMap((each) =>
            each.folder === folder && each.found !== null && each.found.length > 0
              ? [each.path]
              : [],
          );
          assert.deepEqual([...changed.filesOf(folder)].sort(), paths.sort());
        }
        assert.ok(Math.max(...changed.addresses.ids(), 0) < 18, 'numbers are used again');
      }),
    );
  });
});
