/**
 * The process that `server.ts` starts, in the folder of a VS Code server: repairs three things and
 * then becomes that server. An entry of its own rather than a `--require`, because extension hosts
 * inherit the server's Node options.
 */
import { Server } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Half of the key that the workbench encrypts secrets with; the same one is the point of it. */
const mintedKey = Buffer.alloc(32, 'address-risk');

// The server itself answers 405, and then SecretStorage forgets at every reload.
const emit = Reflect.get(Server.prototype, 'emit') as (...args: unknown[]) => boolean;
Server.prototype.emit = function (this: Server, event: unknown, ...args: unknown[]): boolean {
  // To compress what never leaves the machine takes a tenth of an extension host's time.
  if (event === 'upgrade') delete (args[0] as IncomingMessage).headers['sec-websocket-extensions'];
  if (event === 'request' && (args[0] as IncomingMessage).url?.endsWith('/mint-key')) {
    (args[1] as ServerResponse).end(mintedKey);
    return true;
  }
  return emit.call(this, event, ...args);
};

// The harness holds the other end of this pipe: however it dies, nothing stays behind.
process.stdin.resume().on('end', () => {
  if (process.platform === 'win32') process.exit();
  else process.kill(0, 'SIGTERM');
});

await import(pathToFileURL(join(process.cwd(), 'out', 'server-main.js')).href);
