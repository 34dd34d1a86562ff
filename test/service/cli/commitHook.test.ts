import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bareEnvironment } from '../../harness/processes.ts';
import { demoAddresses, demonstrationBase } from '../../support/demonstration.ts';
import type { TestRepository } from '../../support/gitRepository.ts';
import { builtCli } from '../../support/packedCli.ts';

const declared = readFileSync(join(import.meta.dirname, '../../../.pre-commit-hooks.yaml'), 'utf8');
const denied = `// ethereum\nexport const payee = "${demoAddresses.denied}";\n`;

/** How `src/payee.ts` with a denied address is committed, and what is staged before. */
const ways: Readonly<Record<string, { readonly args: readonly string[]; readonly add?: string }>> =
  {
    'git commit': { args: ['commit'], add: 'src/payee.ts' },
    'git commit -a': { args: ['commit', '-a'] },
    'git commit FILE': { args: ['commit', 'src/payee.ts'] },
    'git commit -i FILE': { args: ['commit', '-i', 'src/payee.ts'], add: 'src/other.ts' },
    'git commit --amend': { args: ['commit', '--amend'], add: 'src/payee.ts' },
  };

describe('the hook for pre-commit', () => {
  const program = mkdtempSync(join(tmpdir(), 'hook-'));
  const marker = join(program, 'marker');
  let repository: TestRepository;
  before(async () => {
    // Programs of the environment that pre-commit makes come first on PATH.
    mkdirSync(join(program, 'bin'));
    symlinkSync(join(await builtCli(), 'address-risk.cjs'), join(program, 'bin/address-risk'));
    symlinkSync(process.execPath, join(program, 'bin/node'));
    repository = demonstrationBase();
    repository.write('src/payee.ts', 'export const payee = undefined;\n');
    repository.write('src/other.ts', 'export const other = 1;\n');
    repository.write('.npmrc', 'node-options=--require=./x.cjs\n');
    for (const name of ['node', 'git', 'address-risk']) {
      const path = `node_modules/.bin/${name}`;
      repository.write(path, `#!/bin/sh\necho ${name} >> '${marker}'\n`);
      chmodSync(join(repository.folder, path), 0o755);
    }
    repository.commit();
    const [, entry = ''] = /^ {2}entry: (.*)$/m.exec(declared) ?? [];
    const hook = join(repository.folder, '.git/hooks/pre-commit');
    mkdirSync(join(repository.folder, '.git/hooks'), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\nPATH='${join(program, 'bin')}':"$PATH"\nexec ${entry}\n`);
    chmodSync(hook, 0o755);
    repository.git('worktree', 'add', '--quiet', '-b', 'linked', join(program, 'linked'));
  });
  after(() => {
    repository.remove();
    rmSync(program, { recursive: true });
  });

  const folders = {
    'a repository': () => repository.folder,
    'a linked worktree': () => join(program, 'linked'),
  };
  for (const [place, folderOf] of Object.entries(folders)) {
    /** Runs Git where a person does, with the programs of the checkout on PATH. */
    const git = (...args: readonly string[]) => {
      const path = `node_modules/.bin:${process.env['PATH'] ?? ''}`;
      const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
      return spawnSync('/usr/bin/env', [`PATH=${path}`, gitProgram, ...identity, ...args], {
        cwd: folderOf(),
        encoding: 'utf8',
        env: { ...bareEnvironment, HOME: program, GIT_CONFIG_NOSYSTEM: '1' },
      });
    };
    const write = (path: string, text: string) => writeFileSync(join(folderOf(), path), text);
    const reset = () => git('reset', '--quiet', '--hard');

    for (const [way, { args, add }] of Object.entries(ways)) {
      it(`refuses a denied address for ${way} in ${place} (hazard 86)`, () => {
        const head = git('rev-parse', 'HEAD').stdout;
        write('src/payee.ts', denied);
        if (add === 'src/other.ts') write(add, 'export const other = 2;\n');
        if (add !== undefined) git('add', add);
        const { status, stdout, stderr } = git(...args, '-m', 'change');
        assert.notEqual(status, 0, stdout);
        assert.match(stdout + stderr, /deny, unlisted, new src\/payee\.ts:2/);
        assert.equal(git('rev-parse', 'HEAD').stdout, head);
        assert.ok(!existsSync(marker));
        reset();
      });
    }

    it(`does not blame a staged file when another is committed in ${place} (hazard 86)`, () => {
      write('src/payee.ts', denied);
      git('add', 'src/payee.ts');
      write('src/other.ts', `export const other = "${place}";\n`);
      const { status, stderr } = git('commit', 'src/other.ts', '-m', 'other');
      assert.equal(status, 0, stderr);
      assert.match(git('diff', '--cached', '--name-only').stdout, /^src\/payee\.ts$/m);
      assert.ok(!existsSync(marker));
      reset();
    });
  }

  it('takes no program and no setting of the checkout (hazard 86)', () => {
    assert.match(declared, /^ {2}language: node$/m);
    assert.doesNotMatch(declared, /entry:.*npx/);
  });
});

/** Not from the checkout's PATH: the user's Git. */
const gitProgram = (process.env['PATH'] ?? '')
  .split(':')
  .map((folder) => join(folder, 'git'))
  .find((file) => existsSync(file))!;
