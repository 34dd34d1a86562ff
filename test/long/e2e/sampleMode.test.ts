/** Sample mode in each version of VS Code. */
import { env } from 'node:process';

env['ADDRESS_RISK_LONG'] = 'true';
await import('../../e2e/sampleMode.test.ts');
