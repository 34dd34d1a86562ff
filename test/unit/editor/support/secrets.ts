import type { SecretStorage } from 'vscode';

/** The secret storage of one window, over what all windows share. */
export interface SharedSecrets {
  readonly secrets: SecretStorage;
  /** Tells the window of a change, as VS Code does for changes in any window. */
  readonly fire: (key: string) => void;
  /** How many listen to changes in this window. */
  readonly listening: () => number;
}

export function storage(
  shared: Map<string, string>,
  faults: { readonly forgets?: boolean; readonly throws?: boolean } = {},
): SharedSecrets {
  const listeners = new Set<(change: { key: string }) => void>();
  const fail = (): Promise<never> => Promise.reject(new Error('no keyring'));
  const secrets = {
    keys: () => Promise.resolve([...shared.keys()]),
    get: (key: string) => (faults.throws === true ? fail() : Promise.resolve(shared.get(key))),
    store(key: string, value: string) {
      if (faults.throws === true) return fail();
      if (faults.forgets !== true) shared.set(key, value);
      return Promise.resolve();
    },
    delete(key: string) {
      shared.delete(key);
      return Promise.resolve();
    },
    onDidChange(listener: (change: { key: string }) => void) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return {
    secrets,
    listening: () => listeners.size,
    fire: (key) => listeners.forEach((listener) => listener({ key })),
  };
}

/** The user has signed out of nothing. */
export const nothingEnded = {
  isEnded: () => Promise.resolve(false),
  end: () => Promise.resolve(),
};
