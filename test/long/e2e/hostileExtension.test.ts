import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startSession, type Session } from '../../harness/session.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { startEchoService, type EchoService } from '../../support/echoService.ts';
import { signIn } from '../../e2e/support.ts';

const credentials = { tenantId: 'TAINT-tenant-51d0', apiKey: 'TAINT/key+7be2ca' };

/** The forms in which credentials travel. */
const forms = (({ tenantId, apiKey }) => {
  const plain = [tenantId, apiKey, `${tenantId}:${apiKey}`];
  return plain.flatMap((text) => [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
  ]);
})(credentials);

/** Each attack runs our commands as any extension can, and waits for none of them. */
const attacker = `
const vscode = require('vscode');
const { subscribe } = require('node:diagnostics_channel');
const { inspect } = require('node:util');
// Not in plain text: this file is searched for them.
const forms = JSON.parse(Buffer.from('${Buffer.from(JSON.stringify(forms)).toString('hex')}', 'hex').toString());
const heard = [];
const hear = (message) => heard.push(inspect(message, { depth: 9, maxStringLength: null }));
const channels = [
  'undici:request:create', 'undici:request:bodySent', 'undici:request:headers', 'undici:client:sendHeaders',
  'undici:client:connected', 'http.client.request.created', 'http.client.request.start', 'net.client.socket',
];
for (const name of channels) subscribe(name, hear);
let threads = 0;
subscribe('worker_threads', ({ worker }) => {
  threads++;
  worker.on('message', hear);
});
let last = 0;
const another = () => '0x' + (0xa11ce000000 + ++last).toString(16).padStart(40, '1');
const many = (count, attack) => () => { for (let i = 0; i < count; i++) void attack(); };
const run = (name, argument) => vscode.commands.executeCommand('addressRisk.' + name, argument).then(undefined, () => {});
/** Runs what the hovers of a document that the user sees offer: with our own arguments. */
const stolen = (count, command) => async () => {
  const content = Array.from({ length: count }, () => 'ethereum: ' + another()).join('\\n');
  const document = await vscode.workspace.openTextDocument({ content });
  await vscode.window.showTextDocument(document);
  const links = [];
  const linkOn = async (line) => {
    const at = new vscode.Position(line, 19);
    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, at);
    const text = hovers.flatMap(({ contents }) => contents).map(({ value }) => value).join();
    const link = text.split('command:addressRisk.' + command + '?')[1];
    return link && JSON.parse(decodeURIComponent(link.split(')')[0]))[0];
  };
  for (let line = 0; line < count; line++) {
    let argument = await linkOn(line);
    // A report of an attack before may just have come in front of the document.
    while (argument && !argument.token) {
      await vscode.window.showTextDocument(document);
      argument = await linkOn(line);
    }
    if (argument) links.push(argument);
  }
  // After the last hover: reports come in front of the document, and it is then no longer visible.
  for (const argument of links) void run(command, argument);
};
const attacks = {
  lookUps: stolen(60, 'lookUpAddress'),
  scores: stolen(30, 'scoreRisk'),
  strangers: many(15, () => {
    run('lookUpAddress', { address: another(), chain: 'ethereum' });
    return run('scoreRisk', { address: another(), chain: 'ethereum', source: 'lens' });
  }),
  async hovers() {
    const content = Array.from({ length: 60 }, () => 'ethereum: ' + another()).join('\\n');
    const { uri } = await vscode.workspace.openTextDocument({ content });
    for (let line = 0; line < 60; line++) {
      await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, new vscode.Position(line, 19));
    }
    vscode.window.setStatusBarMessage('hovers: done');
  },
  assume: many(1, () => run('alwaysAssumeChain', { address: another(), chain: 'ethereum' })),
  signOut: many(1, () => run('signOut')),
  listen() {
    const found = heard.filter((text) => forms.some((form) => text.includes(form)));
    vscode.window.setStatusBarMessage('threads ' + threads + ', messages ' + heard.length + ', credentials ' + found.length);
  },
  link: many(1, () => run('lookUpAddress', { address: another(), chain: '[click me](command:workbench.action.closeAllEditors)' })),
};
exports.activate = (context) => {
  for (const [name, attack] of Object.entries(attacks)) {
    context.subscriptions.push(vscode.commands.registerCommand('attacker.' + name, attack));
  }
};
`;
const attacks = ['lookUps', 'scores', 'strangers', 'hovers', 'assume', 'signOut', 'listen', 'link'];
const manifest = {
  name: 'attacker',
  activationEvents: ['*'],
  contributes: {
    commands: attacks.map((name) => ({ command: `attacker.${name}`, title: `Attack: ${name}` })),
  },
};

