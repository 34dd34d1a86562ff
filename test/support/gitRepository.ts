import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A repository in a folder of its own. */
export class TestRepository {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'repository-')));

  constructor() {
    this.git('init', '--quiet', '--initial-branch=main');
  }

  git(...args: readonly string[]): string {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    // Nothing here lives long enough to be tidied up, which is a process after each commit.
    const untidied = ['-c', 'maintenance.auto=false'];
    const env = { PATH: process.env['PATH'], HOME: this.folder, GIT_CONFIG_NOSYSTEM: '1' };
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...untidied, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      env,
    });
    assert.equal(status, 0, `git ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }

  write(path: string, content: string | Buffer): void {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }

  delete(path: string): void {
    rmSync(join(this.folder, path), { recursive: true, force: true });
  }

  /** @returns the full name of the commit */
  commit(message = 'change'): string {
    this.git('add', '--all', '--force');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.#head();
  }

  /** Read without a process, which takes longer than all the rest. */
  #head(): string {
    const read = (name: string): string =>
      readFileSync(join(this.folder, '.git', name), 'utf8').trim();
    const [, branch] = /^ref: (.+)$/.exec(read('HEAD')) ?? [];
    return branch === undefined ? read('HEAD') : read(branch);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
