/** `npm run key-decisions`: writes down what detection decides now; tests compare with it. */
import { writeFileSync } from 'node:fs';
import { keyDecisions, pairDecisions } from '../support/keyDecisions.ts';

for (const [name, lines] of [
  ['keyDecisions.txt', keyDecisions()],
  ['keyPairDecisions.txt', pairDecisions()],
] as const) {
  writeFileSync(new URL(`../fixtures/${name}`, import.meta.url), `${lines.join('\n')}\n`);
}
