import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { networkOfChainId } from '../../../src/networks/mentions.ts';
import { codecOf } from '../../../src/families/table.ts';
import { networkNamed, networks, networksOf } from '../../../src/networks/networks.ts';
import { registeredPrefixes, registry } from '../../../src/networks/registry.ts';
import { networkOfHost } from '../../../src/networks/urls.ts';
import { chainIdShape } from '../../../src/api/parameters.ts';
import { dateOf, headOf, tableFile } from '../../detection/registries/table.ts';

describe('the networks by hand', () => {
  it('are rows of data with the members of a network and no other', () => {
    const members =
      'name title family native caip2 shortName bech32 explorer hosts aliases isRetired';
    const known = new Set(members.split(' '));
    for (const network of networks) {
      const { name, title, family, native, caip2 = 'a:b', explorer, aliases } = network;
      assert.ok(codecOf(family), `${name}: ${family}`);
      assert.ok(name !== '' && title !== '' && native !== '' && Array.isArray(aliases), name);
      assert.match(caip2, /^[-a-z0-9]{1,8}:[-_a-zA-Z0-9]{1,32}$/, name);
      assert.match(explorer ?? 'https://a.org/{address}', /^https:\/\/[^{]+\/\{address\}$/, name);
      assert.deepEqual(
        Object.keys(network).filter((member) => !known.has(member)),
        [],
        name,
      );
    }
    for (const key of ['name', 'title', 'caip2', 'shortName', 'bech32'] as const) {
      const values = networks.flatMap((network) => network[key] ?? []);
      assert.equal(new Set(values).size, values.length, key);
    }
  });
});

describe('the networks of registries', () => {
  it('are as they were generated, from the versions that the lockfile has', () => {
    const table = readFileSync(tableFile, 'utf8');
    const [first = '', second = '', ...rows] = table.trimEnd().split('\n');
    assert.equal(`${first}\n${second}`, headOf(dateOf(table), rows.join('\n')));
  });

  it('change no name that is in use', () => {
    const curated = new Set(networks.map(({ name }) => name));
    for (const name of registry().networks.keys()) {
      assert.ok(!curated.has(name), name);
      // A name is what the service is asked for, unless a setting says otherwise.
      assert.match(name, chainIdShape);
    }
    for (const { name } of networks) assert.equal(networkNamed(name)?.name, name);
  });

  it('have the name of the registry in lower case, or the chain ID where two would be the same', () => {
    const names = new Map<string, string>();
    for (const { name, title, caip2 = '' } of networksOf('evm').slice(-2_000)) {
      const plain = title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
      assert.ok(name === plain || name === caip2, `${name} of ${title}`);
      assert.ok(!names.has(name), name);
      names.set(name, title);
    }
  });

  it('have the chain ID that they are found by, and no name of another family', () => {
    for (const [id, name] of registry().byChainId) {
      assert.deepEqual(
        [networkNamed(name)?.caip2, networkNamed(name)?.family],
        [`eip155:${id}`, 'evm'],
        name,
      );
    }
    for (const [prefix, name] of registeredPrefixes()) {
      if (name !== undefined) assert.equal(networkNamed(name)?.bech32, prefix);
    }
  });

  it('are not found by the host of an explorer of many networks', () => {
    const hosts =
      'routescan.io blockscan.com oklink.com blockchair.com tokenview.io blockscout.com';
    for (const host of hosts.split(' ')) assert.equal(networkOfHost(host), undefined, host);
    assert.equal(networkOfHost('redbelly.routescan.io'), 'redbelly-network-mainnet');
    assert.equal(networkOfHost('mantlescan.xyz'), 'mantle');
  });

  it('are found by chain ID, explorer, and prefix', () => {
    assert.equal(networkOfChainId('999'), 'hyperevm');
    assert.equal(networkOfChainId('137'), 'polygon');
    assert.equal(networkOfChainId('31337'), undefined);
    assert.equal(registry().byHost.get('plasmascan.to'), 'plasma');
    assert.equal(registry().byHost.get('github.com'), undefined);
    assert.equal(registeredPrefixes().get('nibi'), 'cosmos:cataclysm-1');
    // Two main networks have this prefix.
    assert.ok(registeredPrefixes().has('titan'));
    assert.equal(registeredPrefixes().get('titan'), undefined);
  });
});
