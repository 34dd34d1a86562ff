import { UsageError } from '../options/usageError.ts';

/** The first Node whose `node:sqlite` needs no flag. */
const least = [22, 13] as const;

/** @throws UsageError on a Node that cannot open a ledger */
export function requireLedger(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = least;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new UsageError(
    `This needs Node ${least.join('.')} or newer: it uses the ledger. scan, and check without --scores, run on this one (${process.versions.node}).`,
  );
}
