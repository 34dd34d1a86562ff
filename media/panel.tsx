import { render } from 'preact';
import type { Action, PageMessage } from '../src/panelProtocol.ts';
import { isHostMessage, type Goal, type ReportView } from '../src/pageViews.ts';
import { PageContext, readMemory, type Memory } from './memory.ts';
import { Report } from './report.tsx';

/** Page state kept by VS Code. `shown` is opaque here: the host reads it after a reload. */
interface Kept {
  readonly shown: unknown;
  readonly memory: Memory;
}

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: Kept): void;
};

const host = acquireVsCodeApi();
const root = document.querySelector<HTMLElement>('#report');

const kept = host.getState() as Partial<Kept> | null | undefined;
let memory = readMemory(kept?.memory);
let shown = kept?.shown;
let report: ReportView | undefined;
let text = '';

function draw(): void {
  if (root === null || report === undefined) return;
  const focused = document.activeElement;
  const section = focused?.closest('section');
  render(
    <PageContext.Provider value={{ memory, remember, act }}>
      <Report report={report} />
    </PageContext.Provider>,
    root,
  );
  // The button that had the focus is gone. The next one may cost something, so it does not get it.
  if (focused?.isConnected === false) section?.focus({ preventScroll: true });
}

function remember(change: Partial<Memory>): void {
  memory = { ...memory, ...change };
  host.setState({ shown, memory });
  if (change.scroll === undefined) draw();
}

function act(action: Action): void {
  host.postMessage({ type: 'action', action });
}

/** A report comes in parts and may be too short at first to scroll to the place it was left at. */
let isRestoring = true;
let restoredTo = 0;

function restorePlace(): void {
  document.documentElement.scrollTop = memory.scroll;
  restoredTo = document.documentElement.scrollTop;
  isRestoring = restoredTo < Math.floor(memory.scroll);
}

function show(next: ReportView): void {
  report = next;
  draw();
  root?.setAttribute('aria-busy', 'false');
  if (isRestoring) restorePlace();
}

/** Opens what is meant, and shows it from its beginning. */
function goTo(goal: Goal): void {
  isRestoring = false;
  if (goal === 'difference') remember({ open: { ...memory.open, differences: true } });
  const place = goal === 'top' ? document.documentElement : document.querySelector('.other');
  place?.scrollIntoView();
}

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isHostMessage(data)) return;
  shown = data.restore;
  const next = JSON.stringify(data.report);
  // Skip a repeated report: a screen reader would read it twice.
  if (next !== text) show(data.report);
  text = next;
  if (data.goTo !== undefined) goTo(data.goTo);
  host.setState({ shown, memory });
});

document.addEventListener('scrollend', () => {
  const scroll = document.documentElement.scrollTop;
  if (isRestoring && scroll === restoredTo) return;
  isRestoring = false;
  remember({ scroll });
});

setInterval(() => {
  if (document.visibilityState === 'visible') host.postMessage({ type: 'heartbeat' });
}, 60_000);
host.postMessage({ type: 'ready' });
