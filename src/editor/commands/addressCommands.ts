import { workspace } from 'vscode';
import { gestureOf } from '../../lookups/gesture.ts';
import type { Books } from '../book/register.ts';
import { mayFetchAutomatically } from '../calls/automatic.ts';
import type { Calls } from '../calls/register.ts';
import type { Documents } from '../documents/register.ts';
import { askForAddress, type RecentAddress } from '../documents/addressPrompt.ts';
import { readArgument } from '../documents/argument.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import {
  chooseNetwork,
  chooseOpen,
  findAddressAtCaret,
  type ReasonedSubject,
} from '../documents/subject.ts';
import { exportReport } from '../report/exportReport.ts';
import type { Reports } from '../report/register.ts';
import { settings } from '../shell/settings.ts';
import type { Notifier } from '../shell/notifier.ts';
import type { Shell } from '../shell/shell.ts';
import { isSignedIn } from '../session/identity.ts';
import { accountInUse } from '../session/requireSignedIn.ts';
import { pickStored, addressInEditor, subjectInEditor } from './chosenSubject.ts';
import { compareAggregators } from './comparison.ts';
import type { Handlers } from './handlers.ts';
import { recentAddresses } from './recentAddresses.ts';

/** Look up, score, and open: each for the address of its argument, else for one that it asks for. */
export function addressCommands(ports: {
  readonly books: Pick<Books, 'factsOf'>;
  readonly calls: Calls;
  readonly documents: Documents;
  readonly reports: Reports;
  readonly shell: Shell;
}): Pick<
  Handlers,
  'lookUpAddress' | 'scoreRisk' | 'openReport' | 'compareAggregators' | 'exportReport'
> {
  const { calls, documents, reports, shell } = ports;
  const { inquiries } = calls;
  const { choices } = documents;

  const { subjectFor, storedSubject } = subjectChooser(calls, choices, shell.notifier);
  const subjectToScore = (argument: unknown): Promise<ReasonedSubject | undefined> =>
    subjectFor(
      argument,
      async () => (await subjectInEditor(documents)) ?? askForAddress(undefined, choices),
    );

  /** @param onlyFor the account in use when the first question was asked */
  async function score(chosen: ReasonedSubject, onlyFor: string | undefined): Promise<void> {
    reports.open(chosen.subject, chosen.reading);
    await inquiries.score({
      ...chosen,
      aggregator: settings.aggregator(),
      gesture: gestureOf('command'),
      onlyFor,
      // Not before the score is accepted: a rejected start must not cost a summary.
      onAccepted() {
        fetchWithScore(calls, chosen, onlyFor).catch((error: unknown) =>
          shell.log.fault('summary', error),
        );
      },
    });
  }

  return {
    async lookUpAddress(argument) {
      const account = await accountInUse(calls.session);
      const chosen = await subjectFor(argument, async () =>
        askForAddress(await addressInEditor(documents), choices, recentOrNone(ports)),
      );
      if (chosen === undefined) return;
      reports.open(chosen.subject, chosen.reading);
      await inquiries.lookUp(chosen.subject, 'command', account);
    },

    async scoreRisk(argument) {
      const account = await accountInUse(calls.session);
      const chosen = await subjectToScore(argument);
      if (chosen !== undefined) await score(chosen, account);
    },

    async compareAggregators(argument) {
      const account = await accountInUse(calls.session);
      const chosen = await subjectToScore(argument);
      if (chosen === undefined) return;
      reports.open(chosen.subject, chosen.reading);
      // A question names the number of calculations, as that of a batch does.
      const gesture = gestureOf('batch');
      await compareAggregators(chosen, { gesture, onlyFor: account }, { calls, shell });
    },

    async exportReport(argument) {
      const chosen = await subjectFor(argument, async () => reports.active() ?? storedSubject());
      if (chosen !== undefined) await exportReport(calls, shell, chosen);
    },

    async openReport(argument) {
      const chosen = await subjectFor(argument, storedSubject);
      if (chosen !== undefined) reports.open(chosen.subject, chosen.reading);
    },
  };
}

/** The box works without them. */
function recentOrNone({
  books,
  calls,
  shell,
}: {
  readonly books: Pick<Books, 'factsOf'>;
  readonly calls: Calls;
  readonly shell: Shell;
}): Promise<RecentAddress[]> {
  return recentAddresses(calls, books).catch((error: unknown) => {
    shell.log.fault('recent addresses', error);
    return [];
  });
}

function subjectChooser(calls: Calls, choices: ChainChoices, notifier: Notifier) {
  /** The subject of an argument, otherwise of the fallback. Shows why an argument is rejected. */
  async function subjectFor(
    argument: unknown,
    fallback: () => Promise<ReasonedSubject | undefined>,
  ): Promise<ReasonedSubject | undefined> {
    const given = readArgument(argument, choices);
    switch (given.kind) {
      case 'refused':
        notifier.refuse(given.text);
        return undefined;
      case 'subject':
        return given;
      case 'open':
        return chooseOpen(given.open, choices);
      case 'none':
        return fallback();
    }
  }

  /** The address at the caret, otherwise one of those with a stored report. */
  async function storedSubject(): Promise<ReasonedSubject | undefined> {
    const atCaret = findAddressAtCaret(choices);
    const isUsable = atCaret !== undefined && atCaret.problem === undefined;
    return isUsable ? chooseNetwork(atCaret, choices) : pickStored(calls, notifier);
  }

  return { subjectFor, storedSubject };
}

/** The user requested the score, not this summary: it comes where a hover would fetch it. */
async function fetchWithScore(
  { session, inquiries }: Calls,
  { subject, reading }: ReasonedSubject,
  onlyFor: string | undefined,
): Promise<void> {
  if (settings.hoverSummary() !== 'auto' || !workspace.isTrusted) return;
  const identity = await session.identity();
  if (!isSignedIn(identity) || !mayFetchAutomatically(identity, reading)) return;
  await inquiries.lookUp(subject, 'score', onlyFor ?? identity.key);
}
