/** The tests of damaged files, with every page damaged once in place of every eighth. */
import { env } from 'node:process';

env['ADDRESS_RISK_PAGE_STEP'] = '1';
await import('../unit/ledger/salvage.test.ts');
