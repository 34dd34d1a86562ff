import type { TestEvent } from 'node:test/reporters';

/** A reporter for node:test that writes nothing but the counts of the whole run, as JSON. */
export default async function* countReporter(events: AsyncIterable<TestEvent>) {
  for await (const event of events) {
    // Each file has a summary of its own; the one of the run names no file.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { tests, passed, skipped, todo } = event.data.counts;
    // The rest has failed, or never ran because a hook failed.
    const failed = tests - passed - skipped - todo;
    yield JSON.stringify({ passed, failed, skipped: skipped + todo });
  }
}
