import { workspace } from 'vscode';
import { gestureOf } from '../../lookups/gesture.ts';
import type { Calls } from '../calls/register.ts';
import type { Documents } from '../documents/register.ts';
import {
  askForAddress,
  chooseNetwork,
  readArgument,
  findAddressAtCaret,
  type Subject,
} from '../documents/subject.ts';
import type { Reports } from '../report/register.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import { accountInUse } from '../session/requireSignedIn.ts';
import { pickStored, addressInEditor, subjectInEditor } from './chosenSubject.ts';
import type { Handlers } from './handlers.ts';

/** Look up, score, and open: each for the address of its argument, else for one that it asks for. */
export function addressCommands(ports: {
  readonly calls: Calls;
  readonly documents: Documents;
  readonly reports: Reports;
  readonly shell: Shell;
}): Pick<Handlers, 'lookUpAddress' | 'scoreRisk' | 'openReport'> {
  const { calls, documents, reports, shell } = ports;
  const { inquiries } = calls;
  const { choices } = documents;

  /** The subject of an argument, otherwise of the fallback. Shows why an argument is rejected. */
  async function subjectFor(
    argument: unknown,
    fallback: () => Promise<Subject | undefined>,
  ): Promise<Subject | undefined> {
    const given = readArgument(argument, choices);
    switch (given.kind) {
      case 'refused':
        shell.notifier.refuse(given.text);
        return undefined;
      case 'subject':
        return given.subject;
      case 'open':
        return chooseNetwork({ open: given.open, subject: undefined }, choices);
      case 'none':
        return fallback();
    }
  }

  /** @param onlyFor the account in use when the first question was asked */
  async function score(subject: Subject, onlyFor: string | undefined): Promise<void> {
    reports.open(subject);
    await inquiries.score({
      subject,
      aggregator: settings.aggregator(),
      gesture: gestureOf('command'),
      onlyFor,
      // Not before the score is accepted: a rejected start must not cost a summary.
      onAccepted() {
        if (settings.hoverSummary() !== 'auto' || !workspace.isTrusted) return;
        inquiries
          .lookUp(subject, 'score', onlyFor)
          .catch((error: unknown) => shell.log.fault('summary', error));
      },
    });
  }

  return {
    async lookUpAddress(argument) {
      const account = await accountInUse(calls.session);
      const subject = await subjectFor(argument, async () =>
        askForAddress(await addressInEditor(documents), choices),
      );
      if (subject === undefined) return;
      reports.open(subject);
      await inquiries.lookUp(subject, 'command', account);
    },

    async scoreRisk(argument) {
      const account = await accountInUse(calls.session);
      const subject = await subjectFor(
        argument,
        async () => (await subjectInEditor(documents)) ?? askForAddress(undefined, choices),
      );
      if (subject !== undefined) await score(subject, account);
    },

    async openReport(argument) {
      const subject = await subjectFor(argument, async () => {
        const atCaret = findAddressAtCaret(choices);
        const isUsable = atCaret !== undefined && atCaret.problem === undefined;
        return isUsable ? chooseNetwork(atCaret, choices) : pickStored(calls, shell.notifier);
      });
      if (subject !== undefined) reports.open(subject);
    },
  };
}
