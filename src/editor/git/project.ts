import { basename } from 'node:path';
import type { WorkspaceFolder } from 'vscode';
import type { ReportProject } from '../../report/export/addressReport.ts';
import type { Revisions } from './register.ts';

/** What Git says of a folder, for the title of an export. */
export async function projectOf(
  folder: WorkspaceFolder | undefined,
  revisions: Pick<Revisions, 'repositoryOf'>,
): Promise<ReportProject> {
  const repository = folder && (await revisions.repositoryOf(folder));
  const { name, commit } = repository?.state.HEAD ?? {};
  return {
    name: repository === undefined ? (folder?.name ?? '') : basename(repository.rootUri.path),
    branch: name ?? null,
    commit: commit ?? null,
  };
}
