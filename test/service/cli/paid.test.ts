import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { eventually } from '../../harness/waiting.ts';
import { environmentOf, scoreInPairs, startsOf } from '../../support/cliKills.ts';
import { spawnCli } from '../../support/cliProcess.ts';
import { fastClock } from '../../support/fastClock.ts';
import { commandLine, type CommandEnd } from '../../support/commandLine.ts';
import { generatedAddresses } from '../../support/generatedAddresses.ts';
import { startLoggedService, type LoggedService } from '../../support/loggedService.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import { openSmallDisk } from '../../support/smallDisk.ts';
import type { SampleServiceOptions } from '../../../src/sample/commandLine.ts';
import type { SideRoute } from '../../../src/sample/server.ts';

const addresses = generatedAddresses(1, 6);
const [first = '', second = ''] = addresses;

interface Score {
  readonly address: string;
  readonly network: string | null;
  readonly score: string | null;
  readonly reason: string | null;
  readonly rules: readonly string[];
}

/** A folder with addresses, a service, and the command line between them. */
class Fixture {
  readonly folder = mkdtempSync(join(tmpdir(), 'paid-'));
  readonly service: LoggedService;
  env: NodeJS.ProcessEnv;

  constructor(service: LoggedService) {
    this.service = service;
    this.env = environmentOf(service);
    this.write('a.ts', addresses);
  }

  readonly write = (name: string, found: readonly string[]): void => {
    const text = found.map((address) => `// ethereum\n"${address}"\n`).join('');
    writeFileSync(join(this.folder, name), text);
  };

  readonly run = (...args: readonly string[]): Promise<CommandEnd> =>
    commandLine(this.folder, [...args, '--ledger', join(this.folder, 'ledger')], this.env);

  readonly scored = async (...args: readonly string[]) => {
    const end = await this.run('score', ...args, '--format', 'json');
    const { scores } = JSON.parse(end.stdout) as { scores: Score[] };
    return { ...end, scores };
  };
}

async function withService(
  test: (fixture: Fixture) => Promise<void>,
  options: SampleServiceOptions = {},
  route?: SideRoute,
): Promise<void> {
  const service = await startLoggedService({ jobSeconds: 0, ...options }, route);
  const fixture = new Fixture(service);
  try {
    await test(fixture);
  } finally {
    await service.close();
    rmSync(fixture.folder, { recursive: true });
  }
}

/** Most of a test is waiting for the next poll. */
const maxAtOnce = 6;

