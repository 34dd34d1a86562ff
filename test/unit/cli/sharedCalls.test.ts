import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noteSharedCalls, type PaidService } from '../../../src/cli/paid/service.ts';

it('counts all results of a run that the team had paid for, however many', async () => {
  const since = 1_000;
  const calls = Array.from({ length: 1_000 }, (_, index) => ({
    at: since + (index < 750 ? 1 : -1),
    charge: index % 2 === 0 ? 'shared' : 'made',
  }));
  const notes: string[] = [];
  const service = {
    account: { ref: { key: 'account' } },
    engine: {
      listSpendings: (_: string, limit: number) => Promise.resolve(calls.slice(0, limit)),
    },
    terminal: { note: (line: string) => notes.push(line) },
  };
  await noteSharedCalls(service as unknown as PaidService, since);
  assert.match(notes.join(), /^375 results /);
});
