import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { action, Runner, steps } from '../../support/actionSteps.ts';
import { startsOf } from '../../support/cliKills.ts';
import { demoChanges, demonstrate, demonstrationBase } from '../../support/demonstration.ts';
import type { TestRepository } from '../../support/gitRepository.ts';
import { startLoggedService } from '../../support/loggedService.ts';
import { packCli } from '../../support/packedCli.ts';
import { sarifProblems } from '../../support/sarifSchema.ts';

const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const judge = 'refs/remotes/origin/main';

/** Programs that a change could put in the place of ours. */
const programs = ['node', 'git', 'npm', 'npx', 'bash', 'tar', 'mktemp', 'address-risk'];

/** Everything in a checkout that could run its own code. Whatever runs writes the marker. */
function plantCode(repository: TestRepository, marker: string): void {
  const shellCode = `#!/bin/bash\necho "$0" >> '${marker}'\nexit 0\n`;
  const nodeCode = `require('node:fs').appendFileSync(${JSON.stringify(marker)}, __filename);\n`;
  const writeProgram = (path: string, code: string) => {
    repository.write(path, code);
    chmodSync(join(repository.folder, path), 0o755);
  };
  for (const folder of ['.bin', 'node_modules/.bin', '.']) {
    for (const name of programs) writeProgram(join(folder, name), shellCode);
  }
  writeProgram('code.sh', shellCode);
  repository.write('x.cjs', nodeCode);
  const manifest = {
    ...{ name: 'address-risk-cli', version, bin: { 'address-risk': 'x.cjs' } },
    scripts: { preinstall: './code.sh', prepack: './code.sh', prepare: './code.sh' },
  };
  for (const folder of ['', 'node_modules/address-risk-cli', 'packages/cli']) {
    const workspaces = folder === '' ? { workspaces: ['packages/*'] } : {};
    repository.write(join(folder, 'package.json'), JSON.stringify({ ...manifest, ...workspaces }));
    repository.write(join(folder, 'x.cjs'), `#!/usr/bin/env node\n${nodeCode}`);
  }
  const settings = {
    ...{ 'node-options': '--require=./x.cjs', 'script-shell': './code.sh', prefix: '.' },
    ...{ globalconfig: './.npmrc', registry: 'http://127.0.0.1:9/', git: './git' },
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  repository.write('.npmrc', lines.join(''));
  repository.write('.gitattributes', '* filter=x diff=x merge=x\n');
  const code = join(repository.folder, 'code.sh');
  const keys = ['filter.x.clean', 'filter.x.smudge', 'filter.x.process', 'diff.x.textconv'];
  keys.push('core.fsmonitor', 'core.sshCommand', 'core.pager', 'pager.log', 'diff.external');
  const config = keys.map((key) => {
    const [, section = '', name = ''] = /^(.*)\.(\w+)$/.exec(key) ?? [];
    return `[${section.replace(/\.(\w+)$/, ' "$1"')}]\n\t${name} = ${code}\n`;
  });
  mkdirSync(join(repository.folder, 'hooks'));
  for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout']) {
    writeProgram(join('hooks', hook), shellCode);
  }
  config.push('[core]\n\thooksPath = hooks\n');
  const file = join(repository.folder, '.git/config');
  writeFileSync(file, readFileSync(file, 'utf8') + config.join(''));
}

/** Settings of a job that lead into the checkout. */
const leadingInside: Readonly<Record<string, string>> = {
  PATH: `.bin:node_modules/.bin:.::${process.env['PATH'] ?? ''}`,
  NODE_OPTIONS: '--require=./x.cjs',
  NODE_PATH: 'node_modules',
  ...{
    BASH_ENV: './code.sh',
    ENV: './code.sh',
    SHELLOPTS: 'xtrace',
    'BASH_FUNC_cd%%': '() { ./code.sh; }',
  },
  ...{ npm_config_node_options: '--require=./x.cjs', npm_config_userconfig: './.npmrc' },
  ...{ NPM_CONFIG_GLOBALCONFIG: './.npmrc', npm_config_prefix: '.', INIT_CWD: '/' },
  ...{ GIT_EXEC_PATH: '.bin', GIT_EXTERNAL_DIFF: './code.sh', GIT_PAGER: './code.sh' },
};

