import { runLogged } from '../shell/shell.ts';
import * as vscode from 'vscode';
import { gestureOf, type Gesture } from '../../paid/gesture.ts';
import { mayFetchAutomatically } from '../calls/requests.ts';
import type { Calls } from '../calls/calls.ts';
import {
  askForAddress,
  nameNetwork,
  pickStored,
  addressInEditor,
  subjectInEditor,
  type PickTexts,
  recentAddresses,
  type RecentAddress,
} from './chosenAddress.ts';
import { readArgument, isHoverLink, type PaidCommand, isOwn } from '../documents/argument.ts';
import { confirmNetwork, pickAssumed } from '../documents/assumedNetwork.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import {
  chooseNetwork,
  chooseOpen,
  findAddressAtCaret,
  type ReasonedSubject,
  type Subject,
} from '../documents/subject.ts';
import { exportReport } from '../report/exportReport.ts';
import { settings } from '../shell/settings.ts';
import { isSignedIn, accountInUse, requireSignedIn } from '../session/session.ts';
import type { Services } from '../services.ts';
import { aggregators, type Aggregator } from '../../api/parameters.ts';
import { addressBox, comparePick, scorePick } from '../../messages/inputs.ts';
import {
  comparisonQuestion,
  nothingToCompareText,
  foreignQuestion,
} from '../../messages/questions.ts';
import { dialogs } from '../shell/dialogs.ts';
import { supportsSummaries } from '../../networks/networks.ts';

type Ports = Pick<Services, 'books' | 'calls' | 'documents' | 'reports' | 'shell' | 'workspace'>;

/** Look up, score, and open: each for the address of its argument, else for one that it asks for. */
export function addressCommands(ports: Ports) {
  const { calls, documents, reports, shell, workspace } = ports;
  const { choices } = documents;
  const { subjectFor, storedSubject } = subjectChooser(ports);
  const typed = (...box: Parameters<typeof askForAddress>) =>
    askForAddress(...box).then((chosen) => chosen && nameNetwork(chosen, workspace, choices));
  const payable = payableSubject(calls, choices);
  const subjectToScore = (
    argument: unknown,
    pick: PickTexts,
  ): Promise<ReasonedSubject | undefined> =>
    subjectFor(
      argument,
      async () =>
        (await subjectInEditor(documents, pick)) ?? typed(pick.title(), undefined, choices),
    );
  return {
    async lookUpAddress(argument: unknown): Promise<void> {
      const account = await accountInUse(calls.session);
      const asked = await subjectFor(argument, async () =>
        typed(addressBox.title(), await addressInEditor(documents), choices, recentOrNone(ports)),
      );
      const chosen = await payable('lookUpAddress', argument, asked);
      if (chosen === undefined) return;
      const isAskedInHover = isHoverLink(argument);
      if (!isAskedInHover) reports.open(chosen.subject, chosen.reading);
      const end = await calls.requests.lookUp(chosen.subject, 'command', account);
      if (isAskedInHover && end !== undefined) await showHoverAgain(chosen.subject.address);
    },

    async scoreRisk(argument: unknown): Promise<void> {
      const account = await accountInUse(calls.session);
      const chosen = await payable(
        'scoreRisk',
        argument,
        await subjectToScore(argument, scorePick),
      );
      if (chosen === undefined) return;
      reports.open(chosen.subject, chosen.reading);
      const onAccepted = (): void =>
        runLogged(shell.log, 'summary', fetchWithScore(calls, chosen, account));
      await calls.requests.score({
        ...chosen,
        aggregator: settings.aggregator(),
        gesture: gestureOf('command'),
        onlyFor: account,
        // Not before the score is accepted: a rejected start must not cost a summary.
        onAccepted,
      });
    },

    async compareAggregators(argument: unknown): Promise<void> {
      const account = await accountInUse(calls.session);
      // The address of the report in front is what the user looks at.
      const inFront = argument === undefined ? reports.active() : undefined;
      const asked = inFront ?? (await subjectToScore(argument, comparePick));
      const { kind } = await calls.session.identity();
      const chosen = kind === 'service' && asked ? await confirmNetwork(asked, choices) : asked;
      if (chosen === undefined) return;
      reports.open(chosen.subject, chosen.reading);
      // Like a batch, ask with the number of calculations.
      const options = { gesture: gestureOf('batch'), onlyFor: account };
      if (await compareAggregators(chosen, options, ports)) reports.showDifference(chosen.subject);
    },

    async exportReport(argument: unknown): Promise<void> {
      const chosen = await subjectFor(argument, async () => reports.active() ?? storedSubject());
      if (chosen !== undefined) await exportReport(calls, shell, chosen, workspace);
    },

    async openReport(argument: unknown): Promise<void> {
      const chosen = await subjectFor(argument, storedSubject);
      if (chosen !== undefined) reports.open(chosen.subject, chosen.reading);
    },
  };
}

