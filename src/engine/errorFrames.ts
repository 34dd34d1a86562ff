/**
 * The stack of an error without its message, which may quote values. Empty where the two cannot be
 * told apart: a stack keeps the message that the error was created with.
 */
export function framesOf({ message, stack = '' }: Error): string {
  const name = /^[\w$]*(?: \[\w+\])?(?:: )?/.exec(stack)?.[0] ?? '';
  const frames = stack.startsWith(message, name.length)
    ? stack.slice(name.length + message.length)
    : '';
  // VS Code writes them with tabs.
  return /^\n[ \t]+at /.test(frames) ? frames : '';
}
