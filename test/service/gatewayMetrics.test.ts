import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { provideProgram } from '../harness/debian.ts';
import { repository } from '../harness/extension.ts';
import { adminPort, addressNumber, startGateway, usdc } from '../support/gateways.ts';
import type { TestGateway, TestMember } from '../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import { startPostgres } from '../support/postgres.ts';
import { ask, baseOf } from './support/rawHttp.ts';

/** The response for Prometheus. */
async function scrape({ adminUrl }: TestGateway): Promise<string> {
  const { status, body } = await ask(baseOf(adminUrl ?? ''), 'GET', '/metrics', {});
  assert.equal(status, 200);
  return body;
}

/** Runs promtool on a text, and returns what it prints. */
async function promtool(args: readonly string[], input = '') {
  const { path } = await provideProgram('promtool', ['prometheus']);
  const child = spawn(path, args, { cwd: join(repository, 'deploy') });
  child.stdin.end(input);
  const ended = once(child, 'exit') as Promise<[number]>;
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, printed: out + errors };
}

describe('the metrics of a gateway', () => {
  let service: LoggedService;
  let gateway: TestGateway;
  let one: TestMember;
  before(async () => {
    service = await startLoggedService({ jobSeconds: 0.2 });
    gateway = await startGateway(service, { admin: adminPort, calculations: 5, apiCalls: 1 });
    one = await gateway.addMember('one');
    const both = await Promise.all([one.summary(), one.summary()]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await one.summary(addressNumber(1))).status, 402);
    const started = await one.start();
    assert.equal((await one.result(started.body)).status, 200);
  });
  after(async () => {
    await gateway.close();
    await service.close();
  });

  it('count calls, charges, joins, and what is left, without members and addresses', async () => {
    const page = await scrape(gateway);
    for (const line of [
      'gateway_requests_total{endpoint="summary",status="200"} 2',
      'gateway_requests_total{endpoint="summary",status="402"} 1',
      'gateway_results_total{charged="1"} 2',
      'gateway_results_total{charged="0"} 1',
      'gateway_joins_total{kind="summary"} 1',
      'gateway_upstream_calls_total{endpoint="summary",result="ok"} 1',
      'gateway_upstream_seconds_count{endpoint="start"} 1',
      'gateway_team_calculations_left 4',
      'gateway_team_api_calls_left 0',
      'gateway_open_jobs 0',
      'gateway_oldest_open_job_seconds 0',
      'gateway_store_up 1',
      'gateway_outbox_entries 0',
    ]) {
      assert.ok(page.split('\n').includes(line), `${line}\n${page}`);
    }
    assert.equal(page.toLowerCase().includes(usdc.toLowerCase()), false);
    assert.equal(page.includes(one.tenantId), false);
  });

  it('are on a port of their own, for no page and under no other name', async () => {
    const main = baseOf(gateway.url);
    const admin = baseOf(gateway.adminUrl ?? '');
    assert.equal((await ask(main, 'GET', '/metrics', {})).status, 404);
    assert.equal((await ask(admin, 'GET', '/evm/api/x/summary/', {})).status, 404);
    for (const [base, paths] of [
      [main, ['/healthz', '/readyz']],
      [admin, ['/healthz', '/readyz', '/metrics']],
    ] as const) {
      for (const path of paths) {
        assert.equal((await ask(base, 'GET', path, {})).status, 200, path);
        const page = { Origin: 'https://evil.example' };
        assert.equal((await ask(base, 'GET', path, page)).status, 403, path);
        const rebound = { Host: 'evil.example' };
        assert.equal((await ask(base, 'GET', path, rebound)).status, 400, path);
      }
    }
  });

  it('have what the dashboard and the alerts show, and nothing is missing there', async () => {
    const page = await scrape(gateway);
    const known = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    const files = await Promise.all(
      ['gateway.rules.yaml', 'gateway.dashboard.json'].map((name) =>
        readFile(join(repository, 'deploy', name), 'utf8'),
      ),
    );
    for (const file of files) {
      for (const [name] of file.matchAll(/\bgateway_[a-z_]+/g)) {
        const base = name.replace(/_bucket$/, '');
        assert.ok(known.includes(base), name);
      }
    }
    for (const name of known) assert.ok(files[1]?.includes(name), `${name} is on no panel`);
  });

  it(
    'and the rules are fine for promtool',
    { skip: process.platform !== 'linux' && 'Debian has it' },
    async () => {
      const lint = await promtool(['check', 'metrics'], await scrape(gateway));
      assert.deepEqual(lint, { code: 0, printed: '' });
      const rules = await promtool(['check', 'rules', 'gateway.rules.yaml']);
      assert.match(rules.printed, /SUCCESS: 10 rules found/);
      const dashboard = await readFile(join(repository, 'deploy/gateway.dashboard.json'), 'utf8');
      const { panels } = JSON.parse(dashboard) as {
        panels: { title: string; targets: { expr: string }[] }[];
      };
      const queries = panels.map(({ targets }, at) => ({ alert: `panel${at}`, ...targets[0] }));
      const asRules = queries.map(({ alert, expr }) => ({ alert, expr }));
      const folder = await mkdtemp(join(tmpdir(), 'address-risk-rules-'));
      const file = join(folder, 'panels.json');
      await writeFile(file, JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }));
      const checked = await promtool(['check', 'rules', file]);
      await rm(folder, { recursive: true });
      assert.match(checked.printed, new RegExp(`SUCCESS: ${panels.length} rules found`));
    },
  );

  it('are shown while the store is away, without what only it knows', async () => {
    const postgres = await startPostgres();
    const databaseUrl = await postgres.createDatabase();
    const storage = { databaseUrl, data: undefined };
    const away = await startGateway(service, { storage, admin: adminPort });
    assert.match(await scrape(away), /^gateway_open_jobs 0$/m);
    await postgres.kill();
    const page = await scrape(away);
    assert.match(page, /^gateway_store_up 0$/m);
    assert.match(page, /^gateway_store_errors_total\{reason="busy"\} [1-9]/m);
    assert.doesNotMatch(page, /^gateway_open_jobs \d/m);
    await away.close();
    await postgres.close();
  });
});
