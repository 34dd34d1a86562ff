import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSampleService } from '../../src/sample/server.ts';
import { ask, baseOf, basic } from './support/rawHttp.ts';
import { pageRank } from './support/ledgers.ts';
import { score } from '../../src/sample/engine/score.ts';
import { standingOf } from '../../src/sample/ledger/ledger.ts';
import { loadLedger } from '../../src/sample/ledger/load.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/sample-service.md'), 'utf8');

describe('docs/sample-service.md', () => {
  it('gives the same figures in its example as the engine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sample-docs-'));
    const written = (name: string) => {
      const [, block = ''] = new RegExp(`\`\`\`csv ${name}\n([^\`]+)\`\`\``).exec(text) ?? [];
      writeFileSync(join(folder, `${name}.csv`), block);
      return join(folder, `${name}.csv`);
    };
    try {
      const { ledger, notes } = await loadLedger({
        transfers: written('transfers'),
        labels: written('labels'),
      });
      assert.deepEqual(notes, [
        'transfers.csv: 4 rows used, 0 skipped',
        'labels.csv: 2 rows used, 0 skipped',
      ]);
      const { graph } = ledger.chains.get('example')!;
      const { inflow } = standingOf(ledger, 'example', 'A');
      const bold = [...text.matchAll(/\*\*(\d+(?:\.\d+)?)\*\*/g)].map(([, number]) =>
        Number(number),
      );
      assert.deepEqual(bold, [
        score(graph, inflow, { depth: 6 }).rounded,
        score(graph, inflow, { depth: 6, rank: pageRank(graph) }).rounded,
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names calls that return the figures of its example', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sample-docs-'));
    const written = (name: string): string => {
      const [, block = ''] = new RegExp(`\`\`\`csv ${name}\n([^\`]+)\`\`\``).exec(text) ?? [];
      writeFileSync(join(folder, `${name}.csv`), block);
      return join(folder, `${name}.csv`);
    };
    const service = await startSampleService({
      ...{ jobSeconds: 0, transfers: written('transfers'), labels: written('labels') },
    });
    try {
      const [, user = ''] = /^U=(\S+) /m.exec(text) ?? [];
      const [tenant = '', key = ''] = user.split(':');
      const [start = '', status = '', summary = ''] = [...text.matchAll(/"\$B([^"]+)"/g)].map(
        ([, path = '']) => path,
      );
      const call = async (method: string, path: string): Promise<string> =>
        (await ask(baseOf(service.url), method, path, basic(tenant, key))).body;
      const job = await call('POST', start);
      assert.match(await call('GET', status.replace('$job', job)), /"risk_score":20,/);
      assert.match(await call('POST', summary), /^\{"balance":100,/);
    } finally {
      await service.close();
      rmSync(folder, { recursive: true });
    }
  });
});