describe('the steps of the action, as a runner runs them', () => {
  const runner = new Runner();
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  const marker = join(home, 'marker');
  let repository: TestRepository;
  let packed = '';
  let pinned: Readonly<Record<string, string>> = {};
  before(async () => {
    packed = await packCli();
    const digest = createHash('sha512').update(readFileSync(packed)).digest('base64');
    pinned = { package: packed, integrity: `sha512-${digest}`, since: judge };
    // All that follows runs what was installed beside this.
    begin('a denied address');
    plantCode(repository, marker);
    const { code, output } = await runner.install(jobOf({}, leadingInside));
    assert.deepEqual([code, planted()], [0, ''], output);
    repository.remove();
  });
  after(() => {
    runner.remove();
    rmSync(home, { recursive: true });
  });

  /** The planted code that has run. */
  const planted = (): string => (existsSync(marker) ? readFileSync(marker, 'utf8') : '');

  /** A clone of the base, as a runner makes it: without a HEAD of the remote. */
  const begin = (change: string): void => {
    repository = demonstrationBase();
    repository.git('update-ref', judge, 'main');
    repository.git('config', 'remote.origin.url', repository.folder);
    demonstrate(repository, demoChanges[change]!);
  };
  const jobOf = (inputs: Readonly<Record<string, string>> = {}, env = {}) => ({
    ...{ checkout: repository.folder, inputs: { ...pinned, ...inputs }, env },
  });
  const run = (...job: Parameters<typeof jobOf>) => runner.check(jobOf(...job));

  it('checks alone for forks, without secrets and without a ledger', async () => {
    const [, check] = steps;
    assert.equal(
      check?.condition,
      "inputs.budget == '' || github.event.pull_request.head.repo.fork",
    );
    assert.deepEqual([...check.inputs.values()], ['since', 'sarif']);
    begin('a denied address');
    const { code, output, summary } = await run({ sarif: 'out.sarif' });
    assert.equal(code, 1, output);
    assert.match(output, /^::error file=src\/payee\.ts,line=2.*deny/m);
    assert.match(summary, /deny/);
    const sarif = readFileSync(join(repository.folder, 'out.sarif'), 'utf8');
    assert.deepEqual(sarifProblems(JSON.parse(sarif)), []);
    repository.delete('out.sarif');
    demonstrate(repository, demoChanges['a clean address']!);
    repository.write('out.sarif', sarif);
    const clean = await run({ sarif: 'out.sarif' });
    assert.equal(clean.code, 0, 'what the run before has written is no code');
    repository.remove();
  });

  it('scores within its budget for branches of the repository', async () => {
    assert.equal(
      steps[2]?.condition,
      "inputs.budget != '' && !github.event.pull_request.head.repo.fork",
    );
    const service = await startLoggedService({ jobSeconds: 0 });
    try {
      begin('an unlisted address');
      const { code, output } = await run({
        ...{ budget: '3', ledger: join(home, 'ledger') },
        ...{ url: service.url, tenant: service.tenant, key: service.apiKey },
      });
      assert.equal(code, 1, output);
      assert.match(output, /^::error file=src\/payee\.ts,line=2.*unlisted/m);
      assert.equal(startsOf(service).size, 1);
      assert.ok(!output.includes(service.apiKey));
    } finally {
      await service.close();
      repository.remove();
    }
  });

  const judged = { 'a denied address': 1, 'a clean address': 0 } as const;
  for (const [change, expected] of Object.entries(judged)) {
    it(`run nothing of a checkout with ${change} and code in all places (hazard 86)`, async () => {
      begin(change);
      plantCode(repository, marker);
      const { code, output } = await run({ sarif: 'out.sarif' }, leadingInside);
      assert.deepEqual([code, planted()], [expected, ''], output);
      assert.equal(/^::error file=src\/payee\.ts/m.test(output), expected === 1, output);
      repository.remove();
    });
  }

  it('end with 2 where the base can mean several things (hazard 86)', async () => {
    begin('a denied address');
    repository.git('tag', 'origin/main');
    const { code, output } = await run({ since: 'origin/main' });
    assert.equal(code, 2, output);
    assert.match(output, /refs\/tags\/origin\/main/);
    repository.remove();
  });

  it('install only the package that the integrity names (hazard 86)', async () => {
    begin('a clean address');
    const another = new Runner();
    const install = (inputs: Readonly<Record<string, string>>) => another.install(jobOf(inputs));
    const other = await install({ integrity: `sha512-${'A'.repeat(86)}==` });
    assert.equal(other.code, 2, other.output);
    assert.match(other.output, /^::error::The package has the integrity sha512-/m);
    // Without one, nothing of a name that someone else may have, or of the checkout.
    copyFileSync(packed, join(repository.folder, 'x.tgz'));
    const unnamed = ['address-risk-cli@1.0.0', 'x.tgz', join(repository.folder, 'x.tgz')];
    for (const name of unnamed) {
      const { code, output } = await install({ package: name, integrity: '' });
      assert.equal(code, 2, output);
      assert.match(output, /^::error::The input integrity is missing/m);
    }
    assert.equal((await install({ integrity: '' })).code, 0);
    another.remove();
    repository.remove();
  });

  it('are the same for GitLab and Jenkins, as the documentation has them (hazard 86)', () => {
    begin('a denied address');
    plantCode(repository, marker);
    const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
    const [, gitLab = ''] = /^ {2}script:\n((?: {4}.*\n)+)/m.exec(page) ?? [];
    const [, jenkins = ''] = /#!\/bin\/bash\n((?: {8}.*\n)+)/.exec(page) ?? [];
    const scripts = [gitLab.replaceAll(/^ {4}- /gm, ''), jenkins];
    for (const script of scripts) {
      const pinnedScript = script
        .replaceAll(' PACKAGE', ` ${packed}`)
        .replaceAll(' INTEGRITY', ` ${(pinned['integrity'] ?? '').slice('sha512-'.length)}`)
        // Without a service, a check of the same change.
        .replace('score', 'check')
        .replace('--budget 20 --check --key-fd 3', '');
      const { PATH, NODE_OPTIONS, NODE_PATH } = leadingInside;
      const { status, stdout, stderr } = spawnSync(
        '/bin/bash',
        ['-eo', 'pipefail', '-c', pinnedScript],
        {
          cwd: repository.folder,
          encoding: 'utf8',
          env: {
            ...{
              ...{ PATH, NODE_OPTIONS, NODE_PATH },
              HOME: home,
              CI_PROJECT_DIR: repository.folder,
            },
            ...{ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', CHANGE_TARGET: 'main' },
            ...{ ADDRESS_RISK_URL: '', ADDRESS_RISK_TENANT: '', KEY: '' },
          },
        },
      );
      assert.deepEqual([status, planted()], [1, ''], stdout + stderr);
      const file = join(repository.folder, 'address-risk.json');
      const result = existsSync(file) ? readFileSync(file, 'utf8') : stdout;
      assert.match(result, /src\/payee\.ts/);
      rmSync(file, { force: true });
    }
    repository.remove();
  });

  it('remove an earlier result, but nothing behind a link (hazard 86)', async () => {
    begin('a denied address');
    const outside = join(home, 'out.sarif');
    writeFileSync(outside, 'kept');
    symlinkSync(home, join(repository.folder, 'results'));
    const { code, output } = await run({ sarif: 'results/out.sarif' });
    assert.equal(code, 1, output);
    assert.equal(readFileSync(outside, 'utf8'), 'kept');
    // The change's own files are judged.
    repository.delete('src/payee.ts');
    repository.write('out.sarif', '"0x7F367cC41522cE07553e823bf3be79A889DEbe1B" // ethereum\n');
    repository.commit();
    const tracked = await run({ sarif: 'out.sarif' });
    assert.equal(tracked.code, 1, tracked.output);
    repository.remove();
  });

  it('has no value of an event in a script, where it would be code', () => {
    for (const { script } of steps) assert.ok(!script.includes('${{'));
  });

  it('names the version of this package, and so does the hook', () => {
    assert.ok(action.includes(`default: address-risk-cli@${version}\n`));
    const hook = readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8');
    assert.ok(hook.includes(`['address-risk-cli@${version}']`));
    const lines = hook.split('\n').filter((line) => /^ {2}(?!description)[a-z_]+: /.test(line));
    assert.ok(lines.length > 5);
    const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
    for (const line of lines) assert.ok(page.includes(`\n      ${line}\n`), line);
  });
});
