import type { Placement } from '../families/codec.ts';
import { codecOf } from '../families/table.ts';
import { joinedName } from '../networks/names.ts';
import { networkNamed, networks, type Family } from '../networks/networks.ts';
import type { Occurrence } from '../addresses/occurrence.ts';
import { wordsBetween } from '../text/words.ts';

type PlacedAddress = Pick<Occurrence, 'offset' | 'length' | 'family'>;

/** What the characters of an address say about its network, if they do not name it for each scan. */
export function placementOf(text: string, { offset, length, family }: PlacedAddress): Placement {
  const known = codecOf(family)?.placementOf?.(text.slice(offset, offset + length));
  if (known !== undefined) return known;
  const usual = mainNetworks.get(family);
  return usual === undefined ? {} : { usual };
}

const mainNetworks = new Map<Family, string>();
for (const { family, name } of networks) {
  if (!mainNetworks.has(family)) mainNetworks.set(family, name);
}

/** How far from an address a word can name another coin, in UTF-16 units. */
const reach = { before: 400, after: 100 } as const;

/**
 * A word that names another coin with the same version byte: the nearest word before the address,
 * or else on the rest of its line, or else in its path. Undefined if the nearest names its own coin.
 */
export function otherCoinNear(
  text: string,
  address: PlacedAddress,
  { sharedWith = [], usual = '' }: Placement,
  path: string,
): string | undefined {
  if (sharedWith.length === 0) return undefined;
  const { offset, length } = address;
  const end = offset + length;
  const before = text.slice(Math.max(0, offset - reach.before), offset);
  const [after = ''] = text.slice(end, end + reach.after).split('\n', 1);
  const own = ownWords(usual);
  const coins = new Set([...own, ...sharedWith.map(joinedName)]);
  const named = (part: string): readonly string[] => {
    const words = wordsBetween(part, 0, part.length).map(({ lower }) => lower);
    return words.flatMap((word, at) => {
      const [before = '', after = ''] = [words[at - 1], words[at + 1]];
      return [word + after, before + word, word].find((name) => coins.has(name)) ?? [];
    });
  };
  const nearest = named(before).at(-1) ?? named(after)[0] ?? named(path).at(-1);
  return nearest === undefined || own.includes(nearest) ? undefined : nearest;
}

function ownWords(usual: string): string[] {
  const network = networkNamed(usual);
  if (network === undefined) return [];
  return [network.family, network.native.toLowerCase()];
}
