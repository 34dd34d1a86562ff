import type { CommandSpec } from './options.ts';

const gateway: CommandSpec = {
  name: 'gateway',
  operands: '[members | usage | jobs | migrate]',
  hasOwnOptions: true,
  summary:
    'Lets your team share one license. It exposes the same API as the service and pays for each result once.',
  details: [
    'Prints “Gateway: http://127.0.0.1:PORT” when it listens. The service behind it is that of ADDRESS_RISK_URL, ADDRESS_RISK_TENANT, and ADDRESS_RISK_KEY, of files with these names, or the sample service.',
    'gateway members add NAME prints a tenant ID and a key, once. gateway members list, revoke NAME, and rotate NAME; gateway usage --by member|day|address|network; gateway jobs --start-again ID or --forget ID; gateway migrate.',
    'All options are in docs/gateway.md.',
  ],
  options: [
    {
      name: 'data',
      value: 'DIR',
      help: 'The folder of the store, for one process. Else DATABASE_URL names a PostgreSQL.',
    },
    { name: 'port', value: 'PORT', help: 'A free one by default.' },
    { name: 'sample', help: 'The sample service is behind it: made-up data, at no cost.' },
    { name: 'secrets', value: 'DIR', help: 'Files with the credentials of the service.' },
    { name: 'risk-hours', value: 'N', help: 'How long a score is shared (default: 24).' },
    { name: 'summary-minutes', value: 'N', help: 'How long a summary is shared (default: 60).' },
  ],
  examples: [
    ['gateway --sample --data DIR', 'a gateway to try, without an account'],
    ['gateway members add Ana --data DIR', 'a member, with credentials of their own'],
    ['gateway usage --by member --data DIR', 'what each member has used'],
  ],
};

const sampleService: CommandSpec = {
  name: 'sample-service',
  operands: '',
  hasOwnOptions: true,
  summary: 'Runs the sample service alone, on 127.0.0.1, until it is interrupted.',
  details: ['Prints “Sample service: http://127.0.0.1:PORT” when it listens.'],
  options: [
    { name: 'port', value: 'PORT', help: 'A free one by default.' },
    { name: 'tenant', value: 'UUID', help: 'The tenant ID.' },
    { name: 'api-key', value: 'KEY', help: 'The API key (default: sample-key).' },
    { name: 'revoked-key', value: 'KEY', help: 'A key that was revoked.' },
    { name: 'job-seconds', value: 'S', help: 'How long a calculation takes (default: 3).' },
    { name: 'api-calls', value: 'N', help: 'API calls of the license (default: 10,000).' },
    { name: 'calculations', value: 'N', help: 'Calculations of the license (default: 10,000).' },
    { name: 'start-answer', value: 'KIND', help: 'text, json-string, or object.' },
    { name: 'read-once', help: 'A result is given once.' },
    { name: 'depth', value: 'N', help: 'How many transfers back money is followed (default: 6).' },
    { name: 'seed', value: 'N', help: 'The seed of the generated ledger.' },
    { name: 'transfers', value: 'FILE', help: 'Transfers as CSV, in place of generated ones.' },
    { name: 'labels', value: 'FILE', help: 'Labels of addresses as CSV.' },
    { name: 'data', value: 'DIR', help: 'A folder that keeps jobs and licenses.' },
  ],
  examples: [['sample-service --port 8080', 'a service on a fixed port']],
};

export const serverSpecs: readonly CommandSpec[] = [gateway, sampleService];
