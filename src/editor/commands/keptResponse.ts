import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { JobRow } from '../../ledger/store.ts';
import { keptResponseTitle } from '../../words/jobList.ts';

const scheme = 'address-risk-response';
const bodies = new Map<string, string>();
let isRegistered = false;

/** Shows what the service sent for a job, as text beside the code; it cannot be edited. */
export async function showKeptResponse(job: JobRow): Promise<void> {
  const { id, unreadBody } = job;
  if (unreadBody === null) return;
  if (!isRegistered) {
    isRegistered = true;
    workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ query }) => bodies.get(query) ?? '',
    });
  }
  // The box for the ID covers the first lines.
  bodies.set(id, `${keptResponseTitle(job)}\n\n\n\n\n${unreadBody}\n`);
  const document = await workspace.openTextDocument(
    Uri.from({ scheme, path: 'response.txt', query: id }),
  );
  const beside = { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true };
  await window.showTextDocument(document, beside);
}
