import { createHash } from 'node:crypto';
import type { Credentials } from './credentials.ts';
import { excerptUnits } from './failure.ts';
import { base64Of, encodingsOf, writtenFormsOf } from './encodings.ts';

/**
 * Takes tenant ID and API key out of what a service sends back before it is stored: an honest
 * response names the tenant, a careless one repeats the `Authorization` header.
 */
export interface Redaction {
  /** The text with `[redacted]` in the place of the credentials in any of their forms. */
  text(text: string): string;
  /**
   * The beginning of a body, likewise. Of one that is not whole, what may be the beginning of a
   * credential is dropped from its end.
   */
  excerpt(body: string, isWhole: boolean): string;
  /**
   * A job ID in storable form. It must be sent again unchanged, so everything removed can be
   * restored: the tenant with any key of the tenant, the rest only with the same key.
   */
  seal(jobId: string): string;
  /** The job ID as it came; undefined where other credentials sealed it. */
  open(sealed: string): string | undefined;
}

const replacement = '[redacted]';

/** Fields of the contract whose values are never credentials, whatever a tenant is called. */
const contractFields = new Set(
  'risk_score raw_risk_score address chain created_at updated_at balance usd_balance tx_total is_contract last_activity'.split(
    ' ',
  ),
);

/** One credential in its forms, and where each may be taken out. */
interface Forms {
  /** Removed anywhere in a string. */
  readonly parts: readonly string[];
  /** Too common for that, such as `money` or a few digits: removed only as whole values. */
  readonly wholes: ReadonlySet<string>;
}

export function redactionOf({ tenantId, apiKey }: Credentials): Redaction {
  const pair = `${tenantId}:${apiKey}`;
  const header = `Basic ${Buffer.from(pair).toString('base64')}`;
  const tenantForms = formsOf(tenantId, isPlainWord);
  const keyForms = formsOf(apiKey, (form) => form.length < 6);
  const parts = [...tenantForms.parts, ...keyForms.parts, ...encodingsOf(pair), ...base64Of(header)]
    // Longest first, so that no form is cut by a shorter one inside it.
    .sort((a, b) => b.length - a.length);
  const wholes = new Set([...tenantForms.wholes, ...keyForms.wholes]);
  const seals = sealsOf(tenantId, apiKey);
  const redacted = (text: string): string => {
    const found = parts.filter((form) => text.includes(form));
    const isPlainFound = [...wholes].some((form) => text.includes(form));
    return found.length === 0 && !isPlainFound ? text : redact(text, found, wholes);
  };
  return {
    text: redacted,
    excerpt(body, isWhole) {
      const known = isWhole ? body : withoutUnfinishedForm(body, [...parts, ...wholes]);
      // Redact first: cutting through the credentials would leave a part of them.
      return redacted(known).slice(0, excerptUnits);
    },
    seal: (jobId) => exchanged(jobId, seals),
    open(sealed) {
      const id = exchanged(
        sealed,
        seals.map(([form, seal]) => [seal, form]),
      );
      return id.includes('⟨') ? undefined : id;
    },
  };
}

/** A shorter prefix of a credential reveals nothing and occurs in every text. */
const minBeginningLength = 3;

/** Text that was cut off, without the longest end that is the beginning of a form. */
function withoutUnfinishedForm(text: string, forms: readonly string[]): string {
  const lengthAtEnd = (form: string): number => {
    let length = Math.min(form.length, text.length);
    while (!text.endsWith(form.slice(0, length))) length--;
    return length;
  };
  const longest = Math.max(0, ...forms.map(lengthAtEnd));
  return longest < minBeginningLength ? text : text.slice(0, text.length - longest);
}

/** A word, digits, or a few hex digits may be a part of what means something else. */
function isPlainWord(form: string): boolean {
  return form.length < 6 || /^(?:[A-Za-z_]+|[0-9a-fA-F]{1,15})$/.test(form);
}

