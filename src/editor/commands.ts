import * as vscode from 'vscode';
import { readAddress } from '../addresses/parse.ts';
import { gestureOf } from '../lookups/gesture.ts';
import type { Engine } from '../engine/engine.ts';
import type { CommandName } from '../manifest.ts';
import type { Activity } from './activity.ts';
import { askForChain } from './chainChoice.ts';
import { chainReasonText } from './chainWords.ts';
import { pickStored, sightingInEditor, subjectInEditor } from './chosenSubject.ts';
import { checkConnection } from './connectionCheck.ts';
import type { CredentialStore } from './credentials.ts';
import { dialogs } from './dialogs.ts';
import { lookUpFile } from './fileLookUp.ts';
import type { Inquiries } from './inquiries.ts';
import { showJobs } from './jobsPick.ts';
import type { Log } from './log.ts';
import type { ModeFile } from './mode.ts';
import type { Notifier } from './notifier.ts';
import type { ReportPanels } from './reportPanels.ts';
import type { ServiceChoice } from './serviceChoice.ts';
import type { Session } from './session.ts';
import { settings } from './settings.ts';
import { askToSignIn } from './signIn.ts';
import { signOut } from './signOut.ts';
import type { SightingParts } from './sightings.ts';
import {
  askForAddress,
  decide,
  isForeign,
  readArgument,
  sightAtCaret,
  type Subject,
} from './subject.ts';
import { showUsage } from './usagePick.ts';
import { networkTitle } from './words.ts';

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
        notifier.warn(
          {
            text: vscode.l10n.t(
              'The credentials last only until this window closes: no working keyring was found.',
            ),
            next: 'showLog',
          },
          () => undefined,
        );
      }
      await mode.save('service');
      session.refresh();
      notifier.inform(vscode.l10n.t('Signed in to {0}. No call was made.', answers.origin));
    },

    async signOut() {
      if (await signOut(parts)) session.refresh();
    },

    async useSampleService() {
      await mode.save('sample');
      session.refresh();
      notifier.inform(
        vscode.l10n.t('Now using sample data. Hover over an address or score its risk.'),
      );
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
        notifier.refuse(vscode.l10n.t('Open a file to look up its addresses.'));
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
      const clear = vscode.l10n.t('Clear');
      const answer = await dialogs.ask(
        vscode.l10n.t('Clear all stored results?'),
        vscode.l10n.t(
          'Each was paid for and would have to be paid for again. Open jobs, jobs with an unknown outcome, and usage counts are kept.',
        ),
        clear,
      );
      if (answer !== clear) return;
      const count = await (await openEngine()).clearResults();
      activity.touch(undefined);
      notifier.inform(
        count === 1
          ? vscode.l10n.t('1 result cleared.')
          : vscode.l10n.t('{0} results cleared.', count),
      );
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
    notifier.refuse(
      given.kind === 'refused'
        ? given.text
        : vscode.l10n.t('Place the cursor on an address to select its network.'),
    );
    return;
  }
  const { canonical, family } = reading.address;
  const candidates =
    given.kind === 'open' ? given.open.candidates : (atCaret?.open?.candidates ?? []);
  const chain = await askForChain(canonical, family, candidates);
  if (chain === undefined) return;
  await choices.remember(canonical, chain);
  const isTold =
    atCaret !== undefined && atCaret.subject !== undefined && atCaret.chain.strength !== 'none';
  if (isTold && !['selected', 'setting', 'family'].includes(atCaret.chain.reason)) {
    notifier.inform(
      vscode.l10n.t(
        'Saved. Here the code says {0} ({1}); your choice applies where the code names no network.',
        networkTitle(atCaret.chain.chain ?? ''),
        chainReasonText(atCaret.chain),
      ),
    );
  }
}
