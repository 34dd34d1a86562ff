/** What Git ignores, by 1,000 generated files. */
import { env } from 'node:process';

env['ADDRESS_RISK_RUNS'] = '1000';
await import('../unit/paths/gitIgnore.test.ts');
