import { l10n, QuickPickItemKind, type QuickPickItem } from 'vscode';
import type { Charge, Spending, SpendingSource } from '../ledger/store.ts';
import { dayOf } from '../lookups/clock.ts';
import type { Engine } from '../engine/engine.ts';
import { usageText } from './connectionCheck.ts';
import { dialogs } from './dialogs.ts';
import type { Notifier } from './notifier.ts';
import type { ReportPanels } from './reportPanels.ts';
import { isSignedIn, type Session } from './session.ts';
import type { Subject } from './subject.ts';
import { localTime, networkTitle, shortAddress } from './words.ts';

/** The ledger has more, but a longer list would not help. */
const mostShown = 500;

type UsageItem = QuickPickItem & { readonly subject?: Subject };

/**
 * Lists what was spent: when, on which address, and by which source. Picking one opens its report.
 */
export async function showUsage(parts: {
  readonly session: Session;
  readonly openEngine: () => Promise<Engine>;
  readonly panels: ReportPanels;
  readonly notifier: Notifier;
}): Promise<void> {
  const { session, openEngine, panels, notifier } = parts;
  const identity = await session.identity();
  if (!isSignedIn(identity)) {
    notifier.signedOut(identity);
    return;
  }
  const engine = await openEngine();
  const [spendings, today] = await Promise.all([
    engine.listSpendings(identity.key, mostShown),
    engine.readUsage(identity.key),
  ]);
  if (spendings.length === 0) {
    notifier.inform(l10n.t('No paid calls yet.'));
    return;
  }
  const picked = await dialogs.pick(usageItems(spendings), {
    title: identity.kind === 'sample' ? l10n.t('Usage (sample data)') : l10n.t('Usage'),
    placeHolder: usageText(today),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.subject !== undefined) panels.open(picked.subject);
}

/** One line per call, newest first, grouped by local day. */
export function usageItems(spendings: readonly Spending[]): UsageItem[] {
  const items: UsageItem[] = [];
  let day = '';
  for (const spending of spendings) {
    const itsDay = dayOf(spending.at);
    if (itsDay !== day) items.push({ label: itsDay, kind: QuickPickItemKind.Separator });
    day = itsDay;
    const { chain, address, kind, aggregator } = spending;
    const facts = [localTime(spending.at), sourceText(spending), ...chargeText(spending.charge)];
    items.push({
      label: kind === 'start' ? l10n.t('Risk score · {0}', aggregator ?? '') : l10n.t('Summary'),
      description: `${shortAddress(address)} · ${networkTitle(chain)}`,
      detail: facts.join(' · '),
      subject: { address, chain },
    });
  }
  return items;
}

function sourceText({ source, isAutomatic }: Spending): string {
  const names: Record<SpendingSource, () => string> = {
    hover: () => l10n.t('hover'),
    panel: () => l10n.t('panel'),
    command: () => (isAutomatic ? l10n.t('command (with a score)') : l10n.t('command')),
    batch: () => l10n.t('batch'),
    tool: () => l10n.t('tool'),
  };
  return names[source]();
}

/** What is known about the charge; empty for a call that was charged as usual. */
function chargeText(charge: Charge): string[] {
  switch (charge) {
    case 'made':
      return [];
    case 'none':
      return [l10n.t('not charged')];
    case 'maybe':
      return [l10n.t('may have been charged')];
    case 'open':
      return [l10n.t('no response recorded; may have been charged')];
  }
}
