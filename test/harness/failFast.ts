import type { TestEvent } from 'node:test/reporters';

/** A reporter for node:test that ends the process at the first failure: one is enough. */
export default async function* failFast(events: AsyncIterable<TestEvent>) {
  for await (const event of events) {
    if (event.type !== 'test:complete') continue;
    const { name, details, skip, todo } = event.data;
    if (details.passed || skip !== undefined || todo !== undefined) continue;
    yield `${name}\n`;
    process.exit(1);
  }
}
