import * as v from 'valibot';
import { isExactNumber, type ExactJson, type ExactNumber } from './exactJson.ts';

/** A field of a response: present, missing, or present but not as the spec defines it. */
export type Field<T> =
  | { readonly state: 'given'; readonly value: T }
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly text: string };

/** In UTF-16 units. */
const maxUnreadableLength = 80;

/** Digits as sent. */
export const finiteNumber = v.pipe(
  v.custom<ExactNumber>(isExactNumber),
  v.transform(String),
  v.check((digits) => Number.isFinite(Number(digits))),
);

export const wholeNumber = v.pipe(
  finiteNumber,
  v.check((digits) => Number.isInteger(Number(digits)) && Number(digits) >= 0),
);

export const jsonObject = v.custom<Readonly<Record<string, ExactJson>>>(
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value),
);

export function own(
  object: Readonly<Record<string, ExactJson>>,
  key: string,
): ExactJson | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The fields of an object of the contract: the key of each, and what it may be. */
export type FieldTable = Readonly<
  Record<string, { readonly key: string; readonly schema: v.GenericSchema<unknown, unknown> }>
>;

export type FieldsOf<Table extends FieldTable> = {
  readonly [Name in keyof Table]: Field<v.InferOutput<Table[Name]['schema']>>;
};

/** Reads each field by its schema. */
export function fieldsIn<Table extends FieldTable>(
  table: Table,
  object: Readonly<Record<string, ExactJson>>,
): FieldsOf<Table> {
  const fields = Object.entries(table).map(([name, { key, schema }]) => {
    return [name, fieldOf(own(object, key), schema)] as const;
  });
  return Object.fromEntries(fields) as unknown as FieldsOf<Table>;
}

function fieldOf(
  value: ExactJson | undefined,
  schema: v.GenericSchema<unknown, unknown>,
): Field<unknown> {
  if (value === undefined || value === null) return { state: 'absent' };
  const result = v.safeParse(schema, value);
  return result.success
    ? { state: 'given', value: result.output }
    : { state: 'unreadable', text: excerpt(value) };
}

function excerpt(value: ExactJson): string {
  if (isExactNumber(value)) return value.slice(0, maxUnreadableLength);
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? '[…]'
        : typeof value === 'boolean'
          ? String(value)
          : '{…}';
  return text.slice(0, maxUnreadableLength);
}
