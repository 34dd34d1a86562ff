import { env } from 'node:process';

// Each of the states that a ledger can hold.
env['ADDRESS_RISK_ALL_STATES'] = '1';
await import('../e2e/reportReload.test.ts');
