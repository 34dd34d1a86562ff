/**
 * `npm start`: a real VS Code with the extension, on `examples/`, in sample mode. Options after
 * `--`: `--browser`, `--desktop`, `--folder DIR`, `--port N` (of VS Code in the browser), and
 * `--profile DIR`, which keeps settings and stored results from one start to the next. Without it
 * every start is a first one: what an earlier build left behind cannot explain what one sees.
 */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findDesktop, hasDisplay, startDesktop } from './desktop.ts';
import { repository } from './extension.ts';
import { endTree, run } from './processes.ts';
import { makeProfile, quietSettings, removeProfile } from './profile.ts';
import { progress } from './provision.ts';
import { startServer } from './server.ts';
import { eventually } from './waiting.ts';

const parent = process.ppid;

interface Running {
  /** What follows `VS Code ready: `. */
  where: string;
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

const { values } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    desktop: { type: 'boolean', default: false },
    folder: { type: 'string' },
    port: { type: 'string' },
    profile: { type: 'string' },
  },
});

/** npm changes into the repository; a path that was typed belongs to the caller's folder. */
const callersFolder = process.env['INIT_CWD'] ?? process.cwd();
const folder = resolve(values.folder ? callersFolder : repository, values.folder ?? 'examples');
const profile = values.profile && resolve(callersFolder, values.profile);

// A folder with a README introduces itself.
const settings = { ...quietSettings, 'workbench.startupEditor': 'readme' };
const globalStorage = { 'mode.json': '{"mode":"sample"}' };

async function inDesktop(): Promise<Running | undefined> {
  if (values.browser || !(values.desktop || hasDisplay())) return undefined;
  const program = await findDesktop();
  if (!program) {
    if (values.desktop) throw new Error('No desktop VS Code was found, and none could be fetched.');
    progress('VS Code opens in the browser instead.');
    return undefined;
  }
  const made = await makeProfile(settings, globalStorage, profile);
  const child = startDesktop(program, made, folder);
  await once(child, 'spawn');
  return {
    where: 'desktop',
    ended: once(child, 'exit'),
    stop: () => endTree(child).then(() => removeProfile(made)),
  };
}

async function inBrowser(): Promise<Running> {
  const server = await startServer({
    folder,
    settings,
    globalStorage,
    builtIn: 'all',
    port: Number(values.port ?? 0),
    mayLeaveMachine: true,
    ...(profile && { profile }),
  });
  return { where: server.url(), ended: server.ended, stop: () => server.stop() };
}

const interrupted = Promise.race([
  once(process, 'SIGINT'),
  once(process, 'SIGTERM'),
  // `npm start` that is told to end passes it to its shell alone, and that goes without us.
  eventually('the end of the parent', () => process.ppid !== parent, Infinity),
]);

await run(process.execPath, ['esbuild.js'], { cwd: repository });
const running = (await inDesktop()) ?? (await inBrowser());
process.stdout.write(`VS Code ready: ${running.where}\n`);
await Promise.race([interrupted, running.ended]);
await running.stop();
process.exit();
