import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { closest } from '../../../src/options/closest.ts';
import { commandLine } from '../../support/commandLine.ts';

const address = '0x7F367cC41522cE07553e823bf3be79A889DEbe1B';

describe('what is mistyped', () => {
  for (const [args, sentence] of [
    [
      ['chek'],
      'Unknown command "chek". Did you mean "check"? “address-risk --help” lists all commands.',
    ],
    [['frobnicate'], 'Unknown command "frobnicate". “address-risk --help” lists all commands.'],
    [
      ['check', '--sinse', 'main'],
      'Unknown option "--sinse". Did you mean "--since"? “address-risk check --help” lists all options.',
    ],
    [['check', '-x'], 'Unknown option "-x". “address-risk check --help” lists all options.'],
    [['check', '--since'], '--since needs a value: --since REV.'],
    [['check', '--since', '--all'], '--since needs a value: --since REV.'],
    [
      ['lists', 'upd'],
      'lists is the first word of “address-risk lists add” or “address-risk lists update”. Did you mean "lists update"?',
    ],
    [
      ['check', '--since', 'HEAD', '--form', 'json'],
      'Unknown option "--form". Did you mean "--format"? “address-risk check --help” lists all options.',
    ],
    [
      ['lists', 'ad'],
      'lists is the first word of “address-risk lists add” or “address-risk lists update”. Did you mean "lists add"?',
    ],
    [
      ['gateway', 'members', 'lst'],
      'Name a command: members add, members set, members list, members log, members revoke, members enable, members rename, members rotate. Did you mean "members list"?',
    ],
    [['gateway', 'foo'], 'Unknown command "foo". “gateway --help” lists all commands.'],
    [['check', '--all=1'], 'Option "--all" does not take an argument.'],
    [
      ['summary', address, '--network', 'etherium'],
      'Unknown network "etherium". Did you mean "ethereum"?',
    ],
    [['summary', address, '--network', 'ETH'], 'Unknown network "ETH". Did you mean "ethereum"?'],
    [['score', address, '--network', 'bnb'], 'Unknown network "bnb". Did you mean "bsc"?'],
    [['init', '--network', 'etherium'], 'Unknown network "etherium". Did you mean "ethereum"?'],
    [
      ['score', address, '--network', 'zzzzzzzz'],
      'Unknown network "zzzzzzzz". Networks have names such as ethereum, bsc, bitcoin, or solana. docs/networks.md lists them.',
    ],
    [
      ['score', address, '--network', 'eip155:8453'],
      'Unknown network "eip155:8453". Did you mean "base"?',
    ],
    [
      ['score', address, '--network', 'eip155:1x'],
      'Unknown network "eip155:1x". Networks have names such as ethereum, bsc, bitcoin, or solana. docs/networks.md lists them.',
    ],
  ] as const) {
    it(`is named with what may be meant: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await commandLine(tmpdir(), args);
      assert.deepEqual([code, stdout, stderr], [2, '', `address-risk: ${sentence}\n`]);
    });
  }

  it('is a path, which is named as it was given, unless it may be a key', async () => {
    const key = `${'ab12'.repeat(16)}.txt`;
    for (const [args, sentence] of [
      [['scan', 'nope/'], 'No such file or folder: "nope/".'],
      [['scan', key], 'No such file or folder.'],
      [['check', 'nope/'], 'No such file or folder: "nope/".'],
      [['score', './nope'], 'No such file or folder. An address needs --network.'],
      [['score', 'nope'], 'No such file or folder. An address needs --network.'],
      [['score', key], 'No such file or folder. An address needs --network.'],
    ] as const) {
      const { code, stderr } = await commandLine(tmpdir(), args);
      assert.deepEqual([code, stderr], [2, `address-risk: ${sentence}\n`], args.join(' '));
    }
  });

  it('can be looked up by help, whose lines are short', async () => {
    const help = await commandLine('.', ['check', '--help']);
    assert.deepEqual(await commandLine('.', ['help', 'check']), help);
    assert.deepEqual(
      await commandLine('.', ['help', 'lists', 'add']),
      await commandLine('.', ['lists', 'add', '--help']),
    );
    assert.equal((await commandLine('.', ['help', 'chek'])).code, 2);
    const { stdout } = await commandLine('.', ['help']);
    assert.ok(Math.max(...stdout.split('\n').map(({ length }) => length)) <= 96);
  });

  it('is two edits away at most, and half of its letters', () => {
    const names = ['since', 'scan', 'score', 'all'];
    const meant = (typed: string) => closest(typed, names);
    assert.deepEqual(['sicne', 'SINC', 'scann', 'al'].map(meant), [
      'since',
      'since',
      'scan',
      'all',
    ]);
    assert.deepEqual(['sXXXe', 'sc', 'x', '', 'everything'].map(meant), [
      ...Array.from({ length: 5 }, () => undefined),
    ]);
    assert.equal(closest('scbn', ['score', 'scan']), 'scan', 'the closest one');
    assert.equal(closest('sbc', ['abc', 'sba']), 'abc', 'of several, the first');
  });
});
