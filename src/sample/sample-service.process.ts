import { parseArgs } from 'node:util';
import { serveWindows } from './windows.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { data: text, 'linger-ms': text, 'job-seconds': text } });

// A failure ends the process with its message on stderr, which attach.ts has sent to a file.
void serveWindows({
  dataDir: values.data ?? '.',
  lingerMs: Number(values['linger-ms']),
  jobSeconds: Number(values['job-seconds']),
});
