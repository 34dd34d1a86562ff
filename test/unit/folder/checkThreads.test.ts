/** A check of many files reads in threads, before the entries of the book are checked. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PackedContents } from '../../../src/folder/encodeRows.ts';
import { minFiles } from '../../../src/folder/threads.ts';
import { AwaitedThreads } from '../../support/awaitedThreads.ts';
import { checkAt } from '../../support/checkAt.ts';
import { generatedAddresses } from '../../support/generatedAddresses.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import { program } from '../../support/cliProcess.ts';

describe('a check in threads', () => {
  let repository: TestRepository;
  const [listed = '', ruled = '', denied = '', added = ''] = generatedAddresses(71, 4);
  before(() => {
    repository = new TestRepository();
    const rules = [{ files: 'poly/**', network: 'polygon' }];
    const lists = [{ path: 'deny.txt', name: 'Ours', kind: 'deny' }];
    const addresses = [{ address: listed, network: 'ethereum', name: 'Treasury' }];
    repository.write(
      '.address-risk.json',
      JSON.stringify({ version: 1, addresses, networks: rules, lists }),
    );
    repository.write('deny.txt', `${denied}\n`);
    for (let file = 0; file < minFiles; file++) repository.write(`src/${file}.txt`, 'nothing\n');
    repository.write('src/listed.txt', `// on ethereum\ntreasury = "${listed}"\n`);
    repository.commit('base');
    repository.git('checkout', '--quiet', '-b', 'change');
    repository.write('poly/a.txt', `"${ruled}"\n`);
    repository.write('src/added.txt', `ethereum: "${added}"\n`);
    // In lower case, it may be a key there: it is found only as a text of the list.
    repository.write('src/key.txt', `payoutSecret = "${denied.toLowerCase()}"\n`);
    repository.commit();
  });
  after(() => repository.remove());

  it('reads by the rules and lists of the book, and has the same findings as without', async () => {
    const check = async (isInThreads: boolean) => {
      const threads = isInThreads ? new AwaitedThreads(program, 'files', 2) : undefined;
      const { findings, judged, counts, keyTexts } = await checkAt(repository.folder, {
        ...{ isOnlyNew: false, keyTextsIn: 'all', namesCode: true },
        startThreads: threads && (() => threads),
      });
      const answers = threads?.answers as readonly PackedContents[] | undefined;
      const kinds = answers?.flatMap(({ files }) => files.map(({ content }) => content.kind));
      assert.ok(kinds?.includes('failed') !== true, 'what a thread cannot do is done here');
      const networks = judged.map(({ address: { canonical, network, codeName }, isNew }) =>
        [canonical, network, codeName, isNew].join(' '),
      );
      return { findings, networks: networks.sort(), counts: [...counts], keyTexts };
    };
    const alone = await check(false);
    assert.deepEqual(await check(true), alone);
    assert.deepEqual(alone.keyTexts, [{ path: 'src/key.txt', line: 1, column: 17 }]);
    assert.ok(alone.networks.includes(`${ruled} polygon  true`));
    assert.ok(alone.networks.includes(`${listed} ethereum treasury false`));
    assert.ok(alone.findings.some(({ rule, path }) => rule === 'deny' && path === 'src/key.txt'));
  });
});
