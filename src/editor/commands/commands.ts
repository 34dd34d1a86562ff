import * as vscode from 'vscode';
import { readAddress } from '../../addresses/parse.ts';
import { gestureOf } from '../../lookups/gesture.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CommandName } from '../../manifest.ts';
import { noKeyringSentence, signedInText, usingSampleText } from '../../words/account.ts';
import { batchTexts } from '../../words/batch.ts';
import { choiceOverriddenText, networkPick } from '../../words/networks.ts';
import { clearedText, clearResultsQuestion } from '../../words/storage.ts';
import type { Activity } from '../calls/activity.ts';
import { askForChain } from '../documents/chainChoice.ts';
import { pickStored, sightingInEditor, subjectInEditor } from './chosenSubject.ts';
import { checkConnection } from './connectionCheck.ts';
import type { CredentialStore } from '../session/credentials.ts';
import { dialogs } from '../shell/dialogs.ts';
import { lookUpFile } from './fileLookUp.ts';
import type { Inquiries } from '../calls/inquiries.ts';
import { showJobs } from './jobsPick.ts';
import type { Log } from '../shell/log.ts';
import type { ModeFile } from '../session/mode.ts';
import type { Notifier } from '../shell/notifier.ts';
import type { ReportPanels } from '../report/reportPanels.ts';
import type { ServiceChoice } from '../session/serviceChoice.ts';
import type { Session } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import { askToSignIn } from '../session/signIn.ts';
import { signOut } from '../session/signOut.ts';
import type { SightingParts } from '../documents/sightings.ts';
import {
  askForAddress,
  decide,
  isForeign,
  readArgument,
  sightAtCaret,
  type Subject,
} from '../documents/subject.ts';
import { showUsage } from './usagePick.ts';

export interface CommandParts extends SightingParts {
  readonly session: Session;
  readonly mode: ModeFile;
  readonly serviceChoice: ServiceChoice;
  readonly credentials: CredentialStore;
  readonly inquiries: Inquiries;
  readonly activity: Activity;
  readonly panels: ReportPanels;
  readonly notifier: Notifier;
  readonly openEngine: () => Promise<Engine>;
  readonly log: Log;
}

type Handlers = Readonly<Record<CommandName, (argument: unknown) => Promise<void>>>;

/** One handler for each command of the manifest; a missing one does not compile. */
export function createCommands(parts: CommandParts): Handlers {
  const { session, mode, credentials, inquiries, activity, panels } = parts;
  const { notifier, openEngine, choices, log } = parts;

  let checking: Promise<void> | undefined;

  /** The subject of an argument, otherwise of the fallback. Shows why an argument is rejected. */
  async function subjectFor(
    argument: unknown,
    fallback: () => Promise<Subject | undefined>,
  ): Promise<Subject | undefined> {
    const given = readArgument(argument, choices);
    switch (given.kind) {
      case 'refused':
        notifier.refuse(given.text);
        return undefined;
      case 'subject':
        return given.subject;
      case 'open':
        return decide({ open: given.open, subject: undefined }, choices);
      case 'none':
        return fallback();
    }
  }

  async function lookUp(subject: Subject): Promise<void> {
    panels.open(subject);
    await inquiries.lookUp(subject, 'command');
  }

  async function score(subject: Subject): Promise<void> {
    panels.open(subject);
    await inquiries.score({
      subject,
      aggregator: settings.aggregator(),
      gesture: gestureOf('command'),
      // Not before the score is accepted: a rejected start must not cost a summary.
      onAccepted() {
        if (settings.hoverSummary() !== 'auto' || !vscode.workspace.isTrusted) return;
        inquiries.lookUp(subject, 'score').catch((error: unknown) => log.fault('summary', error));
      },
    });
  }

  return {
    async signIn() {
      const answers = await askToSignIn(settings.serviceUrl());
      if (answers === undefined) return;
      // Save the hover setting first: the URL alone may reactivate stored credentials.
      if (answers.hoverSummary !== undefined) {
        await settings.save('hover.summary', answers.hoverSummary);
      }
      await settings.save('serviceUrl', answers.serviceUrl);
      if (!(await credentials.save(answers.origin, answers.credentials))) {
        notifier.warn(noKeyringSentence(), () => undefined);
      }
      await mode.save('service');
      session.refresh();
      notifier.inform(signedInText(answers.origin));
    },

    async signOut() {
      if (await signOut(parts)) session.refresh();
    },

    async useSampleService() {
      await mode.save('sample');
      session.refresh();
      notifier.inform(usingSampleText());
    },

    async lookUpAddress(argument) {
      const subject = await subjectFor(argument, async () =>
        askForAddress(await sightingInEditor(parts), choices),
      );
      if (subject !== undefined) await lookUp(subject);
    },

    async scoreRisk(argument) {
      const subject = await subjectFor(
        argument,
        async () => (await subjectInEditor(parts)) ?? askForAddress(undefined, choices),
      );
      if (subject === undefined) return;
      await score(subject);
    },

    async openReport(argument) {
      const subject = await subjectFor(argument, async () => {
        const atCaret = sightAtCaret(choices);
        const isUsable = atCaret !== undefined && atCaret.problem === undefined;
        return isUsable
          ? decide(atCaret, choices)
          : pickStored(session, await openEngine(), notifier);
      });
      if (subject !== undefined) panels.open(subject);
    },

    async lookUpFile() {
      const document = vscode.window.activeTextEditor?.document;
      if (document === undefined || isForeign(document)) {
        notifier.refuse(batchTexts.noFile());
        return;
      }
      await lookUpFile(document, parts);
    },

    showJobs: () => showJobs(parts),

    checkConnection() {
      // Each is a call that may be metered: however often a program asks, one is made at a time.
      checking ??= checkConnection(parts).finally(() => {
        checking = undefined;
      });
      return checking;
    },

    showUsage: () => showUsage(parts),

    async clearResults() {
      if (!(await dialogs.agree(clearResultsQuestion()))) return;
      const count = await (await openEngine()).clearResults();
      activity.touch(undefined);
      notifier.inform(clearedText(count));
    },

    selectChain: (argument) => selectChain(argument, parts),

    showLog() {
      log.show();
      return Promise.resolve();
    },
  };
}

/** For the address of the argument or at the caret. Reports if the code overrides the choice. */
async function selectChain(
  argument: unknown,
  { choices, notifier }: Pick<CommandParts, 'choices' | 'notifier'>,
): Promise<void> {
  const given = readArgument(argument, choices);
  const atCaret = given.kind === 'none' ? sightAtCaret(choices) : undefined;
  const address =
    given.kind === 'subject'
      ? given.subject.address
      : given.kind === 'open'
        ? given.open.address
        : atCaret?.canonical;
  const reading = readAddress(address ?? '');
  if (!reading.ok) {
    notifier.refuse(given.kind === 'refused' ? given.text : networkPick.noAddress());
    return;
  }
  const { canonical, family } = reading.address;
  const candidates =
    given.kind === 'open' ? given.open.candidates : (atCaret?.open?.candidates ?? []);
  const chain = await askForChain(canonical, family, candidates);
  if (chain === undefined) return;
  await choices.remember(canonical, chain);
  const isNamedByCode =
    atCaret !== undefined && atCaret.subject !== undefined && atCaret.chain.strength !== 'none';
  if (isNamedByCode && !['selected', 'setting', 'family'].includes(atCaret.chain.reason)) {
    notifier.inform(choiceOverriddenText(atCaret.chain));
  }
}
