import { isAbsolute, join, relative, sep } from 'node:path';
import type { Uri } from 'vscode';
import type { GitApi, GitRepository } from './gitApi.ts';

/** The repository that a folder is in first, then those in it. */
export function repositoriesOf(api: GitApi | undefined, folder: Uri): GitRepository[] {
  const known = (api?.repositories ?? []).flatMap((repository) => {
    const place = placeIn(folder, repository.rootUri.fsPath);
    return place === undefined ? [] : [{ repository, place }];
  });
  known.sort((one, other) => one.place.length - other.place.length);
  // Of several around it, only the innermost has its files.
  const around = known.filter(({ place }) => place === '');
  around.sort((one, other) => rootLength(other) - rootLength(one));
  return [...around.slice(0, 1), ...known.filter(({ place }) => place !== '')].map(
    ({ repository }) => repository,
  );
}

const rootLength = ({ repository }: { readonly repository: GitRepository }): number =>
  repository.rootUri.fsPath.length;

/** Where a repository and its submodules are in a folder; empty for one around it. */
export function placesOf({ rootUri, state }: GitRepository, folder: Uri): string[] {
  const paths = state.submodules.map(({ path }) => join(rootUri.fsPath, path));
  return [rootUri.fsPath, ...paths].flatMap((path) => placeIn(folder, path) ?? []);
}

/** The path of a file below a folder, with slashes; undefined if it is not in it. */
export function pathIn(folder: Uri, path: string): string | undefined {
  // As the system compares paths: some ignore the case of letters.
  const below = relative(folder.fsPath, path);
  const isInside = below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  return isInside ? below.replaceAll(sep, '/') : undefined;
}

function placeIn(folder: Uri, path: string): string | undefined {
  const below = relative(path, folder.fsPath);
  const isAround = below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  return isAround ? '' : pathIn(folder, path);
}
