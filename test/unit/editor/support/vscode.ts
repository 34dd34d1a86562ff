import { registerHooks } from 'node:module';

/**
 * As much of VS Code's API as the session, the settings, the network and signing in need.
 * A test that imports this first can import those afterward.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: import.meta.url, shortCircuit: true }
      : next(specifier, context),
});

/** What a person has set, by full name. */
export const userSettings = new Map<string, unknown>();
/** What a repository has set, for its workspace and for one of its folders. */
export const repositorySettings = new Map<string, unknown>();
/** What a person enters, box after box, and then picks. */
export const answers: {
  entered: string[];
  picked: string;
  /** Chooses a button of a modal question; it may do something first. */
  modal: (text: string, buttons: readonly string[]) => string | undefined;
  /** Chooses in a list; it may do something first. */
  choose: (items: readonly Item[]) => Item | undefined;
  /** What happens while a box is open. */
  meanwhile: () => void;
} = {
  entered: [],
  picked: '',
  modal: () => undefined,
  choose: (items) => items.find(({ value }) => value === answers.picked),
  meanwhile: () => undefined,
};
const usual = { ...answers };

/** Puts back what a test has changed. */
export function resetAnswers(): void {
  Object.assign(answers, usual, { entered: [] });
}

interface Item {
  readonly value: unknown;
}

/** What any event listener of the window is called by. */
const never = (): { dispose(): void } => ({ dispose: () => undefined });

/** Names that modules import by name, and that no test comes to use. */
export const [env, ProgressLocation, QuickPickItemKind, Selection, UIKind] = [{}, {}, {}, {}, {}];
export const [Disposable, FileType, l10n, RelativePattern, extensions] = [{}, {}, {}, {}, {}];

/** What a test has registered, as VS Code runs it. */
export const commands = {
  handlers: new Map<string, (argument: unknown) => unknown>(),
  executeCommand: (id: string, argument: unknown) =>
    Promise.resolve(commands.handlers.get(id)?.(argument)),
};

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
  translate(lines: number, characters: number): Position {
    return new Position(this.line + lines, this.character + characters);
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}

export class Hover {
  readonly contents: readonly MarkdownString[];
  constructor(contents: MarkdownString) {
    this.contents = [contents];
  }
}

export class CodeLens {
  readonly range: Range;
  readonly command: unknown;
  constructor(range: Range, command?: unknown) {
    this.range = range;
    this.command = command;
  }
}

export const DiagnosticSeverity = { Error: 0 };

export const languages = { getDiagnostics: () => [] };

export const ViewColumn = { Beside: -2 };

interface Resource {
  readonly scheme: string;
  readonly query: string;
}

export const Uri = {
  from: (parts: Resource) => parts,
  parse: (text: string) => ({ toString: () => text }),
  file: (path: string) => ({
    ...{ scheme: 'file', path, fsPath: path },
    toString: () => `file://${path}`,
  }),
};

export class ThemeColor {
  readonly kind = 'color';
}

/** Every text that was opened in an editor, in its order. */
export const opened: string[] = [];
const providers = new Map<string, { provideTextDocumentContent(resource: Resource): string }>();

export const ConfigurationTarget = { Global: 1 };

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export const workspace = {
  registerTextDocumentContentProvider(
    scheme: string,
    provider: { provideTextDocumentContent(resource: Resource): string },
  ) {
    providers.set(scheme, provider);
  },
  openTextDocument: (resource: Resource) =>
    Promise.resolve(providers.get(resource.scheme)?.provideTextDocumentContent(resource)),
  isTrusted: true,
  workspaceFolders: undefined as readonly { readonly name: string }[] | undefined,
  getWorkspaceFolder: () => undefined,
  asRelativePath: ({ path }: { readonly path: string }) => path.slice(1),
  onDidChangeConfiguration: never,
  getConfiguration: (section: string) => ({
    inspect(name: string) {
      const [globalValue, workspaceValue] = [userSettings, repositorySettings].map((map) =>
        map.get(`${section}.${name}`),
      );
      return { globalValue, workspaceValue, workspaceFolderValue: workspaceValue };
    },
    get(name: string, fallback?: unknown): unknown {
      const { globalValue, workspaceValue } = this.inspect(name);
      return workspaceValue ?? globalValue ?? fallback;
    },
    update(name: string, value: unknown) {
      userSettings.set(`${section}.${name}`, value);
      return Promise.resolve();
    },
  }),
};

