import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { NewKey } from '../../../src/gateway/store/members.ts';
import { startSession, type Session } from '../../harness/session.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { startGateway, type TestGateway } from '../../support/gateways.ts';
import {
  answersFor,
  dai,
  lookUp,
  signIn,
  signOut,
  startCounted,
  usdc,
  usdt,
  type Counted,
} from '../../e2e/support.ts';

/** Older than the second in which `Age` counts. */
const agedMs = 1_500;

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
/** On no network in particular: a person, a mixer, and a router that several networks have. */
const payee = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const mixer = '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b';
const router = '0xE592427A0AEce92De3Edee1F18E0157C05861564';

/** One window for the whole file, in which one account follows the other. */
let session: Session;
let workbench: Workbench;
before(async () => {
  session = await startSession();
  workbench = await session.open();
});
after(() => session.stop());

describe('a user with an account', () => {
  let stage: Counted;
  before(async () => {
    stage = await startCounted({ jobSeconds: 5 });
    await workbench.openFile('Treasury.sol');
  });
  after(() => stage.service.close());

  it('is asked to sign in before anything else', async () => {
    await workbench.editor.hoverOver(usdc);
    const hover = await workbench.editor.hoverSaying(/not signed in/);
    assert.match(hover, /Sign In…/);
    assert.match(hover, /Try Without an Account/);
    assert.deepEqual(stage.calls(), []);
  });

  it('signs in through the prompts, in order, without a call', async () => {
    await workbench.runCommand('Address Risk: Sign In…');
    const url = await workbench.answer(/URL of the service/, 'http://example.org');
    assert.equal(url.isMasked, false);
    const complaint = await workbench.question(/Use https/);
    assert.match(complaint.message, /Plain http exposes the key/);
    await workbench.answer(/Use https/, stage.service.url);
    const tenant = await workbench.answer(/Tenant ID/, 'a:b');
    assert.equal(tenant.isMasked, false);
    await workbench.answer(/no colon/, stage.service.tenant);
    const key = await workbench.answer(/API key, as issued under “API keys”/, stage.service.apiKey);
    assert.equal(key.isMasked, true);
    assert.ok(key.message.includes(`It is sent to ${stage.service.url} only`), key.message);
    const hover = await workbench.choose(/When should hovers fetch summaries/, 'Automatically');
    assert.deepEqual(hover.picks, ['Automatically', 'Ask first', 'Never']);
    await workbench.notification('No call was made').text();
    assert.deepEqual(stage.calls(), []);
  });

  it('pays for no hover where nothing names a network, and fetches one address on request', async () => {
    await workbench.openFile('payouts.ts');
    for (const address of [mixer, payee]) {
      await workbench.editor.hoverOver(address);
      const hover = await workbench.editor.hoverSaying(/Ethereum \(assumed\)/);
      assert.match(hover, /Fetch on Ethereum.*Always in This Workspace.*Select Network…/);
      await workbench.editor.pointAt('readonly');
    }
    assert.deepEqual(stage.calls(), []);
    await workbench.editor.hoverOver(payee);
    await workbench.editor.clickInHover('Fetch on Ethereum');
    await workbench.editor.hoverSaying(/[\d,]+ transactions/);
    assert.deepEqual(stage.calls(), ['POST summary 200']);
  });

  it('always assumes the network only after a confirmation', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('Treasury.sol');
    for (const button of ['Cancel', 'Always in This Workspace']) {
      await workbench.editor.hoverOver(router);
      await workbench.editor.hoverSaying(/Ethereum \(assumed\)/);
      await workbench.editor.clickInHover('Always in This Workspace');
      const question = await workbench.dialog();
      assert.match(question, /Always use Ethereum in this workspace\?[^]*costs 1 API call/);
      assert.deepEqual(stage.calls(), ['POST summary 200']);
      await workbench.clickInDialog(button);
      await workbench.editor.pointAt('pragma solidity');
    }
  });

  it('then sees a summary in a hover, fetched once however often it is shown', async () => {
    // The answer is stored a moment after the dialog, and a hover that is shown does not change.
    await eventually('a hover with the answer', async () => {
      await workbench.editor.pointAt('pragma solidity');
      return !/\(assumed\)/.test(await workbench.editor.hoverOver(router));
    });
    for (let times = 0; times < 3; times++) {
      await workbench.editor.hoverOver(router);
      const hover = await workbench.editor.hoverSaying(/[\d,]+ transactions/);
      assert.match(hover, /Ethereum[^]*your choice for this workspace/);
      await workbench.editor.pointAt('pragma solidity');
    }
    const hover = await workbench.editor.hoverOver(router);
    // The service says so of itself.
    assert.match(hover, /Sample data/);
    assert.deepEqual(stage.calls(), ['POST summary 200', 'POST summary 200']);
  });

  it('looks an address up from the palette', async () => {
    await lookUp(workbench, 'not an address');
    const complaint = await workbench.question(/This is not an address/);
    assert.match(complaint.placeholder, /0x and 40 hex digits/);
    await workbench.answer(/This is not an address/, usdt.toLowerCase());
    const report = await workbench.panelSaying(/Last activity/);
    assert.ok(report.includes(usdt));
    assert.match(report, /Risk score \(by funds\)[^]*Not scored yet/);
    assert.deepEqual(stage.calls(), ['POST summary 200', 'POST summary 200', 'POST summary 200']);
  });

  it('scores an address, and the number is shown exactly as the service sent it', async () => {
    await workbench.openFile('Treasury.sol');
    await workbench.editor.clickCodeLens('Score risk');
    const report = await workbench.panelSaying(/No scale set[^]*As of/);
    const [, shown] = /Risk score \(by funds\)\s+([\d.,]+)/.exec(report) ?? [];
    assert.ok(shown);
    assert.match(
      await workbench.editor.codeLensSaying(/^Risk /),
      new RegExp(`^Risk ${shown.replaceAll('.', '\\.')}(?: · .+)? \\(sample\\)$`),
    );
    const calls = stage.calls();
    assert.equal(calls.filter((call) => call === 'POST start 200').length, 1);
    assert.equal(calls.filter((call) => call === 'GET status 200').length, 1);
  });

  it('cancels the wait, and no further request is sent', async () => {
    await lookUp(workbench, dai);
    await workbench.panelSaying(/Last activity/);
    await workbench.panel().getByRole('button', { name: 'Score Risk' }).click();
    const progress = workbench.notification('Scoring DAI');
    await eventually(
      'the start to be answered',
      () => stage.calls().filter((call) => call === 'POST start 200').length === 2,
    );
    await progress.click('Cancel');
    await progress.gone();
    await workbench.panelSaying(/You stopped waiting/);
    const before = stage.calls().length;
    // Were it still asking, it would have done so twice by the time that another address is scored.
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('payouts.ts');
    await workbench.editor.codeLensSaying(/^Risk /);
    await workbench.editor.clickCodeLens('Score risk');
    await eventually(
      'another score',
      async () =>
        (await workbench.editor.codeLenses()).filter((lens) => lens.startsWith('Risk ')).length ===
        2,
    );
    const since = stage.service.log.slice(before).map(({ target }) => decodeURIComponent(target));
    assert.ok(since.length > 0);
    assert.deepEqual(
      since.filter((target) => target.includes(dai.toLowerCase()) || target.includes(dai)),
      [],
    );
  });

  it('signs out: results stay, calls stop', async () => {
    await signOut(workbench);
    const before = stage.calls().length;
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('Treasury.sol');
    await workbench.editor.hoverOver(usdc);
    await workbench.editor.hoverSaying(/Signed out\. Sign in to refresh/);
    await signIn(workbench, answersFor(stage.service));
    await workbench.editor.codeLensSaying(/^Risk /);
    assert.equal(stage.calls().length, before);
  });
});

