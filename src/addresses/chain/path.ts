import { codecOf } from '../families/table.ts';
import type { Family } from '../networks.ts';
import { networkOfChainId, networksIn } from './mentions.ts';
import { readingOf, undecided, type ChainReading } from './reasons.ts';

/** Folders whose files and folders are named after networks, even with everyday words. */
const listsNetworks = /deploy|network|chain|address|config|broadcast|artifacts/i;

/**
 * What a path says, nearest folder first: `deployments/polygon/Token.json`,
 * `addresses.arbitrum.ts`.
 */
export function evidenceOfPath(path: string, family: Family): ChainReading | undefined {
  const hasChainIds = codecOf(family)?.hasChainIds === true;
  const parts = path.split(/[\\/]/);
  const firstListing = parts.findIndex((part) => listsNetworks.test(part));
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = (parts[at] ?? '').replace(/\.[a-z]{1,5}$/i, '');
    const isBelowListing = firstListing !== -1 && firstListing < at;
    const isListed = isBelowListing || listsNetworks.test(part);
    const phrase = isListed ? part : part.replace(/^[a-z]+$/i, (word) => `${word} file`);
    const found = networksIn(phrase, family);
    const [network] = found;
    if (network !== undefined)
      return found.length > 1 ? undecided(found) : readingOf('path', network);
    const ofId = hasChainIds && /^\d{1,12}$/.test(part) ? networkOfChainId(part) : undefined;
    if (ofId !== undefined && isListed) return readingOf('path', ofId);
  }
  return undefined;
}
