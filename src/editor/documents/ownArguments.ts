import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { window, type TextDocument } from 'vscode';
import type { AddressArgument, CommandName } from '../../manifest.ts';

/** The commands whose argument can lead to a paid call without a question of their own. */
export type PaidCommand = Extract<CommandName, 'lookUpAddress' | 'scoreRisk'>;

/** Of this window: a token of another one, or of an earlier session, is worth nothing. */
const windowKey = randomBytes(32);

/** Rows of our views. VS Code passes the same object to a command of their menu. */
const ownRows = new WeakSet();

/**
 * The argument with a token that a repository cannot know: its tasks and key bindings can run our
 * commands with any argument. Other extensions can read the token where it is shown; the hourly limit
 * of commands is the guard against them.
 */
export function withToken(name: PaidCommand, argument: AddressArgument): AddressArgument {
  return { ...argument, token: tokenFor(name, argument) };
}

/** Marks a row of a view as one of ours. */
export function ownRow<Row extends object>(row: Row): Row {
  ownRows.add(row);
  return row;
}

/** Whether an argument comes from a surface of this window, for this command, address, and network. */
export function isOwn(name: PaidCommand, argument: object): boolean {
  if (ownRows.has(argument)) return true;
  const { address, chain, token } = argument as Record<keyof AddressArgument, unknown>;
  if (typeof address !== 'string' || typeof token !== 'string') return false;
  if (chain !== undefined && typeof chain !== 'string') return false;
  const expected = Buffer.from(tokenFor(name, { address, ...(chain !== undefined && { chain }) }));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether a look-up comes from a link of our own hover, whose words name the network. */
export function isHoverLink(argument: unknown): boolean {
  const isLink = typeof argument === 'object' && argument !== null && 'token' in argument;
  return isLink && 'chain' in argument && isOwn('lookUpAddress', argument);
}

/** Providers run for any document that an extension has opened; only those that show get tokens. */
export function isVisible(document: TextDocument): boolean {
  return window.visibleTextEditors.some((editor) => editor.document === document);
}

function tokenFor(name: PaidCommand, { address, chain }: AddressArgument): string {
  const text = JSON.stringify([name, address, chain ?? null]);
  return createHmac('sha256', windowKey).update(text).digest('base64url');
}
