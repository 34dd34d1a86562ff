/** The end-to-end tests of jobs, with fifty crashes of the extension host in place of one. */
import { env } from 'node:process';

env['ADDRESS_RISK_KILLS'] = '50';
await import('../e2e/jobs.test.ts');
