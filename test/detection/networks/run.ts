/**
 * `node test/detection/networks/run.ts [--list] [--list-unknown] [--package NAME]`: which network
 * detection names for addresses whose network follows from the structure of a published file.
 */
import { parseArgs } from 'node:util';
import { installCorpora } from '../install.ts';
import { measureNetworks } from './report.ts';

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    'list-unknown': { type: 'boolean', default: false },
    package: { type: 'string' },
  },
});
installCorpora();
const { failures } = measureNetworks({
  lists: values.list,
  listsUnknown: values['list-unknown'],
  package: values.package,
});
process.exitCode = failures > 0 ? 1 : 0;
