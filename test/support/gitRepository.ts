import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The same for all. No repository here lives long enough for Git to tidy it up after each commit. */
const configuration = {
  'user.name': 'Test',
  'user.email': 'test@example.com',
  'maintenance.auto': 'false',
};

const configured = Object.fromEntries(
  Object.entries(configuration).flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]),
);

function run(folder: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
      ...{ ...configured, GIT_CONFIG_COUNT: String(Object.keys(configuration).length) },
    },
  });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

const newFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'repository-')));

/** Made once: a process costs more than a copy. */
let empty: string | undefined;

function emptyRepository(): string {
  const folder = newFolder();
  run(folder, 'git', ['init', '--quiet', '--initial-branch=main']);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A repository in a folder of its own. */
export class TestRepository {
  readonly folder = newFolder();

  /** @param from the folder of another one, which this one begins as */
  constructor(from = (empty ??= emptyRepository())) {
    cpSync(from, this.folder, { recursive: true, verbatimSymlinks: true });
  }

  git(...args: readonly string[]): string {
    return run(this.folder, 'git', args);
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
    // By a shell: starting one program from a large Node process takes longer than both commands.
    const commit = 'git commit --quiet --allow-empty --message="$0"';
    run(this.folder, 'sh', ['-c', `git add --all --force && ${commit}`, message]);
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
