import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rankText } from '../../../src/messages/past.ts';
import { readPageMessage } from '../../../src/panelProtocol.ts';
import type { WorkspaceView } from '../../../src/pageViews.ts';
import { type WorkspaceFacts, workspaceView } from '../../../src/report/workspaceView.ts';
import { reportIn } from '../../support/reportStates.ts';
import {
  deniedWorkspace,
  hostileWorkspace,
  imitatingWorkspace,
  namedWorkspace,
  noFacts,
  noOccurrences,
} from '../../support/workspaceStates.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const now = Date.parse('2026-11-22T12:00:00Z');

function viewOf(facts: WorkspaceFacts, at = now): WorkspaceView {
  const view = workspaceView(facts, { address, now: at });
  assert.ok(view);
  return view;
}

const named = namedWorkspace(address);
const denied = deniedWorkspace(address);

describe('what the workspace says, in the report', () => {
  it('is nothing where the workspace says nothing', () => {
    const nothing = { facts: noFacts, hasNames: true, occurrences: noOccurrences };
    const none = { ...nothing, rank: null, commit: null };
    assert.equal(workspaceView(none, { address, now }), null);
  });

  it('names the address with each source, and how the book reviewed it', () => {
    const { names, inCode, notes, alarms } = viewOf(named);
    assert.deepEqual(
      names.map(({ name, source }) => `${name} · ${source}`),
      ['Treasury · from the address book', 'Payout vault · from the list “Team names”'],
    );
    assert.deepEqual(inCode, {
      name: '“PayoutVaultProxy”',
      source: 'named in deployments/mainnet/PayoutVaultProxy.json',
    });
    assert.deepEqual(notes, ['Reviewed by Ana on 2026-11-20', 'Paid monthly']);
    assert.deepEqual(alarms, []);
  });

  it('shows deny-list hits whatever is ignored, and where names are off', () => {
    const hits = [
      {
        ...{ kind: 'denied', text: 'This address is on the deny list “Team deny list”.' },
        path: 'lists/deny.csv',
      },
      {
        kind: 'denied',
        text: 'This address is on the deny list “Public sanctions” as “Sanctioned mixer”.',
        path: 'lists/sanctions.json',
      },
    ];
    const shown = viewOf(denied);
    assert.deepEqual(shown.alarms, hits);
    assert.deepEqual(shown.notes, [
      'Look-alike warnings are hidden until 2027-01-31. Reason: known',
    ]);
    const later = viewOf(denied, Date.parse('2027-02-01T00:00:00Z'));
    assert.deepEqual(later.notes, [
      'Look-alike warnings were hidden until 2027-01-31. Reason: known',
    ]);
    const off = viewOf({ ...denied, hasNames: false });
    assert.deepEqual([off.alarms, off.names, off.notes], [hits, [], []]);
  });

  it('shows a look-alike above the address that it looks like, with what differs in brackets', () => {
    const { comparison } = viewOf(imitatingWorkspace(address));
    assert.equal(comparison?.heading, 'Compare with Treasury');
    assert.equal(comparison.note, 'Brackets show where they differ.');
    assert.deepEqual(comparison.rows, [
      { name: 'This address', parts: ['0xa0b869', '91c6218b36c1d19d4a2e9eb0ce36', '06eb48'] },
      { name: 'Treasury', parts: ['0xa0b869', '3f'.repeat(14), '06eb48'] },
    ]);
    assert.equal(viewOf(denied).comparison, null);
    const crowd = { other: null, text: 'Many look alike.' };
    assert.equal(viewOf({ ...denied, likeness: crowd }).comparison, null);
  });

  it('says what an address only looks like, and takes no name from the code for it', () => {
    const likeness = { other: 'USDC', text: 'This isn’t USDC.' };
    const facts = { ...noFacts, inCode: { name: 'USDC', path: 'a.ts', line: 1 } };
    const { alarms, names, inCode } = viewOf({ ...denied, facts, likeness });
    assert.deepEqual(alarms, [{ kind: 'lookAlike', text: 'This isn’t USDC.', path: '' }]);
    assert.deepEqual([names, inCode?.name], [[], '“USDC”']);
    assert.deepEqual(
      viewOf({ ...denied, likeness }).alarms.map(({ kind }) => kind),
      ['denied', 'denied', 'lookAlike'],
    );
  });

  it('has what the code calls it in quotes with the place, and says whose name that is', () => {
    const usdc = { name: 'USDC', address, network: 'ethereum', isInBook: false };
    const inCode = { name: 'usdc', path: 'a.ts', line: 7, namesake: usdc };
    const text = 'In published lists, USDC on Ethereum is 0xA0b8…eB48.';
    const shown = viewOf({ ...named, facts: { ...noFacts, inCode } });
    assert.deepEqual(shown.inCode, { name: '“usdc”', source: 'named in a.ts, line 7' });
    assert.deepEqual(
      [shown.names, shown.notes, shown.alarms],
      [[], [], [{ kind: 'namesake', text, path: '' }]],
    );
    const [entry] = named.facts.entries;
    assert.ok(entry);
    const reviewed = { ...noFacts, inCode, entries: [entry], baseEntries: [entry] };
    const vouched = viewOf({ ...named, facts: reviewed });
    assert.deepEqual([vouched.alarms, vouched.notes[0]], [[], text]);
    const token = { name: 'USDC', source: { kind: 'book' } } as const;
    const said = viewOf({ ...denied, facts: { ...noFacts, names: [token], inCode } });
    assert.equal(said.inCode, null, 'once is enough');
    assert.equal(
      viewOf({ ...denied, facts: { ...noFacts, inCode }, hasNames: false }).inCode,
      null,
    );
  });

  it('leaves the score as it is', () => {
    // But for what is about the book, and the rank among others.
    const { workspace, actions, ...report } = reportIn('named, with places');
    const { workspace: none, actions: others, ...ready } = reportIn('ready');
    const ids = actions.map(({ id }) => id);
    assert.deepEqual(ids.toSorted(), others.map(({ id }) => id).sort());
    // Someone has vouched for it, so denying it is not what is offered first.
    assert.deepEqual(ids.slice(0, 2), ['showOccurrences', 'addToDenyList']);
    assert.equal(others[0]?.id, 'addToDenyList');
    assert.ok(workspace);
    assert.equal(none, null);
    assert.equal(report.words.noOccurrences, 'None found on this network in the files searched.');
    const words = { ...report.words, noOccurrences: ready.words.noOccurrences };
    assert.deepEqual({ ...report, words, past: { ...report.past, notes: [] } }, ready);
  });

  it('says where the score is among others, and which commit brought the line', () => {
    const report = reportIn('named, with places');
    assert.deepEqual(report.past.notes, [
      'Second highest of the 26 addresses in this workspace that have a score',
    ]);
    assert.equal(
      report.workspace?.occurrences?.note,
      'contracts/PayoutVault.sol:12 last changed in a1b2c3d on 2026-10-01 09:30 UTC: Pay contributors from the vault',
    );
    assert.deepEqual(
      [1, 3, 4].map((place) => rankText(place, 4)),
      [
        'Highest of the 4 addresses in this workspace that have a score',
        'Third highest of the 4 addresses in this workspace that have a score',
        'Ranked 4 of the 4 addresses in this workspace that have a score, highest first',
      ],
    );
  });

  it('has a button for each listed place, by its index and without its path', () => {
    const { occurrences } = viewOf(named);
    assert.equal(occurrences?.text, '17 occurrences in the workspace');
    assert.deepEqual(
      occurrences.places.map(({ action: { label } }) => label),
      [
        'contracts/PayoutVault.sol:12',
        'deployments/mainnet/PayoutVaultProxy.json:3',
        'packages/payments/src/configuration/mainnetAddresses.ts:1208',
        ...['payouts.ts:4', 'payouts.ts:31'],
      ],
    );
    for (const [place, { action: each, text }] of occurrences.places.entries()) {
      const { label, ...action } = each;
      assert.match(text, /^address public treasury/);
      assert.deepEqual(action, { id: 'openPlace', place });
      assert.deepEqual(readPageMessage({ type: 'action', action }), { type: 'action', action });
      assert.ok(!JSON.stringify(action).includes(label));
    }
    assert.deepEqual(occurrences.actions, [
      { id: 'findAddresses', label: 'Show 12 More in the Addresses View' },
    ]);
  });

  it('claims no more than what was counted', () => {
    const textOf = (change: Partial<WorkspaceFacts['occurrences']>): unknown[] => {
      const occurrences = { ...named.occurrences, ...change };
      const view = viewOf({ ...named, occurrences }).occurrences;
      return [view?.text, ...(view?.actions ?? []).map(({ label }) => label)];
    };
    assert.deepEqual(textOf({ where: 'searchedFiles', count: 6 }), [
      '6 occurrences in the files searched',
      'Show 1 More in the Addresses View',
    ]);
    assert.deepEqual(textOf({ where: 'workspace', count: 5 }), ['5 occurrences in the workspace']);
    assert.deepEqual(textOf({ where: 'openFiles', count: 9, canSearch: true }), [
      '9 occurrences in open files',
      'Find Addresses in Workspace',
    ]);
    // Searched, and the address is only in open files that belong to no folder.
    assert.deepEqual(textOf({ where: 'openFiles', count: 9 }), ['9 occurrences in open files']);
    assert.deepEqual(textOf({ count: 0, first: [] }), [undefined]);
  });

  it('shows what cannot be seen, or turns text around, by code points', () => {
    const view = JSON.stringify(viewOf(hostileWorkspace(address, 'a\u202Eb\0c\u200B')));
    assert.doesNotMatch(view, /[\u202E\0\u200B]|\\u0000/u);
  });
});
