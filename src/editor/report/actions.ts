import { showReadOnly, type Shell } from '../shell/shell.ts';
import * as vscode from 'vscode';
import { networkNamed } from '../../networks/networks.ts';
import type { Aggregator } from '../../api/parameters.ts';
import { gestureOf } from '../../paid/gesture.ts';
import { commandIds, type CommandName } from '../../manifest.ts';
import type { Action, ActionId, ScaleChoice } from '../../panelProtocol.ts';
import { presetScales } from '../../report/scale.ts';
import { startAnotherQuestion } from '../../messages/jobs.ts';
import { occurrenceTexts } from '../../messages/report.ts';
import type { Calls } from '../calls/calls.ts';
import { argumentOf } from '../documents/argument.ts';
import { confirmNetwork } from '../documents/assumedNetwork.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { accountInUse, requireSignedIn } from '../session/session.ts';
import { dialogs } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';
import { copyMarkdown } from './exportReport.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { exactText } from '../../report/export/exactText.ts';
import { shortAddress } from '../../messages/text.ts';
import { readReport } from './readReport.ts';

/** The target of a report's button. */
interface Pressed extends ReasonedSubject {
  readonly aggregator: Aggregator;
  readonly scale: ScaleChoice | undefined;
}

/** Done by the panel of the report. */
type OwnAction = 'pin' | 'openPlace';

type Actions = Readonly<Record<Exclude<ActionId, OwnAction>, (pressed: Pressed) => unknown>>;

/** Whether the report may ask what scale the scores have. Once declined, it never asks again. */
export interface ScaleQuestion {
  readonly mayAsk: () => boolean;
  readonly decline: () => Promise<void>;
}

interface ActionPorts {
  readonly question: ScaleQuestion;
  readonly workspace: WorkspaceKnowledge;
  readonly choices: ChainChoices;
}

/** Actions of report buttons, except those of the panel itself. Never rejects. */
export function createReportActions(
  calls: Calls,
  { log, notifier }: Shell,
  { question, choices, workspace }: ActionPorts,
): (action: Action, shown: ReasonedSubject) => Promise<void> {
  const { session, requests, activity } = calls;
  /** Does what may be paid for, once the network is more than assumed; shows another one first. */
  async function named<Shown extends ReasonedSubject>(
    shown: Shown,
    pay: (shown: Shown) => unknown,
  ): Promise<void> {
    const { kind } = await session.identity();
    const chosen = kind === 'service' ? await confirmNetwork(shown, choices) : shown;
    if (chosen === undefined) return;
    if (chosen.subject.chain !== shown.subject.chain) await run('openReport', chosen);
    await pay({ ...shown, ...chosen });
  }
  const scores = scoreActions(calls, { notifier });
  const run = (name: CommandName, shown?: ReasonedSubject): Thenable<unknown> =>
    vscode.commands.executeCommand(commandIds[name], shown && argumentOf(shown));

  const actions: Actions = {
    copyAddress: ({ subject }) => vscode.env.clipboard.writeText(subject.address),
    openExplorer: ({ subject }) => openExplorer(subject),
    async selectChain(shown) {
      await run('selectChain', shown);
      await vscode.commands.executeCommand(commandIds.openReport, {
        address: shown.subject.address,
      });
    },
    fetchSummary: (shown) => named(shown, ({ subject }) => requests.lookUp(subject, 'panel')),
    ...scores,
    scoreRisk: (pressed) => named(pressed, scores.scoreRisk),
    scoreAgain: (pressed) => named(pressed, scores.scoreAgain),
    addToAddressBook: (shown) => run('addToAddressBook', shown),
    addToDenyList: (shown) => run('addToDenyList', shown),
    async replaceAddress(shown) {
      const replaced = await workspace.replace(shown);
      if (replaced === undefined) notifier.refuse(occurrenceTexts.nothingToReplace());
      else if (replaced.left > 0) notifier.inform(occurrenceTexts.moreToReplace(replaced.left));
    },
    showOccurrences: (shown) => run('showOccurrences', shown),
    exportReport: (shown) => run('exportReport', shown),
    copyMarkdown: (shown) => copyMarkdown(calls, shown, workspace),
    openRaw: (shown) => openRaw(calls, shown, shown.aggregator),
    cancelScore: ({ subject, aggregator }) => requests.cancelScore(subject, aggregator),
    setScale: ({ scale }) => setScale(scale),
    async keepNoScale() {
      await question.decline();
      activity.touch(undefined);
    },
    findAddresses: () => run('findAddresses'),
    signIn: () => notifier.run('signIn'),
    useSampleService: () => notifier.run('useSampleService'),
    openAccount: () => notifier.run('openAccount'),
    showLog: () => log.show(),
  };

  return async ({ id, target, scale }, shown) => {
    if (id === 'pin' || id === 'openPlace') return;
    try {
      await session.chooseService();
      await actions[id]({ ...shown, aggregator: target ?? settings.aggregator(), scale });
    } catch (error) {
      log.fault(id, error);
    }
  };
}

