import { window } from 'vscode';

/** Whether a person is still there: an extension host outlives a closed browser by hours. */
export interface LifeSigns {
  /** Something that only happens where somebody looks. */
  note(): void;
  /** Whether nothing was heard for so long that polls would be for nobody. */
  isSilent(): boolean;
  dispose(): void;
}

const silentMs = 10 * 60_000;

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