function formsOf(secret: string, isPlain: (form: string) => boolean): Forms {
  const forms = encodingsOf(secret);
  const isApart = (form: string): boolean => isPlain(form) || /^\d+$/.test(form);
  return {
    parts: forms.filter((form) => !isApart(form)),
    wholes: new Set(forms.filter(isApart)),
  };
}

/**
 * Replaces the first text of each pair with the second in a single pass, so that replacements are
 * not replaced again.
 */
function exchanged(text: string, pairs: readonly (readonly [string, string])[]): string {
  let result = '';
  for (let at = 0; at < text.length;) {
    const [from, to] = pairs.find(([each]) => text.startsWith(each, at)) ?? [];
    result += to ?? text.charAt(at);
    at += from?.length ?? 1;
  }
  return result;
}

/**
 * Placeholders for a credential in a job ID. Those of a tenant depend only on the tenant, by
 * position in an append-only list; those of a key identify the key, so that no other key can take
 * its place. Printable ASCII never contains such a mark.
 */
function sealsOf(tenantId: string, apiKey: string): (readonly [string, string])[] {
  const mark = createHash('sha256').update(apiKey).digest('hex').slice(0, 8);
  const pair = `${tenantId}:${apiKey}`;
  const tenant = writtenFormsOf(tenantId).map((form, at) => [form, `⟨t${at}⟩`] as const);
  const key = [...writtenFormsOf(apiKey), ...writtenFormsOf(pair)].map(
    (form, at) => [form, `⟨k${at}.${mark}⟩`] as const,
  );
  return [...key, ...tenant]
    .filter(([form]) => form.length > 1)
    .sort(([a], [b]) => b.length - a.length);
}

/** Takes forms out of the strings of a JSON text, or out of all of another text. */
function redact(text: string, parts: readonly string[], wholes: ReadonlySet<string>): string {
  const within = (content: string): string =>
    withoutNumbers(
      parts.reduce((rest, form) => rest.replaceAll(form, replacement), content),
      wholes,
    );
  if (!/^[\s\uFEFF]{0,64}[[{"]/.test(text)) {
    return wholes.has(text.trim()) ? replacement : within(text);
  }
  let redacted = '';
  let field = '';
  for (let at = 0; at < text.length;) {
    const end = endOfToken(text, at);
    const found = text.slice(at, end);
    const isString = found.startsWith('"') && found.length > 1;
    const content = isString ? found.slice(1, -1) : found;
    const isMember = isString && isName(text, end);
    if (isMember) field = content;
    const isOfContract = contractFields.has(field);
    if (wholes.has(content) && !isMember && !isOfContract) redacted += `"${replacement}"`;
    else if (!isString || (isMember && isOfContract)) redacted += found;
    else redacted += `"${within(content)}"`;
    at = end;
  }
  return redacted;
}

/** Where a string, a number, or what is between two of them ends. */
function endOfToken(text: string, start: number): number {
  let at = start + 1;
  if (text.charCodeAt(start) === 0x22) {
    while (at < text.length && text.charCodeAt(at) !== 0x22) {
      at += text.charCodeAt(at) === 0x5c ? 2 : 1;
    }
    return Math.min(text.length, at + 1);
  }
  const isOfNumber = isNumeral(text.charCodeAt(start));
  while (
    at < text.length &&
    text.charCodeAt(at) !== 0x22 &&
    isNumeral(text.charCodeAt(at)) === isOfNumber
  ) {
    at++;
  }
  return at;
}

/** Digits, and what else is in a number of JSON. */
function isNumeral(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e;
}

/** Whether a colon follows: then a string is the name of a member. */
function isName(text: string, from: number): boolean {
  let at = from;
  while (at < from + 64 && /\s/.test(text.charAt(at))) at++;
  return text.charAt(at) === ':';
}

/** A long number inside a sentence isn't a figure: `invalid key 7312894650128374`. */
function withoutNumbers(content: string, wholes: ReadonlySet<string>): string {
  return content.replace(/\d{8,512}/g, (digits) => (wholes.has(digits) ? replacement : digits));
}
