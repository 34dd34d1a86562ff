import {
  reportRules,
  type AddressReport,
  type WorkspaceReport,
} from '../../../../src/report/export/addressReport.ts';

const message =
  'This address is not USDC. It only looks like it: the first and last characters match 0xA0b8…eB48, which is USDC in Uniswap Default List.';

const row: AddressReport = {
  address: `0x${'D'.repeat(40)}`,
  ...{ network: 'zilliqa', isAssumed: true, noScore: null },
  name: { text: 'Ronin Bridge exploiters', isVerified: true },
  findings: reportRules.map((rule) => ({ rule, message })),
  places: [1, 2, 3].map((line) => ({ path: `packages/contracts/deployment-${line}.ts`, line })),
  score: {
    ...{ digits: '12345678901234567890.123456789', owner: 'subject' },
    level: { name: 'Severe', rank: 3, grade: 3, isAbove: false },
    ...{ state: 'value', isFresh: false, receivedAt: 0 },
  },
};

/** Every column is as wide as it gets. */
export const wideReport: WorkspaceReport = {
  rows: [row, { ...row, address: 'f'.repeat(64), network: null }, { ...row, address: null }],
  projects: [
    {
      ...{ name: 'vault-protocol', branch: 'fees', commit: 'c'.repeat(40) },
      base: { name: 'main', commit: 'a'.repeat(40) },
    },
  ],
  isSample: true,
  aggregator: 'money',
  ...{ unread: [], madeAt: 0 },
};
