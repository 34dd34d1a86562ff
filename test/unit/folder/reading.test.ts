import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { booksBelow } from '../../../src/folder/findings.ts';
import { commandLine } from '../../support/commandLine.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import { denied, poison, stranger, treasury, writeBase } from '../../support/hidingWays.ts';

interface Row {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly address: string | null;
  readonly message: string;
  readonly level: string;
  readonly state: string;
}

/** The findings of `check` in a folder. */
async function checked(folder: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await commandLine(folder, ['check', '--format=json', ...args]);
  if (stdout === '') return { code, stderr, findings: [] as Row[], notRead: [] };
  const { findings, summary } = JSON.parse(stdout) as {
    findings: Row[];
    summary: { notRead: { path: string; reason: string }[] };
  };
  return { code, stderr, findings, notRead: summary.notRead };
}

const rulesAt = (findings: readonly Row[], path: string): string =>
  [...new Set(findings.filter((each) => each.path === path).map(({ rule }) => rule))].join();

const use = (address: string): string => `// ethereum\nexport const a = "${address}";\n`;

describe('a check reads', () => {
  let repository: TestRepository;
  const folders: string[] = [];
  const base = new TestRepository();
  before(() => {
    writeBase(base);
    base.commit('base');
    base.git('checkout', '--quiet', '-b', 'change');
  });
  after(() => base.remove());
  beforeEach(() => {
    repository = new TestRepository(base.folder);
  });
  afterEach(() => {
    repository.remove();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  function git(folder: string, ...args: readonly string[]): string {
    const env = { PATH: process.env['PATH'], HOME: repository.folder, GIT_CONFIG_NOSYSTEM: '1' };
    const config = ['user.name=Test', 'user.email=test@example.com', 'protocol.file.allow=always'];
    const all = [...config.flatMap((each) => ['-c', each]), ...args];
    const { status, stdout, stderr } = spawnSync('git', all, {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return stdout.trim();
  }

  function clone(...args: readonly string[]): string {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'clone-')));
    folders.push(folder);
    repository.git('config', 'uploadpack.allowFilter', 'true');
    git(folder, 'clone', '--quiet', ...args, `file://${repository.folder}`, '.');
    return folder;
  }

  describe('what Git tracks', () => {
    it('from Git where a sparse checkout leaves it out (hazard 87)', async () => {
      repository.write('app/pay.ts', use(denied));
      repository.write('web/index.ts', 'x');
      repository.commit();
      const folder = clone('--sparse', '--branch=change');
      git(folder, 'sparse-checkout', 'set', 'web', 'lists');
      const { code, findings } = await checked(folder, '--since=origin/main');
      assert.equal(code, 1);
      assert.match(rulesAt(findings, 'app/pay.ts'), /deny/);
    });

    it('from Git where an entry of the index is marked to be skipped', async () => {
      repository.write('pay.ts', use(denied));
      repository.commit();
      repository.git('update-index', '--skip-worktree', 'pay.ts');
      repository.delete('pay.ts');
      const { findings } = await checked(repository.folder, '--since=main');
      assert.match(rulesAt(findings, 'pay.ts'), /deny/);
    });

    it('from Git too where attributes change the bytes of a checkout', async () => {
      const tops = ['', 'lib/'];
      for (const top of tops) {
        repository.write(`${top}src/pay.ts`, use(denied) + use(stranger));
        repository.write(`${top}src/é.ts`, `// $Id: ${denied} $\n`);
      }
      repository.write('src/macro.ts', use(denied));
      repository.commit();
      const attributes = 'src/pay.ts working-tree-encoding=IBM037\nsrc/*.ts ident\n';
      const macro = '[attr]quiet working-tree-encoding=IBM037\nsrc/macro.ts quiet\n';
      repository.write('.gitattributes', attributes + macro);
      repository.write('lib/.gitattributes', attributes);
      // Not the other files again, which Git would convert.
      repository.git('add', ...tops.map((top) => `${top}.gitattributes`));
      repository.git('commit', '--quiet', '--message=attributes');
      const folder = clone('--branch=change');
      assert.ok(!readFileSync(join(folder, 'src/é.ts'), 'utf8').includes(denied));
      const { code, findings } = await checked(folder, '--since=origin/main');
      assert.equal(code, 1);
      for (const path of ['src/pay.ts', 'lib/src/pay.ts', 'src/macro.ts']) {
        const rules = findings.filter((each) => each.path === path).map(({ rule }) => rule);
        const own = path === 'src/macro.ts' ? [] : ['unlisted', 'new'];
        assert.deepEqual(rules.sort(), ['deny', 'new', 'unlisted', ...own].sort(), path);
      }
      assert.match(rulesAt(findings, 'src/é.ts'), /deny/);
      assert.match(rulesAt(findings, 'lib/src/é.ts'), /deny/);
    });

    it('from Git too where attributes are in no file of the repository', async () => {
      repository.write('src/pay.ts', use(denied));
      repository.commit();
      for (const file of ['.git/info/attributes', 'src/.gitattributes']) {
        const folder = clone('--branch=change', '--no-checkout');
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), 'pay.ts working-tree-encoding=IBM037\n');
        git(folder, 'checkout', '--quiet', 'HEAD', '--', '.');
        const { findings } = await checked(folder, '--since=origin/main');
        assert.match(rulesAt(findings, 'src/pay.ts'), /deny/, file);
      }
    });

    it('and what is on the disk, without a finding for what a checkout only encodes otherwise', async () => {
      repository.write('.gitattributes', 'a.txt working-tree-encoding=UTF-16\n');
      repository.write('a.txt', Buffer.from(`\uFEFF${use(denied)}`, 'utf16le'));
      repository.commit();
      repository.git('branch', '--force', 'main', 'HEAD');
      const kept = (await checked(repository.folder, '--since=main')).findings;
      assert.equal(rulesAt(kept, 'a.txt'), 'deny');
      repository.write('a.txt', Buffer.from(`\uFEFF${use(stranger)}`, 'utf16le'));
      const { findings } = await checked(repository.folder, '--since=main');
      assert.equal(rulesAt(findings, 'a.txt'), 'deny,unlisted,new');
    });

    it('a listed text as new where it was nowhere before', async () => {
      const call = (to: string): string =>
        `const c = '0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}';\n`;
      const statesIn = async (): Promise<string[]> => {
        const { findings } = await checked(repository.folder, '--since=main');
        const denials = findings.filter(({ rule }) => rule === 'deny');
        return denials.map(({ path, state }) => `${path} ${state}`).sort();
      };
      repository.write('call.ts', call(denied));
      repository.write('kept.ts', 'x');
      repository.commit();
      assert.deepEqual(await statesIn(), ['call.ts new']);
      repository.git('branch', '--force', 'main', 'HEAD');
      repository.write('other.ts', call(denied));
      repository.commit();
      assert.deepEqual(await statesIn(), ['call.ts unchanged', 'other.ts unchanged']);
      // Also where the file that had it has changed, or is gone.
      repository.write('call.ts', `// changed\n${call(denied)}`);
      assert.deepEqual(await statesIn(), ['call.ts unchanged', 'other.ts unchanged']);
      repository.delete('call.ts');
      assert.deepEqual(await statesIn(), ['other.ts unchanged']);
    });

    it('and not what was deleted', async () => {
      repository.write('pay.ts', use(denied));
      repository.commit();
      repository.delete('pay.ts');
      const { code, findings } = await checked(repository.folder, '--since=main');
      assert.deepEqual([code, rulesAt(findings, 'pay.ts')], [0, '']);
    });
  });

  for (const filter of ['blob:none', 'tree:0']) {
    it(`nothing of a clone with --filter=${filter} in silence (hazard 87)`, async () => {
      repository.write('src/treasury.ts', use(treasury) + use(denied));
      repository.commit();
      const folder = clone(`--filter=${filter}`, '--branch=change');
      const { code, stderr } = await checked(folder, '--since=origin/main');
      assert.equal(code, 2, stderr);
      assert.match(stderr, /--filter.*git fetch --refetch --no-filter/);
      // The command that it names helps.
      git(folder, 'fetch', '--quiet', '--refetch', '--no-filter', 'origin');
      const after = await checked(folder, '--since=origin/main');
      assert.equal(after.code, 1, after.stderr);
    });
  }

  it('nothing past a damaged object or an extension that Git does not know (hazard 87)', async () => {
    const object = repository.git('rev-parse', 'main:src/treasury.ts');
    const file = join(repository.folder, '.git/objects', object.slice(0, 2), object.slice(2));
    const content = readFileSync(file);
    repository.write('src/treasury.ts', use(stranger));
    repository.commit();
    chmodSync(file, 0o600);
    writeFileSync(file, content.subarray(0, 10));
    const damaged = await checked(repository.folder, '--since=main');
    assert.equal(damaged.code, 2);
    assert.match(damaged.stderr, /git fsck/);
    writeFileSync(file, content);
    assert.equal((await checked(repository.folder, '--since=main')).code, 1);
    repository.git('config', 'core.repositoryFormatVersion', '1');
    repository.git('config', 'extensions.unheardOf', 'true');
    const unknown = await checked(repository.folder, '--since=main');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /unheardof/i);
  });

  describe('submodules', () => {
    let module: TestRepository;
    beforeEach(() => {
      module = new TestRepository();
      folders.push(module.folder);
      module.write('.gitignore', 'own.ts\n');
      module.write('own.ts', use(treasury));
      module.commit('module');
      git(repository.folder, 'submodule', '--quiet', 'add', `file://${module.folder}`, 'lib/it');
      repository.commit('with a module');
      repository.git('branch', '--quiet', '--force', 'main', 'HEAD');
    });

    it('as repositories of their own: what they track, and what is new in them', async () => {
      const inside = join(repository.folder, 'lib/it');
      assert.equal((await checked(repository.folder, '--since=main')).code, 0);
      writeFileSync(join(inside, 'own.ts'), use(denied));
      const { findings } = await checked(repository.folder, '--since=main');
      assert.equal(rulesAt(findings, 'lib/it/own.ts'), 'deny,unlisted,new');
      git(inside, 'commit', '--quiet', '--all', '--message=pay');
      repository.git('add', 'lib/it');
      const staged = await checked(repository.folder, '--staged');
      assert.equal(rulesAt(staged.findings, 'lib/it/own.ts'), 'deny,unlisted,new');
    });

    it('and names those that are not checked out; where the change moves one, it fails (hazard 87)', async () => {
      const folder = clone('--branch=change');
      const before = await checked(folder, '--since=origin/main');
      assert.equal(before.code, 0);
      const reason = 'a submodule that is not checked out';
      assert.deepEqual(before.notRead, [{ path: 'lib/it', reason }]);
      module.write('other.ts', use(denied));
      git(folder, 'update-index', '--cacheinfo', `160000,${module.commit()},lib/it`);
      const { code, findings } = await checked(folder, '--since=origin/main');
      assert.equal(code, 1);
      assert.equal(rulesAt(findings, 'lib/it'), 'unread');
    });
  });

  it('an address beside bytes that are not text (hazard 86)', async () => {
    const ways: Readonly<Record<string, Buffer>> = {
      'latin1.ts': Buffer.from(`// caf\xe9\n${use(stranger)}`, 'latin1'),
      'zero.ts': Buffer.from(`// \0\n${use(stranger)}`),
      'utf16.ts': Buffer.from(use(stranger), 'utf16le'),
      'broken.ts': Buffer.concat([Buffer.from(use(stranger)), Buffer.of(0xc3)]),
      'picture.png': Buffer.concat([Buffer.alloc(70_000, 7), Buffer.from(use(stranger))]),
    };
    for (const [path, bytes] of Object.entries(ways)) repository.write(path, bytes);
    const { findings } = await checked(repository.folder, '--since=main');
    for (const path of Object.keys(ways)) {
      assert.equal(rulesAt(findings, path), 'unlisted,new', path);
    }
  });

  it('text of two bytes a character once, with its lines, also where one byte is another text', async () => {
    const text = Buffer.from(`\uFEFF\n${use(stranger)}${use(denied)}`, 'utf16le');
    repository.write('both.ts', Buffer.concat([text, Buffer.from(`\n${use(poison)}x`)]));
    const { findings } = await checked(repository.folder, '--since=main');
    const rows = findings.filter(({ path }) => path === 'both.ts');
    assert.deepEqual(rows.map(({ rule, line }) => `${line} ${rule}`).sort(), [
      ...['3 new', '3 unlisted', '5 deny', '5 new', '5 unlisted'],
      ...['8 look-alike', '8 new', '8 unlisted'],
    ]);
  });

  it('a file of any size, in parts that split no address (hazards 82, 86)', async () => {
    const file = openSync(join(repository.folder, 'huge.bin'), 'w');
    ftruncateSync(file, 300_000_000);
    const put = (text: string, at: number): number => writeSync(file, text, at);
    // The first part ends inside it, with no line break before.
    put(` "${stranger}" `, 33_554_432 - 20);
    put(`\n// ethereum\n const b = "${denied}";\n`, 280_000_000);
    closeSync(file);
    const { code, findings } = await checked(repository.folder, '--since=main');
    assert.equal(code, 1);
    assert.match(rulesAt(findings, 'huge.bin'), /deny/);
    const found = findings.filter(({ address, rule }) => address === stranger && rule === 'new');
    assert.deepEqual(
      found.map(({ line }) => line),
      [1],
    );
  });

  it('names of files and folders, and where links lead (hazard 86)', async () => {
    repository.write(`assets/${denied}/info.json`, '{}');
    repository.write(`assets/${stranger}.png`, 'x');
    symlinkSync(`../${denied}/x`, join(repository.folder, 'link'));
    repository.git('add', '--all');
    for (const args of [['--since=main'], ['--staged']]) {
      const { findings } = await checked(repository.folder, ...args);
      assert.match(rulesAt(findings, `assets/${denied}/info.json`), /^deny/);
      assert.equal(rulesAt(findings, `assets/${stranger}.png`), 'unlisted,new');
      assert.match(rulesAt(findings, 'link'), /^deny/);
    }
    // A second file below the same folder is not new there.
    repository.commit();
    repository.write(`assets/${stranger}/other.json`, '{}');
    const later = await checked(repository.folder, '--since=HEAD');
    assert.ok(!later.findings.some(({ rule }) => rule === 'new'));
  });

  it('what has seven digits of an address of the base, whether the change edits its file or not', async () => {
    const ours = '0x3f9c1d7e45a02b6f83d1e0c97a4458b2d61fd2e4';
    const imitation = '0x3f918b6ac50f37d2946ebb15c083fe7a9250d2e4';
    repository.git('checkout', '--quiet', 'main');
    repository.write('src/ours.ts', use(ours));
    repository.commit();
    repository.git('checkout', '--quiet', '-B', 'change');
    repository.write('src/pay.ts', use(imitation));
    const alike = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { findings } = await checked(repository.folder, ...args);
      return findings.filter(({ rule }) => rule === 'look-alike').map(({ path }) => path);
    };
    assert.deepEqual(await alike('--since=main'), ['src/pay.ts']);
    assert.deepEqual(await alike('--all', '--since=main'), ['src/pay.ts']);
    repository.write('src/ours.ts', `${use(ours)}// edited\n`);
    assert.deepEqual(await alike('--since=main'), ['src/pay.ts']);
    // Two that already existed are not a finding: in a large folder, such pairs happen by chance.
    repository.commit();
    assert.deepEqual(await alike('--all', '--since=HEAD'), []);
  });

  it('what a file had that has another name now', async () => {
    repository.git('checkout', '--quiet', 'main');
    repository.write('src/old.ts', use(stranger));
    repository.commit();
    repository.git('checkout', '--quiet', '-B', 'change');
    repository.delete('src/old.ts');
    repository.write('src/renamed.ts', use(stranger) + use(poison));
    const { findings } = await checked(repository.folder, '--since=main');
    const news = findings.filter(({ rule }) => rule === 'new').map(({ address }) => address);
    assert.deepEqual(
      news.map((each) => each?.toLowerCase()),
      [poison],
    );
  });

  it('a text of a deny list in the address book, where the change has written it', async () => {
    const text = '1BoatSLRHtKNngkdXEeobR76b53LETtpyX';
    const deniedAt = async (): Promise<string> =>
      rulesAt((await checked(repository.folder, '--since=main')).findings, '.address-risk.json');
    const book = JSON.parse(
      readFileSync(join(repository.folder, '.address-risk.json'), 'utf8'),
    ) as object;
    const write = (more: object): void =>
      repository.write('.address-risk.json', JSON.stringify({ ...book, ...more }, null, 1));
    write({ $comment: `Ours is not ${text}.` });
    assert.match(await deniedAt(), /deny/);
    repository.git('checkout', '--quiet', 'main');
    repository.commit();
    repository.git('checkout', '--quiet', '-B', 'change');
    assert.doesNotMatch(await deniedAt(), /deny/, 'the base revision has it');
  });

  it('nothing of what it writes itself, unless Git tracks that', async () => {
    repository.write('found.json', use(denied));
    repository.write('found.json.md', use(poison));
    const { code } = await checked(repository.folder, '--since=main', '--output=found.json');
    const found = readFileSync(join(repository.folder, 'found.json'), 'utf8');
    const { findings } = JSON.parse(found) as { findings: readonly Row[] };
    assert.equal(code, 1, found);
    assert.equal(rulesAt(findings, 'found.json'), '');
    assert.notEqual(rulesAt(findings, 'found.json.md'), '');
  });

  it('names that are not UTF-8 as different ones', async () => {
    const nameOf = (byte: number): Buffer =>
      Buffer.concat([Buffer.from(`${repository.folder}/a`), Buffer.of(byte), Buffer.from('.ts')]);
    writeFileSync(nameOf(0xe9), use(denied));
    writeFileSync(nameOf(0xe8), use(stranger));
    for (const args of [['--since=main'], ['--staged']]) {
      if (args.includes('--staged')) repository.git('add', '--all');
      const { findings } = await checked(repository.folder, ...args);
      assert.match(rulesAt(findings, 'a\udce9.ts'), /deny/);
      assert.equal(rulesAt(findings, 'a\udce8.ts'), 'unlisted,new');
    }
  });

  it('no pointer of Git LFS as a file, and says so (hazard 87)', async () => {
    const oid = 'a'.repeat(64);
    repository.write(
      'big.csv',
      `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12\n`,
    );
    const { code, findings } = await checked(repository.folder, '--since=main');
    assert.equal(code, 1);
    const unread = findings.filter(({ rule }) => rule === 'unread');
    assert.deepEqual(
      unread.map(({ path, state, message }) => [path, state, /pointer of Git LFS/.test(message)]),
      [['big.csv', 'new', true]],
    );
    repository.write(
      'more.csv',
      `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12\nx ${denied}\ny ${stranger}\n`,
    );
    const more = await checked(repository.folder, '--since=main');
    assert.equal(rulesAt(more.findings, 'more.csv'), 'deny,unread,unlisted,new');
    repository.delete('more.csv');
    repository.commit();
    const kept = await checked(repository.folder, '--since=HEAD');
    assert.deepEqual([kept.code, kept.notRead.map(({ path }) => path)], [0, ['big.csv']]);
  });

  it('an address under the name of a key, and shows where, not what (hazard 86)', async () => {
    for (const name of ['payoutSecret', 'seed', 'signingKey']) {
      repository.write('src/pay.ts', `// ethereum\nconst ${name} = "${poison}"; pay(${name});\n`);
      const { code, findings } = await checked(repository.folder, '--since=main');
      assert.equal(code, 1);
      assert.equal(rulesAt(findings, 'src/pay.ts'), 'look-alike,unlisted,new', name);
      const own = findings.filter(({ path }) => path === 'src/pay.ts');
      assert.ok(own.every(({ address, line }) => address === null && line === 2));
      assert.ok(!JSON.stringify(findings).toLowerCase().includes(poison));
    }
    // Nothing shows whether it is an account's key or an account.
    const digits = '98793cde6d47d6de'.repeat(4);
    repository.write('src/pay.ts', `// sui\nconst payer = new SuiWallet("0x${digits}");\n`);
    const { findings: made } = await checked(repository.folder, '--since=main');
    assert.equal(rulesAt(made, 'src/pay.ts'), 'unlisted,new');
    assert.ok(!JSON.stringify(made).includes(digits));
    // A key isn't an address, so it is neither new nor unlisted.
    repository.write('src/pay.ts', `// ethereum\nconst privateKey = "0x${'4f'.repeat(32)}";\n`);
    const { findings } = await checked(repository.folder, '--since=main');
    assert.equal(rulesAt(findings, 'src/pay.ts'), '');
  });

  describe('lists', () => {
    const list = (path: string, kind: string) => ({ path, name: path, kind });
    const book = (lists: readonly object[]): string =>
      JSON.stringify({
        ...{ version: 1, addresses: [{ address: treasury, network: 'ethereum', name: 'Ours' }] },
        ...{ lists, policy: { fail: ['deny', 'look-alike'] } },
      });
    const row = (address: string): string => JSON.stringify([{ address, network: 'ethereum' }]);

    function start(...lists: readonly object[]): void {
      repository.git('checkout', '--quiet', 'main');
      repository.write('.address-risk.json', book([list('lists/deny.csv', 'deny'), ...lists]));
      repository.commit();
      repository.git('checkout', '--quiet', '-B', 'change');
    }

    it('of names like every file (hazard 86)', async () => {
      repository.write('src/tokens.json', row(treasury));
      start(list('src/tokens.json', 'names'));
      repository.write('src/tokens.json', row(denied).slice(0, -1) + `,${row(poison).slice(1)}`);
      const { findings } = await checked(repository.folder, '--since=main');
      assert.equal(rulesAt(findings, 'src/tokens.json'), 'deny,look-alike');
    });

    it('that only the change has like every file (hazard 86)', async () => {
      start();
      repository.write('src/payees.json', row(denied));
      const lists = [list('lists/deny.csv', 'deny'), list('src/payees.json', 'deny')];
      repository.write('.address-risk.json', book(lists));
      const { code, findings } = await checked(repository.folder, '--since=main');
      assert.equal(code, 1);
      assert.equal(rulesAt(findings, 'src/payees.json'), 'deny');
      assert.equal(rulesAt(findings, 'lists/deny.csv'), '');
    });

    it('whose rows were in no use before, whether the change edits them or not', async () => {
      start();
      const policy = { fail: ['deny', 'new'] };
      const of = JSON.parse(book([list('lists/deny.csv', 'deny')])) as object;
      repository.git('checkout', '--quiet', 'main');
      repository.write('.address-risk.json', JSON.stringify({ ...of, policy }));
      repository.commit();
      repository.git('checkout', '--quiet', '-B', 'change');
      repository.write('src/pay.ts', use(denied));
      const rows = readFileSync(join(repository.folder, 'lists/deny.csv'), 'utf8');
      for (const more of ['', `${stranger},Other,ethereum\n`]) {
        repository.write('lists/deny.csv', rows + more);
        const { findings } = await checked(repository.folder, '--since=main');
        assert.equal(rulesAt(findings, 'src/pay.ts'), 'deny,new');
      }
    });

    it('that the base has for other lists, and not for rows that were there', async () => {
      repository.write('lists/other.txt', `${stranger}\n`);
      repository.write('lists/third.txt', `${denied}\n`);
      start(list('lists/other.txt', 'deny'), list('lists/third.txt', 'deny'));
      assert.deepEqual((await checked(repository.folder, '--since=main')).findings, []);
      repository.write('lists/other.txt', `${stranger}\n${denied}\n`);
      const { findings } = await checked(repository.folder, '--since=main');
      assert.equal(rulesAt(findings, 'lists/other.txt'), 'deny');
    });

    it('and the book for what the change writes into it', async () => {
      start();
      const added = { address: denied, network: 'ethereum', name: 'Payee' };
      const base = JSON.parse(book([list('lists/deny.csv', 'deny')])) as { addresses: object[] };
      const text = JSON.stringify({ ...base, addresses: [...base.addresses, added] });
      repository.write('.address-risk.json', text);
      const { code, findings } = await checked(repository.folder, '--since=main');
      assert.equal(code, 1);
      assert.equal(rulesAt(findings, '.address-risk.json'), 'deny');
      const alike = { address: poison, network: 'ethereum', name: 'Treasury' };
      const trap = JSON.stringify({ ...base, addresses: [...base.addresses, alike] });
      repository.write('.address-risk.json', trap);
      const trapped = await checked(repository.folder, '--since=main');
      assert.match(rulesAt(trapped.findings, '.address-risk.json'), /look-alike/);
      repository.write('.address-risk.json', text);
      // Once the base has it, it was reviewed there.
      repository.commit();
      repository.git('branch', '--quiet', '--force', 'main', 'HEAD');
      assert.equal((await checked(repository.folder, '--since=main')).code, 0);
    });

    it('of the base that are links as an error of the book (hazard 87)', async () => {
      repository.git('checkout', '--quiet', 'main');
      repository.delete('lists/deny.csv');
      symlinkSync('more.txt', join(repository.folder, 'lists/deny.csv'));
      start();
      const { code, findings } = await checked(repository.folder, '--since=main');
      assert.equal(code, 1);
      const [first] = findings;
      assert.deepEqual(
        [first?.rule, first?.path, first?.level],
        ['book', '.address-risk.json', 'error'],
      );
    });

    it('of a folder with a book of its own without being told (hazard 86)', async () => {
      repository.git('checkout', '--quiet', 'main');
      repository.write('app/.address-risk.json', book([list('deny.txt', 'deny')]));
      repository.write('app/deny.txt', `${stranger}\n`);
      repository.commit();
      repository.git('checkout', '--quiet', '-B', 'change');
      repository.write('app/pay.ts', use(stranger));
      repository.write('pay.ts', use(stranger));
      const { code, findings } = await checked(repository.folder, '--since=main');
      assert.equal(code, 1);
      assert.match(rulesAt(findings, 'app/pay.ts'), /deny/);
      assert.doesNotMatch(rulesAt(findings, 'pay.ts'), /deny/);
      // A link in its place is a file of the folder above.
      repository.git('rm', '--quiet', '-r', '--cached', 'app');
      repository.delete('app');
      symlinkSync('src', join(repository.folder, 'app'));
      assert.notEqual((await checked(repository.folder, '--since=main')).code, 2);
    });
  });

  describe('address books below another one', () => {
    const below = 'packages/app/.address-risk.json';
    const empty = JSON.stringify({ version: 1, addresses: [] });
    const booksIn = (findings: readonly Row[]): readonly string[] =>
      findings.flatMap(({ rule, path, level }) =>
        rule === 'book' && path === below ? [level] : [],
      );

    function merge(): void {
      repository.commit();
      repository.git('branch', '--quiet', '--force', 'main', 'HEAD');
    }

    it('and says that the change adds one, which judges the next change', async () => {
      const book = JSON.parse(
        readFileSync(join(repository.folder, '.address-risk.json'), 'utf8'),
      ) as { policy: object };
      for (const [policy, level, code] of [
        [{ fail: ['deny'], warn: ['book'] }, 'warning', 0],
        [{ fail: ['deny', 'book'] }, 'error', 1],
      ] as const) {
        repository.delete('packages');
        repository.write('lists/more.txt', `${poison}\n`);
        repository.write('.address-risk.json', JSON.stringify({ ...book, policy }));
        merge();
        repository.write(below, empty);
        const added = await checked(repository.folder, '--since=main');
        assert.deepEqual(booksIn(added.findings), [level]);
        assert.equal(added.code, code);
        const trusting = await checked(repository.folder, '--trust=head', '--since=main');
        assert.deepEqual([trusting.code, trusting.findings], [0, []]);
        repository.git('add', '--all');
        assert.deepEqual(booksIn((await checked(repository.folder, '--staged')).findings), [level]);
      }
    });

    it('and says that the change removes one, unless its folder goes too', async () => {
      repository.write(below, empty);
      merge();
      repository.delete('packages');
      const gone = await checked(repository.folder, '--since=main');
      assert.deepEqual(booksIn(gone.findings), []);
      repository.write('packages/app/index.ts', 'x');
      const { findings } = await checked(repository.folder, '--since=main');
      assert.deepEqual(booksIn(findings), ['error']);
      assert.match(findings.find(({ path }) => path === below)?.message ?? '', /one above/);
    });

    it('and nothing of a submodule whose base is not there', () => {
      const missing = { path: 'lib', kind: 'submodule', object: '', isSkipped: false } as const;
      const now = ['lib/.address-risk.json', 'app/.address-risk.json', 'a.ts'];
      const added = booksBelow(now, { paths: ['a.ts'], missingModules: [missing] });
      assert.deepEqual(
        added.map(({ path }) => path),
        ['app/.address-risk.json'],
      );
    });

    it('by the deny lists of both, but for the rows of a list', async () => {
      const top = JSON.parse(
        readFileSync(join(repository.folder, '.address-risk.json'), 'utf8'),
      ) as { lists: object[] };
      const list = { path: 'packages/app/deny.txt', name: 'Below', kind: 'deny' };
      repository.write(
        '.address-risk.json',
        JSON.stringify({ ...top, lists: [...top.lists, list] }),
      );
      repository.write('packages/app/deny.txt', `${stranger}\n`);
      repository.write(below, empty);
      merge();
      repository.write('packages/app/pay.ts', use(denied) + use(stranger));
      const { code, findings } = await checked(repository.folder, '--since=main');
      assert.equal(code, 1);
      const denials = findings.filter(({ rule }) => rule === 'deny');
      assert.deepEqual(denials.map(({ path, line }) => `${path}:${line}`).sort(), [
        'packages/app/pay.ts:2',
        'packages/app/pay.ts:4',
      ]);
      assert.equal((await checked(repository.folder, '--since=main', 'packages/app')).code, 1);
    });

    it('in a folder whose name is not UTF-8', async () => {
      const bytes = Buffer.concat([Buffer.from(`${repository.folder}/a`), Buffer.of(0xe9)]);
      const write = (path: string, text: string): void =>
        writeFileSync(Buffer.concat([bytes, Buffer.from(path)]), text);
      mkdirSync(bytes);
      write('/.address-risk.json', empty);
      merge();
      assert.equal((await checked(repository.folder, '--since=main')).code, 0);
      write('/pay.ts', use(denied));
      const { code, stderr, findings } = await checked(repository.folder, '--since=main');
      assert.equal(code, 1, stderr);
      assert.equal(rulesAt(findings, 'a\udce9/pay.ts'), 'deny,unlisted,new');
    });

    it('where a sparse checkout leaves out the whole folder', async () => {
      const policy = { fail: ['deny'] };
      repository.write(below, JSON.stringify({ version: 1, addresses: [], policy }));
      repository.write('packages/app/index.ts', 'x');
      merge();
      repository.write('packages/app/pay.ts', use(denied));
      repository.write('lib/x.ts', 'x');
      repository.commit();
      const folder = clone('--branch=change');
      git(folder, 'sparse-checkout', 'set', '--cone', 'src', 'lists');
      for (const args of [['--since=origin/main'], ['--since=origin/main', '--staged']]) {
        const { code, findings, stderr } = await checked(folder, ...args);
        assert.equal(code, 1, stderr);
        // Its own policy judges, which has no rule for new ones.
        assert.equal(rulesAt(findings, 'packages/app/pay.ts'), 'deny');
        assert.deepEqual(booksIn(findings), []);
      }
    });
  });
});
