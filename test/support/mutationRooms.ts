import { join } from 'node:path';
import { equivalentInBook, equivalentInFolder, equivalentInKeys } from './equivalentMutants.ts';
import type { Room } from './mutationRun.ts';

const root = join(import.meta.dirname, '../..');

/** How many of a hundred mutants that are not equivalent the tests of a room have to notice. */
export const leastScore = 85;

/**
 * The mutated sources, and the tests that run for each mutant. Tests that take many seconds are
 * excluded: a mutant that only they notice deserves a faster test.
 */
export const rooms: Readonly<Record<string, Room>> = {
  paid: {
    root,
    sources: ['src/paid/*.ts'],
    tests: ['test/unit/paid/!(coreKill|model).test.ts'],
  },
  ledger: {
    root,
    sources: ['src/ledger/*.ts'],
    tests: [
      'test/unit/ledger/!(fuzz|lockedFile).test.ts',
      'test/unit/paid/{neverLost,spending,scores}.test.ts',
    ],
  },
  api: { root, sources: ['src/api/*.ts'], tests: ['test/unit/api/*.test.ts'] },
  risk: {
    root,
    sources: ['src/risk/*.ts'],
    tests: ['test/unit/risk/*.test.ts', 'test/unit/paid/{scores,pausedJobs,hazards}.test.ts'],
  },
  book: {
    root,
    sources: ['src/book/*.ts'],
    tests: ['test/unit/book/!(slices).test.ts', 'test/unit/cli/{init,listsAdd}.test.ts'],
    equivalents: equivalentInBook,
  },
  folder: {
    root,
    sources: ['src/folder/*.ts', 'src/git/*.ts', 'src/report/addresses/*.ts'],
    tests: [
      ...['test/unit/folder/*.test.ts', 'test/unit/git/*.test.ts'],
      ...['test/unit/report/addressGroups.test.ts', 'test/unit/report/rowTexts.test.ts'],
      'test/unit/paths/ignoreTree.test.ts',
      'test/unit/cli/{severalRepositories,scanThreads}.test.ts',
    ],
    equivalents: equivalentInFolder,
  },
  keys: {
    root,
    sources: [
      'src/scan/keyMaterial.ts',
      'src/keys/*.ts',
      'src/text/{segments,steps,brackets,columns,lines}.ts',
    ],
    tests: [
      'test/unit/keys/*.test.ts',
      'test/unit/families/bytes.test.ts',
      'test/unit/evidence/chain.test.ts',
      'test/unit/api/keys.test.ts',
    ],
    equivalents: equivalentInKeys,
  },
};