/** Asks what must be asked before a paid call of a command. */
function payableSubject(calls: Calls, choices: ChainChoices) {
  const foreign = new UntrustedArguments();
  /** Undefined if the user does not want to pay for it after all. */
  return async (
    name: PaidCommand,
    argument: unknown,
    asked: ReasonedSubject | undefined,
  ): Promise<ReasonedSubject | undefined> => {
    if (asked === undefined || !(await isPaid(name, asked.subject, calls))) return asked;
    if (!(await foreign.mayRun(name, argument, asked.subject))) return undefined;
    // A link of our hover that names the network is the pick.
    const isNamed = name === 'lookUpAddress' && isHoverLink(argument);
    return isNamed ? pickAssumed(asked, choices) : confirmNetwork(asked, choices);
  };
}

/** More would be scrolled through; *Open Report…* lists more. */
const maxRecent = 20;

/** The box works without them. */
function recentOrNone({ books, calls, shell, workspace }: Ports): Promise<RecentAddress[]> {
  return recentAddresses({ books, calls, workspace }, maxRecent).catch((error: unknown) => {
    shell.log.fault('recent addresses', error);
    return [];
  });
}

function subjectChooser({ books, calls, documents: { choices }, shell, workspace }: Ports) {
  /** The subject of an argument, otherwise of the fallback. Shows why an argument is rejected. */
  async function subjectFor(
    argument: unknown,
    fallback: () => Promise<ReasonedSubject | undefined>,
  ): Promise<ReasonedSubject | undefined> {
    const given = readArgument(argument, choices);
    switch (given.kind) {
      case 'refused':
        shell.notifier.refuse(given.text);
        return undefined;
      case 'subject':
        return given;
      case 'open':
        return chooseOpen(given.open, choices);
      case 'none':
        return fallback();
    }
  }

  /** The address at the caret, else one with a stored report. */
  async function storedSubject(): Promise<ReasonedSubject | undefined> {
    const atCaret = findAddressAtCaret(choices);
    const isUsable = atCaret !== undefined && atCaret.problem === undefined;
    return isUsable
      ? chooseNetwork(atCaret, choices)
      : pickStored({ books, calls, shell, workspace });
  }

  return { subjectFor, storedSubject };
}

/** The user requested the score, not this summary: it comes where a hover would fetch it. */
async function fetchWithScore(
  { session, requests }: Calls,
  { subject, reading }: ReasonedSubject,
  onlyFor: string | undefined,
): Promise<void> {
  if (settings.hoverSummary() !== 'auto' || !vscode.workspace.isTrusted) return;
  const identity = await session.identity();
  if (!isSignedIn(identity) || !mayFetchAutomatically(identity, reading)) return;
  await requests.lookUp(subject, 'score', onlyFor ?? identity.key);
}

/**
 * Scores an address with each aggregator that has no stored score and no job, after a question that
 * names the cost.
 * @param options.onlyFor the account in use when the first question was asked
 * @returns whether there is a score of each by now
 */
