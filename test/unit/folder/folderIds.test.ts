import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkAt } from '../../support/checkAt.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

describe('a check of folders that say their chain IDs', () => {
  let repository: TestRepository;
  before(() => {
    repository = new TestRepository();
    repository.write('.address-risk.json', '{"version": 1}');
    repository.write('deployments/goerli/.chainId', '137');
    repository.write('deployments/polygon/.chainId', '5');
    repository.commit('base');
    repository.git('checkout', '--quiet', '-b', 'change');
    for (const name of ['goerli', 'polygon']) {
      repository.write(`deployments/${name}/T.json`, `{ "address": "${address}" }`);
    }
    repository.git('add', '--all');
  });
  after(() => repository.remove());

  for (const isStaged of [true, false]) {
    it(`has the networks that they say, ${isStaged ? 'staged' : 'on the disk'}`, async () => {
      const { judged } = await checkAt(repository.folder, {
        since: isStaged ? undefined : 'main',
        isStaged,
      });
      const networks = judged.map(({ address: { network, places } }) => [network, places[0]?.path]);
      assert.deepEqual(networks.sort(), [
        ['goerli', 'deployments/polygon/T.json'],
        ['polygon', 'deployments/goerli/T.json'],
      ]);
    });
  }
});
