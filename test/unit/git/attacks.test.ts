import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { commandLine } from '../../support/commandLine.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const other = '0x6B175474E89094C44Da98b954EedeAC495271d0F';

/** Each makes a repository that tries to run `program`, or to read outside. */
const attacks: Readonly<Record<string, (repository: TestRepository, program: string) => void>> = {
  'a file monitor': (repository, program) => {
    repository.git('config', 'core.fsmonitor', program);
  },
  hooks: (repository, program) => {
    const hooks = join(repository.folder, 'hooks');
    mkdirSync(hooks);
    for (const name of ['post-index-change', 'post-checkout', 'reference-transaction']) {
      symlinkSync(program, join(hooks, name));
      symlinkSync(program, join(repository.folder, '.git/hooks', name));
    }
    repository.git('config', 'core.hooksPath', hooks);
  },
  'clean, smudge, and process filters': (repository, program) => {
    repository.write('.gitattributes', '* filter=evil diff=evil\n');
    for (const kind of ['clean', 'smudge', 'process']) {
      repository.git('config', `filter.evil.${kind}`, program);
    }
  },
  'an external diff and a text conversion': (repository, program) => {
    repository.write('.git/info/attributes', '* diff=evil\n');
    repository.git('config', 'diff.external', program);
    repository.git('config', 'diff.evil.command', program);
    repository.git('config', 'diff.evil.textconv', program);
  },
  'a pager, an editor, and aliases': (repository, program) => {
    repository.git('config', 'core.pager', program);
    repository.git('config', 'pager.ls-tree', program);
    repository.git('config', 'core.editor', program);
    for (const name of ['ls-tree', 'ls-files', 'cat-file', 'rev-parse', 'merge-base', 'remote']) {
      repository.git('config', `alias.${name}`, `!${program}`);
    }
  },
  'a lazy fetch from a promisor': (repository, program) => {
    repository.git('config', 'core.repositoryFormatVersion', '1');
    repository.git('config', 'extensions.partialClone', 'evil');
    repository.git('config', 'remote.evil.promisor', 'true');
    repository.git('config', 'remote.evil.url', `ext::${program}`);
    repository.git('config', 'remote.evil.uploadpack', program);
    repository.git('config', 'protocol.ext.allow', 'always');
    repository.git('config', 'core.sshCommand', program);
    repository.git('config', 'credential.helper', `!${program}`);
    // Git would fetch it: `main` has a content that is not here.
    const object = repository.git('rev-parse', 'main:a.ts');
    rmSync(join(repository.folder, '.git/objects', object.slice(0, 2), object.slice(2)));
  },
  alternates: (repository, program) => {
    repository.git('config', 'core.alternateRefsCommand', program);
    repository.write('.git/objects/info/alternates', '/nowhere/objects\n');
  },
  'included configuration': (repository, program) => {
    repository.write('included', `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n`);
    repository.git('config', 'include.path', join(repository.folder, 'included'));
  },
  'a signature that a program verifies': (repository, program) => {
    repository.git('config', 'log.showSignature', 'true');
    repository.git('config', 'gpg.program', program);
  },
};

