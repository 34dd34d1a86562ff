/** `npm run key-decisions`: writes down what detection decides now; a test compares with it. */
import { writeFileSync } from 'node:fs';
import { keyDecisions } from '../support/keyDecisions.ts';

const file = new URL('../fixtures/keyDecisions.txt', import.meta.url);
writeFileSync(file, `${keyDecisions().join('\n')}\n`);
