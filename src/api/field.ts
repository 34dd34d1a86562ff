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

export function field<T>(
  object: Readonly<Record<string, ExactJson>>,
  key: string,
  schema: v.GenericSchema<unknown, T>,
): Field<T> {
  const value = own(object, key);
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
