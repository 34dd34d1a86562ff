/**
 * In front of a body that its service calls made up: whitespace, which JSON ignores. So the flag is stored
 * with the result, and survives whatever the result survives, without a column of its own.
 */
const mark = ' \t \t \t';

export const markSample = (body: string): string => mark + body;

export const isSampleBody = (body: string): boolean => body.startsWith(mark);

/** As the service sent it. */
export const withoutMark = (body: string): string =>
  isSampleBody(body) ? body.slice(mark.length) : body;
