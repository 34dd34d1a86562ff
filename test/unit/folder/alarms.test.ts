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
  type Way,
  writeBase,
} from '../../support/hidingWays.ts';

describe('an alarm of a check', () => {
  const tables = [hiddenDenials, hiddenLookAlikes, hiddenNews];
  const ways = tables.flatMap((table) => Object.values(table));
  let repository: TestRepository;
  /** In one change: each way that needs nothing at the top of the repository, in a folder of its own. */
  let together: readonly Finding[];
  before(async () => {
    repository = new TestRepository();
    writeBase(repository);
    repository.commit('base');
    repository.git('checkout', '--quiet', '-b', 'change');
    for (const way of ways) if (way.atTop === undefined) write(way);
    together = await check();
  });
  after(() => repository.remove());

  const folderOf = (way: Way): string => `way${ways.indexOf(way)}/`;

  function write(way: Way): void {
    for (const [path, content] of Object.entries(way.files))
      repository.write(folderOf(way) + path, content);
    way.atTop?.(repository);
  }

  async function check(): Promise<readonly Finding[]> {
    repository.commit();
    return (await checkAt(repository.folder, { since: 'main' })).findings;
  }

  async function findingsOf(way: Way): Promise<readonly Finding[]> {
    let all = together;
    if (way.atTop !== undefined) {
      repository.git('reset', '--quiet', '--hard', 'main');
      write(way);
      all = await check();
    }
    return all.filter(({ path }) => path.startsWith(folderOf(way)));
  }

  for (const [name, way] of Object.entries(hiddenDenials)) {
    it(`is there for a denied account behind ${name} (hazard 81)`, async () => {
      const denials = (await findingsOf(way)).filter(({ rule }) => rule === 'deny');
      assert.ok(denials.length > 0);
      assert.ok(denials.every(({ level }) => level === 'error'));
    });
  }

  for (const [name, way] of Object.entries(hiddenLookAlikes)) {
    it(`is there for a look-alike behind ${name} (hazard 81)`, async () => {
      const alike = (await findingsOf(way)).filter(
        ({ rule, address }) =>
          rule === 'look-alike' && address?.toLowerCase() === poison.toLowerCase(),
      );
      assert.ok(alike.length > 0);
      assert.match(alike[0]?.message ?? '', /0xdAC17F958D2ee523a2206206994597C13D831ec7/);
    });
  }

  for (const [name, way] of Object.entries(hiddenNews)) {
    it(`is there for a new address behind ${name} (hazard 81)`, async () => {
      const rules = (await findingsOf(way))
        .filter(({ address }) => address === stranger)
        .map(({ rule }) => rule);
      assert.ok(rules.includes('new') && rules.includes('unlisted'), rules.join());
    });
  }

  it('repeats no listed text that may be a key', async () => {
    for (const name of [
      'a name that means a private key',
      'an address of Solana without evidence',
    ]) {
      const way = hiddenDenials[name];
      assert.ok(way);
      const [first] = (await findingsOf(way)).filter(({ rule }) => rule === 'deny');
      assert.equal(first?.address, null);
      assert.match(first.message, /^This text is on “(?:Deny|More)”/);
    }
  });

  it('has a line in docs/alarms.md for each way', () => {
    const page = readFileSync(join(project, 'docs/alarms.md'), 'utf8');
    for (const name of tables.flatMap((table) => Object.keys(table)))
      assert.ok(page.includes(`| ${name} |`), name);
  });
});
