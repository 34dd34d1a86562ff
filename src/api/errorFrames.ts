/**
 * The stack of an error without its message, which may quote values. Empty if the two cannot be
 * separated: a stack keeps the message from the error's creation.
 */
export function framesOf({ message, stack = '' }: Error): string {
  const name = /^[\w$]*(?: \[\w+\])?(?:: )?/.exec(stack)?.[0] ?? '';
  const frames = stack.startsWith(message, name.length)
    ? stack.slice(name.length + message.length)
    : '';
  // VS Code writes them with tabs.
  return /^\n[ \t]+at /.test(frames) ? frames : '';
}

/**
 * Where an error came from: function, file name, and position, preferring the first frame in our
 * own code. Undefined for an unreadable stack.
 */
export function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = framesOf(error)
    .split('\n')
    .map((line) => line.replace(/^[ \t]+at /, ''))
    .filter((frame) => frame !== '');
  const own = frames.find((frame) => frame.includes(import.meta.dirname)) ?? frames[0];
  if (own === undefined) return undefined;
  const start = own.endsWith(')') ? own.lastIndexOf(' (') + 2 : 0;
  const place = own.slice(start);
  const folders = Math.max(place.lastIndexOf('/'), place.lastIndexOf('\\')) + 1;
  return own.slice(0, start) + place.slice(folders);
}
