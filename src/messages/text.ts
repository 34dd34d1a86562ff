import * as l10n from '@vscode/l10n';
import { visible } from './visible.ts';

const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Longer texts of the service are cut, in UTF-16 units. */
const longest = 256;

/**
 * Text of the service made safe to show, on one line: characters that cannot be seen, or that turn
 * the order of others around, are shown by their code points, and its length is limited.
 */
export function plain(text: string): string {
  return shortened(visible(text.slice(0, longest + 1)), longest);
}

/** The same for our own sentences, whose language may need such characters: spaces replace them. */
export function withoutInvisible(text: string): string {
  return shortened(text.slice(0, longest + 1).replace(unsafe, ' '), longest);
}

/** Sentences one after another. Chinese has no space between them. */
export const sentences = (texts: readonly string[]): string =>
  texts.reduce((all, text) => (all === '' ? text : l10n.t('{0} {1}', all, text)), '');

/** `a, b, c`. */
export const listed = (texts: readonly string[]): string => texts.join(l10n.t(', '));

/** `Level: High`. */
export const labeled = (label: string, value: string): string => l10n.t('{0}: {1}', label, value);

/** `0x1234…abcd`: enough to tell two addresses apart at a glance, never enough to act on. */
export function shortAddress(address: string): string {
  return address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** The name first, if there is one; the address always. */
export const namedAddress = (address: string, name: string | undefined): string[] =>
  name === undefined ? [shortAddress(address)] : [name, shortAddress(address)];

/** Never in the middle of a character. @param most the longest result, in UTF-16 units */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * VS Code turns `[text](command:…)` in messages, prompts, and progress notifications into links
 * that run commands. Without brackets, quoted text cannot contain a link.
 */
export function withoutLinks(text: string): string {
  return text.replace(/[[\]]/g, '');
}
