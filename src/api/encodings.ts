/** A shorter piece of base64 is as often something else. */
const minBase64Length = 6;

/**
 * Every form in which a service might write a credential: verbatim, in other cases, without dashes,
 * in base64, and in hex. Stored data depends on the order, so only append to it.
 */
export function writtenFormsOf(secret: string): string[] {
  const bare = secret.replaceAll('-', '');
  return [
    ...new Set([
      ...[secret, secret.toLowerCase(), secret.toUpperCase()],
      ...[bare, bare.toLowerCase(), bare.toUpperCase(), secret.replaceAll('-', '_')],
      ...base64Of(secret),
      ...hexOf(Buffer.from(secret)),
      ...uuidForms(bare),
    ]),
  ];
}

/** The same, and as JSON, HTML, URLs, and Python escape them. */
export function encodingsOf(secret: string): string[] {
  const forms = writtenFormsOf(secret).flatMap((form) => [
    form,
    ...jsonForms(form),
    ...urlForms(form),
    htmlForm(form),
    ...pythonForms(form),
  ]);
  return [...new Set(forms)].filter((form) => form !== '');
}

/**
 * Base64 of a text in both alphabets, limited to the characters that don't depend on the text
 * around it, for each of the three possible alignments.
 */
export function base64Of(text: string): string[] {
  const whole = Buffer.from(text);
  const inner = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), whole]);
    // Of the first and the last group of three bytes, others may be a part.
    const from = before === 0 ? 0 : 4;
    return bytes.toString('base64').slice(from, Math.floor(bytes.length / 3) * 4);
  });
  return [whole.toString('base64'), whole.toString('base64url'), ...inner, ...inner.map(urlSafe)]
    .flatMap((form) => [form, form.replaceAll('=', '')])
    .filter((form) => form.length >= minBase64Length);
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

function hexOf(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return [hex, hex.toUpperCase()];
}

/** The sixteen bytes of a UUID. */
function uuidForms(bare: string): string[] {
  if (!/^[0-9a-fA-F]{32}$/.test(bare)) return [];
  const bytes = Buffer.from(bare, 'hex');
  const base64 = bytes.toString('base64');
  return [base64, base64.replaceAll('=', ''), bytes.toString('base64url')];
}

/** As little as JSON must, and what writers escape besides: slashes, HTML's characters, all but ASCII. */
function jsonForms(text: string): string[] {
  const least = JSON.stringify(text).slice(1, -1);
  const escape = (pattern: RegExp, isUpper: boolean): string =>
    least.replace(pattern, (unit) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${isUpper ? hex.toUpperCase() : hex}`;
    });
  const forms = [false, true].flatMap((isUpper) => [
    escape(/[\u007f-\uffff]/g, isUpper),
    escape(/[&<>]/g, isUpper),
    escape(/[&<>\u007f-\uffff]/g, isUpper),
    escape(/[&<>'+\u007f-\uffff]/g, isUpper),
  ]);
  return [least, ...forms].flatMap((form) => [form, form.replaceAll('/', '\\/')]);
}

function urlForms(text: string): string[] {
  const once = encodeURIComponent(text);
  const strict = once.replace(/[!'()*~]/g, (unit) => `%${hexOf(Buffer.from(unit))[1] ?? ''}`);
  const lower = (form: string): string =>
    form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return [once, strict, strict.replaceAll('%20', '+')].flatMap((form) => [
    ...[form, lower(form)],
    ...[encodeURIComponent(form), encodeURIComponent(lower(form))],
  ]);
}

function htmlForm(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Bytes as Python prints them, and that in a string of JSON. */
function pythonForms(text: string): string[] {
  const printed = text.replace(/[\u0080-\uffff]/g, (unit) =>
    [...Buffer.from(unit)].map((byte) => `\\x${byte.toString(16)}`).join(''),
  );
  return [printed, JSON.stringify(printed).slice(1, -1)];
}
