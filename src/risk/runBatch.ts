/** What a batch needs to know. `run` must not reject: an error is an end too. */
export interface Batch<Item, End> {
  readonly items: readonly Item[];
  /** Items in progress at a time. */
  readonly maxAtOnce: number;
  /**
   * Does the work for one item.
   * @param onStarted the item is accepted, so the next one may begin
   */
  readonly run: (item: Item, onStarted: () => void) => Promise<End>;
  /** Whether no other item may begin after this end. */
  readonly isLast: (end: End) => boolean;
  readonly onEnd: (item: Item, end: End) => void;
  /** Begins no more, and no longer waits for those in progress. It does not end them. */
  readonly signal: AbortSignal;
}

/**
 * Begins items one after another, each once the one before it is accepted or has ended: a rejection
 * that applies to all is received once. Resolves when all that began have ended.
 */
export async function runBatch<Item, End>(batch: Batch<Item, End>): Promise<void> {
  const { items, maxAtOnce, run, isLast, onEnd, signal } = batch;
  const running = new Set<Promise<void>>();
  const canceled = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  let isStopped = false;
  const mayBegin = (): boolean => !isStopped && !signal.aborted;

  function begin(item: Item): Promise<void> {
    return new Promise((resolve) => {
      const work = run(item, resolve).then((end) => {
        running.delete(work);
        isStopped ||= isLast(end);
        onEnd(item, end);
        resolve();
      });
      running.add(work);
    });
  }

  for (const item of items) {
    if (running.size >= maxAtOnce) await Promise.race([...running, canceled]);
    if (!mayBegin()) break;
    await Promise.race([begin(item), canceled]);
  }
  await Promise.race([Promise.all(running), canceled]);
}
