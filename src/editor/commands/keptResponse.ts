import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { JobRow } from '../../ledger/store.ts';

const scheme = 'address-risk-response';
const bodies = new Map<string, string>();
let isRegistered = false;

/** Shows what the service sent for a job, as text beside the code; it cannot be edited. */
export async function showKeptResponse({ id, unreadBody }: JobRow): Promise<void> {
  if (unreadBody === null) return;
  if (!isRegistered) {
    isRegistered = true;
    workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ query }) => bodies.get(query) ?? '',
    });
  }
  bodies.set(id, unreadBody);
  const document = await workspace.openTextDocument(
    Uri.from({ scheme, path: 'response.txt', query: id }),
  );
  const beside = { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true };
  await window.showTextDocument(document, beside);
}
