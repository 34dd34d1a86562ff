/** A command line, a configuration, or a folder that cannot be used: one line, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What commands end with; where several hold, `worst` says which. */
export const exitCodes = { ok: 0, findings: 1, usage: 2, service: 3, interrupted: 4 } as const;

/** 2 goes before 4, 4 before 3, and 3 before 1. */
export function worst(...codes: readonly number[]): number {
  const order = [exitCodes.usage, exitCodes.interrupted, exitCodes.service, exitCodes.findings];
  return order.find((code) => codes.includes(code)) ?? exitCodes.ok;
}
