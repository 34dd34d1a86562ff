import { EventEmitter, window } from 'vscode';

const silentMs = 10 * 60_000;

/** Whether the user is still active: an extension host outlives a closed browser by hours. */
export type UserActivity = ReturnType<typeof createUserActivity>;

/**
 * Has no timer: only what polls needs to know, and each poll asks.
 * @param now in milliseconds, of a clock that does not jump
 */
export function createUserActivity(now: () => number = () => performance.now()) {
  const changed = new EventEmitter<boolean>();
  let last = now();
  let isActive = true;
  const note = (): void => {
    last = now();
    if (isActive) return;
    isActive = true;
    changed.fire(true);
  };
  const watches = [
    changed,
    window.onDidChangeWindowState(note),
    window.onDidChangeActiveTextEditor(note),
    window.onDidChangeTextEditorSelection(note),
    window.onDidChangeTextEditorVisibleRanges(note),
  ];
  return {
    /** Call on an event that only an active user causes. */
    note,
    /** Call on each request: the user may be inactive for so long that polls should pause. */
    check(): void {
      if (!isActive || now() - last <= silentMs) return;
      isActive = false;
      changed.fire(false);
    },
    /** Fires with true when the user is active again, with false when a check found silence. */
    onDidChange: changed.event,
    dispose(): void {
      for (const watch of watches) watch.dispose();
    },
  };
}
