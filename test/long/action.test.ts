import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bareEnvironment } from '../harness/processes.ts';
import { startsOf } from '../support/cliKills.ts';
import { demoChanges, demonstrate, demonstrationBase } from '../support/demonstration.ts';
import type { TestRepository } from '../support/gitRepository.ts';
import { startLoggedService } from '../support/loggedService.ts';
import { packCli } from '../support/packedCli.ts';
import { sarifProblems } from '../support/sarifSchema.ts';

const root = join(import.meta.dirname, '../..');
const action = readFileSync(join(root, 'action.yml'), 'utf8');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

interface Step {
  readonly condition: string;
  readonly script: string;
  /** The inputs that its environment has. */
  readonly env: readonly string[];
}

/** The steps, as a runner reads them: the file has one layout. */
function stepsOf(text: string): Step[] {
  return text
    .split('    - name: ')
    .slice(1)
    .map((step) => ({
      condition: /^ {6}if: \$\{\{ (.*) \}\}$/m.exec(step)?.[1] ?? '',
      script: (step.split('      run: |\n')[1] ?? '').replaceAll(/^ {8}/gm, ''),
      env: [...step.matchAll(/^ {8}([A-Z_]+): \$\{\{ inputs\.\w+ \}\}$/gm)].map(
        ([, name = '']) => name,
      ),
    }));
}

describe('the steps of the action, as a runner runs them', () => {
  const [check, score] = stepsOf(action) as [Step, Step];
  let repository: TestRepository;
  let packed: Awaited<ReturnType<typeof packCli>>;
  let home = '';
  before(async () => {
    repository = demonstrationBase();
    packed = await packCli();
    home = mkdtempSync(join(tmpdir(), 'runner-'));
  });
  after(() => {
    repository.remove();
    packed.remove();
    rmSync(home, { recursive: true });
  });

  /** In an environment with nothing but what a step has. */
  async function run(step: Step, inputs: Readonly<Record<string, string>>) {
    const names = [...step.env, 'GITHUB_STEP_SUMMARY'];
    assert.deepEqual(
      Object.keys(inputs).filter((name) => !names.includes(name)),
      [],
    );
    const own = Object.fromEntries(names.map((name) => [name, inputs[name] ?? '']));
    const child = spawn('bash', ['--noprofile', '--norc', '-c', step.script], {
      cwd: repository.folder,
      env: { ...bareEnvironment, HOME: home, ...own, INPUT_PACKAGE: packed.file },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }

  it('checks alone for forks, without secrets and without a ledger', async () => {
    assert.equal(
      check.condition,
      "inputs.budget == '' || github.event.pull_request.head.repo.fork",
    );
    assert.deepEqual(check.env, ['INPUT_PACKAGE', 'INPUT_SINCE', 'INPUT_SARIF']);
    demonstrate(repository, demoChanges['a denied address']!);
    const summary = join(home, 'summary.md');
    const { code, output } = await run(check, {
      ...{ INPUT_SINCE: repository.git('rev-parse', 'main'), INPUT_SARIF: 'out.sarif' },
      GITHUB_STEP_SUMMARY: summary,
    });
    assert.equal(code, 1, output);
    assert.match(output, /^::error file=src\/payee\.ts,line=2.*deny/m);
    assert.match(readFileSync(summary, 'utf8'), /deny/);
    const sarif = readFileSync(join(repository.folder, 'out.sarif'), 'utf8');
    assert.deepEqual(sarifProblems(JSON.parse(sarif)), []);
    demonstrate(repository, demoChanges['a clean address']!);
    const clean = await run(check, { INPUT_SINCE: 'main', INPUT_SARIF: 'out.sarif' });
    assert.equal(clean.code, 0, 'what the run before has written is no code');
  });

  it('scores within its budget for branches of the repository', async () => {
    assert.equal(
      score.condition,
      "inputs.budget != '' && !github.event.pull_request.head.repo.fork",
    );
    const service = await startLoggedService({ jobSeconds: 0 });
    try {
      demonstrate(repository, demoChanges['an unlisted address']!);
      const { code, output } = await run(score, {
        ...{ INPUT_SINCE: 'main', INPUT_BUDGET: '3', INPUT_LEDGER: join(home, 'ledger') },
        ...{ ADDRESS_RISK_URL: service.url, ADDRESS_RISK_TENANT: service.tenant },
        ADDRESS_RISK_KEY: service.apiKey,
      });
      assert.equal(code, 1, output);
      assert.match(output, /^::error file=src\/payee\.ts,line=2.*unlisted/m);
      assert.equal(startsOf(service).size, 1);
      assert.ok(!output.includes(service.apiKey));
    } finally {
      await service.close();
    }
  });

  it('has no value of an event in a script, where it would be code', () => {
    for (const { script } of [check, score]) assert.ok(!script.includes('${{'));
  });

  it('names the version of this package, and so does the hook', () => {
    assert.ok(action.includes(`default: address-risk-cli@${version}\n`));
    const hook = readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8');
    assert.ok(hook.includes(`address-risk-cli@${version} check --staged`));
  });
});