/** As VS Code's: nothing is trusted and no icon is drawn unless the code says so. */
export class MarkdownString {
  value: string;
  supportThemeIcons: boolean;
  supportHtml = false;
  isTrusted: boolean | { readonly enabledCommands: readonly string[] } = false;
  constructor(value: string, supportThemeIcons = false) {
    this.value = value;
    this.supportThemeIcons = supportThemeIcons;
  }
}

/** Every text that was shown, in its order. */
export const shown: string[] = [];

interface Box {
  readonly prompt?: string;
  readonly validateInput?: (value: string) => string | undefined;
}

const showMessage = (text: string, options?: { readonly detail?: string }) => {
  shown.push(text, ...(options?.detail === undefined ? [] : [options.detail]));
  return Promise.resolve(undefined);
};

/** The title of every pick with a text box, in its order. */
export const titles: string[] = [];

/** A pick in which a person enters texts, one after another, until one is accepted. */
class QuickPick {
  readonly #changed = new EventEmitter<string>();
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  #isHidden = false;
  title = '';
  placeholder = '';
  value = '';
  items: readonly { readonly label: string }[] = [];
  readonly activeItems = [];
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  show(): void {
    titles.push(this.title);
    shown.push(this.placeholder);
    answers.meanwhile();
    while (!this.#isHidden) {
      const entered = answers.entered.shift();
      if (entered === undefined) {
        this.hide();
        return;
      }
      this.value = entered;
      this.#changed.fire(entered);
      shown.push(this.items[0]?.label ?? '');
      this.#accepted.fire();
    }
  }
  hide(): void {
    this.#isHidden = true;
    this.#hidden.fire();
  }
  dispose(): void {
    this.#changed.dispose();
  }
}

export const window = {
  activeTextEditor: undefined,
  visibleTextEditors: [],
  createTextEditorDecorationType: never,
  showTextDocument(text: string) {
    opened.push(text);
    return Promise.resolve();
  },
  showInformationMessage: showMessage,
  showWarningMessage(
    text: string,
    options?: { readonly modal?: boolean; readonly detail?: string },
    ...buttons: readonly string[]
  ) {
    void showMessage(text, options);
    return Promise.resolve(options?.modal === true ? answers.modal(text, buttons) : undefined);
  },
  showErrorMessage: showMessage,
  showInputBox({ prompt, validateInput }: Box) {
    shown.push(prompt ?? '', validateInput?.('') ?? '');
    answers.meanwhile();
    // A box stays open until it accepts what is entered.
    for (;;) {
      const entered = answers.entered.shift();
      const problem = entered === undefined ? undefined : validateInput?.(entered);
      if (problem === undefined) return Promise.resolve(entered);
      shown.push(problem);
    }
  },
  createQuickPick: () => new QuickPick(),
  showQuickPick(items: readonly Item[], { placeHolder }: { readonly placeHolder?: string }) {
    shown.push(placeHolder ?? '');
    return Promise.resolve(answers.choose(items));
  },
  withProgress(
    { title }: { readonly title: string },
    work: (
      progress: { report(step: { readonly message: string }): void },
      token: { readonly onCancellationRequested: typeof never },
    ) => Promise<unknown>,
  ) {
    shown.push(title);
    const report = ({ message }: { readonly message: string }): void => void shown.push(message);
    return work({ report }, { onCancellationRequested: never });
  },
};
