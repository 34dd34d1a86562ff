import type { ComponentChildren, JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { ActionView } from '../src/panelProtocol.ts';
import type {
  CellView,
  ClockView,
  RowView,
  SectionState,
  StatusView,
  TableView,
} from '../src/pageViews.ts';
import { Icon, type IconName } from './icons.tsx';
import { PageContext } from './memory.ts';

interface ButtonsProps {
  readonly actions: readonly ActionView[];
  /** None of the actions is primary. */
  readonly isQuiet?: boolean;
  /** The ID of the element that describes the target, if the labels don't. */
  readonly about?: string;
}

export function Buttons({ actions, isQuiet = false, about }: ButtonsProps): JSX.Element | null {
  const { act } = useContext(PageContext);
  if (actions.length === 0) return null;
  return (
    <div class="actions">
      {actions.map(({ label, ...action }, index) => (
        <button
          key={`${action.id}${action.target ?? ''}${action.scale ?? ''}`}
          type="button"
          class={index === 0 && !isQuiet ? 'primary' : 'secondary'}
          data-action={action.id}
          aria-describedby={about}
          onClick={() => act(action)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** A button that reads as a part of its line. */
export function Link({ action }: { readonly action: ActionView }): JSX.Element {
  const { act } = useContext(PageContext);
  const { label, ...wanted } = action;
  return (
    <button type="button" class="link" data-action={wanted.id} onClick={() => act(wanted)}>
      {label}
    </button>
  );
}

interface IconButtonProps {
  readonly action: ActionView;
  readonly icon: IconName;
  /** For a button that stays pressed. */
  readonly isPressed?: boolean;
}

export function IconButton({ action, icon, isPressed }: IconButtonProps): JSX.Element {
  const { act } = useContext(PageContext);
  const { label, ...wanted } = action;
  return (
    <button
      type="button"
      class="icon-button"
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      data-action={wanted.id}
      onClick={() => act(wanted)}
    >
      <Icon name={icon} />
    </button>
  );
}

export function Rows({ rows }: { readonly rows: readonly RowView[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <dl class="rows">
      {rows.map(({ label, value, note, hint }, index) => (
        <div class="row" key={index}>
          <dt>{label}</dt>
          <dd>
            {hint === undefined ? value : <span title={hint}>{value}</span>}
            {/* A space for copied text, where margins don't exist. */}
            {note === undefined ? null : ' '}
            {note === undefined ? null : <span class="note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const icons: Readonly<Partial<Record<SectionState, IconName>>> = {
  empty: 'circle',
  value: 'clock',
  stale: 'history',
  failed: 'warning',
};

/** The state in words. A screen reader reads it when it changes, but not the passing time. */
export function Status({ status }: { readonly status: StatusView }): JSX.Element {
  const { state, text, clocks } = status;
  // The text of a value that stays is its age, which changes each minute.
  const last = useRef({ state, text, isAge: false });
  if (last.current.state !== state || last.current.text !== text) {
    const isAge = last.current.state === state && (state === 'value' || state === 'stale');
    last.current = { state, text, isAge };
  }
  const isFailed = state === 'failed';
  const icon = icons[state];
  return (
    <div class={`status ${state}`}>
      {icon === undefined ? <span class="spinner" aria-hidden="true" /> : <Icon name={icon} />}
      <div>
        <p
          role={isFailed ? 'alert' : 'status'}
          aria-live={isFailed ? 'assertive' : last.current.isAge ? 'off' : 'polite'}
        >
          {text}
        </p>
        {clocks.length === 0 ? null : <Clocks clocks={clocks} />}
      </div>
    </div>
  );
}

function Clocks({ clocks }: { readonly clocks: readonly ClockView[] }): JSX.Element {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(ticking);
  }, []);
  return (
    <p class="clocks">
      {clocks.map(({ label, at }) => (
        <span key={label}>
          {label} <b>{clockTime(Math.abs(now - at))}</b>
        </span>
      ))}
    </p>
  );
}

/** `00:14` */
function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

interface CellProps {
  readonly cell: CellView;
  /** Shown before the value when a narrow page stacks the row. */
  readonly label: string | undefined;
  readonly isFigure: boolean;
}

/** A table cell. It keeps its role when its row is stacked. */
export function Cell({ cell, label, isFigure }: CellProps): JSX.Element {
  return (
    <td
      role="cell"
      class={isFigure ? 'number-cell' : undefined}
      data-label={cell.text === '' ? '' : label}
    >
      <Figure cell={cell} />
    </td>
  );
}

/** The exact value is its tooltip. */
function Figure({ cell: { text, exact } }: { readonly cell: CellView }): JSX.Element {
  if (exact === '') return <span>{text}</span>;
  return (
    <span class="rounded" title={exact}>
      {text}
    </span>
  );
}

interface DetailsProps {
  readonly id: string;
  readonly heading: string;
  readonly isOpenAtFirst?: boolean;
  readonly children: ComponentChildren;
}

/** A part that opens. The page remembers whether it is open. */
export function Details({
  id,
  heading,
  isOpenAtFirst = false,
  children,
}: DetailsProps): JSX.Element {
  const { memory, remember } = useContext(PageContext);
  const isOpen = memory.open[id] ?? isOpenAtFirst;
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) remember({ open: { ...memory.open, [id]: open } });
      }}
    >
      <summary>{heading}</summary>
      {isOpen ? children : null}
    </details>
  );
}

interface ScrollingProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Wide content scrolls separately, also by keyboard, so that the page doesn't. */
export function Scrolling({ label, children }: ScrollingProps): JSX.Element {
  return (
    <div class="table" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}

/** Lets a line end after an underscore: `money_rank_weight` is wider than its figures. */
function breakable(name: string): ComponentChildren {
  return name
    .split(/(?<=_)/)
    .flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]));
}

/** More columns than these do not fit into a narrow page. */
const maxNarrowColumns = 4;

export function Table({ table }: { readonly table: TableView }): JSX.Element {
  const { caption, columns, rows } = table;
  return (
    <Scrolling label={caption}>
      <table role="table" class={columns.length > maxNarrowColumns ? 'stacking' : undefined}>
        <caption>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, isFigure }) => (
              <th
                role="columnheader"
                scope="col"
                class={isFigure ? 'number-cell' : undefined}
                key={name}
              >
                {breakable(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(([name, ...cells], index) => (
            <tr role="row" key={index}>
              <th role="rowheader" scope="row">
                {name?.text}
              </th>
              {cells.map((cell, column) => (
                <Cell
                  cell={cell}
                  label={columns[column + 1]?.name}
                  isFigure={columns[column + 1]?.isFigure ?? false}
                  key={column}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
