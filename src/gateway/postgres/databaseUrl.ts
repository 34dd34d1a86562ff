import { UsageError } from '../../options/usageError.ts';

/**
 * What the client is to do for an `sslmode`. Both it and libpq have modes that take any certificate;
 * the gateway has none, so `require` also verifies the certificate and its name.
 */
const tlsOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  disable: { sslmode: 'disable' },
  require: { sslmode: 'verify-full' },
  // The client compares no name only as libpq does.
  'verify-ca': { sslmode: 'verify-ca', uselibpqcompat: 'true' },
  'verify-full': { sslmode: 'verify-full' },
};

/**
 * A `DATABASE_URL` as the client of PostgreSQL reads it.
 * @throws {UsageError} for the URL of something else; it quotes no password
 */
export function readDatabaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) {
    throw new UsageError(
      'DATABASE_URL cannot be read: it needs the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for @, %2F for /, and so on in the password.',
    );
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new UsageError(
      `DATABASE_URL begins with ${url.protocol}//, and the gateway needs PostgreSQL: postgresql://USER:PASSWORD@HOST:PORT/DATABASE.`,
    );
  }
  const mode = url.searchParams.get('sslmode');
  if (mode === null) return url;
  const tls = Object.hasOwn(tlsOptions, mode) ? tlsOptions[mode] : undefined;
  if (tls === undefined) {
    throw new UsageError(
      `sslmode in DATABASE_URL is one of: ${Object.keys(tlsOptions).join(', ')}.`,
    );
  }
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert')) {
    throw new UsageError(
      'sslmode=verify-ca in DATABASE_URL needs sslrootcert, the file of the CA.',
    );
  }
  for (const [name, value] of Object.entries(tls)) url.searchParams.set(name, value);
  return url;
}
