import { inCodeTexts, namesakeText, listingText } from '../../messages/book.ts';
import { denialFacts, denialText } from '../../messages/denials.ts';
import { addressGroups, addressRows } from '../../messages/inventory.ts';
import { exportTexts } from '../../messages/exports.ts';
import { newTexts } from '../../messages/newness.ts';
import { utc } from '../../messages/times.ts';
import { rowNetwork } from '../../messages/networks.ts';
import { levelText } from '../../messages/surfaces.ts';
import { rowScoreText } from '../rowScore.ts';
import { listed, plain, shortAddress } from '../../messages/text.ts';
import type { InventoryAddress } from '../../folder/addressTable.ts';
import type { NameInCode } from '../../book/facts.ts';
import type { GroupKind } from './groups.ts';
import type { Judgments } from '../../folder/judgments.ts';

/** An address of the view. */
interface RowAddress {
  readonly id: number;
  readonly address: string;
  readonly entry: Pick<InventoryAddress, 'network' | 'isAssumed' | 'count'> | undefined;
  readonly inCode: NameInCode | undefined;
}

/** The texts of a row in the view. */
interface RowTexts {
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** Read by a screen reader. */
  readonly accessible: string;
}

/** @param more further lines of the tooltip: whether it is new, and of several folders which one */
export function rowTexts(
  { id, address, entry, inCode }: RowAddress,
  judgments: Judgments,
  more: { readonly newness: readonly string[]; readonly folders: readonly string[] },
): RowTexts {
  const known = judgments.nameOf(id);
  const likeness = judgments.looksLike(id);
  const denial = judgments.denialOf(id);
  const short = shortAddress(address);
  const label = known === undefined ? short : plain(known);
  // A name in code proves nothing, and many addresses may share it.
  const quoted = known === undefined && inCode !== undefined ? inCodeTexts(inCode) : undefined;
  const score = judgments.scoreOf(id);
  // The code of an imitation calls it like what it imitates.
  const inQuotes = quoted === undefined || likeness !== undefined ? [] : [quoted.name];
  // A narrow row is cut off at its end.
  const denied = denial === undefined ? [] : denialFacts(denial);
  const who = [...denied, ...(known === undefined ? inQuotes : [short])];
  const facts = [
    ...(likeness === undefined ? [] : [addressGroups.looksLike(likeness)]),
    // Then the score: a narrow row cuts off the rest.
    ...(score === undefined ? [] : [rowScoreText(score, Date.now())]),
    rowNetwork(entry?.network ?? null, entry?.isAssumed),
  ];
  const count = entry?.count ?? 0;
  const occurrences = addressRows.occurrences(count);
  return {
    label,
    // Most addresses occur once: the row is narrow, and its child shows the place.
    description: [
      ...who,
      ...facts,
      ...(count === 1 ? [] : [addressRows.times(count)]),
      ...more.folders,
    ].join(' · '),
    tooltip: [
      address,
      ...(known === undefined ? [] : [plain(known)]),
      ...(quoted === undefined ? [] : [`${quoted.name} · ${quoted.source}`]),
      ...(inCode?.namesake === undefined ? [] : [namesakeText(inCode.namesake)]),
      ...(denial === undefined ? [] : [denialText(denial)]),
      ...(judgments.isUnlisted(id) ? [addressRows.unlisted()] : []),
      ...(judgments.isAdded(id) ? [listingText('added') ?? ''] : []),
      ...more.newness,
      ...facts,
      ...(score === undefined ? [] : [exportTexts.receivedAt(utc(score.receivedAt))]),
      occurrences,
      ...more.folders,
    ].join('\n'),
    accessible: listed([label, ...who, ...facts, occurrences, ...more.folders]),
  };
}

/** For a group of a file, because its name alone may be ambiguous. */
export function folderOf(kind: GroupKind): string[] {
  const end = kind.kind === 'file' ? kind.file.path.lastIndexOf('/') : -1;
  return kind.kind === 'file' && end !== -1 ? [plain(kind.file.path.slice(0, end))] : [];
}

export function groupTitle(kind: GroupKind): string {
  switch (kind.kind) {
    case 'level':
      return levelText(kind.level);
    case 'network':
      return rowNetwork(kind.network);
    case 'file':
      return plain(kind.file.path.slice(kind.file.path.lastIndexOf('/') + 1));
    case 'new':
      return newTexts.group();
    default:
      return addressGroups[kind.kind]();
  }
}