function scoreActions(
  { session, openEngine, requests, activity }: Calls,
  { notifier }: Pick<Shell, 'notifier'>,
): Pick<Actions, 'scoreRisk' | 'scoreAgain' | 'resumeJob'> {
  return {
    async scoreRisk({ aggregator, subject, reading }) {
      await requests.score({ subject, reading, aggregator, gesture: gestureOf('panel') });
    },

    /** Resumes polling an existing job. Starts nothing, even if the job doesn't exist. */
    async resumeJob({ subject, aggregator }) {
      const account = await accountInUse(session);
      if (account === undefined) {
        activity.touch(subject);
        return;
      }
      const engine = await openEngine();
      const job = await engine.openJobOf({ account, ...subject }, aggregator);
      if (job !== null) await requests.resume(job);
      else activity.touch(subject);
    },

    /**
     * Only here is a start with an unknown outcome given up, because the user confirmed it: for one
     * account and one aggregator, whatever is in use when the answer comes.
     */
    async scoreAgain({ subject, reading, aggregator }) {
      const account = await requireSignedIn(session, notifier);
      if (account === undefined) return;
      const engine = await openEngine();
      const gesture = gestureOf('panel');
      const request = { subject, reading, aggregator, gesture, onlyFor: account.key };
      const job = await engine.openJobOf({ account: account.key, ...subject }, aggregator);
      if (job?.state !== 'unknown') {
        await requests.score({ ...request, isRepeat: true });
        return;
      }
      if (!(await dialogs.agree(startAnotherQuestion()))) return;
      // If the response arrived while the question was open, use that job.
      const isGivenUp =
        (await accountInUse(session)) === account.key &&
        (await engine.forgetJob(job.id, 'unknown'));
      await requests.score({ ...request, isRepeat: isGivenUp });
    },
  };
}

/** The page of the address in the explorer of its network, if we know one. */
async function openExplorer({ address, chain }: ReasonedSubject['subject']): Promise<void> {
  const template = networkNamed(chain)?.explorer;
  if (template === undefined) return;
  const url = new URL(template.replace('{address}', encodeURIComponent(address)));
  if (url.protocol !== 'https:') return;
  await vscode.env.openExternal(vscode.Uri.parse(url.href, true));
}

async function setScale(choice: ScaleChoice | undefined): Promise<void> {
  const index = choice === undefined ? -1 : ['upTo1', 'upTo10', 'upTo100'].indexOf(choice);
  const preset = presetScales[index];
  if (preset !== undefined) await settings.save('riskScale', preset);
  else await vscode.commands.executeCommand(commandIds.setRiskScale);
}

/** Shows `raw_risk_score` as JSON with the digits that the service sent; it cannot be edited. */
async function openRaw(
  calls: Calls,
  shown: ReasonedSubject,
  aggregator: Aggregator,
): Promise<void> {
  const { model } = await readReport(calls, shown);
  const facts = model.scores?.[aggregator].stored ?? null;
  if (facts === null) return;
  const { address, chain } = shown.subject;
  const name = `${shortAddress(address)} ${chain} ${aggregator} ${facts.receivedAt}.json`;
  const uri = vscode.Uri.from({ scheme: 'address-risk-raw', path: name });
  await showReadOnly(uri, `${exactText(facts.raw)}\n`);
}
