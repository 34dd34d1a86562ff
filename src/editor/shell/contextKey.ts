import { commands } from 'vscode';

/** Sets a key of `when` clauses in package.json where its value changes. */
export function contextKey(name: string): (value: boolean) => void {
  let current = false;
  return (value) => {
    if (value === current) return;
    current = value;
    void commands.executeCommand('setContext', name, value);
  };
}
