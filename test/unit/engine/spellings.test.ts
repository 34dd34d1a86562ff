import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accounts } from '../../support/accounts.ts';
import { withFolder } from '../../support/cores.ts';
import { startLoggedService } from '../../support/loggedService.ts';
import { account, openTestEngine } from '../../support/testEngine.ts';

const never = new AbortController().signal;
const gesture = { source: 'command' } as never;

/** Spellings that one network has for one account. */
const spelled = [
  ['stellar', accounts['SEP-23: G… and M…']?.toReversed()],
  [
    'ripple',
    accounts['XLS-5: classic and X-addresses, with a tag and without']?.slice(0, 3).toReversed(),
  ],
  ['monero', accounts['Monero: standard, with a payment ID']?.toReversed()],
  ['polkadot', accounts['SS58: Substrate, Polkadot, Kusama']?.slice(0, 2).toReversed()],
] as const;

describe('an account in several spellings', { concurrency: true }, () => {
  for (const [chain, spellings = []] of spelled) {
    it(`is scored once on ${chain}, as the code spells it, and found under each`, () =>
      withFolder(async (folder) => {
        const service = await startLoggedService({ jobSeconds: 0 });
        const changed: unknown[] = [];
        const { engine, faults } = openTestEngine(folder, service, {
          host: { onChange: (subject) => changed.push(subject) },
        });
        const score = (address: string, isRepeat = false) => {
          const request = { account, subject: { chain, address }, aggregator: 'money' } as const;
          return engine.score({ ...request, gesture, isRepeat }, () => undefined, never);
        };
        const ends = await Promise.all(spellings.map((address) => score(address)));
        for (const address of spellings) ends.push(await score(address));
        assert.deepEqual(new Set(ends.map(({ kind }) => kind)), new Set(['value']));
        const starts = () => service.log.filter(({ method }) => method === 'POST');
        assert.equal(starts().length, 1);
        assert.ok(starts()[0]?.target.includes(spellings[0] ?? '-'), starts()[0]?.target);

        const keys = spellings.map((address) => ({ account: account.key, chain, address }));
        for (const heads of await engine.readStored(keys)) {
          assert.equal(heads.scores.money?.isFresh, true);
        }
        const scored = await engine.listScored(account.key, spellings, 'money');
        assert.deepEqual(new Set(scored.map(({ address }) => address)), new Set(spellings));
        for (const key of keys) {
          assert.equal((await engine.readHistory(key)).length, 1);
          assert.equal((await engine.listSpendings(account.key, 9, key)).length, 1);
        }
        // No surface is told of one spelling alone.
        assert.ok(changed.length > 0 && changed.every((subject) => subject === undefined));
        await engine.close();
        await service.close();
        assert.deepEqual(faults, []);
      }));
  }
});
