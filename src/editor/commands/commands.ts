import { commands, Disposable, env } from 'vscode';
import { commandIds, commandKinds, type CommandName } from '../../manifest.ts';
import type { Services } from '../services.ts';
import { clearedText, clearResultsQuestion } from '../../messages/storage.ts';
import { activeUri } from '../documents/subject.ts';
import { dialogs } from '../shell/dialogs.ts';
import { oneAtATime } from '../shell/shell.ts';
import { addressCommands } from './addressCommands.ts';
import { bookCommands, rulesWriter } from './bookCommands.ts';
import { checkConnection, showStatus, showUsage, setRiskScale } from './accountCommands.ts';
import { scoreCommands } from './scoreCommands.ts';
import { showJobs } from './jobsPick.ts';
import { alwaysAssumeChain, selectChain } from './networkCommand.ts';
import { reviewNewAddresses, selectRevision } from './reviewCommand.ts';
import { addressMeant } from '../documents/argument.ts';

/**
 * One handler for each command of the manifest; a missing one does not compile. A view passes the row
 * of the menu, and all selected rows.
 */
export type Handlers = Readonly<
  Record<CommandName, (argument: unknown, selected?: unknown) => unknown>
>;

/** Logs and shows errors of commands; none reaches the caller, which may be any extension. */
export function registerCommands(services: Services): Disposable {
  const { calls, documents, shell } = services;
  const handlers = handlersOf(services);

  async function run(name: CommandName, argument: unknown, selected: unknown): Promise<void> {
    calls.noteUser();
    try {
      if (commandKinds[name] === 'service') await calls.session.chooseService();
      // The book may name the network that a call is for.
      await documents.choices.ready(activeUri());
      await handlers[name](argument, selected);
    } catch (error) {
      shell.log.fault(name, error);
      shell.notifier.failed();
    }
  }

  const names = Object.keys(handlers) as CommandName[];
  return Disposable.from(
    ...names.map((name) =>
      commands.registerCommand(commandIds[name], (argument: unknown, selected: unknown) =>
        run(name, argument, selected),
      ),
    ),
  );
}

function handlersOf(services: Services): Handlers {
  const { addresses, batches, calls, documents, shell } = services;
  const { session } = calls;
  const { choices } = documents;
  const { log, notifier } = shell;
  const one = addressCommands(services);
  // A check is a call that may be metered: however often a program asks, one is made at a time.
  const check = oneAtATime(() => checkConnection(services));
  const reviewed = new Set<string>();
  // Each review opens files under the other.
  const review = oneAtATime(() => reviewNewAddresses(services, reviewed));

  async function withAddress(argument: unknown, act: (address: string) => unknown): Promise<void> {
    const meant = addressMeant(argument, choices);
    if (meant.kind === 'refused') notifier.refuse(meant.text);
    if (meant.kind === 'address') await act(meant.open.address);
  }

  return {
    signIn: () => session.signIn(),
    signOut: () => session.signOut(),
    useSampleService: () => session.useSampleService(calls.requests.hasUnsent),
    ...one,
    ...scoreCommands(services, (argument) => one.scoreRisk(argument)),
    ...bookCommands(services),
    findAddresses: () => addresses.show(),
    filterAddresses: () => addresses.filter(),
    clearAddressFilter: () => addresses.clearFilter(),
    groupAddresses: () => addresses.group(),
    refreshAddresses: () => addresses.searchAgain(),
    stopSearch: () => addresses.stopSearch(),
    exportAddresses: () => addresses.export(),
    exportWorkspaceReport: () => addresses.exportReport(),
    // The argument of the editor's menu is a file.
    copyAddress: (argument) => withAddress(argument, (each) => env.clipboard.writeText(each)),
    showOccurrences: (argument) => withAddress(argument, (each) => addresses.showOccurrences(each)),
    exportScores: () => batches.export(),
    closeScores: () => batches.close(),

    showJobs: () => showJobs(services),
    showStatus: () => showStatus(services),
    showUsage: () => showUsage(services),
    checkConnection: check,

    async clearResults() {
      if (!(await dialogs.agree(clearResultsQuestion()))) return;
      const count = await (await calls.openEngine()).clearResults();
      calls.activity.touch(undefined);
      notifier.inform(clearedText(count));
    },
    setRiskScale: () => setRiskScale(services),
    selectRevision: () => selectRevision(services),
    reviewNewAddresses: review,
    selectChain: (argument) => selectChain(argument, choices, notifier),
    async alwaysAssumeChain() {
      const { kind } = await calls.session.identity();
      await alwaysAssumeChain(choices, rulesWriter(services), kind === 'sample');
    },
    showLog: () => log.show(),
  };
}
