import { addressFilter } from '../words/inventory.ts';
import { networkTitle } from '../words/networks.ts';
import { newTexts } from '../words/newness.ts';
import type { Filter } from './filter.ts';

/** What a filter lets through, for the title of the view; undefined for an empty one. */
export function filterText({
  text,
  network,
  family,
  level,
  isUnlisted,
  isNew,
}: Filter): string | undefined {
  const parts = [
    ...(text === undefined ? [] : [addressFilter.isText(text)]),
    ...(network === undefined ? [] : [networkTitle(network)]),
    ...(family === undefined ? [] : [family]),
    ...(level === undefined ? [] : [level]),
    ...(isNew === undefined ? [] : [newTexts.group()]),
    ...(isUnlisted === undefined ? [] : [addressFilter.unlisted()]),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
