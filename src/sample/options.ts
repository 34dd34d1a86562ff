/** Defaults of the service's command line. */
export const defaults = {
  tenant: '5a3c1e00-0000-4000-8000-000000000001',
  apiKey: 'sample-key',
  jobSeconds: 3,
  apiCalls: 10_000,
  calculations: 10_000,
  depth: 6,
  seed: 1,
} as const;
