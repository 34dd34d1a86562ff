import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import type { Finding } from '../../../src/folder/findings.ts';
import { repository as project } from '../../harness/extension.ts';
import { checkAt } from '../../support/checkAt.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import {
  hiddenDenials,
  hiddenLookAlikes,
  hiddenNews,
  poison,
  stranger,
  writeBase,
} from '../../support/hidingWays.ts';

describe('an alarm of a check', () => {
  let repository: TestRepository;
  before(() => {
    repository = new TestRepository();
    writeBase(repository);
    repository.commit('base');
    repository.git('checkout', '--quiet', '-b', 'change');
  });
  after(() => repository.remove());

  async function findingsAfter(
    change: (repository: TestRepository) => void,
  ): Promise<readonly Finding[]> {
    repository.git('reset', '--quiet', '--hard', 'main');
    repository.git('clean', '--quiet', '-d', '-x', '--force');
    change(repository);
    repository.commit();
    return (await checkAt(repository.folder, { since: 'main' })).findings;
  }

  for (const [way, change] of Object.entries(hiddenDenials)) {
    it(`is there for a denied account behind ${way} (hazard 81)`, async () => {
      const denials = (await findingsAfter(change)).filter(({ rule }) => rule === 'deny');
      assert.ok(denials.length > 0);
      assert.ok(denials.every(({ level }) => level === 'error'));
    });
  }

  for (const [way, change] of Object.entries(hiddenLookAlikes)) {
    it(`is there for a look-alike behind ${way} (hazard 81)`, async () => {
      const found = await findingsAfter(change);
      const alike = found.filter(
        ({ rule, address }) =>
          rule === 'look-alike' && address?.toLowerCase() === poison.toLowerCase(),
      );
      assert.ok(alike.length > 0);
      assert.match(alike[0]?.message ?? '', /0xdAC17F958D2ee523a2206206994597C13D831ec7/);
    });
  }

  for (const [way, change] of Object.entries(hiddenNews)) {
    it(`is there for a new address behind ${way} (hazard 81)`, async () => {
      const rules = (await findingsAfter(change))
        .filter(({ address }) => address === stranger)
        .map(({ rule }) => rule);
      assert.ok(rules.includes('new') && rules.includes('unlisted'), rules.join());
    });
  }

  it('repeats no listed text that may be a key', async () => {
    for (const way of [
      'a name that means a private key',
      'an address of Solana without evidence',
    ]) {
      const change = hiddenDenials[way];
      assert.ok(change);
      const [first] = (await findingsAfter(change)).filter(({ rule }) => rule === 'deny');
      assert.equal(first?.address, null);
      assert.match(first.message, /^This text is on “(?:Deny|More)”/);
    }
  });

  it('has a line in docs/alarms.md for each way', () => {
    const page = readFileSync(join(project, 'docs/alarms.md'), 'utf8');
    for (const ways of [hiddenDenials, hiddenLookAlikes, hiddenNews]) {
      for (const way of Object.keys(ways)) assert.ok(page.includes(`| ${way} |`), way);
    }
  });
});
