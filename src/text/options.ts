/** Whether `--option ` comes right before an offset. */
export const isOptionBefore = (text: string, start: number): boolean =>
  /(?:^|\s)--[a-z][\w-]{1,40}[ =]$/.test(text.slice(Math.max(0, start - 48), start));
