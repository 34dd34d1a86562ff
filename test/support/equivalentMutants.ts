/**
 * The mutants that no test can notice, because the code means the same with them. A run lists them as
 * equivalent and leaves them out of the score. A reason is for these alone: what a test could notice
 * deserves a test.
 */
import type { Mutant } from './mutants.ts';

export interface EquivalentMutant {
  readonly file: string;
  /** The source line on which it starts, without blanks around it. */
  readonly code: string;
  /** `original → replacement`, as the instrumenter writes them. */
  readonly change: string;
  readonly reason: string;
}

export function isOf({ file, code, change }: EquivalentMutant, mutant: Mutant): boolean {
  return (
    file === mutant.file &&
    code === mutant.code &&
    change === `${mutant.original} → ${mutant.replacement}`
  );
}

/** Several changes of one line for one reason. */
const same = (
  file: string,
  code: string,
  reason: string,
  ...changes: readonly string[]
): EquivalentMutant[] => changes.map((change) => ({ file, code, change, reason }));

const neighbors = 'src/addresses/keys/neighbors.ts';
const skipsAtOnce = 'The table only saves time: the code after it passes over the same characters.';

/** In the room of keys. */
export const equivalentInKeys: readonly EquivalentMutant[] = [
  ...same(
    neighbors,
    'for (let code = 0; code < 0x80; code++) if (isLetterOrDigit(code)) plain[code] = 0;',
    skipsAtOnce,
    'code < 0x80 → code <= 0x80',
    'isLetterOrDigit(code) → true',
  ),
  ...same(
    neighbors,
    'if (((plain[code] ?? 0) & passed) !== 0) continue;',
    skipsAtOnce,
    'plain[code] ?? 0 → plain[code] && 0',
    '((plain[code] ?? 0) & passed) !== 0 → false',
  ),
  ...same(
    neighbors,
    'for (let at = from + 1; at < to; at += 2) {',
    'At `to` is a line break, not a slash.',
    'at < to → at <= to',
  ),
  ...same(
    'src/addresses/keys/guard.ts',
    "case 'indexedHexKey':",
    'All cases of the group return undefined, and so does the end of the function.',
    '\'indexedHexKey\' → ""',
  ),
  ...same(
    'src/addresses/keys/halves.ts',
    'if (behind.length + before.length === 0) return undefined;',
    'Without parts, the loops below find none.',
    'behind.length + before.length === 0 → false',
  ),
  ...same(
    'src/addresses/keys/idioms.ts',
    'if (!/=\\s{0,3}["\'`]$/.test(before.slice(-5))) return false;',
    'The next expression ends the same way: this one only saves time.',
    '/=\\s{0,3}["\'`]$/ → /=\\s{0,3}["\'`]/',
  ),
];

const ledger = 'src/ledger/ledger.ts';
const methods =
  'readResult listResultsOf listResults listHistory readPastResult saveResult clearResults beginJob ' +
  'readJob listJobs listJobsInProgress openJobOf claimJob changeJob settleJob overrideJob keepJob ' +
  'forgetJob claimNotice noticeJob settleOrphans takeTurn renewTurn endTurn claimCall renewCall ' +
  'settleCall failCall releaseCall readCall countUsage uncountUsage readUsage setStop readStops ' +
  'clearStops reserveSpending settleSpending releaseSpending listSpendings listSpendingsOf ' +
  'countUnanswered decideAllowance version';

/** In the room of the ledger. */
export const equivalentInLedger: readonly EquivalentMutant[] = methods
  .split(' ')
  .flatMap((method) =>
    same(
      ledger,
      `${method}: true,`,
      'Only the names are read. The compiler rejects another value.',
      'true → false',
    ),
  );
