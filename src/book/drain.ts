/** Does work in steps at once: where it is known to be short, or where nothing else waits. */
export function drain<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
