import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { toEip55 } from '../../../src/encodings/evmChecksum.ts';
import { commandLine } from '../../support/commandLine.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const one = '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc';
const denied = toEip55('0x098b716b8aaf21512996dc57eb0615e2383e2f96');
const book = (members: object): string => JSON.stringify({ version: 1, ...members });

describe('what a command line says to people', () => {
  let repository: TestRepository;
  beforeEach(() => (repository = new TestRepository()));
  afterEach(() => repository.remove());

  const run = async (...args: string[]): Promise<string> =>
    (await commandLine(repository.folder, args)).stdout;

  it('names a missing address book, and what writes one', async () => {
    repository.write('a.ts', `const a = "${one}";\n`);
    repository.commit();
    repository.git('branch', 'base');
    const sentence =
      /^There is no address book in .*base: “address-risk init” writes a first one\.$/m;
    assert.match(await run('check', '--all', '--since', 'base'), sentence);
    repository.write('.address-risk.json', book({}));
    assert.doesNotMatch(await run('check', '--all', '--since', 'base'), /no address book/);
  });

  it('says once that the change adds an address to the book', async () => {
    repository.write('.address-risk.json', book({}));
    repository.commit();
    repository.git('branch', 'base');
    const addresses = [{ address: one, network: 'optimism' }];
    repository.write('.address-risk.json', book({ addresses }));
    repository.write('a.ts', `const a = "${one}";\n`);
    repository.commit();
    const text = await run('check', '--since', 'base');
    assert.equal(text.split('added to the address book in this change').length, 2, text);
    assert.match(text, /^ {2}This address is new since base\./m);
  });

  it('says of a denied text that it stands inside a longer one', async () => {
    repository.write('deny.csv', `address,name\n${denied},Lazarus\n`);
    const lists = [{ path: 'deny.csv', name: 'Deny list', kind: 'deny' }];
    repository.write('.address-risk.json', book({ lists }));
    repository.write(
      'a.ts',
      `const data = "0xa9059cbb${'0'.repeat(24)}${denied.slice(2)}${'0'.repeat(63)}1";\n`,
    );
    repository.commit();
    for (const format of ['text', 'github', 'markdown']) {
      const text = await run('check', '--all', '--format', format);
      assert.match(
        text,
        /This text is on “Deny list”: Lazarus[^]*in a longer text, such as calldata/,
      );
      assert.ok(!text.toLowerCase().includes(denied.slice(2).toLowerCase()));
    }
  });

  it('says in the text of a scan what keeps a network open', async () => {
    repository.write('x/lens-sepolia.json', `{ "a": "${one}" }\n`);
    repository.write('y.ts', `const a = "${one}";\n`);
    assert.match(
      await run('scan', 'x', '--format', 'text'),
      /network unknown \(evm\)\. “lens-sepolia” isn’t a network/,
    );
    assert.match(await run('scan', 'y.ts', '--format', 'text'), /network unknown \(evm\)\n$/);
  });

  it('fits help to a narrow terminal, and explains each option by what it does there', async () => {
    const widest = async (columns: string): Promise<number> => {
      const help = await commandLine(repository.folder, ['check', '--help'], { COLUMNS: columns });
      const [wrapped = ''] = help.stdout.split('\nExamples:');
      return Math.max(...wrapped.split('\n').map(({ length }) => length));
    };
    assert.ok((await widest('60')) <= 60);
    assert.ok((await widest('20')) <= 50);
    assert.equal(await widest('500'), await widest('96'));
    for (const command of [['init'], ['lists', 'update']]) {
      assert.doesNotMatch(await run(...command, '--help'), /Findings are/);
    }
  });
});
