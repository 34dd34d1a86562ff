import { networkOfChainId } from './mentions.ts';
import { named, type Clue } from './verdict.ts';

/** Files of data, each entry of which has a key. */
const isDataFile = /\.(?:jsonc?|ya?ml|toml)$/i;

const chainId =
  /(?:^|[\s{,])["']?(?:evm_?)?(?:chain|network)_?id["']?\s{0,4}[:=]\s{0,4}["']?(\d{1,15})/gi;

/**
 * The chain ID that a file of data names under such a key. Null if it names none, or several: then
 * they are those of its entries.
 */
export function clueOfFileId(text: string, path: string): Clue | null {
  if (!isDataFile.test(path)) return null;
  let only: string | undefined;
  for (const [, id = ''] of text.matchAll(chainId)) {
    if (only !== undefined && only !== id) return null;
    only = id;
  }
  const network = networkOfChainId(only ?? '');
  return only === undefined || network === undefined
    ? null
    : { verdict: named(network), reason: 'chainId', strength: 'structural' };
}
