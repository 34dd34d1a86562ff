/** The fuzzing of what the service sends and receives, with a hundred thousand cases each. */
import { env } from 'node:process';

env['ADDRESS_RISK_RUNS'] = '100000';
await import('../unit/api/decode.test.ts');
await import('../service/fuzz.test.ts');
