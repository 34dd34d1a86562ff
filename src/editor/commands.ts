import * as vscode from 'vscode';
import { readAddress } from '../addresses/parse.ts';
import { gestureOf, type GestureSource } from '../lookups/gesture.ts';
import type { Desk } from '../lookups/desk.ts';
import type { CommandName } from '../manifest.ts';
import type { Activity } from './activity.ts';
import { askForChain } from './chainChoice.ts';
import { chainReasonText } from './chainWords.ts';
import { pickStored, sightingInEditor, subjectInEditor } from './chosenSubject.ts';
import { checkConnection } from './connectionCheck.ts';
import type { CredentialStore } from './credentials.ts';
import { lookUpFile } from './fileLookUp.ts';
import type { Inquiries } from './inquiries.ts';
import { showJobs } from './jobsPick.ts';
import type { Log } from './log.ts';
import type { ModeFile } from './mode.ts';
import type { Notifier } from './notifier.ts';
import type { ReportPanels } from './reportPanels.ts';
import type { Session } from './session.ts';
import { settings } from './settings.ts';
import { askToSignIn } from './signIn.ts';
import type { SightingParts } from './sightings.ts';
import type { StartLimit } from './startLimit.ts';
import {
  askForAddress,
  decide,
  isForeign,
  readArgument,
  sightAtCaret,
  type Subject,
} from './subject.ts';
import { networkTitle } from './words.ts';

export interface CommandParts extends SightingParts {
  readonly session: Session;
  readonly mode: ModeFile;
  readonly credentials: CredentialStore;
  readonly inquiries: Inquiries;
  readonly activity: Activity;
  readonly panels: ReportPanels;
  readonly notifier: Notifier;
  readonly openDesk: () => Promise<Desk>;
  readonly startLimit: StartLimit;
  readonly log: Log;
}

type Handlers = Readonly<Record<CommandName, (argument: unknown) => Promise<void>>>;

/** One handler for each command of the manifest; a missing one does not compile. */
export function createCommands(parts: CommandParts): Handlers {
  const { session, mode, credentials, inquiries, activity, panels } = parts;
  const { notifier, openDesk, startLimit, choices, log } = parts;

  /** The subject of an argument, else of what the fallback finds; says why there is none. */
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

  async function score(
    subject: Subject,
    source: GestureSource,
    mayStart?: () => Promise<boolean>,
  ): Promise<void> {
    panels.open(subject);
    if (settings.hoverSummary() === 'auto' && vscode.workspace.isTrusted) {
      inquiries.lookUp(subject, 'hover').catch((error: unknown) => log.fault('summary', error));
    }
    const aggregator = settings.aggregator();
    await inquiries.score({
      subject,
      aggregator,
      gesture: gestureOf(source),
      ...(mayStart === undefined ? {} : { mayStart }),
    });
  }

  return {
    async signIn() {
      const answers = await askToSignIn(settings.serviceUrl());
      if (answers === undefined) return;
      // The URL alone may bring stored credentials back to use, so what hovers may do comes first.
      if (answers.hoverSummary !== undefined) {
        await settings.save('hover.summary', answers.hoverSummary);
      }
      await settings.save('serviceUrl', answers.serviceUrl);
      if (!(await credentials.save(answers.origin, answers.credentials))) {
        notifier.warn(
          {
            text: vscode.l10n.t(
              'The credentials are kept for this window alone: this machine has no working keyring.',
            ),
            next: 'showLog',
          },
          () => undefined,
        );
      }
      await mode.leaveSample();
      session.refresh();
      notifier.inform(vscode.l10n.t('Signed in for {0}. No call was made.', answers.origin));
    },

    async signOut() {
      const identity = await session.identity();
      if (identity.kind !== 'sample') await credentials.remove();
      await mode.leaveSample();
      session.refresh();
      notifier.inform(
        identity.kind === 'sample'
          ? vscode.l10n.t('Left the sample service.')
          : vscode.l10n.t('Signed out. Results and jobs are kept.'),
      );
    },

    async useSampleService() {
      await mode.enterSample();
      session.refresh();
      notifier.inform(
        vscode.l10n.t('Sample data from now on. Hover an address, or score its risk.'),
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
      // Whoever passed an argument may be a program; a person at the palette is one by nature.
      const isArgument = readArgument(argument, choices).kind === 'subject';
      await score(
        subject,
        sourceOf(argument),
        isArgument ? () => startLimit.mayStart() : undefined,
      );
    },

    async openReport(argument) {
      const subject = await subjectFor(argument, async () => {
        const atCaret = sightAtCaret(choices);
        const isUsable = atCaret !== undefined && atCaret.problem === undefined;
        return isUsable
          ? decide(atCaret, choices)
          : pickStored(session, await openDesk(), notifier);
      });
      if (subject !== undefined) panels.open(subject);
    },

    async lookUpFile() {
      const document = vscode.window.activeTextEditor?.document;
      if (document === undefined || isForeign(document)) {
        notifier.refuse(vscode.l10n.t('Open the file whose addresses are to be looked up.'));
        return;
      }
      await lookUpFile(document, parts);
    },

    showJobs: () => showJobs(parts),

    checkConnection: () => checkConnection(parts),

    async clearResults() {
      const clear = vscode.l10n.t('Clear');
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t('Clear all stored results?'),
        {
          modal: true,
          detail: vscode.l10n.t(
            'Each was paid for and would have to be paid for again. Jobs that are open or unknown, usage and pace are kept.',
          ),
        },
        clear,
      );
      if (answer !== clear) return;
      const count = await (await openDesk()).ledger.clearResults();
      activity.touch(undefined);
      notifier.inform(vscode.l10n.t('{0} stored results cleared.', count));
    },

    selectChain: (argument) => selectChain(argument, parts),

    showLog() {
      log.show();
      return Promise.resolve();
    },
  };
}

/** For the address of the argument or at the caret; says so where the code tells better. */
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
        : vscode.l10n.t('Put the caret on an address to select its network.'),
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
        'Remembered. Here the code says {0} ({1}); your choice counts where it says nothing.',
        networkTitle(atCaret.chain.chain ?? ''),
        chainReasonText(atCaret.chain),
      ),
    );
  }
}

function sourceOf(argument: unknown): GestureSource {
  const isLens =
    typeof argument === 'object' &&
    argument !== null &&
    'source' in argument &&
    argument.source === 'lens';
  return isLens ? 'lens' : 'command';
}
