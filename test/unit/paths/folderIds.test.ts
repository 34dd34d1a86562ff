import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FolderIds } from '../../../src/paths/folderIds.ts';

describe('a folder that says its chain ID', () => {
  let root = '';
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const byId = (path: string): string => new FolderIds(root).byId(path);
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'folder-ids-'));
    write('deployments/blackberry/.chainId', '94204209');
    write('deployments/base/.chain', '{"chainId":"8453","genesisHash":"0xf7"}');
    write('deployments/goerli/.chainId', ' 17000\n');
  });
  after(() => rmSync(root, { recursive: true }));

  it('is called by it, whatever its name is, as hardhat-deploy writes it', () => {
    assert.equal(
      byId('deployments/blackberry/T.json'),
      'deployments/eip155:94204209=blackberry/T.json',
    );
    assert.equal(byId('deployments/goerli/a/T.json'), 'deployments/eip155:17000=goerli/a/T.json');
    assert.equal(byId('deployments/base/T.json'), 'deployments/eip155:8453=base/T.json');
  });

  it('is the nearest one above a file', () => {
    write('deployments/blackberry/inner/.chainId', '10');
    assert.equal(
      byId('deployments/blackberry/inner/T.json'),
      'deployments/blackberry/eip155:10=inner/T.json',
    );
  });

  it('is one for all main networks as `mainnet` beside `testnet`, and beside no network', () => {
    mkdirSync(join(root, 'config/testnet'), { recursive: true });
    assert.equal(byId('config/mainnet/01/T.json'), 'config/environment/01/T.json');
    mkdirSync(join(root, 'deployed/testnet'), { recursive: true });
    mkdirSync(join(root, 'deployed/polygon'));
    for (const path of ['deployed/mainnet/T.json', 'none/mainnet/T.json', 'config/main/T.json']) {
      assert.equal(byId(path), path);
    }
    write('contexts/testnet_config.json', '{}');
    assert.equal(byId('contexts/mainnet_config.json'), 'contexts/environment_config.json');
    assert.equal(byId('contexts/mainnet.json'), 'contexts/mainnet.json');
    write('config/mainnet/.chainId', '1');
    assert.equal(
      new FolderIds(root).byId('config/mainnet/T.json'),
      'config/eip155:1=mainnet/T.json',
    );
  });

  it('is one for all of EVM as `ethereum` beside no network of it', () => {
    mkdirSync(join(root, 'chains/solana'), { recursive: true });
    assert.equal(byId('chains/ethereum/T.json'), 'chains/environment/T.json');
    mkdirSync(join(root, 'nets/polygon'), { recursive: true });
    for (const path of [
      'nets/ethereum/T.json',
      'chains/ethereum.json',
      'chains/ethereum-a/T.json',
    ]) {
      assert.equal(byId(path), path);
    }
  });

  it('is a list of networks if files of data in it are called after three', () => {
    for (const name of ['base', 'polygon', 'arbitrum']) {
      write(`outputs/${name}.json`, '{}');
      write(`adapters/${name}.ts`, '');
      if (name !== 'arbitrum') write(`pairs/${name}.json`, '{}');
    }
    assert.equal(byId('outputs/mode.json'), 'outputs/networks/mode.json');
    for (const path of ['outputs/mode.yaml', 'adapters/base.ts', 'pairs/base.json']) {
      assert.equal(byId(path), path);
    }
  });

  it('leaves other paths as they are', () => {
    for (const path of ['T.json', 'deployments/T.json', 'deployments/none/T.json', '', '/']) {
      assert.equal(byId(path), path);
    }
  });

  it('takes an absolute path, as a command has it', () => {
    const path = join(root, 'deployments/base/T.json');
    assert.equal(new FolderIds('/').byId(path), join(root, 'deployments/eip155:8453=base/T.json'));
  });

  it('is not read if it is no short regular file with an ID and nothing else', () => {
    write('a/words/.chainId', 'base');
    write('a/long/.chainId', `1${' '.repeat(1_000)}`);
    write('a/many/.chainId', '1 10');
    mkdirSync(join(root, 'a/folder/.chainId'), { recursive: true });
    mkdirSync(join(root, 'a/link'), { recursive: true });
    symlinkSync(join(root, 'deployments/goerli/.chainId'), join(root, 'a/link/.chainId'));
    for (const name of ['words', 'long', 'many', 'folder', 'link']) {
      assert.equal(byId(`a/${name}/T.json`), `a/${name}/T.json`, name);
    }
  });

  it('does not wait for a pipe', { skip: process.platform === 'win32' }, () => {
    mkdirSync(join(root, 'pipe'));
    assert.equal(spawnSync('mkfifo', [join(root, 'pipe/.chainId')]).status, 0);
    assert.equal(byId('pipe/T.json'), 'pipe/T.json');
  });
});
