/**
 * Runs against the sample service, or against the one at ADDRESS_RISK_BASE_URL with
 * ADDRESS_RISK_TENANT, _API_KEY and _REVOKED_KEY; there it spends a few API calls and calculations,
 * and polls once a second. Choices that the specification leaves open are tested only against a
 * sample service.
 */
import { startSampleService } from '../../src/sample/server.ts';
import { ask, baseOf } from './support/rawHttp.ts';
import { behavesAsService } from './support/serviceConformance.ts';

const { env } = process;
const foreignUrl = env['ADDRESS_RISK_BASE_URL'];
const tenant = env['ADDRESS_RISK_TENANT'] ?? '5a3c1e00-0000-4000-8000-000000000001';
const apiKey = env['ADDRESS_RISK_API_KEY'] ?? 'sample-key';

if (foreignUrl === undefined) {
  behavesAsService('the sample service', async () => {
    const revokedKey = 'revoked-key';
    const service = await startSampleService({ revokedKey, jobSeconds: 0.3 });
    const { url } = service;
    const close = (): Promise<void> => service.close();
    const choices = { jobMs: 300, hasOurChoices: true, pollMs: 50 };
    return { url, tenant, apiKey, revokedKey, close, ...choices };
  });
} else {
  behavesAsService('the service', async () => {
    const base = baseOf(foreignUrl);
    // Whether the service declares its data to be sample data.
    const isSample = (await ask(base, 'POST', '/evm/api/x/summary/')).headers.has('sample-data');
    const revokedKey = env['ADDRESS_RISK_REVOKED_KEY'];
    const choices = { jobMs: undefined, hasOurChoices: isSample && revokedKey !== undefined };
    // The specification's floor for polls (Limits, 3) holds for a service that may meter them.
    return { url: foreignUrl, tenant, apiKey, revokedKey, pollMs: 1250, ...choices };
  });
}
