/** More messages than this in the period are not from a user who presses buttons. */
const maxMessages = 40;
const periodMs = 10_000;

/** Says of each message whether it may be acted on, so that a faulty page cannot flood its host. */
export function createPace(now: () => number = () => performance.now()): () => boolean {
  let since = -Infinity;
  let count = 0;
  return () => {
    if (now() - since >= periodMs) {
      since = now();
      count = 0;
    }
    count++;
    return count <= maxMessages;
  };
}
