import { window, type QuickPickItem } from 'vscode';
import { withoutLinks } from '../../words/withoutLinks.ts';

/** A list below a text; the first item is about the text itself. */
export interface TypeOrPick<Item, Result> {
  readonly title: string;
  readonly placeHolder: string;
  /** The text at first, selected. */
  readonly value: string;
  /** What the text is, or why it cannot be accepted. */
  readonly typed: (value: string) => Item;
  /** The items below it. They show in full while the text is as it was, and are then filtered. */
  readonly more: Promise<readonly Item[]>;
  /** Undefined keeps the list open. */
  readonly accept: (item: Item | undefined, value: string) => Result | undefined;
}

/** Shows the list until something is accepted; undefined if the user dismissed it. */
export function typeOrPick<Item extends QuickPickItem, Result>(
  options: TypeOrPick<Item, Result>,
): Promise<Result | undefined> {
  const { title, placeHolder, value, typed, more, accept } = options;
  const pick = window.createQuickPick<Item>();
  Object.assign(pick, { title, value, placeholder: withoutLinks(placeHolder) });
  Object.assign(pick, { ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true });
  let below: readonly Item[] = [];
  let isOpen = true;
  const show = (): void => {
    const isAsItWas = pick.value === value;
    pick.items = [
      typed(pick.value),
      ...below.map((item) => (isAsItWas ? { ...item, alwaysShow: true } : item)),
    ];
  };
  return new Promise((resolve) => {
    pick.onDidChangeValue(show);
    pick.onDidAccept(() => {
      const result = accept(pick.activeItems[0], pick.value);
      if (result === undefined) return;
      resolve(result);
      pick.hide();
    });
    pick.onDidHide(() => {
      isOpen = false;
      resolve(undefined);
      pick.dispose();
    });
    show();
    pick.show();
    more.then(
      (items) => {
        below = items;
        if (isOpen) show();
      },
      // The list stays without them.
      () => undefined,
    );
  });
}
