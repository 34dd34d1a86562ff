/**
 * VS Code turns `[text](command:…)` in a message, a prompt, or a progress notification into a link
 * that runs the command. Without brackets there is no link, whatever a message quotes.
 */
export function withoutLinks(text: string): string {
  return text.replace(/[[\]]/g, '');
}
