import * as l10n from '@vscode/l10n';
import type { ChainReading } from '../evidence/reasons.ts';
import { networkNamed } from '../networks/networks.ts';

export function networkTitle(chain: string): string {
  return networkNamed(chain)?.title ?? chain;
}

/** The name of a network that is used; shows a guess as one. */
export function usedNetwork(chain: string, reading: ChainReading | undefined): string {
  const title = networkTitle(chain);
  return reading?.reason === 'assumed' ? l10n.t('{0} (assumed)', title) : title;
}