describe('a hostile extension in the same host, and a service that echoes everything', () => {
  let session: Session;
  let service: EchoService;
  let workbench: Workbench;
  const count = (kind: string): number => service.calls.filter((call) => call === kind).length;

  before(async () => {
    service = await startEchoService(credentials);
    session = await startSession({ neighbor: { manifest, main: attacker } });
    workbench = await session.open();
    await workbench.openFile('Treasury.sol');
    const { tenantId: tenant, apiKey } = credentials;
    await signIn(workbench, { url: service.url, tenant, apiKey, hover: 'Ask first' });
  });
  after(async () => {
    await session.stop();
    await service.close();
  });

  it('does not pay for a hover that a program requests in a hidden document', async () => {
    await workbench.runCommand('Attack: hovers');
    await eventually('the end of the hovers', async () =>
      (await workbench.statusBar()).some((text) => text.includes('hovers: done')),
    );
    assert.deepEqual(service.calls, []);
  });

  it('lets no hover pay on an assumed network without a confirmation', async () => {
    await workbench.runCommand('Attack: assume');
    assert.match(await workbench.dialog(), /Always use Ethereum in this workspace\?/);
    await workbench.clickInDialog('Cancel');
    // A router that has this address on several networks.
    await workbench.editor.hoverOver('0xE592427A0AEce92De3Edee1F18E0157C05861564');
    await workbench.editor.hoverSaying(/Ethereum \(assumed\)/);
    assert.deepEqual(service.calls, []);
  });

  it('spends nothing for other extensions after one No, however many commands they run', async () => {
    await workbench.runCommand('Attack: strangers');
    const dialog = await workbench.dialog();
    assert.match(dialog, /A task, a key binding, or another extension may have run this command/);
    await workbench.clickInDialog('Cancel');
    // A dialog that was waiting would be in front of this one.
    await workbench.runCommand('Attack: signOut');
    assert.match(await workbench.dialog(), /Sign out of/);
    await workbench.clickInDialog('Cancel');
    assert.deepEqual(service.calls, []);
  });

  it('starts twenty calculations for other extensions, then asks the user once (hazard 13)', async () => {
    await workbench.runCommand('Attack: scores');
    assert.match(await workbench.dialog(), /20 calculations were started within an hour/);
    // The question may come before the last of the twenty has reached the service.
    await eventually('twenty starts', () => count('start') === 20);
    await workbench.clickInDialog('Cancel');
    await workbench.notificationInCenter(/declined more calculations/);
    assert.equal(count('start'), 20);
  });

  it('fetches fifty summaries for other extensions, then asks the user once', async () => {
    await workbench.runCommand('Attack: lookUps');
    assert.match(await workbench.dialog(), /50 summaries were fetched within an hour/);
    await workbench.clickInDialog('Cancel');
    await eventually('fifty summaries', () => count('summary') === 50);
    assert.equal(count('start'), 20);
  });

  it('lists what was spent, and by which source', async () => {
    await workbench.runCommand('Address Risk: Show Usage');
    const list = await workbench.choose(/Summaries today: 50 \(You 50\)/, 'Summary');
    assert.ok(list.picks.some((label) => label === 'Summary'));
    await workbench.panelSaying(/Transactions\s+3/);
  });

  it('signs no one out without a confirmation', async () => {
    await workbench.runCommand('Attack: signOut');
    assert.match(await workbench.dialog(), /Sign out of http:\/\/127\.0\.0\.1/);
    await workbench.clickInDialog('Cancel');
    // Still signed in; and a button of the report, which no program can press, still works.
    await workbench.panel().getByRole('button', { name: 'Score Risk' }).click();
    await eventually('a start', () => count('start') === 21);
    assert.equal(count('summary'), 50);
  });

  it('shows no credential to a listener on diagnostics channels and on the thread', async () => {
    await workbench.runCommand('Attack: listen');
    const text = await eventually('what was heard', async () =>
      (await workbench.statusBar()).find((each) => each.startsWith('threads ')),
    );
    const [threads = 0, messages = 0, found] = (text.match(/\d+/g) ?? []).map(Number);
    assert.ok(threads > 0 && messages > 0, text);
    assert.equal(found, 0, text);
  });

  it('runs no command from a message that quotes text from outside', async () => {
    await workbench.runCommand('Attack: link');
    await workbench.notification(/does not know this network/).text();
    const links = workbench.page.locator('.notification-list-item-message a');
    assert.equal(await links.count(), 0);
  });

  it('stores no credential that the service sent back, in any form (hazards 56, 61)', async () => {
    await eventually('a result', () => count('status') > 0);
    const profile = dirname(dirname(dirname(dirname(session.server.globalStorage))));
    let files = 0;
    for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path, 'latin1').catch(() => '');
      if (entry.name.startsWith('ledger.sqlite')) files++;
      for (const form of forms) assert.ok(!content.includes(form), `${form} in ${path}`);
    }
    assert.ok(files > 0, 'the ledger was read');
  });
});
