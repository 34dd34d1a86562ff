/** The parts of `deploy/` that run without Docker, a cluster, or an init system. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { runGateway } from '../../src/gateway/main.ts';
import { readServeOptions } from '../../src/gateway/serveOptions.ts';
import { provideProgram } from '../harness/debian.ts';
import { repository } from '../harness/extension.ts';
import { bareEnvironment } from '../harness/processes.ts';
import { memberAt } from '../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import { asUser, freePort, startPostgres, type TestPostgres } from '../support/postgres.ts';

const fileOf = (name: string): Promise<string> =>
  readFile(join(repository, 'deploy', name), 'utf8');
const isLinux = process.platform === 'linux';
const listenMs = 30_000;

/** Instructions of a Dockerfile, in their order. */
function instructionsOf(text: string): { name: string; value: string }[] {
  return [...text.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }));
}

/** Settings of a unit: each may be there several times. */
function settingsOf(text: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  for (const [, name = '', value = ''] of text.matchAll(/^([A-Za-z]+)=(.*)$/gm)) {
    settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  return settings;
}

/** Arguments of the gateway in a command that starts it. */
function argumentsIn(command: readonly string[]): string[] {
  const at = command.indexOf('src/cli/gateway.ts');
  assert.notEqual(at, -1, command.join(' '));
  return command.slice(at + 1);
}

interface Balancer {
  readonly spec: { readonly selector: unknown; readonly ports: { targetPort: string }[] };
}

interface Budget {
  readonly spec: { readonly minAvailable: number; readonly selector: { matchLabels: unknown } };
}

interface Stateful {
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: unknown };
    readonly volumeClaimTemplates: { readonly metadata: { readonly name: string } }[];
    readonly template: {
      readonly metadata: { readonly labels: unknown };
      readonly spec: {
        readonly securityContext: { readonly runAsNonRoot: boolean };
        readonly containers: Container[];
        readonly volumes: { name: string; secret?: { defaultMode: number } }[];
      };
    };
  };
}

type Probe = 'startupProbe' | 'livenessProbe' | 'readinessProbe';

