import { workspaceReportText } from '../../report/export/workspaceReport.ts';
import type { AddressReport, WorkspaceReport } from '../../report/export/addressReport.ts';
import { storedScore, type StoredScore } from '../../report/storedScore.ts';
import { newReview } from '../../words/newness.ts';
import { workspaceReport as texts } from '../../words/workspaceReport.ts';
import type { Calls } from '../calls/register.ts';
import { runInTurns } from '../../turns/turns.ts';
import type { Revisions } from '../git/register.ts';
import { isSignedIn } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { dialogs } from '../shell/dialogs.ts';
import { saveFile } from '../shell/saveFile.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import type { AddressList } from './addressList.ts';
import { comparedFolders, type NewAddresses } from './newAddresses.ts';
import { storedHeads } from './storedHeads.ts';
import { unreadNotes } from './unreadNotes.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

interface Ports {
  readonly found: WorkspaceInventory;
  readonly list: AddressList;
  readonly newAddresses: Pick<NewAddresses, 'compare'>;
  readonly revisions: Revisions;
  readonly calls: Pick<Calls, 'session' | 'openEngine'>;
  readonly shell: Shell;
}

/** Searches the workspace, asks for a format and a file, and writes all that is known. Makes no call. */
export async function exportWorkspaceReport(ports: Ports): Promise<void> {
  const { found, newAddresses, calls, revisions, shell } = ports;
  const compared = await dialogs.progress(newReview.progress(), (_, token) =>
    newAddresses.compare(token),
  );
  // A part of the addresses would pass for all of them.
  if (compared.kind === 'stopped') {
    shell.notifier.inform(newReview.stopped());
    return;
  }
  if ([...found.inventory.addresses.ids()].length === 0) {
    shell.notifier.refuse(texts.empty());
    return;
  }
  const title = texts.command();
  const picked = await dialogs.pick(texts.formats(), { title });
  if (picked === undefined) return;
  const { format } = picked;
  const isSample = (await calls.session.identity()).kind === 'sample';
  const extension = format === 'markdown' ? 'md' : format;
  await saveFile(
    {
      title,
      name: `${isSample ? 'sample-data-' : ''}address-risk.${extension}`,
      contents: async () =>
        workspaceReportText(
          {
            ...{ rows: await rowsOf(ports), base: baseOf(revisions), isSample },
            ...{ unread: unreadNotes(found), madeAt: Date.now() },
          },
          format,
        ),
    },
    shell,
  );
}

function baseOf(revisions: Revisions): WorkspaceReport['base'] {
  const compared = comparedFolders(revisions);
  if (compared.kind !== 'on') return null;
  return { name: compared.since.name, commit: compared.since.hash };
}

async function rowsOf({ found, list, calls }: Ports): Promise<AddressReport[]> {
  const { inventory } = found;
  const places = await runInTurns('inventory', placesByAddress(found));
  const scores = await scoresOf(found, calls);
  function* steps(): Generator<void, AddressReport[]> {
    const rows: AddressReport[] = [];
    for (const id of inventory.addresses.ids()) {
      yield;
      const known = inventory.addresses.of(id);
      if (known === undefined) continue;
      const { address, network, isAssumed } = known;
      const score = scores?.get(id) ?? null;
      rows.push({
        ...{ address, network, isAssumed, score, name: nameOf(id, found, list) },
        isDenied: list.judgments.isDenied(id),
        isNew: list.judgments.isNew(id),
        rules: [],
        places: places.get(id) ?? [],
        noScore: score !== null ? null : network === null ? 'network' : scores ? 'none' : 'unread',
      });
    }
    return rows;
  }
  return runInTurns('inventory', steps());
}

function nameOf(
  id: number,
  { inventory }: WorkspaceInventory,
  { judgments }: AddressList,
): AddressReport['name'] {
  const known = judgments.nameOf(id);
  if (known !== undefined) return { text: known, isVerified: true };
  const inCode = inventory.codeNames.of(id)?.name;
  return inCode === undefined ? null : { text: inCode, isVerified: false };
}

/** Of several folders, paths begin with the name of theirs. */
function* placesByAddress({
  inventory,
  folders,
}: WorkspaceInventory): Generator<void, Map<number, { path: string; line: number }[]>> {
  const places = new Map<number, { path: string; line: number }[]>();
  const isOne = [...folders.open()].length < 2;
  for (const { id, place } of inventory.occurrences()) {
    yield;
    const name = folders.at(place.folder)?.folder.name ?? '';
    const own = places.get(id) ?? [];
    places.set(id, own);
    own.push({ path: isOne ? place.path : `${name}/${place.path}`, line: place.line + 1 });
  }
  return places;
}

/** Undefined if no account is in use. Costs nothing. */
async function scoresOf(
  { inventory: { addresses } }: WorkspaceInventory,
  { session, openEngine }: Ports['calls'],
): Promise<Map<number, StoredScore> | undefined> {
  const identity = await session.identity();
  if (!isSignedIn(identity)) return undefined;
  const [aggregator, scale] = [settings.aggregator(), scaleOf(identity)];
  const scores = new Map<number, StoredScore>();
  const from = { identity, aggregator, openEngine };
  for await (const { id, stored } of storedHeads(addresses.ids(), addresses, from)) {
    const score = stored && storedScore(stored.heads, stored.subject, aggregator, scale);
    if (score) scores.set(id, score);
  }
  return scores;
}
