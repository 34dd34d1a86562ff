import type { CommandName } from '../../manifest.ts';

/**
 * One handler for each command of the manifest; a missing one does not compile. A view passes the row
 * of the menu, and all selected rows.
 */
export type Handlers = Readonly<
  Record<CommandName, (argument: unknown, selected?: unknown) => Promise<void>>
>;