describe('paid commands', { concurrency: maxAtOnce }, () => {
  it('says what a score would cost, and starts nothing, without a budget', () =>
    withService(async (fixture) => {
      const { folder, service, run } = fixture;
      const { code, stdout } = await run('score', '--all');
      assert.equal(code, 0);
      assert.match(
        stdout,
        /^(?:Would score 0x\w{40} \(ethereum\)\.\n){6}This would cost 6 calculations\./,
      );
      assert.equal(startsOf(service).size, 0);
      const without = await commandLine(folder, ['score', '--all']);
      assert.match(without.stdout, /^This would cost 6 calculations\./m);
    }));

  it('names --all where nothing is new', () =>
    withService(async ({ folder, run }) => {
      const { code, stderr } = await run('score', '--budget', '1');
      const others = '--all also takes 6 others.\n';
      assert.deepEqual(
        [code, stderr],
        [0, `Without a revision to compare with, no address is new. ${others}`],
      );
      const repository = new TestRepository();
      repository.write('a.ts', `// ethereum\n"${first}"`);
      repository.commit();
      const clean = await commandLine(repository.folder, ['score']);
      assert.equal(clean.stderr, 'No address is new since main. --all also takes 1 other.\n');
      assert.equal((await commandLine(repository.folder, ['score', '--all'])).stderr, '');
      repository.remove();
      writeFileSync(join(folder, 'a.ts'), '');
      assert.equal((await run('score')).stderr, '');
    }));

  it('never exceeds its budget, and lists what was not scored', () =>
    withService(async (fixture) => {
      const { service, scored } = fixture;
      const { code, scores } = await scored('--all', '--budget', '2');
      assert.equal(code, 0);
      assert.equal(startsOf(service).size, 2);
      assert.equal(scores.filter(({ score }) => score !== null).length, 2);
      assert.equal(scores.filter(({ reason }) => /budget/.test(reason ?? '')).length, 4);
      // The same budget within the hour: stored scores are free, and nothing more is started.
      const again = await scored('--all', '--budget', '2');
      assert.equal(again.code, 0);
      assert.equal(startsOf(service).size, 2);
      const more = await scored('--all', '--budget', '3');
      assert.equal(more.code, 0);
      assert.equal(startsOf(service).size, 3);
    }));

  it('scores an address on a network that the user names, and guesses none', () =>
    withService(async (fixture) => {
      const { folder, service, run, scored } = fixture;
      const given = await scored(first, '--network', 'polygon', '--budget', '1');
      assert.equal(given.code, 0);
      assert.notEqual(given.scores[0]?.score, null);
      assert.equal((await run('score', first, '--budget', '1')).code, 2);
      writeFileSync(join(folder, 'a.ts'), `"${second}"`);
      const unknown = await scored('--all', '--budget', '5');
      assert.equal(unknown.code, 3, 'nothing was scored');
      assert.match(unknown.scores[0]?.reason ?? '', /^No network found\. Score it with --network/);
      assert.equal(startsOf(service).size, 1);
      const named = await scored('--all', '--network', 'polygon', '--budget', '5');
      assert.equal(named.code, 0);
      assert.deepEqual(
        named.scores.map(({ address, network, score }) => [address, network, score === null]),
        [[second, 'polygon', false]],
      );
      // The network in the code outranks the option.
      fixture.write('a.ts', [first]);
      const { scores } = await scored('--all', '--network', 'polygon', '--budget', '5');
      assert.deepEqual(
        scores.map(({ network }) => network),
        ['ethereum'],
      );
      const misspelled = await run('score', '--all', '--network', 'etherium', '--budget', '5');
      assert.equal(misspelled.code, 2);
    }));

  it('ends with 3 where addresses were to be scored and none was, and not where one was', () =>
    withService(async (fixture) => {
      const { service, run } = fixture;
      const score = (...args: string[]) => run('score', '--all', '--on-error', 'warn', ...args);
      assert.equal((await score('--budget', '0')).code, 3);
      fixture.env = { ...fixture.env, ADDRESS_RISK_KEY: 'not-the-key' };
      assert.equal((await score('--budget', '5')).code, 3);
      assert.equal((await score()).code, 0, 'a plan scores nothing');
      fixture.env = environmentOf(service);
      assert.equal((await score('--budget', '1')).code, 0);
      fixture.write('a.ts', []);
      assert.equal((await score('--budget', '1')).code, 0, 'there is nothing to score');
    }));

  it('sends no 64 digits that could be a private key', () =>
    withService(async (fixture) => {
      const { service, run } = fixture;
      const digits = `0x${'1b'.repeat(32)}`;
      const { code, stdout, stderr } = await run(
        'score',
        digits,
        '--network',
        'sui',
        '--budget',
        '1',
      );
      assert.equal(code, 2);
      assert.ok(!`${stdout}${stderr}`.includes(digits.slice(2, 20)));
      assert.equal(service.log.length, 0);
    }));

  it('leaves accepted jobs to a later run, which starts none again', () =>
    withService(
      async (fixture) => {
        const { service, run, scored } = fixture;
        // The second run waits for no open job either.
        for (let round = 0; round < 2; round++) {
          const left = await scored('--all', '--budget', '3', '--no-wait');
          assert.equal(left.code, 0);
          assert.equal(startsOf(service).size, 3);
        }
        const { stdout } = await run('jobs', '--format', 'json');
        assert.equal((JSON.parse(stdout) as { jobs: object[] }).jobs.length, 3);
        const resumed = await run('jobs', '--resume');
        assert.equal(resumed.code, 0);
        assert.match(resumed.stdout, /^0x\w{40} \(ethereum\): risk [\d.]+ \(by funds, as of /m);
        assert.equal((await run('jobs')).stdout, 'No open jobs.\n');
        const { scores } = await scored('--all', '--budget', '3');
        assert.equal(scores.filter(({ score }) => score !== null).length, 3);
        assert.equal(startsOf(service).size, 3);
      },
      { jobSeconds: 4 },
    ));

  it('stops further starts after a 402, and keeps what came', () =>
    withService(
      async (fixture) => {
        const { service, run, scored } = fixture;
        const { code, scores, stderr } = await scored('--all', '--budget', '6');
        assert.equal(code, 3);
        assert.equal(scores.filter(({ score }) => score !== null).length, 2);
        assert.match(stderr, /quota is used up/);
        const starts = service.log.filter(({ method }) => method === 'POST');
        assert.ok(starts.length <= 3, 'one rejection, and no more starts');
        // Two have a score, from the first run.
        assert.equal((await run('score', '--all', '--budget', '6', '--on-error', 'warn')).code, 0);
      },
      { calculations: 2 },
    ));

  it('ends with 3 for a wrong key, and with 2 without credentials', () =>
    withService(async (fixture) => {
      const { service, run } = fixture;
      fixture.env = { ...fixture.env, ADDRESS_RISK_KEY: 'not-the-key' };
      const wrong = await run('score', '--all', '--budget', '1');
      assert.equal(wrong.code, 3);
      assert.ok(!`${wrong.stdout}${wrong.stderr}`.includes('not-the-key'));
      assert.equal((await run('summary', first, '--network', 'ethereum')).code, 3);
      // A rejected start was free and doesn't count toward the budget.
      fixture.env = environmentOf(service);
      assert.equal((await run('score', '--all', '--budget', '1')).code, 0);
      assert.equal(startsOf(service).size, 1);
      for (const missing of ['ADDRESS_RISK_URL', 'ADDRESS_RISK_TENANT', 'ADDRESS_RISK_KEY']) {
        const all = environmentOf(service);
        Reflect.deleteProperty(all, missing);
        fixture.env = all;
        assert.equal((await run('score', '--all', '--budget', '1')).code, 2, missing);
      }
      fixture.env = { ...environmentOf(service), ADDRESS_RISK_URL: 'http://example.com' };
      assert.equal((await run('score', '--all', '--budget', '1')).code, 2);
    }));

  it('never starts again what was lost, until the user says so', () => {
    let lost = 0;
    return withService(
      async (fixture) => {
        const { folder, service, run, scored } = fixture;
        writeFileSync(join(folder, 'a.ts'), `// ethereum\n"${first}"`);
        const { code, scores } = await scored('--all', '--budget', '5');
        assert.equal(code, 3);
        assert.notEqual(scores[0]?.reason, null);
        assert.equal((await scored('--all', '--budget', '5')).code, 3);
        assert.equal(startsOf(service).size, 0, 'only the lost one was sent');
        const { jobs } = JSON.parse((await run('jobs', '--format', 'json')).stdout) as {
          jobs: { id: string; state: string }[];
        };
        assert.deepEqual(
          jobs.map(({ state }) => state),
          ['unknown'],
        );
        assert.equal((await run('jobs', '--start-again', 'no-such-id')).code, 2);
        assert.equal((await run('jobs', '--start-again', jobs[0]!.id)).code, 0);
        assert.equal(startsOf(service).size, 1);
        assert.equal((await scored('--all', '--budget', '5')).code, 0);
      },
      {},
      (request) => {
        if (request.method !== 'POST' || lost > 0) return false;
        lost++;
        request.socket.destroy();
        return true;
      },
    );
  });

  for (const status of [429, 500, 503]) {
    it(`takes ${status} to a start for one that may have been charged, and never sends it again`, () => {
      let posts = 0;
      return withService(
        async ({ scored, write }) => {
          write('a.ts', [first]);
          for (let round = 0; round < 2; round++) {
            const { code, scores } = await scored('--all', '--budget', '5');
            assert.deepEqual([code, scores[0]?.score], [3, null]);
          }
          assert.equal(posts, 1);
        },
        {},
        (request, response) => {
          if (request.method !== 'POST') return false;
          posts++;
          response.writeHead(status, { 'retry-after': '0' }).end();
          return true;
        },
      );
    });
  }

  it('waits through errors and cut responses to polls', () => {
    let polls = 0;
    return withService(
      async ({ service, scored, write }) => {
        write('a.ts', [first]);
        const { code, scores } = await scored('--all', '--budget', '5');
        assert.equal(code, 0);
        assert.notEqual(scores[0]?.score, null);
        assert.equal(startsOf(service).size, 1);
        assert.equal(polls, 2);
      },
      {},
      (request, response) => {
        if (request.method !== 'GET' || polls >= 2) return false;
        polls++;
        if (polls === 1) response.writeHead(429, { 'retry-after': '1' }).end();
        else {
          response.writeHead(200, { 'content-length': '9000' }).write('{"risk_score":{');
          response.destroy();
        }
        return true;
      },
    );
  });

  it('waits through an hour of 409 in several runs, and starts nothing again', () => {
    const clock = fastClock(20_000);
    let isReady = false;
    let polls = 0;
    let runs = 0;
    return withService(
      async ({ folder, env, service, run, write }) => {
        write('a.ts', [first]);
        const args = ['score', '--all', '--budget', '5', '--ledger', join(folder, 'ledger')];
        const score = (): Promise<CommandEnd> => commandLine(folder, args, env, { clock });
        const until = clock.now() + 3_600_000;
        while (clock.now() < until) {
          const began = clock.now();
          const { code, stdout } = await score();
          runs++;
          assert.equal(code, 3);
          assert.match(stdout, /Still not ready \(409\)\..*The ID is kept\./);
          // The default of --timeout, also for a job that is older.
          assert.ok(clock.now() - began >= 900_000);
        }
        const { jobs } = JSON.parse((await run('jobs', '--format', 'json')).stdout) as {
          jobs: { state: string }[];
        };
        assert.deepEqual(
          jobs.map(({ state }) => state),
          ['stale'],
        );
        assert.match((await run('jobs')).stdout, / money on hold, started /);
        assert.ok(runs >= 2 && polls >= runs, `${polls} polls in ${runs} runs`);
        isReady = true;
        assert.equal((await score()).code, 0);
        assert.deepEqual([...startsOf(service)], [[first, 1]]);
      },
      {},
      (request, response) => {
        if (request.method !== 'GET' || isReady) return false;
        polls++;
        response.writeHead(409).end('Not ready');
        return true;
      },
    );
  });

  it('forgets a job', () =>
    withService(
      async (fixture) => {
        const { run } = fixture;
        await run('score', first, '--network', 'ethereum', '--budget', '1', '--no-wait');
        const { jobs } = JSON.parse((await run('jobs', '--format', 'json')).stdout) as {
          jobs: { id: string }[];
        };
        assert.equal((await run('jobs', '--forget', jobs[0]!.id)).code, 0);
        assert.equal((await run('jobs')).stdout, 'No open jobs.\n');
      },
      { jobSeconds: 60 },
    ));

  it('forgets no job that has ended', () =>
    withService(async ({ folder, run }) => {
      await run('score', first, '--network', 'ethereum', '--budget', '1');
      const database = new DatabaseSync(join(folder, 'ledger', 'ledger.sqlite'));
      const [{ id } = {}] = database.prepare('SELECT id FROM job').all() as { id: string }[];
      assert.ok(id);
      const { code, stderr } = await run('jobs', '--forget', id);
      assert.deepEqual([code, stderr], [2, `address-risk: There is no open job "${id}".\n`]);
      assert.equal(database.prepare('SELECT id FROM job').all().length, 1);
      database.close();
    }));

  it('fetches a summary once, and shows what was spent', () =>
    withService(async (fixture) => {
      const { service, run } = fixture;
      for (let round = 0; round < 2; round++) {
        const { code, stdout } = await run('summary', first, '--network', 'ethereum');
        assert.equal(code, 0);
        assert.match(
          stdout,
          /^Source: .+\nAddress: 0x\w+\nNetwork: ethereum\nAs of: \S+\nBalance: [\d.,]+ ETH\n[^]*^Last activity: \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m,
        );
      }
      assert.equal(service.log.length, 1);
      await run('score', first, '--network', 'ethereum', '--budget', '1');
      const { calls } = JSON.parse((await run('usage', '--format', 'json')).stdout) as {
        calls: { kind: string; charge: string }[];
      };
      assert.deepEqual(calls.map(({ kind, charge }) => `${kind} ${charge}`).sort(), [
        'start made',
        'summary made',
      ]);
    }));

  it('ends with 2 for a summary on a network that has none, and sends nothing', () =>
    withService(async ({ service, run }) => {
      const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
      const { code, stderr } = await run('summary', bitcoin, '--network', 'bitcoin');
      assert.equal(code, 2);
      assert.match(stderr, /^address-risk: Summaries are available for EVM networks only\./);
      assert.equal(service.log.length, 0);
    }));

  it('gates on stored scores, on whichever network they are (hazard 86)', () =>
    withService(async (fixture) => {
      const { folder, run } = fixture;
      const policy = {
        fail: ['level:Any'],
        scale: { min: 0, max: 100, levels: [{ name: 'Any', from: 0 }] },
      };
      writeFileSync(join(folder, '.address-risk.json'), JSON.stringify({ version: 1, policy }));
      writeFileSync(join(folder, 'a.ts'), `// ethereum\n"${first}"\n"${second}"`);
      const before = await run('check', '--scores', '--all');
      assert.equal(before.code, 0);
      assert.match(before.stdout, /not scored .*No score by funds is stored/);
      const both = await run('score', '--all', '--budget', '1', '--check', '--format', 'json');
      assert.equal(both.code, 3, 'one has no score');
      const { findings, summary } = JSON.parse(both.stdout) as {
        findings: { rule: string; level: string }[];
        summary: { notScored: object[] };
      };
      assert.deepEqual(
        findings.map(({ rule, level }) => `${rule} ${level}`),
        ['level error'],
      );
      assert.equal(summary.notScored.length, 1);
      // Addresses left out by the budget don't pass, whatever their scores would be.
      const level = JSON.stringify({ version: 1, policy: { ...policy, fail: ['deny'] } });
      writeFileSync(join(folder, '.address-risk.json'), level);
      const gate = ['score', '--all', '--budget', '1', '--check'];
      const failed = await run(...gate);
      assert.equal(failed.code, 3);
      // Scores that pass are printed too, because they were paid for.
      assert.match(failed.stderr, /^0x\w{40} \(ethereum\): risk [\d.]+, Any/m);
      assert.equal((await run(...gate, '--on-error', 'warn')).code, 0);
      writeFileSync(join(folder, '.address-risk.json'), JSON.stringify({ version: 1, policy }));
      const after = await run('check', '--scores', '--all', '--format', 'github');
      assert.equal(after.code, 1);
      assert.match(
        after.stdout,
        /^::error .*Address Risk%3A level::.*stored risk on Ethereum is [\d.]+, Any \(as of /m,
      );
      // A comment does not choose which stored score counts, nor does its absence (hazard 86).
      for (const comment of ['// polygon\n', '']) {
        writeFileSync(join(folder, 'a.ts'), `${comment}"${first}"\n"${second}"`);
        assert.equal((await run('check', '--scores', '--all')).code, 1, comment);
      }
      // Without scores, the same policy covers only offline checks.
      assert.equal((await commandLine(folder, ['check'])).code, 0);
    }));

  it('reports what is stored, in every format', () =>
    withService(async (fixture) => {
      const { folder, service, run } = fixture;
      await run('score', first, '--network', 'ethereum', '--budget', '1');
      writeFileSync(join(folder, '<img src=x>|a`.ts'), `// ethereum\nconst VAULT = "${second}"`);
      const html = (await run('report')).stdout;
      assert.ok(html.includes(first) && !html.includes('<img'));
      const markdown = (await run('report', '--format', 'markdown')).stdout;
      assert.ok(markdown.includes('\\<img src\\=x\\>\\|a'));
      const csv = (await run('report', '--format', 'csv')).stdout;
      assert.equal(csv.split('\r\n').filter((line) => line.startsWith('0x')).length, 7);
      const json = JSON.parse((await run('report', '--format', 'json')).stdout) as {
        addresses: Readonly<
          Record<'address' | 'score' | 'reason' | 'name' | 'nameIsVerified', unknown>
        >[];
      };
      const known = json.addresses.find(({ address }) => address === first);
      assert.notEqual(known?.score, null);
      assert.equal(known?.reason, null);
      // The name that the code gives is shown, and as no one has verified it.
      const named = json.addresses.filter(({ name }) => name === 'VAULT');
      assert.deepEqual(
        named.map(({ address, nameIsVerified }) => [address, nameIsVerified]),
        [[second, false]],
      );
      assert.equal(startsOf(service).size, 1);
    }));

  it('says first which given addresses a deny list has, without an account too', () =>
    withService(async ({ folder, service, run, scored }) => {
      const list = { path: 'deny.csv', name: 'Team list', kind: 'deny' };
      writeFileSync(join(folder, 'deny.csv'), `address,name\n${second},Exploiter\n`);
      const book = JSON.stringify({ version: 1, lists: [list] });
      writeFileSync(join(folder, '.address-risk.json'), book);
      const hit = `${second}: This address is on the deny list “Team list” as “Exploiter”. (deny.csv)\n`;
      const on = ['--network', 'ethereum'];
      const { scores, stderr } = await scored(first, second, ...on, '--budget', '1');
      assert.ok(stderr.startsWith(hit), stderr);
      assert.deepEqual(
        scores.map(({ address, rules, score }) => [address, rules, score !== null]),
        [
          [second, ['deny'], true],
          [first, [], false],
        ],
      );
      const summary = await run('summary', second, ...on, '--format', 'json');
      assert.ok(summary.stderr.startsWith(hit));
      assert.deepEqual((JSON.parse(summary.stdout) as Record<string, unknown>)['denyListHits'], [
        { list: 'Team list', path: 'deny.csv', name: 'Exploiter' },
      ]);
      for (const command of ['score', 'summary']) {
        const without = await commandLine(folder, [command, second, ...on]);
        assert.ok(without.stderr.startsWith(hit), without.stderr);
      }
      rmSync(join(folder, 'deny.csv'));
      const unread = await commandLine(folder, ['summary', second, ...on]);
      assert.match(unread.stderr, /^\.address-risk\.json:1: List “Team list” \(deny\.csv\): /);
      assert.equal(startsOf(service).size, 1);
    }));

  it('reports no score of an address whose checksum is wrong', () =>
    withService(async ({ folder, run }) => {
      await run('score', first, '--network', 'ethereum', '--budget', '1');
      const typo = first.replace(/[a-f]/i, (digit) =>
        digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase(),
      );
      writeFileSync(join(folder, 'a.ts'), `// ethereum\n"${typo}"`);
      const { stdout } = await run('report', '--format', 'json', 'a.ts');
      const { addresses } = JSON.parse(stdout) as { addresses: Record<string, unknown>[] };
      const [{ address, score, level, reason } = {}] = addresses;
      assert.deepEqual([address, score, level], [typo, null, null]);
      assert.match(String(reason), /checksum/);
    }));

  it('reports and gates by the method that a user names, whatever the address books say', () =>
    withService(async ({ folder, service, run }) => {
      const method = ['--aggregator', 'money_rank_weight'];
      writeFileSync(join(folder, 'a.ts'), `// ethereum\n"${first}"`);
      await run('score', '--all', '--budget', '1', ...method);
      const scoresIn = async (...args: string[]) => {
        const { stdout } = await run('report', '--format', 'json', ...args);
        const { addresses } = JSON.parse(stdout) as { addresses: { score: string | null }[] };
        return addresses.map(({ score }) => score !== null);
      };
      assert.deepEqual(await scoresIn(), [false]);
      assert.deepEqual(await scoresIn(...method), [true]);
      const check = async (...args: string[]) =>
        (await run('check', '--all', '--scores', ...args)).stdout;
      assert.match(await check(), /not scored .*No score by funds is stored/);
      assert.doesNotMatch(await check(...method), /not scored/);
      // Books that name different methods do not differ for one that names one.
      for (const aggregator of ['money', 'money_rank_weight']) {
        mkdirSync(join(folder, aggregator));
        const book = JSON.stringify({ version: 1, policy: { aggregator } });
        writeFileSync(join(folder, aggregator, '.address-risk.json'), book);
      }
      const both = ['score', 'money', 'money_rank_weight', '--all'];
      assert.match((await run(...both)).stderr, /differ in/);
      assert.equal((await run(...both, ...method)).code, 0);
      assert.equal(startsOf(service).size, 1);
    }));

  it('lets no address pass a gate because nothing names its network', () =>
    withService(async ({ folder, service, run }) => {
      writeFileSync(join(folder, 'a.ts'), `// ethereum\n"${first}"`);
      writeFileSync(join(folder, 'b.yaml'), `owner: "${second}"`);
      const gate = ['score', 'a.ts', 'b.yaml', '--all', '--budget', '2', '--check'];
      const { code, stderr, stdout } = await run(...gate);
      assert.equal(code, 3, stderr);
      assert.match(stderr + stdout, /No network found\. Score it with --network NAME\./);
      assert.equal((await run(...gate, '--on-error', 'warn')).code, 0);
      assert.equal((await run(...gate, '--network', 'ethereum')).code, 0);
      assert.equal(startsOf(service).size, 2);
    }));

  it('reports what was scored with --network where the code names none', () =>
    withService(async ({ folder, service, run }) => {
      writeFileSync(join(folder, 'a.ts'), `"${first}"`);
      await run('score', '--network', 'polygon', '--all', '--budget', '1', 'a.ts');
      const rowIn = async (...args: string[]) => {
        const { stdout } = await run('report', '--format', 'json', ...args, 'a.ts');
        const { addresses } = JSON.parse(stdout) as { addresses: Record<string, unknown>[] };
        const { network, isAssumed, score } = addresses[0] ?? {};
        return { network, isAssumed, hasScore: score !== null };
      };
      assert.deepEqual(await rowIn(), { network: null, isAssumed: false, hasScore: false });
      assert.deepEqual(await rowIn('--network', 'polygon'), {
        ...{ network: 'polygon', isAssumed: true, hasScore: true },
      });
      assert.equal(startsOf(service).size, 1);
    }));

  it('prints in the format that is named, or says what that needs', () =>
    withService(async ({ folder, service, run }) => {
      writeFileSync(join(folder, 'b.yaml'), `owner: "${second}"`);
      const cost = ['score', 'a.ts', 'b.yaml', '--all'];
      const { stdout } = await run(...cost, '--format', 'json');
      const { calculations, notScored } = JSON.parse(stdout) as Record<string, unknown>;
      assert.deepEqual([calculations, (notScored as object[]).length], [6, 1]);
      for (const [args, need] of [
        [['--format', 'csv'], /needs --budget/],
        [['--budget', '1', '--format', 'sarif'], /needs --check/],
        [['--budget', '1', '--check', '--format', 'csv'], /no --format csv/],
      ] as const) {
        const { code, stderr } = await run(...cost, ...args);
        assert.equal(code, 2);
        assert.match(stderr, need);
      }
      const resumed = await run('jobs', '--resume', '--format', 'json');
      assert.equal(resumed.code, 2);
      assert.match(resumed.stderr, /--format has no effect with --resume/);
      const lost = await run('score', 'no-such-file');
      assert.match(lost.stderr, /No such file or folder\. An address needs --network\./);
      assert.equal(startsOf(service).size, 0);
    }));

  it('shows no zeros for a ledger that is not there', () =>
    withService(async ({ folder, env }) => {
      const { code, stderr } = await commandLine(folder, ['usage', '--ledger', 'typo'], env);
      assert.equal(code, 2);
      assert.match(stderr, /There is no ledger in ".*typo"\./);
      assert.equal(readdirSync(folder).includes('typo'), false);
      for (const args of [['report'], ['check', '--scores']]) {
        const read = await commandLine(folder, [...args, '--ledger', 'other'], env);
        assert.match(read.stderr, /There is no ledger in ".*other"\./, args.join(' '));
      }
    }));

  it('works on sample data without an account', () =>
    withService(async (fixture) => {
      const { folder, run } = fixture;
      fixture.env = {};
      const { code, stdout } = await run('score', '--all', '--sample', '--budget', '1');
      assert.equal(code, 0);
      assert.match(stdout, /^Sample data\n/);
      // On the scale of the sample service, as in the editor.
      assert.match(stdout, /\d, (?:Low|Medium|High|Severe) /);
      assert.deepEqual(readdirSync(join(folder, 'ledger')), ['sample']);
      assert.match((await run('usage', '--sample')).stdout, /^Sample data\n/);
      assert.match((await run('jobs', '--sample')).stdout, /^Sample data\n/);
      // A key that was given in place of a path is in no log.
      const key = '4c0883a69102937d6231471b5dbb6204fe512961708279f8c5d7a1f0d2b4e318';
      const mistaken = await run('score', 'a.ts', key, '--network', 'ethereum');
      assert.equal(mistaken.code, 2);
      assert.equal((mistaken.stdout + mistaken.stderr).includes(key), false);
    }));

  it('labels what a service says is made up, however the user signed in to it', () =>
    withService(async (fixture) => {
      const { run } = fixture;
      const sourceIn = ({ stdout }: CommandEnd) =>
        (JSON.parse(stdout) as { source: string }).source;
      const scored = await run('score', '--all', '--budget', '1', '--format', 'json');
      assert.equal(sourceIn(scored), 'Sample data');
      // From the ledger, in another run.
      assert.equal(sourceIn(await run('report', '--format', 'json')), 'Sample data');
      assert.match((await run('report')).stdout, /<title>Sample data: /);
      const args = ['summary', first, '--network', 'ethereum', '--format', 'json'];
      assert.equal(sourceIn(await run(...args)), 'Sample data');
    }));

  it('names a folder in which no ledger can be, and sends nothing', () =>
    withService(async ({ folder, service, env }) => {
      writeFileSync(join(folder, 'file'), '');
      symlinkSync('nowhere', join(folder, 'link'));
      const commands = [
        ['score', '--all', '--budget', '1'],
        ['jobs'],
        ['usage'],
        ['check', '--scores'],
        ['summary', first, '--network', 'ethereum'],
      ];
      for (const ledger of ['file', 'link', 'file/below', '/dev/null/x']) {
        for (const args of commands) {
          const { code, stderr } = await commandLine(folder, [...args, '--ledger', ledger], env);
          const what = `${args.join(' ')} ${ledger}`;
          assert.equal(code, 2, `${what}: ${stderr}`);
          assert.match(
            stderr,
            /^address-risk: .*(?:file|link|x|below)".*\n$/m,
            `${what}: ${stderr}`,
          );
        }
        const { stderr } = await commandLine(folder, ['jobs', '--ledger', ledger], env);
        assert.match(stderr, /^address-risk: Nothing can be kept in .*--ledger\.\n$/);
      }
      assert.equal(service.log.length, 0);
    }));

  it('sends nothing while the ledger cannot be written', () =>
    withService(async (fixture) => {
      const { folder, service } = fixture;
      const disk = await openSmallDisk(2 * 1_048_576);
      try {
        disk.fill();
        const { code, stdout, stderr } = await commandLine(
          folder,
          ['score', '--all', '--budget', '2', '--ledger', disk.folder],
          fixture.env,
        );
        assert.equal(code, 3, stdout + stderr);
        assert.match(stdout + stderr, /disk is full/);
        assert.equal(service.log.length, 0);
      } finally {
        await disk.close();
      }
    }));

  it('pays once where two runs share a ledger', () => scoreInPairs(1));

  it('ends with 4 when it is interrupted, and keeps every ID', () =>
    withService(
      async (fixture) => {
        const { folder, service, run } = fixture;
        const args = ['score', '--all', '--budget', '3', '--ledger', 'ledger'];
        const { child, end, stderr } = spawnCli(folder, args, fixture.env);
        await eventually('three starts', () => startsOf(service).size === 3);
        child.kill('SIGINT');
        assert.equal((await end).code, 4, stderr());
        const { jobs } = JSON.parse((await run('jobs', '--format', 'json')).stdout) as {
          jobs: { state: string }[];
        };
        assert.equal(jobs.length, 3);
        assert.ok(jobs.every(({ state }) => state === 'detached' || state === 'running'));
        assert.equal(startsOf(service).size, 3);
      },
      { jobSeconds: 3_600 },
    ));
});
