/** The fuzzing of the ledger's file, with 1,000 generated files in place of 60. */
import { env } from 'node:process';

env['ADDRESS_RISK_RUNS'] = '1000';
await import('../unit/ledger/fuzz.test.ts');
