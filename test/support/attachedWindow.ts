/** A window in a process of its own: attaches, says where to, and lets go when its input ends. */
import { attachSampleService } from '../../src/sample/attach.ts';

const [, , dataDir = '', entry = '', lingerMs] = process.argv;
const service = await attachSampleService({
  ...{ dataDir, entry, execPath: process.execPath, lingerMs: Number(lingerMs), jobSeconds: 0 },
});
service.onLost(() => console.log('lost'));
console.log(service.baseUrl);
process.stdin.resume().once('end', () => {
  service.dispose();
});
