import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Credentials } from '../../api/credentials.ts';

/** Credentials with the one origin they belong to. */
interface BoundCredentials extends Credentials {
  readonly origin: string;
  /** Identifies this pair in the ledger without revealing it. */
  readonly id: string;
}

const secretName = 'addressRisk.credentials';

/**
 * One secret for the whole pair: two could be read as the ID of one tenant with the key of another.
 */
export type CredentialStore = ReturnType<typeof credentialStore>;

/** @param secrets encrypted by the system; shared by all windows of the user */
export function credentialStore(secrets: vscode.SecretStorage) {
  const read = async (): Promise<BoundCredentials | undefined> =>
    parse(await secrets.get(secretName));
  return {
    read,
    /** Returns false if the storage did not keep it, for example without a keyring. */
    async save(origin: string, { tenantId, apiKey }: Credentials): Promise<boolean> {
      const bound: BoundCredentials = { origin, tenantId, apiKey, id: randomUUID() };
      await secrets.store(secretName, JSON.stringify({ v: 1, ...bound }));
      return (await read())?.id === bound.id;
    },
    async remove(): Promise<void> {
      await secrets.delete(secretName);
    },
    onDidChange: (listener: () => void): vscode.Disposable =>
      secrets.onDidChange(({ key }) => {
        if (key === secretName) listener();
      }),
  };
}

function parse(secret: string | undefined): BoundCredentials | undefined {
  if (secret === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(secret);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { v, origin, tenantId, apiKey, id } = value as Record<string, unknown>;
  const isWhole =
    v === 1 &&
    typeof origin === 'string' &&
    typeof tenantId === 'string' &&
    typeof apiKey === 'string' &&
    typeof id === 'string';
  return isWhole ? { origin, tenantId, apiKey, id } : undefined;
}
