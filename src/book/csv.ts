const delimiters = [',', ';', '\t', '|'];

/** Picks the delimiter that splits the title line into the most fields. */
export function delimiterOf(titles: string): string {
  const widthOf = (each: string): number => csvFields(titles, each).length;
  return delimiters.reduce((best, each) => (widthOf(each) > widthOf(best) ? each : best));
}

/**
 * The fields of a line of CSV (RFC 4180), trimmed. A record is one line: a quote that never closes
 * then costs its own row, not the rest of the file.
 */
export function csvFields(line: string, delimiter = ','): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const quote = openingQuote(line, at);
    let field = '';
    if (quote !== -1) {
      at = quote + 1;
      for (;;) {
        const close = line.indexOf('"', at);
        field += line.slice(at, close === -1 ? line.length : close);
        at = close === -1 ? line.length : close + 1;
        if (line.charAt(at) !== '"' || close === -1) break;
        field += '"';
        at++;
      }
    }
    const next = line.indexOf(delimiter, at);
    field += line.slice(at, next === -1 ? line.length : next);
    fields.push(field.trim());
    if (next === -1) return fields;
    at = next + 1;
  }
}

/** -1 if the field is not quoted. */
function openingQuote(line: string, start: number): number {
  let at = start;
  while (line.charAt(at) === ' ') at++;
  return line.charAt(at) === '"' ? at : -1;
}
