import type { Statement, Store, Tick } from './store.ts';

/** A row as SQLite returns it. The columns are STRICT, so their types match the schema. */
export type Row = Record<string, unknown>;

/** Operations that each store implements differently. */
export type Step =
  | Statement
  /** The time that leases go by: of the caller, or of the database that all share. */
  | { readonly tick: Tick }
  /** Waits for other transactions on the same thing, where there can be any. */
  | { readonly lock: readonly string[] };

/**
 * Work on a ledger in steps: a thread runs all steps at once on a file, and awaits each on a
 * database. The code that prevents double payment exists only once.
 */
export type Steps<T> = Generator<Step, T, readonly Row[]>;

/** Methods of a store as steps. */
export type StepsOf<Methods extends Partial<Store>> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Steps<Result>
    : never;
};

export function* rowsOf(...statement: Statement): Steps<readonly Row[]> {
  return yield statement;
}

export function* tickOf(tick: Tick): Steps<Tick> {
  const [row] = yield { tick };
  return row?.['tick'] as Tick;
}

/** Thrown by work that changes nothing after all, however far it is: its transaction is undone. */
export class Undone extends Error {
  /** The result of the work. */
  readonly value: unknown;
  /** PostgreSQL's for a statement that found no row: no fault of the database. */
  readonly code = 'P0002';

  constructor(value: unknown) {
    super('A statement has returned no row.');
    this.value = value;
  }
}

/** @throws any other error */
export function valueIfUndone(error: unknown): unknown {
  if (error instanceof Undone) return error.value;
  throw error;
}

/** Takes all steps at once. Within a transaction of a file, no one else is in the way. */
export function takeSteps<T>(steps: Steps<T>, apply: (statement: Statement) => Row[]): T {
  let next = steps.next();
  while (next.done !== true) {
    const { value } = next;
    next = steps.next('tick' in value ? [value] : 'lock' in value ? [] : apply(value));
  }
  return next.value;
}
