import type { NotStoredReason } from '../../ledger/faults.ts';
import { StoreProblem } from '../storeProblem.ts';

/** What a message says of a database. */
export interface DatabasePlace {
  readonly host: string;
  readonly port: number;
  readonly database: string | undefined;
  readonly user: string | undefined;
}

interface Known extends DatabasePlace {
  /** The database and where it is. */
  readonly it: string;
  readonly code: string;
}

/**
 * By PostgreSQL’s code (its documentation, appendix A), the system’s, or what the client says without
 * a code. The first that matches counts.
 */
const problems: readonly (readonly [RegExp, NotStoredReason, (known: Known) => string])[] = [
  [/^53100/, 'full', ({ it }) => `the disk of ${it} is full.`],
  [/^25006/, 'readOnly', ({ it }) => `${it} takes no changes: it is a standby, or fails over.`],
  [
    /^42501/,
    'readOnly',
    ({ it, user }) => `the user ${user} may not create tables in ${it}: make it the owner.`,
  ],
  [/^28P01/, 'busy', ({ it, user }) => `${it} rejected the password of ${user}.`],
  [
    /^28|^SASL/,
    'busy',
    ({ it, user }) =>
      `${it} does not accept ${user}: the user does not exist, needs a password, or pg_hba.conf does not allow it.`,
  ],
  [
    /^3D000/,
    'busy',
    ({ host, port, database }) =>
      `PostgreSQL at ${host}:${port} has no database ${database}. Create it, or correct DATABASE_URL.`,
  ],
  [
    /^53300/,
    'busy',
    ({ it }) => `${it} has no connection left: raise max_connections, or put PgBouncer in front.`,
  ],
  [/^57P0/, 'busy', ({ it }) => `${it} is starting, stopping, or failing over.`],
  [
    /^timeout exceeded when trying/,
    'busy',
    ({ it }) => `all connections of this process to ${it} are in use.`,
  ],
  [
    /does not support SSL/,
    'busy',
    ({ it }) => `${it} does not offer TLS: turn it on there, or remove sslmode from DATABASE_URL.`,
  ],
  [
    /CERT|ISSUER|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO/,
    'busy',
    ({ it, code }) =>
      `the certificate of ${it} is not trusted (${code}): name its CA with sslrootcert in DATABASE_URL.`,
  ],
  [/^ECONNREFUSED/, 'busy', ({ it }) => `${it} does not listen.`],
  [/^ENOTFOUND|^EAI_AGAIN/, 'busy', ({ it, code }) => `the host of ${it} was not found (${code}).`],
  [/timeout|^ETIMEDOUT/, 'busy', ({ it }) => `${it} does not respond in time.`],
  // It has no resources left, has another transaction in the way, or has a fault.
  [/^(?:08|40|53|55|57|58)/, 'busy', ({ it, code }) => `${it} cannot be used now (${code}).`],
  // A mistake of our own.
  [/^[0-9A-Z]{5}$/, 'busy', () => ''],
  [/^/, 'busy', ({ it, code }) => `the connection to ${it} broke${code && ` (${code})`}.`],
];

/** Undefined for a fault of our own, such as a statement with a mistake. */
export function databaseProblem(error: unknown, place: DatabasePlace): StoreProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const it = `the database ${place.database} at ${place.host}:${place.port}`;
  const found = problems.find(([pattern]) => pattern.test(code || error.message));
  const sentence = found?.[2]({ ...place, it, code }) ?? '';
  if (found === undefined || sentence === '') return undefined;
  return new StoreProblem(found[1], sentence.charAt(0).toUpperCase() + sentence.slice(1));
}
