import * as vscode from 'vscode';
import { withoutLinks } from '../../messages/text.ts';
import type { Question } from '../../messages/message.ts';

function plainPick({ placeHolder, ...options }: vscode.QuickPickOptions): vscode.QuickPickOptions {
  return {
    ...options,
    ...(placeHolder !== undefined && { placeHolder: withoutLinks(placeHolder) }),
  };
}

/** An input box that stays open until `check` accepts its text. */
export interface InputOptions extends Pick<
  vscode.InputBoxOptions,
  'title' | 'placeHolder' | 'value' | 'password'
> {
  readonly prompt: string;
  readonly check: (value: string) => string | undefined;
}

type Show = (text: string, ...buttons: readonly string[]) => Thenable<string | undefined>;

const inform: Show = (text, ...buttons) =>
  vscode.window.showInformationMessage(withoutLinks(text), ...buttons);
const warn: Show = (text, ...buttons) =>
  vscode.window.showWarningMessage(withoutLinks(text), ...buttons);
const refuse: Show = (text, ...buttons) =>
  vscode.window.showErrorMessage(withoutLinks(text), ...buttons);

/** All dialogs and notifications go through here; lint enforces it. */
export const dialogs = {
  inform,
  warn,
  refuse,
  /** True if the user chose the button of the question. */
  agree: async ({ text, detail, yes }: Question): Promise<boolean> =>
    (await dialogs.ask(text, detail, yes)) === yes,
  /** A modal question; undefined if the user dismissed it. */
  ask: (
    text: string,
    detail: string,
    ...buttons: readonly string[]
  ): Thenable<string | undefined> =>
    vscode.window.showWarningMessage(
      withoutLinks(text),
      { modal: true, detail: withoutLinks(detail) },
      ...buttons,
    ),
  input: ({ prompt, check, ...options }: InputOptions): Thenable<string | undefined> =>
    vscode.window.showInputBox({
      ...options,
      prompt: withoutLinks(prompt),
      ignoreFocusOut: true,
      validateInput(value) {
        const problem = check(value);
        return problem === undefined ? undefined : withoutLinks(problem);
      },
    }),
  pick: <Item extends vscode.QuickPickItem>(
    items: readonly Item[],
    options: vscode.QuickPickOptions,
  ): Thenable<Item | undefined> => vscode.window.showQuickPick(items, plainPick(options)),
  activePick,
  /** The same for several; undefined if the user dismissed it. */
  pickMany: <Item extends vscode.QuickPickItem>(
    items: readonly Item[],
    options: vscode.QuickPickOptions,
  ): Thenable<readonly Item[] | undefined> =>
    vscode.window.showQuickPick(items, { ...plainPick(options), canPickMany: true }),
  typeOrPick,
  /** Where to write a file; undefined if the user dismissed it. */
  save: (options: vscode.SaveDialogOptions): Thenable<vscode.Uri | undefined> =>
    vscode.window.showSaveDialog(options),
  /** A progress notification that can be canceled. */
  progress: <T>(
    title: string,
    work: (
      report: (message: string, increment?: number) => void,
      token: vscode.CancellationToken,
    ) => Promise<T>,
  ): Thenable<T> =>
    vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: withoutLinks(title),
        cancellable: true,
      },
      (notification: vscode.Progress<{ message?: string; increment?: number }>, token) =>
        work((message, increment) => {
          notification.report({
            message: withoutLinks(message),
            ...(increment !== undefined && { increment }),
          });
        }, token),
    ),
};

/** A pick that stays open when it loses focus, and starts at one of its items. */
export async function activePick<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { title, active }: { readonly title: string; readonly active: Item },
): Promise<Item | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
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

/** A list below a text; the first item is about the text itself. */
interface TypeOrPick<Item, Result> {
  readonly title: string;
  readonly placeHolder: string;
  /** The text at first, selected. */
  readonly value: string;
  /** Interprets the text, or explains why it cannot be accepted. */
  readonly typed: (value: string) => Item;
  /** The items below it. They show in full while the text is as it was, and are then filtered. */
  readonly more: Promise<readonly Item[]>;
  /** Undefined keeps the list open. */
  readonly accept: (item: Item | undefined, value: string) => Result | undefined;
}

/** Shows the list until something is accepted; undefined if the user dismissed it. */
export function typeOrPick<Item extends vscode.QuickPickItem, Result>(
  options: TypeOrPick<Item, Result>,
): Promise<Result | undefined> {
  const { title, placeHolder, value, typed, more, accept } = options;
  const pick = vscode.window.createQuickPick<Item>();
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