describe('a user whose key is rejected', () => {
  let stage: Counted;
  before(async () => {
    stage = await startCounted({ revokedKey: 'revoked' });
  });
  after(() => stage.service.close());

  for (const [apiKey, status, words] of [
    ['wrong', 401, /not found or invalid \(401\)/],
    ['revoked', 403, /revoked \(403\)/],
  ] as const) {
    it(`sees it once, with the status ${status}`, async () => {
      await signOut(workbench);
      await workbench.runCommand('View: Close All Editors');
      await workbench.openFile('Treasury.sol');
      await signIn(workbench, { ...answersFor(stage.service), apiKey });
      const before = stage.calls().length;
      await workbench.editor.hoverOver(usdc);
      assert.match(await workbench.editor.hoverSaying(/\(\d+\)/), words);
      assert.match(await workbench.notification(words).text(), words);
      for (const other of [usdt, weth]) {
        await workbench.editor.hoverOver(other);
        assert.match(await workbench.editor.hoverSaying(/\(\d+\)/), words);
      }
      assert.deepEqual(stage.calls().slice(before), [`POST summary ${status}`]);
      assert.equal((await workbench.notifications()).filter((text) => words.test(text)).length, 1);
    });
  }
});

describe('Look Up Addresses in File (hazard 14)', () => {
  let stage: Counted;
  before(async () => {
    stage = await startCounted({ apiCalls: 2, jobSeconds: 0 });
    await signOut(workbench);
    await workbench.runCommand('View: Close All Editors');
  });
  after(() => stage.service.close());

  it('shows the cost before it starts, and stops at the first 402', async () => {
    await workbench.openFile('payouts.ts');
    await signIn(workbench, { ...answersFor(stage.service), hover: 'Ask first' });
    await lookUp(workbench, usdc);
    await workbench.panelSaying(/Last activity/);
    await workbench.openFile('payouts.ts');

    await workbench.runCommand('Address Risk: Look Up Addresses in File…');
    const dialog = await workbench.dialog();
    assert.match(
      dialog,
      /Addresses found: 4\.\s+Summaries already stored: 1\.\s+This costs at most 3 API calls\./,
    );
    await workbench.clickInDialog('Cancel');
    assert.deepEqual(stage.calls(), ['POST summary 200']);

    await workbench.runCommand('Address Risk: Look Up Addresses in File…');
    await workbench.clickInDialog('Fetch 3 Summaries');
    await workbench.notification('No API calls left for this key (402)').text();
    await workbench.notification('Summaries stored: 1 of 3').text();
    assert.deepEqual(stage.calls(), ['POST summary 200', 'POST summary 200', 'POST summary 402']);
  });

  it('scores the addresses of a file after one question, and lists them by score', async () => {
    await workbench.openFile('payouts.ts');
    const before = stage.calls().length;
    await workbench.runCommand('Address Risk: Score Risk of Addresses in File…');
    const dialog = await workbench.dialog();
    const [, named = ''] = /This starts (\d+) calculations at/.exec(dialog) ?? [];
    assert.ok(Number(named) > 1, dialog);
    await workbench.clickInDialog(`Start ${named} Calculations`);
    await workbench.notification(`Scored: ${named} of ${named} addresses.`).text();
    const starts = stage
      .calls()
      .slice(before)
      .filter((call) => call === 'POST start 200');
    assert.equal(starts.length, Number(named));
    const rows = workbench.page.locator('.pane', { hasText: 'Scores' }).locator('.monaco-list-row');
    await eventually('the rows of the table', async () => {
      const texts = await rows.allInnerTexts();
      const scores = texts.map((text) => Number.parseFloat(text));
      const isOrdered = scores.every((score, at) => at === 0 || score <= (scores[at - 1] ?? 0));
      return texts.length >= Number(named) && isOrdered;
    });
  });

  it('offers recent addresses below the address at the caret, which is selected', async () => {
    await workbench.openFile('payouts.ts');
    await workbench.editor.select(usdc);
    const before = stage.calls().length;
    await workbench.ask('Address Risk: Look Up Address…', /An EVM address/);
    // The rows are drawn one after another.
    const question = await eventually('recent addresses', async () => {
      const asked = await workbench.question(/An EVM address/);
      return asked.picks.length > 2 && asked;
    });
    assert.deepEqual([question.value, question.selected], [usdc, usdc]);
    await workbench.dismissQuestion();
    assert.equal(stage.calls().length, before);
  });
});

