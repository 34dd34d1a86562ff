import { startSampleService } from '../../src/sample/server.ts';
import { startGateway } from '../support/gateways.ts';
import { behavesAsService } from './support/serviceConformance.ts';

behavesAsService('a gateway with the sample service behind it', async () => {
  const sample = await startSampleService({ jobSeconds: 0.3 });
  const gateway = await startGateway(sample);
  const before = await gateway.addMember('alice');
  const now = Date.now();
  const rotated = await gateway.members.rotate('alice', now);
  const { tenantId: tenant, key: apiKey } = rotated ?? before;
  return {
    ...{ url: gateway.url, tenant, apiKey, revokedKey: before.key },
    ...{ jobMs: 300, hasOurChoices: true, pollMs: 200 },
    async close() {
      await gateway.close();
      await sample.close();
    },
  };
});
