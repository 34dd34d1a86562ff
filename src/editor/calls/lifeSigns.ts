import { window } from 'vscode';

/** Whether the user is still active: an extension host outlives a closed browser by hours. */
export interface LifeSigns {
  /** Call on an event that only an active user causes. */
  note(): void;
  /** Whether the user has been inactive for so long that polls should pause. */
  isSilent(): boolean;
  dispose(): void;
}

const silentMs = 10 * 60_000;

/** @param now in milliseconds, of a clock that does not jump */
export function createLifeSigns(now: () => number = () => performance.now()): LifeSigns {
  let last = now();
  const note = (): void => {
    last = now();
  };
  const watches = [
    window.onDidChangeWindowState(note),
    window.onDidChangeActiveTextEditor(note),
    window.onDidChangeTextEditorSelection(note),
    window.onDidChangeTextEditorVisibleRanges(note),
  ];
  return {
    note,
    isSilent: () => now() - last > silentMs,
    dispose() {
      for (const watch of watches) watch.dispose();
    },
  };
}
