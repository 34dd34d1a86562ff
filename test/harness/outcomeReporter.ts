import { relative } from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';
import { repository } from './extension.ts';
import { failure } from './outcome.ts';

/** A reporter for node:test that writes nothing but the {@link Outcome} of the whole run, as JSON. */
export default async function* outcomeReporter(events: AsyncIterable<TestEvent>) {
  const failures: string[] = [];
  for await (const event of events) {
    if (event.type === 'test:fail') {
      const { name, file, details } = event.data;
      const { error } = details;
      // A suite fails because of a test in it, which has been reported.
      if (!('failureType' in error) || error.failureType !== 'subtestsFailed') {
        const text = inspect(error.cause);
        failures.push(...failure(`${relative(repository, file ?? '')}: ${name}`, text).failures);
      }
    }
    // Each file has its own summary; the summary of the run names no file.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { tests, passed, skipped, todo } = event.data.counts;
    // The rest has failed, or never ran because a hook failed.
    const failed = tests - passed - skipped - todo;
    yield JSON.stringify({ passed, failed, skipped: skipped + todo, failures });
  }
}
