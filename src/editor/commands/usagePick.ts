import { QuickPickItemKind, type QuickPickItem } from 'vscode';
import type { Spending, UsageRow } from '../../ledger/store.ts';
import { dayOf } from '../../paid/clock.ts';
import type { Calls } from '../calls/calls.ts';
import { spendingLine, usageLines, usageList } from '../../messages/usage.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Notifier } from '../shell/notifier.ts';
import type { Reports } from '../report/reports.ts';
import { requireSignedIn } from '../session/session.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import type { Subject } from '../documents/subject.ts';

/** The ledger has more, but a longer list would not help. */
const maxShown = 500;

type UsageItem = QuickPickItem & { readonly subject?: Subject };

/**
 * Lists what was spent: when, on which address, and by which source. Picking one opens its report.
 */
export async function showUsage(
  { session, openEngine }: Calls,
  reports: Reports,
  notifier: Notifier,
  nameOf: WorkspaceKnowledge['nameOf'],
): Promise<void> {
  const identity = await requireSignedIn(session, notifier);
  if (identity === undefined) return;
  const engine = await openEngine();
  const [spendings, today] = await Promise.all([
    engine.listSpendings(identity.key, maxShown),
    engine.readUsage(identity.key),
  ]);
  if (spendings.length === 0) {
    notifier.inform(usageList.empty());
    return;
  }
  const picked = await dialogs.pick([...totals(today), ...usageItems(spendings, nameOf)], {
    title: usageList.title(identity.kind === 'sample'),
    placeHolder: usageList.prompt(),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.subject !== undefined) reports.open(picked.subject);
}

/** Rows of their own: a placeholder is cut where the box is narrow. */
const totals = (today: readonly UsageRow[]): UsageItem[] =>
  usageLines(today).map((label) => ({ label, alwaysShow: true }));

/** One line per call, newest first, grouped by local day. */
function usageItems(
  spendings: readonly Spending[],
  nameOf: WorkspaceKnowledge['nameOf'],
): UsageItem[] {
  const items: UsageItem[] = [];
  let day = '';
  for (const spending of spendings) {
    const itsDay = dayOf(spending.at);
    if (itsDay !== day) items.push({ label: itsDay, kind: QuickPickItemKind.Separator });
    day = itsDay;
    const { address, chain } = spending;
    items.push({
      ...spendingLine(spending, nameOf({ address, chain })),
      subject: { address, chain },
    });
  }
  return items;
}
