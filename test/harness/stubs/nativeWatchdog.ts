/**
 * Stands in for VS Code's native watchdog in the provisioned server: the native module needs a
 * compiler. It ends an extension host whose event loop hangs while its parent dies; VS Code's own
 * check, once a second in JavaScript, remains.
 */
export function start(): void {
  return;
}

export function exit(code = 0): never {
  process.exit(code);
}
