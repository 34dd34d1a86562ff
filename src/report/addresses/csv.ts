import { csvLine } from '../../words/csvCell.ts';
import { statusKind, type StatusKind } from './groups.ts';
import type { Inventory } from '../../folder/inventory.ts';
import type { Judgments, Newness } from '../../folder/judgments.ts';

const header = [
  ...['group', 'address', 'network', 'network_is_assumed', 'family', 'name', 'on_deny_list'],
  ...[
    'in_address_book',
    'is_new',
    'score',
    'level',
    'score_source',
    'folder',
    'file',
    'line',
    'column',
  ],
];

/** Rows between two steps. */
const batch = 64;

/**
 * Addresses as CSV (RFC 4180), one occurrence in each row. The names of columns and groups are not
 * translated: programs read them. Yields between slices of work.
 */
export function* addressesCsv(
  inventory: Inventory,
  judgments: Judgments,
  {
    matches,
    isSample,
    folderName,
    isCompared,
  }: {
    readonly matches: (id: number) => boolean;
    readonly isSample: boolean;
    readonly folderName: (folder: number) => string;
    /** Whether a folder has a revision to compare with. */
    readonly isCompared: (folder: number) => boolean;
  },
): Generator<void, string> {
  const lines = [csvLine(header)];
  for (const { id, place } of inventory.occurrences()) {
    const found = inventory.addresses.of(id);
    if (found === undefined || !matches(id)) continue;
    const score = judgments.scoreOf(id);
    lines.push(
      csvLine([
        statusName(statusKind(id, judgments)),
        found.address,
        found.network ?? '',
        String(found.isAssumed),
        found.family,
        judgments.nameOf(id) ?? '',
        String(judgments.isDenied(id)),
        String(!judgments.isUnlisted(id)),
        newnessText(judgments.newnessOf(id), isCompared(found.folder)),
        score?.text ?? '',
        score?.level?.name ?? '',
        score === undefined ? '' : isSample ? 'Sample data' : 'Service',
        folderName(place.folder),
        place.path,
        String(place.line + 1),
        String(place.column + 1),
      ]),
    );
    if (lines.length % batch === 0) yield;
  }
  return lines.join('');
}

/** Without a revision it is unknown what is new. */
function newnessText(newness: Newness | undefined, isCompared: boolean): string {
  if (!isCompared) return '';
  return newness === 'unknown' ? '' : String(newness === 'new');
}

function statusName(kind: StatusKind): string {
  return kind.kind === 'level' ? 'scored' : kind.kind;
}