describe('two members of a team, signed in to its gateway', () => {
  let stage: Counted;
  let gateway: TestGateway;
  let alice: NewKey;
  let bob: NewKey;
  before(async () => {
    stage = await startCounted();
    gateway = await startGateway(stage.service);
    [alice, bob] = [await gateway.addMember('alice'), await gateway.addMember('bob')];
    await signOut(workbench);
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('treasury.multichain.yaml');
  });
  after(async () => {
    await gateway.close();
    await stage.service.close();
  });

  const paid = (): string[] => stage.calls().filter((call) => call.startsWith('POST'));

  const signInAs = ({ tenantId, key }: NewKey): Promise<void> =>
    signIn(workbench, { url: gateway.url, tenant: tenantId, apiKey: key });

  async function hoverAndScore(): Promise<void> {
    await workbench.editor.hoverOver(usdc);
    const hover = await workbench.editor.hoverSaying(/transactions/);
    assert.match(hover, /[\d,.]+ ETH/);
    // Until then, the first lens shows the other member's score, and the click would hit the next address.
    await eventually('a lens of the member', async () => {
      const [first] = await workbench.editor.codeLenses();
      return first === 'Score risk';
    });
    await workbench.editor.clickCodeLens('Score risk');
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
  }

  /** The entries of the usage of the member who is signed in. */
  async function usage(): Promise<string[]> {
    await workbench.ask('Address Risk: Show Usage', /Summaries today:/);
    const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
    const entries = await rows.allInnerTexts();
    await workbench.dismissQuestion();
    return entries;
  }

  it('pay once: the first is charged for the hover and the score', async () => {
    await signInAs(alice);
    await hoverAndScore();
    assert.deepEqual(paid().sort(), ['POST start 200', 'POST summary 200']);
    const entries = await usage();
    assert.ok(entries.length >= 2 && !entries.some((entry) => entry.includes('shared')));
  });

  it('share what was paid for: the second pays nothing, and sees so', async () => {
    const paidAt = Date.now();
    await signOut(workbench);
    await eventually('an age', () => Date.now() > paidAt + agedMs);
    await signInAs(bob);
    await hoverAndScore();
    assert.equal(paid().length, 2, 'nothing more was sent to the service');
    const shared = (await usage()).filter((entry) =>
      entry.includes('shared by your team: nothing charged'),
    );
    assert.equal(shared.length, 2);
  });
});
