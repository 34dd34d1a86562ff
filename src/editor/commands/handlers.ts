import type { CommandName } from '../../manifest.ts';

/** One handler for each command of the manifest; a missing one does not compile. */
export type Handlers = Readonly<Record<CommandName, (argument: unknown) => Promise<void>>>;
