import { aggregators, type Aggregator } from '../../api/parameters.ts';
import type { Gesture } from '../../lookups/gesture.ts';
import { comparisonQuestion, nothingToCompareText } from '../../words/comparison.ts';
import type { Calls } from '../calls/register.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Shell } from '../shell/shell.ts';
import { requireSignedIn } from '../session/requireSignedIn.ts';

/**
 * Scores an address with each aggregator that has no stored score and no job, after a question that
 * names the cost.
 * @param options.onlyFor the account in use when the first question was asked
 */
export async function compareAggregators(
  { subject, reading }: ReasonedSubject,
  { gesture, onlyFor }: { readonly gesture: Gesture; readonly onlyFor: string | undefined },
  {
    calls,
    shell,
    workspace,
  }: {
    readonly calls: Calls;
    readonly shell: Shell;
    readonly workspace: Pick<WorkspaceKnowledge, 'nameOf'>;
  },
): Promise<void> {
  const account = await requireSignedIn(calls.session, shell.notifier);
  if (account === undefined) return;
  const engine = await calls.openEngine();
  const { scores, jobs } = await engine.readReport({ account: account.key, ...subject });
  const isMissing = (each: Aggregator): boolean => scores[each] === null && jobs[each] === null;
  const missing = aggregators.filter(isMissing);
  if (missing.length === 0) {
    shell.notifier.inform(nothingToCompareText());
    return;
  }
  const isSample = account.kind === 'sample';
  if (
    !(await dialogs.agree(
      comparisonQuestion({ subject, reading, name: workspace.nameOf(subject) }, missing, isSample),
    ))
  )
    return;
  await Promise.all(
    missing.map((aggregator) =>
      calls.inquiries.score({
        subject,
        reading,
        aggregator,
        gesture,
        onlyFor: onlyFor ?? account.key,
      }),
    ),
  );
}
