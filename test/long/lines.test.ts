/** The lines that an edit can reach, over many more texts. */
import { env } from 'node:process';

env['ADDRESS_RISK_RUNS'] = '20000';
await import('../unit/scan/lines.test.ts');
