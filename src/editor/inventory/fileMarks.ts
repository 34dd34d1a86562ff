import { Disposable, EventEmitter, FileDecoration, ThemeColor, Uri, window } from 'vscode';
import { addressGroups } from '../../messages/inventory.ts';
import type { AddressList } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** Places that are looked at: the Explorer shows no more files at once. */
const maxPlaces = 1_000;

type Kind = 'denied' | 'lookAlike';

const colors: Readonly<Record<Kind, string>> = {
  denied: 'list.errorForeground',
  lookAlike: 'list.warningForeground',
};

/** Marks files of the Explorer that have an address on a deny list, or a look-alike. */
export function createFileMarks(found: WorkspaceInventory, list: AddressList): Disposable {
  const changed = new EventEmitter<Uri[]>();
  let marks: ReadonlyMap<string, Kind> = new Map();
  return Disposable.from(
    changed,
    list.onDidChange(() => {
      const before = marks;
      marks = marksOf(found, list);
      const names = new Set([...before.keys(), ...marks.keys()]);
      const others = [...names].filter((name) => before.get(name) !== marks.get(name));
      if (others.length > 0) changed.fire(others.map((name) => Uri.parse(name)));
    }),
    window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration(uri) {
        const kind = marks.get(uri.toString());
        if (kind === undefined) return undefined;
        const color = new ThemeColor(colors[kind]);
        const mark = new FileDecoration('!', addressGroups[kind](), color);
        mark.propagate = true;
        return mark;
      },
    }),
  );
}

function marksOf({ inventory, folders }: WorkspaceInventory, list: AddressList): Map<string, Kind> {
  const { judgments } = list;
  const ids = [...inventory.addresses.ids()];
  const marks = new Map<string, Kind>();
  const mark = (kind: Kind, isOfKind: (id: number) => boolean): void => {
    const own = ids.filter(isOfKind);
    const places = own.length === 0 ? [] : inventory.placesOfAll(own, maxPlaces);
    for (const { folder, path } of places) {
      const uri = folders.at(folder)?.uriOf(path);
      if (uri !== undefined) marks.set(uri.toString(), kind);
    }
  };
  // The worse one last, where a file has both.
  mark('lookAlike', (id) => judgments.looksLike(id) !== undefined);
  mark('denied', (id) => judgments.isDenied(id));
  return marks;
}
