import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { minFiles, Threads } from '../../src/folder/threads.ts';
import { repository as project } from '../harness/extension.ts';
import { AwaitedThreads } from '../support/awaitedThreads.ts';
import { generatedAddresses } from '../support/generatedAddresses.ts';
import { checkAt } from '../support/checkAt.ts';
import { TestRepository } from '../support/gitRepository.ts';

const addresses = generatedAddresses(11, 300);
const digits = '7b8a1c2d9e0f4a5b'.repeat(4);
const spellings: readonly ((address: string) => string)[] = [
  (address) => `ethereum: "${address}"`,
  (address) => `base: "${address.toLowerCase()}" // and ${address}`,
  // One letter in the other case.
  (address) => `x = ${address.replace(/[a-f]/, (letter) => letter.toUpperCase())}`,
  () => 'solana: EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  () => `privateKey = "${digits}"`,
  () => 'listed: correct-horse-battery-staple',
  () => '0x0000000000000000000000000000000000000000',
];

/** The same in one thread and in several, whatever becomes of those. */
describe('the files of a large folder', () => {
  let repository: TestRepository;

  before(() => {
    repository = new TestRepository();
    const entries = addresses.slice(0, 50).map((address) => ({ address, network: 'ethereum' }));
    const lists = [{ path: 'deny.txt', name: 'Deny', kind: 'deny' }];
    const rules = [{ files: '7/**', network: 'polygon' }];
    repository.write(
      '.address-risk.json',
      JSON.stringify({ version: 1, addresses: entries, networks: rules, lists }),
    );
    repository.write(
      'deny.txt',
      `${addresses.slice(290).join('\n')}\ncorrect-horse-battery-staple\n`,
    );
    const write = (file: number, shift: number): void => {
      const lines = Array.from({ length: 8 }, (_, line) => {
        const number = file * 3 + line + shift;
        return spellings[number % spellings.length]?.(addresses[number % addresses.length] ?? '');
      });
      repository.write(`${file % 20}/${file}.ts`, lines.join('\n'));
    };
    for (let file = 0; file < minFiles; file++) write(file, 0);
    repository.write('bytes.bin', Buffer.from([0, 255, 1, ...Buffer.from(addresses[295] ?? '')]));
    repository.commit('base');
    repository.git('checkout', '--quiet', '-b', 'change');
    for (let file = 0; file < minFiles; file += 9) write(file, 2);
    repository.delete('3/3.ts');
    symlinkSync('/etc/hostname', join(repository.folder, 'link.ts'));
    repository.commit();
  });
  after(() => repository.remove());

  async function resultWith(startThreads?: () => Threads) {
    const { judged, findings, counts, fileCount, skipped, keyTexts } = await checkAt(
      repository.folder,
      { since: 'main', isOnlyNew: false, keyTextsIn: 'all', namesCode: true, startThreads },
    );
    const found = judged.map(({ isNew, name, address }) => ({
      ...{ isNew, name, network: address.network, canonical: address.canonical },
      ...{ text: address.text, codeName: address.codeName, places: address.places },
    }));
    return { findings, counts, fileCount, skipped, keyTexts, found };
  }

  /** A program beside the checkout, which runs as a thread. */
  function program(name: string, code: string): string {
    repository.write(`.git/${name}.mjs`, code);
    return join(repository.folder, '.git', `${name}.mjs`);
  }

  const served = `import { serveFiles } from ${JSON.stringify(join(project, 'src/folder/scanDiskFiles.ts'))};\n`;

  it('are read as in one thread, in their order', async () => {
    const alone = await resultWith();
    assert.ok(alone.findings.length > 500 && alone.keyTexts.length > 500, 'there is much to find');
    assert.ok(alone.findings.some(({ address, rule }) => rule === 'deny' && address === null));
    const main = join(project, 'src/cli/main.ts');
    assert.deepEqual(await resultWith(() => new AwaitedThreads(main, 'files', 2)), alone);
  });

  it('are all read if the other threads cannot start, end at once, or end in the middle', async () => {
    const alone = await resultWith();
    const middle = program(
      'middle',
      `${served}import { parentPort } from 'node:worker_threads';
      let count = 0;
      serveFiles();
      parentPort.on('message', ({ kind }) => kind === 'files' && ++count === 4 && process.exit());`,
    );
    const starts = [
      () => new Threads(program('throws', 'throw new Error("no");'), 'files', 2),
      () => new Threads(program('ends', ''), 'files', 2),
      () => new AwaitedThreads(middle, 'files', 2),
    ];
    for (const start of starts) assert.deepEqual(await resultWith(start), alone, String(start));
  });
});