describe('a repository that was made to run something', () => {
  let repository: TestRepository;
  let program = '';
  let mark = '';
  const made = new TestRepository();
  before(() => {
    made.write('a.ts', `// ethereum\n"${address}"`);
    made.commit();
    made.git('checkout', '--quiet', '-b', 'change');
  });
  after(() => made.remove());
  beforeEach(() => {
    repository = new TestRepository(made.folder);
    mark = join(repository.folder, '.git/ran');
    program = join(repository.folder, '.git/program');
    writeFileSync(program, `#!/bin/sh\necho ran >> '${mark}'\n`);
    chmodSync(program, 0o755);
    repository.write('a.ts', `// ethereum\n"${address}" "${other}"`);
  });
  afterEach(() => repository.remove());

  for (const [name, attack] of Object.entries(attacks)) {
    it(`${name}: nothing runs`, async () => {
      attack(repository, program);
      rmSync(mark, { force: true });
      for (const args of [[], ['--since', 'main'], ['--staged']]) {
        const { code, stderr } = await commandLine(repository.folder, ['check', ...args]);
        assert.ok(code === 0 || code === 2, stderr);
      }
      assert.ok(!existsSync(mark), 'a program ran');
    });
  }

  it('does not let the configuration name another work tree', async () => {
    const outside = new TestRepository();
    outside.write('secret.ts', `// ethereum\n"${other}"`);
    repository.write('a.ts', `// ethereum\n"${address}"`);
    repository.git('config', 'core.worktree', outside.folder);
    const { code, stdout } = await commandLine(repository.folder, ['check', '--format', 'json']);
    outside.remove();
    assert.equal(code, 0);
    assert.ok(!stdout.includes('secret.ts'));
    assert.ok(stdout.includes('a.ts'));
  });

  it('takes nothing of the caller’s GIT_ variables', async () => {
    const outside = new TestRepository();
    outside.commit();
    const set = { GIT_DIR: join(outside.folder, '.git'), GIT_EXTERNAL_DIFF: program };
    Object.assign(process.env, set);
    try {
      const { stdout } = await commandLine(repository.folder, ['check', '--format', 'json']);
      const { summary } = JSON.parse(stdout) as { summary: { base: { commit: string } } };
      assert.equal(summary.base.commit, repository.git('rev-parse', 'main'));
    } finally {
      for (const name of Object.keys(set)) Reflect.deleteProperty(process.env, name);
      outside.remove();
    }
  });

  for (const revision of [
    ...['--output=x', '-x', '--', 'main..change', '^main', ':/change', 'main:a.ts', 'a\nb', '@{u}'],
    ...['--upload-pack=x', 'HEAD^{/x}', ''],
  ]) {
    it(`is no option of Git, and no search: ${JSON.stringify(revision)}`, async () => {
      const { code, stderr } = await commandLine(repository.folder, [
        'check',
        `--since=${revision}`,
      ]);
      assert.equal(code, 2);
      assert.equal(stderr.trim().split('\n').length, 1, 'one line');
      assert.ok(!existsSync(join(repository.folder, 'x')));
    });
  }

  it('ends with 2 for a shallow clone without the base, and says how deep to fetch', async () => {
    repository.commit();
    const clone = new TestRepository();
    clone.remove();
    const { folder } = clone;
    repository.git(
      'clone',
      '--quiet',
      '--depth=1',
      '--single-branch',
      `file://${repository.folder}`,
      folder,
    );
    const named = await commandLine(folder, ['check', '--since', 'main']);
    assert.equal(named.code, 2);
    assert.match(named.stderr, /shallow.*git fetch/);
    const unnamed = await commandLine(folder, ['check']);
    clone.remove();
    // Its default branch, according to the remote, is `change` itself, so nothing is missing.
    assert.ok(unnamed.code === 0 || unnamed.code === 2);
  });

  it('reads what is tracked although .gitignore names it', async () => {
    repository.write('.gitignore', 'a.ts\n.gitignore\n');
    const { stdout } = await commandLine(repository.folder, [
      ...['check', '--since', 'main', '--format', 'json'],
    ]);
    const { findings } = JSON.parse(stdout) as { findings: { address: string; path: string }[] };
    assert.ok(findings.some((each) => each.address === other && each.path === 'a.ts'));
  });

  it('checks the index, whatever is on the disk', async () => {
    repository.git('add', 'a.ts');
    repository.write('a.ts', 'nothing');
    const { stdout } = await commandLine(repository.folder, [
      ...['check', '--staged', '--format', 'json'],
    ]);
    const { findings } = JSON.parse(stdout) as { findings: { address: string; rule: string }[] };
    assert.deepEqual(
      findings.map(({ address: found, rule }) => [found, rule]),
      [
        [other, 'unlisted'],
        [other, 'new'],
      ],
    );
  });
});
