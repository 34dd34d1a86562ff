import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { checkAt } from '../../support/checkAt.ts';
import { generatedAddresses } from '../../support/generatedAddresses.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const [used = '', kept = '', denied = ''] = generatedAddresses(31, 3);

/** The target has gone on since the branch began, and the branch was not merged with it. */
describe('a branch that is behind its target', () => {
  let repository: TestRepository;
  beforeEach(() => {
    repository = new TestRepository();
    writeBook([kept], { lists: [] });
    repository.commit('base');
    repository.git('branch', 'change');
  });
  afterEach(() => repository.remove());

  function writeBook(addresses: readonly string[], rest: object): void {
    const entries = addresses.map((address) => ({ address, network: 'ethereum' }));
    repository.write(
      '.address-risk.json',
      JSON.stringify({ version: 1, addresses: entries, ...rest }),
    );
  }

  async function findings(change: () => void, isOnlyNew = true) {
    repository.git('checkout', '--quiet', 'change');
    change();
    repository.commit('change');
    const { findings: found } = await checkAt(repository.folder, { since: 'main', isOnlyNew });
    return found.map(({ rule, message }) => `${rule}: ${message}`);
  }

  const useIt = (): void => repository.write('a.ts', `// ethereum\nconst a = "${used}";\n`);

  it('has the entries that came to the target since, and is told of no edit that it did not make', async () => {
    writeBook([kept, used], {
      lists: [{ path: 'deny.csv', name: 'Deny', kind: 'deny' }],
      policy: { fail: ['unlisted', 'deny'] },
    });
    repository.write('deny.csv', `address\n${denied}\n`);
    repository.commit('on the target');
    assert.deepEqual(await findings(useIt), []);
  });

  it('is still judged by the deny rows that came since', async () => {
    writeBook([kept], { lists: [{ path: 'deny.csv', name: 'Deny', kind: 'deny' }] });
    repository.write('deny.csv', `address\n${used}\n`);
    repository.commit('on the target');
    assert.ok((await findings(useIt)).some((each) => each.startsWith('deny: ')));
  });

  it('is told of each edit of the policy and of the rules for networks that it makes', async () => {
    const rule = (files: string, network: string) => ({ files, network });
    const [src, lib] = [rule('src/**', 'ethereum'), rule('lib/**', 'bsc')];
    const edited = /^book: This change edits the (rules for networks|policy)/;
    const edits = async (rest: object) =>
      (await findings(() => writeBook([kept], rest))).flatMap(
        (each) => edited.exec(each)?.[1] ?? [],
      );
    repository.git('checkout', '--quiet', 'change');
    writeBook([kept], { networks: [src, lib] });
    repository.commit('base');
    repository.git('branch', '--quiet', '--force', 'main', 'change');
    assert.deepEqual(await edits({ networks: [src, lib], own: 1 }), []);
    for (const networks of [[lib, src], [rule('src/**', 'base'), lib], [src], []]) {
      assert.deepEqual(await edits({ networks }), ['rules for networks'], JSON.stringify(networks));
    }
    assert.deepEqual(await edits({ networks: [], policy: { fail: [] } }), [
      'policy',
      'rules for networks',
    ]);
  });

  it('is told of what it removes itself', async () => {
    writeBook([kept, used], {});
    repository.commit('on the target');
    const found = await findings(() => {
      writeBook([], {});
      repository.write('a.ts', `// ethereum\nconst a = "${kept}";\n`);
    }, false);
    assert.ok(
      found.some((each) => each.includes('removes this address from the address book')),
      found.join('\n'),
    );
  });
});
