import type { ExtensionContext } from 'vscode';
import { registerCalls, type CallsRoom } from './calls/register.ts';
import { registerEntrances } from './entrances.ts';
import type { Rooms } from './rooms.ts';
import { registerSession } from './session/register.ts';
import { registerShell } from './shell/shell.ts';

/** The editor, as the entry sees it. */
export interface OpenEditor extends Pick<CallsRoom, 'close'> {
  /** The rooms that work with addresses; opened by the first call. */
  readonly rooms: () => Promise<Rooms>;
}

/**
 * Builds what every window needs: who is signed in, and whether open jobs wait. Nothing here reads a
 * secret or the network, and nothing here knows what an address is: a window without documents
 * loads none of that.
 * @param onRooms called before the rooms open
 */
export function openEditor(context: ExtensionContext, onRooms: () => void): OpenEditor {
  const own = <Room extends { dispose(): unknown }>(room: Room): Room => {
    context.subscriptions.push(room);
    return room;
  };
  const shell = own(registerShell());
  const session = own(registerSession({ context, shell }));
  const calls = own(registerCalls({ context, session, shell }));
  let opening: Promise<Rooms> | undefined;

  async function load(): Promise<Rooms> {
    const { openRooms } = await import('./rooms.ts');
    // VS Code 1.103 forgets a view some turns after this, and would forget one registered meanwhile.
    await entrances.view.dispose();
    // In the same turn as the rooms: at no time is there no handler.
    onRooms();
    return openRooms({ context, calls, shell });
  }
  const rooms = (): Promise<Rooms> => (opening ??= load());
  const entrances = registerEntrances(rooms, shell.log);
  own(entrances);
  return { close: () => calls.close(), rooms };
}
