import type {
  ActionView,
  HostMessage,
  PageMessage,
  ReportView,
  RowView,
  SectionView,
  TableView,
} from '../src/messages.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  setState(state: unknown): void;
};

const host = acquireVsCodeApi();
const root = document.querySelector<HTMLElement>('#report');

/** Builds only elements and text: what the host sends is never parsed as markup. */
function element(
  name: string,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

function buttons(actions: readonly ActionView[]): HTMLElement[] {
  if (actions.length === 0) return [];
  const made = actions.map(({ id, label }, index) => {
    const button = element('button', index === 0 ? 'primary' : 'secondary', label);
    button.dataset['action'] = id;
    button.addEventListener('click', () => host.postMessage({ type: 'action', action: id }));
    return button;
  });
  return [element('div', 'actions', ...made)];
}

function rowList(rows: readonly RowView[]): HTMLElement[] {
  if (rows.length === 0) return [];
  const list = element('dl', 'rows');
  for (const { label, value, note } of rows) {
    const behind = note === undefined ? [] : [element('span', 'note', note)];
    list.append(
      element('div', 'row', element('dt', '', label), element('dd', '', value, ...behind)),
    );
  }
  return [list];
}

function dataTable(view: TableView | undefined): HTMLElement[] {
  if (view === undefined) return [];
  const [first = '', ...others] = view.columns;
  const header = (text: string, scope: 'col' | 'row'): HTMLElement => {
    const cell = element('th', '', text);
    cell.setAttribute('scope', scope);
    return cell;
  };
  const table = element(
    'table',
    '',
    element('caption', '', view.caption),
    element(
      'thead',
      '',
      element('tr', '', header(first, 'col'), ...others.map((name) => header(name, 'col'))),
    ),
    element(
      'tbody',
      '',
      ...view.rows.map(([name = '', ...cells]) =>
        element('tr', '', header(name, 'row'), ...cells.map((cell) => element('td', '', cell))),
      ),
    ),
  );
  // Wide tables scroll on their own, also by keyboard, so that the page does not.
  const frame = element('div', 'table', table);
  frame.tabIndex = 0;
  frame.setAttribute('role', 'region');
  frame.setAttribute('aria-label', view.caption);
  return [frame];
}

function section(view: SectionView): HTMLElement {
  const heading = element('h2', '', view.heading);
  heading.id = `${view.id}-heading`;
  const status = element('p', 'status', view.status);
  status.setAttribute('role', view.state === 'failed' ? 'alert' : 'status');
  const figure =
    view.figure === undefined
      ? []
      : [
          element(
            'p',
            'figure',
            element('span', 'number', view.figure.value),
            element('span', 'caption', view.figure.caption),
          ),
        ];
  const made = element('section', `section ${view.state}`, heading, ...figure, status);
  made.append(...rowList(view.rows), ...dataTable(view.table), ...buttons(view.actions));
  made.setAttribute('aria-labelledby', heading.id);
  made.setAttribute('aria-busy', String(view.state === 'busy'));
  made.dataset['section'] = view.id;
  return made;
}

function report(view: ReportView): HTMLElement[] {
  const header = element(
    'header',
    '',
    element('h1', 'address', view.address),
    element('p', 'subtitle', view.subtitle),
    ...buttons(view.actions),
  );
  const banner = view.banner === null ? [] : [element('p', 'banner', view.banner)];
  return [...banner, header, ...view.sections.map(section), element('footer', '', view.footer)];
}

/**
 * Shows the new report and restores the focus to the same action. If the focus is now outside this
 * page, leaves it there: the user may be typing.
 */
function show(view: ReportView): void {
  if (root === null) return;
  const { activeElement } = document;
  const focused =
    document.hasFocus() && activeElement instanceof HTMLElement ? activeElement : undefined;
  const action = focused?.dataset['action'];
  const scrolled = document.documentElement.scrollTop;
  root.replaceChildren(...report(view));
  root.setAttribute('aria-busy', 'false');
  document.documentElement.scrollTop = scrolled;
  if (action !== undefined) {
    root.querySelector<HTMLElement>(`[data-action="${CSS.escape(action)}"]`)?.focus();
  }
}

let shown = '';
window.addEventListener('message', ({ data }: MessageEvent<HostMessage>) => {
  host.setState(data.restore);
  const text = JSON.stringify(data.report);
  // Skip a repeated report: a screen reader would read it twice.
  if (text === shown) return;
  shown = text;
  show(data.report);
});
setInterval(() => {
  if (document.visibilityState === 'visible') host.postMessage({ type: 'heartbeat' });
}, 60_000);
host.postMessage({ type: 'ready' });