interface Container extends Readonly<Record<Probe, { readonly httpGet: unknown }>> {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly ports: { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: { readonly name: string }[];
  readonly env: { readonly name: string; readonly value: string }[];
  readonly args: string[];
}

describe('what deploy/ has', () => {
  let postgres: TestPostgres;
  let service: LoggedService;
  let folder: string;
  let secrets: string;
  before(async () => {
    [postgres, service] = await Promise.all([startPostgres(), startLoggedService()]);
    folder = await mkdtemp(join(tmpdir(), 'address-risk-deploy-'));
    await chmod(folder, 0o755);
    secrets = join(folder, 'secrets');
    await mkdir(secrets);
    const { url, tenant, apiKey } = service;
    const values = { URL: url, TENANT: tenant, KEY: apiKey };
    for (const [name, value] of Object.entries(values)) {
      await writeFile(join(secrets, `ADDRESS_RISK_${name}`), `${value}\n`);
    }
    await writeFile(join(secrets, 'DATABASE_URL'), `${await postgres.createDatabase()}\n`);
  });
  after(async () => {
    await Promise.all([postgres.close(), service.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('runs from the Dockerfile’s steps as another user, who may not write to its folder', async () => {
    const steps = instructionsOf(await fileOf('Dockerfile'));
    const app = join(folder, 'app');
    const state = join(folder, 'state');
    await mkdir(app);
    for (const { name, value } of steps) {
      const [files, to] = [value.split(' ').slice(0, -1), value.split(' ').at(-1) ?? ''];
      if (name !== 'COPY') continue;
      for (const file of files) {
        const target = join(app, to, to === './' ? basename(file) : '');
        await cp(join(repository, file), target, { recursive: true });
      }
    }
    // The result of `npm ci` for this lock file is already there.
    await symlink(join(repository, 'node_modules'), join(app, 'node_modules'));
    await mkdir(state, { mode: 0o700 });
    if (asUser.uid !== undefined) await chown(state, asUser.uid, asUser.gid);
    const valueOf = (name: string): string =>
      steps.findLast((each) => each.name === name)?.value ?? assert.fail(name);
    assert.equal(valueOf('USER'), 'node');
    assert.equal(valueOf('VOLUME'), '/var/lib/address-risk-gateway');
    const port = String(await freePort());
    const local = (text: string): string =>
      text.replaceAll('8080', port).replaceAll('/run/secrets', secrets);
    const [, ...command] = JSON.parse(local(valueOf('CMD'))) as string[];
    const env = {
      ...bareEnvironment,
      STATE_DIRECTORY: state,
      DATABASE_URL_FILE: join(secrets, 'DATABASE_URL'),
    };
    const child = spawn(process.execPath, command, { cwd: app, env, ...asUser });
    let errors = '';
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
    try {
      const signal = AbortSignal.timeout(listenMs);
      const line = (await Promise.race([
        once(createInterface(child.stdout), 'line', { signal }),
        once(child, 'exit', { signal }),
      ])) as unknown[];
      assert.equal(line[0], `Gateway: http://0.0.0.0:${port}`, errors);
      const [, ...check] = JSON.parse(
        local(valueOf('HEALTHCHECK').replace(/^.*?CMD /, '')),
      ) as string[];
      const health = () => spawnSync(process.execPath, check, { env: bareEnvironment }).status;
      const checked = spawn(process.execPath, check, { env: bareEnvironment });
      assert.deepEqual(await once(checked, 'exit'), [0, null]);
      // As `docker compose exec gateway node src/cli/gateway.ts members add one` does.
      const printed: string[] = [];
      const output = {
        log: (text: string) => printed.push(text),
        error: (text: string) => printed.push(text),
      };
      assert.equal(await runGateway(['members', 'add', 'one'], env, output), 0);
      const [tenantId = '', key = ''] = printed.map((each) => each.split(': ')[1]);
      const one = memberAt(`http://127.0.0.1:${port}`, { tenantId, key });
      assert.equal((await one.summary()).status, 200);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      assert.equal(health(), 1);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('has a unit that systemd accepts, with options that the program accepts', async (test) => {
    const text = await fileOf('address-risk-gateway.service');
    const settings = settingsOf(text);
    const start = settings.get('ExecStart')?.[0] ?? assert.fail();
    const args = argumentsIn(start.replace('${CREDENTIALS_DIRECTORY}', secrets).split(' '));
    const environment = (settings.get('Environment') ?? []).map((each) =>
      each.replace('%d', secrets).split('='),
    );
    const options = readServeOptions(args, Object.fromEntries(environment) as NodeJS.ProcessEnv);
    assert.equal(options.listening.port, 8080);
    assert.equal(options.upstream?.base, service.url);
    assert.match(options.storage.databaseUrl ?? '', /^postgresql:/);
    const loaded = settings.get('LoadCredential')?.map((each) => each.split(':')[0]) ?? [];
    assert.deepEqual(loaded.sort(), [
      'ADDRESS_RISK_KEY',
      'ADDRESS_RISK_TENANT',
      'ADDRESS_RISK_URL',
      'DATABASE_URL',
    ]);
    const analyze = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find(
      (each) => spawnSync(each, ['--version']).status === 0,
    );
    if (analyze === undefined) {
      test.diagnostic('Not run: systemd-analyze verify is not installed here.');
      return;
    }
    const unit = join(folder, 'address-risk-gateway.service');
    await writeFile(unit, text.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync(analyze, ['verify', '--man=no', unit], {
      encoding: 'utf8',
    });
    const ours = stderr.split('\n').filter((line) => line.includes('address-risk'));
    assert.deepEqual([status, ours], [0, []], stderr);
  });

  it(
    'has a proxy that Caddy accepts, and that sends nothing twice',
    { skip: !isLinux && 'Debian has it' },
    async () => {
      const { path } = await provideProgram('caddy', ['caddy']);
      const args = ['adapt', '--config', join(repository, 'deploy/Caddyfile'), '--validate'];
      const env = { ...bareEnvironment, HOME: folder, XDG_DATA_HOME: folder };
      const { status, stdout, stderr } = spawnSync(path, args, { env, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      assert.match(
        stdout,
        /"upstreams":\{"name":"gateway","port":"8080","source":"a"\}|"source":"a"/,
      );
      assert.doesNotMatch(stdout, /"retries":[1-9]|"try_duration"/);
    },
  );

  it('has a compose file whose services, secrets, and volumes fit together', async () => {
    interface Service {
      readonly secrets?: string[];
      readonly volumes?: string[];
      readonly environment?: Record<string, string>;
      readonly ports?: string[];
    }
    const compose = parse(await fileOf('compose.yaml')) as {
      services: Record<'database' | 'gateway' | 'proxy', Service & Record<string, unknown>>;
      secrets: Record<string, { file: string }>;
      volumes: Record<string, null>;
    };
    const { gateway, database, proxy } = compose.services;
    for (const { secrets: wanted = [], volumes = [], environment = {} } of [
      gateway,
      database,
      proxy,
    ]) {
      for (const name of wanted) assert.ok(name in compose.secrets, name);
      for (const [source = ''] of volumes.map((each) => each.split(':'))) {
        assert.ok(source in compose.volumes || source === './Caddyfile', source);
      }
      for (const value of Object.values(environment)) {
        const secret = /^\/run\/secrets\/(\w+)$/.exec(value)?.[1];
        assert.ok(secret === undefined || wanted.includes(secret), value);
      }
    }
    const { read_only, cap_drop, security_opt, deploy, stop_grace_period } = gateway;
    assert.deepEqual(
      { read_only, cap_drop, security_opt, deploy, stop_grace_period },
      {
        ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
        ...{ deploy: { replicas: 2 }, stop_grace_period: '90s' },
      },
    );
    // Only the proxy, which has TLS, is reached from outside.
    assert.deepEqual([gateway.ports, database.ports], [undefined, undefined]);
    assert.deepEqual(proxy.ports, ['443:443', '80:80']);
  });

  it('has manifests with two replicas, probes, a budget, and secrets as files', async () => {
    const documents = parseAllDocuments(await fileOf('kubernetes.yaml'), { version: '1.1' });
    assert.deepEqual(
      documents.flatMap(({ errors }) => errors),
      [],
    );
    const all = documents.map((each) => each.toJS() as unknown);
    assert.deepEqual(
      (all as { apiVersion: string; kind: string }[]).map(
        ({ apiVersion, kind }) => `${apiVersion} ${kind}`,
      ),
      ['v1 Service', 'policy/v1 PodDisruptionBudget', 'apps/v1 StatefulSet'],
    );
    const [balancer, budget, { spec }] = all as [Balancer, Budget, Stateful];
    const labels = spec.template.metadata.labels;
    for (const selector of [
      balancer.spec.selector,
      budget.spec.selector.matchLabels,
      spec.selector.matchLabels,
    ]) {
      assert.deepEqual(selector, labels);
    }
    assert.deepEqual([spec.replicas, budget.spec.minAvailable], [2, 1]);
    const pod = spec.template.spec;
    const container = pod.containers[0] ?? assert.fail();
    const { readOnlyRootFilesystem, allowPrivilegeEscalation } = container.securityContext;
    assert.deepEqual(
      [pod.securityContext.runAsNonRoot, readOnlyRootFilesystem, allowPrivilegeEscalation],
      [true, true, false],
    );
    const names = new Map(container.ports.map((each) => [each.name, each]));
    for (const [probe, path] of [
      ['startupProbe', '/healthz'],
      ['livenessProbe', '/healthz'],
      ['readinessProbe', '/readyz'],
    ] as const) {
      assert.deepEqual(container[probe].httpGet, { path, port: 'http' });
    }
    assert.ok(names.has(balancer.spec.ports[0]?.targetPort ?? ''));
    const volumes = [...pod.volumes, ...spec.volumeClaimTemplates.map((each) => each.metadata)];
    for (const mount of container.volumeMounts) {
      assert.ok(
        volumes.some(({ name }) => name === mount.name),
        mount.name,
      );
    }
    assert.equal(pod.volumes[0]?.secret?.defaultMode, 0o440);
    assert.equal(JSON.stringify(all).includes('secretKeyRef'), false);
    const mounted = (text: string): string => text.replace('/run/secrets/gateway', secrets);
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, mounted(value)]));
    const options = readServeOptions(argumentsIn(container.args.map(mounted)), env);
    assert.deepEqual(
      [options.listening.port, options.admin?.port],
      container.ports.map(({ containerPort }) => containerPort),
    );
    assert.match(options.storage.databaseUrl ?? '', /^postgresql:/);
  });
});
