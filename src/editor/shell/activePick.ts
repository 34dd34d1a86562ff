import { window, type QuickPickItem } from 'vscode';

/** A pick that stays open while the user looks elsewhere, and begins at one of its items. */
export async function activePick<Item extends QuickPickItem>(
  items: readonly Item[],
  { title, active }: { readonly title: string; readonly active: Item },
): Promise<Item | undefined> {
  const pick = window.createQuickPick<Item>();
  Object.assign(pick, { items, title, ignoreFocusOut: true, activeItems: [active] });
  try {
    return await new Promise<Item | undefined>((resolve) => {
      pick.onDidAccept(() => resolve(pick.activeItems[0]));
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}
