import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { formsOf, Taint } from '../../support/taint.ts';

const secret = 'taint key/+Zq7?=x9';
const taint = new Taint({ key: secret });

describe('the search for credentials that have left', () => {
  for (const [form, bytes] of formsOf(secret)) {
    it(`finds one in its form “${form}”, among other bytes`, () => {
      const around = [Buffer.from('{"a":"'), Buffer.from('"}')] as const;
      assert.ok(taint.in(Buffer.concat([around[0], bytes, around[1]])).length > 0);
    });
  }

  it('finds one in the middle of what was encoded as base64, wherever it begins', () => {
    for (const before of ['', 'a', 'ab', 'abc', 'tenant:']) {
      const text = Buffer.from(`${before}${secret}tail`).toString('base64');
      assert.notDeepEqual(taint.inText(text), [], before);
    }
  });

  it('finds none in what only looks like it', () => {
    assert.deepEqual(taint.inText('taint key/+Zq7?=x8, Zq7, dGFpbnQ'), []);
  });

  it('finds planted ones in files, names, links, arguments, and environments', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'address-risk-taint-'));
    const plain = 'taint-Zq7xx9-key';
    const own = new Taint({ key: plain });
    const idle = ['-e', 'setInterval(() => {}, 1000)'];
    const children = [
      spawn(process.execPath, [...idle, plain]),
      spawn(process.execPath, idle, { env: { LEFT: plain } }),
    ];
    try {
      await mkdir(join(folder, 'below'));
      await writeFile(join(folder, 'below', 'log'), `line ${Buffer.from(plain).toString('hex')}`);
      await writeFile(join(folder, plain), '');
      await symlink(`/nowhere/${plain}`, join(folder, 'link'));
      await writeFile(join(folder, 'clean'), 'nothing');
      assert.equal((await own.inFolder(folder)).length, 3);
      const found = await own.inProcesses(children.map(({ pid = 0 }) => pid));
      assert.deepEqual(
        found.map((each) => each.split(' ')[0]),
        ['cmdline', 'environ'],
      );
    } finally {
      for (const child of children) child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  });
});
