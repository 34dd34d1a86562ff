/** The quota of a service, asked for 10,000 times, 500 at once. */
import { env } from 'node:process';

env['ADDRESS_RISK_RUNS'] = '10000';
await import('../service/quota.test.ts');
