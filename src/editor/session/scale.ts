import { sampleScale, type RiskScale } from '../../report/scale.ts';
import { settings } from '../shell/settings.ts';
import type { Identity } from './identity.ts';

/** The scale of the scores of an account: the sample service has its own. Null if none is set. */
export function scaleOf({ kind }: Pick<Identity, 'kind'>): RiskScale | null {
  if (kind === 'sample') return sampleScale;
  const reading = settings.riskScale();
  return reading.kind === 'scale' ? reading.scale : null;
}