export async function compareAggregators(
  { subject, reading }: ReasonedSubject,
  { gesture, onlyFor }: { readonly gesture: Gesture; readonly onlyFor: string | undefined },
  { calls, shell, workspace }: Pick<Ports, 'calls' | 'shell' | 'workspace'>,
): Promise<boolean> {
  const account = await requireSignedIn(calls.session, shell.notifier);
  if (account === undefined) return false;
  const engine = await calls.openEngine();
  const key = { account: account.key, ...subject };
  const { scores, jobs } = await engine.readReport(key);
  const isMissing = (each: Aggregator): boolean => scores[each] === null && jobs[each] === null;
  const missing = aggregators.filter(isMissing);
  if (missing.length === 0) {
    shell.notifier.inform(nothingToCompareText());
    return aggregators.every((each) => scores[each] !== null);
  }
  const named = { subject, reading, name: workspace.nameOf(subject) };
  const question = comparisonQuestion(named, missing, account.kind === 'sample');
  if (!(await dialogs.agree(question))) return false;
  await Promise.all(
    missing.map((aggregator) =>
      calls.requests.score({
        subject,
        reading,
        aggregator,
        gesture,
        onlyFor: onlyFor ?? account.key,
      }),
    ),
  );
  const now = await engine.readReport(key);
  return aggregators.every((each) => now.scores[each] !== null);
}

/**
 * Shows the hover of an EVM address once more, after what its link fetched, or failed to. VS Code shows hovers at the
 * caret, so the caret goes to the address, where the mouse is.
 */
async function showHoverAgain(address: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const place = editor && placeIn(editor, address.slice(2).toLowerCase());
  if (editor === undefined || place === undefined) return;
  editor.selection = place;
  await vscode.commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
}

/** The first one in sight. */
function placeIn(
  { document, visibleRanges }: vscode.TextEditor,
  digits: string,
): vscode.Selection | undefined {
  for (const { start, end } of visibleRanges) {
    const from = start.with({ character: 0 });
    const text = document.getText(new vscode.Range(from, document.lineAt(end.line).range.end));
    const offset = text.toLowerCase().indexOf(digits);
    if (offset === -1) continue;
    const position = document.positionAt(document.offsetAt(from) + offset);
    return new vscode.Selection(position, position);
  }
  return undefined;
}

/**
 * Whether a command would make a call that a license pays for. Sample data costs nothing, and neither
 * does what is stored or in progress.
 */
export async function isPaid(
  name: PaidCommand,
  subject: Subject,
  { session, openEngine }: Pick<Calls, 'session' | 'openEngine'>,
): Promise<boolean> {
  const identity = await session.identity();
  if (identity.kind !== 'service') return false;
  if (name === 'lookUpAddress' && !supportsSummaries(subject.chain)) return false;
  const engine = await openEngine();
  const [stored] = await engine.readStored([{ account: identity.key, ...subject }]);
  if (name === 'lookUpAddress') return stored?.summary?.isFresh !== true;
  const aggregator = settings.aggregator();
  return (
    stored?.scores[aggregator]?.isFresh !== true && (stored?.jobs[aggregator] ?? null) === null
  );
}

/**
 * Asks before a paid call of a command that a task, a key binding, or another extension may have run:
 * once for a command and an argument, whatever the answer. One question is open at a time, and No
 * also declines what came while it was open: no program can bury the user in questions.
 */
export class UntrustedArguments {
  readonly #answers = new Map<string, boolean>();
  #declined = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** Whether the command may continue; false if the user declined, now or earlier. */
  mayRun(name: PaidCommand, argument: unknown, subject: Subject): Promise<boolean> {
    const isForeign = typeof argument === 'object' && argument !== null && !isOwn(name, argument);
    if (!isForeign) return Promise.resolve(true);
    const declined = this.#declined;
    const answer = this.#turn.then(async () => {
      const key = JSON.stringify([name, subject.address, subject.chain]);
      const known = this.#answers.get(key);
      if (known !== undefined) return known;
      if (this.#declined > declined) return false;
      const isAgreed = await dialogs.agree(foreignQuestion(name, subject));
      this.#answers.set(key, isAgreed);
      if (!isAgreed) this.#declined++;
      return isAgreed;
    });
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}
