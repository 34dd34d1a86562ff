import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { environmentOf, startsOf } from '../support/cliKills.ts';
import { commandLine } from '../support/commandLine.ts';
import { demoChanges, demonstrate, demonstrationBase } from '../support/demonstration.ts';
import { startLoggedService } from '../support/loggedService.ts';

/**
 * Change × exit code × calculations on the server, with `score --check --budget 3 --no-wait`: what has no
 * score yet, or no network, ends with 3, which goes before the 1 of a finding.
 */
const table: Readonly<Record<string, readonly [code: number, calculations: number]>> = {
  'a clean address': [0, 0],
  'an unlisted address': [3, 1],
  'a denied address': [3, 1],
  'a look-alike': [3, 1],
  'an address on an ambiguous network': [3, 0],
  'an address that the same change adds to the book': [3, 1],
  'a denied address, and its list is removed': [3, 1],
  'an unlisted address, and a policy that fails for nothing': [3, 1],
  'a book whose JSON is broken': [2, 1],
};

describe('score --check of the demonstration repository', () => {
  it('has the exit codes of check, and starts what is new', async () => {
    const repository = demonstrationBase();
    const seen: Record<string, readonly [code: number, calculations: number]> = {};
    try {
      for (const [index, [name, change]] of Object.entries(demoChanges).entries()) {
        const service = await startLoggedService({ jobSeconds: 0 });
        demonstrate(repository, change);
        const ledger = join(repository.folder, '.git', `ledger-${index}`);
        const { code } = await commandLine(
          repository.folder,
          [
            ...['score', '--since', 'main', '--check', '--budget', '3', '--no-wait'],
            ...['--ledger', ledger],
          ],
          environmentOf(service),
        );
        seen[name] = [code, [...startsOf(service).values()].reduce((sum, each) => sum + each, 0)];
        await service.close();
      }
    } finally {
      repository.remove();
    }
    assert.deepEqual(seen, table);
  });
});
