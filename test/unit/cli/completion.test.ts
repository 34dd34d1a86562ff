import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { specs } from '../../../src/cli/specs.ts';
import { commandLine } from '../../support/commandLine.ts';

const scriptOf = async (shell: string): Promise<string> =>
  (await commandLine('.', ['completion', shell])).stdout;

/** What bash offers behind some words, of which the last one is being written. */
async function offeredBy(script: string, ...words: readonly string[]): Promise<string[]> {
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _address_risk; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['-c', `${script}\n${ask}`, 'bash', 'address-risk', ...words];
  const { stdout } = await promisify(execFile)('bash', ['--noprofile', '--norc', ...args]);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the completion of a shell', () => {
  it('offers in bash each command, its options, and their values', async () => {
    const script = await scriptOf('bash');
    const first = new Set(specs.map(({ name }) => name.split(' ')[0] ?? ''));
    assert.deepEqual(await offeredBy(script, ''), [...first, '--help', '--version']);
    assert.deepEqual(await offeredBy(script, 'sc'), ['scan', 'score']);
    assert.deepEqual(await offeredBy(script, 'lists', ''), ['add', 'update']);
    for (const { name, options } of specs) {
      const words = name.split(' ');
      const titles = [...options.map((option) => `--${option.name}`), '--help'];
      assert.deepEqual(await offeredBy(script, ...words, '--'), titles, name);
      for (const { name: option, value, choices = [] } of options) {
        if (value === undefined) continue;
        assert.deepEqual(await offeredBy(script, ...words, `--${option}`, ''), choices, option);
      }
    }
    assert.deepEqual(await offeredBy(script, 'check', '--format', 'sa'), ['sarif']);
    assert.deepEqual(await offeredBy(script, 'help', ''), [...first]);
    assert.deepEqual(await offeredBy(script, 'lists', 'add', 'ofac-e'), ['ofac-ethereum']);
    const shells = await offeredBy(script, 'completion', '');
    assert.deepEqual(shells, ['bash', 'zsh', 'fish', '--help']);
    for (const shell of shells.slice(0, 3)) assert.ok(await scriptOf(shell));
  });

  it('offers in bash what comes behind gateway, with every option that it reads', async () => {
    const script = await scriptOf('bash');
    assert.deepEqual(
      (await offeredBy(script, 'gateway', '')).filter((word) => !word.startsWith('--')),
      ['members', 'usage', 'jobs', 'migrate'],
    );
    assert.deepEqual(await offeredBy(script, 'gateway', 'members', 're'), [
      ...['revoke', 'rename'],
    ]);
    for (const option of ['--admin', '--listen', '--calculations']) {
      assert.deepEqual(await offeredBy(script, 'gateway', '--sample', option), [option]);
    }
    assert.deepEqual(await offeredBy(script, 'gateway', 'members', 'rotate', 'bob', '--'), [
      ...['--overlap', '--data', '--secrets', '--help'],
    ]);
    assert.deepEqual(await offeredBy(script, 'gateway', 'usage', '--format', ''), [
      ...['text', 'json', 'csv'],
    ]);
  });

  it('has the same in the script of zsh, and every option in that of fish', async () => {
    assert.ok((await scriptOf('zsh')).endsWith(await scriptOf('bash')));
    const lines = (await scriptOf('fish')).trim().split('\n');
    for (const line of lines) assert.match(line, /^complete -c address-risk -n '[^']+' /);
    const count = specs.reduce(
      (sum, { options, commands = [], commonOptions = [] }) =>
        commands.reduce(
          (behind, each) => behind + 1 + each.options.length + commonOptions.length,
          sum + 1 + options.length,
        ),
      0,
    );
    assert.equal(
      lines.length,
      count + 5,
      'and what two names begin with (lists, members), and what comes behind add, completion, and help',
    );
  });

  it('is that of a shell that is known', async () => {
    const { code, stderr } = await commandLine('.', ['completion', 'tcsh']);
    assert.deepEqual([code, stderr], [2, 'address-risk: Name the shell: bash, zsh, fish.\n']);
  });
});
