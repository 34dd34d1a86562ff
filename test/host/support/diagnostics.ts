import * as vscode from 'vscode';
import { eventually } from '../../harness/waiting.ts';

/** Below what a test may take, so that it fails with what it found instead. */
const patienceMs = 15_000;

/**
 * Our problems of one kind in a document, once there are that many. Of another kind there may be more:
 * VS Code keeps documents of earlier tests, which may have addresses that look like these.
 */
export async function diagnosticsOf(
  uri: vscode.Uri,
  kind: 'checksum',
  count: number,
): Promise<vscode.Diagnostic[]> {
  const all = (): vscode.Diagnostic[] =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ source, code }) => source === 'Address Risk' && code === kind);
  const reached = () => (all().length === count ? all() : undefined);
  return eventually(`${count} problems`, reached, patienceMs);
}
