import { commands, Disposable, window } from 'vscode';
import { commandIds, type CommandName } from '../../manifest.ts';
import { batchTexts } from '../../words/batch.ts';
import { clearedText, clearResultsQuestion } from '../../words/storage.ts';
import type { Batches } from '../batch/batches.ts';
import type { CallsRoom } from '../calls/calls.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { activeUri, findAddressAtCaret } from '../documents/subject.ts';
import type { Revisions } from '../git/revisions.ts';
import type { Addresses } from '../inventory/addresses.ts';
import type { Reports } from '../report/reports.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Shell } from '../shell/shell.ts';
import type { Books } from '../book/books.ts';
import { addressCommands } from './addressCommands.ts';
import { bookCommands, rulesWriter } from './bookCommands.ts';
import { checkConnection } from './connectionCheck.ts';
import type { Handlers } from './handlers.ts';
import { lookUpFile } from './fileLookUp.ts';
import { showJobs } from './jobsPick.ts';
import { alwaysAssumeChain, selectChain } from './networkCommand.ts';
import { reviewNewAddresses } from './reviewCommand.ts';
import { selectRevision } from './revisionCommand.ts';
import { setRiskScale } from './scaleCommand.ts';
import { scoreCommands } from './scoreCommands.ts';
import { showStatus } from './statusMenu.ts';
import { showUsage } from './usagePick.ts';
import { isOutsideWorkspace } from '../documents/isOutsideWorkspace.ts';
import { readArgument } from '../documents/argument.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { Notifier } from '../shell/notifier.ts';

interface Ports {
  readonly addresses: Addresses;
  readonly batches: Batches;
  readonly books: Books;
  readonly calls: CallsRoom;
  readonly documents: Documents;
  readonly reports: Reports;
  readonly revisions: Revisions;
  readonly shell: Shell;
}

/** Commands that do not need the choice of a service, or that make it. */
const withoutService: ReadonlySet<CommandName> = new Set<CommandName>([
  'signIn',
  'signOut',
  'useSampleService',
  'selectChain',
  'alwaysAssumeChain',
  'addToAddressBook',
  'addAllInFile',
  'addToDenyList',
  'ignoreAddress',
  'showOccurrences',
  'findAddresses',
  'filterAddresses',
  'clearAddressFilter',
  'groupAddresses',
  'refreshAddresses',
  'stopSearch',
  'exportAddresses',
  'copyAddress',
  'selectRevision',
  'reviewNewAddresses',
  'exportScores',
  'closeScores',
  'clearResults',
  'setRiskScale',
  'showStatus',
  'showLog',
]);

/** Errors of a command are logged and shown; none reaches the caller, who may be any extension. */
export function registerCommands(ports: Ports): Disposable {
  const { calls, documents, shell } = ports;
  const handlers = handlersOf(ports);

  async function run(name: CommandName, argument: unknown, selected: unknown): Promise<void> {
    calls.noteUser();
    try {
      if (!withoutService.has(name)) await calls.session.chooseService();
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

function handlersOf(ports: Ports): Handlers {
  const { calls, documents, reports, shell } = ports;
  const { session } = calls;
  const { log, notifier } = shell;
  const one = addressCommands({ ...ports, workspace: ports.addresses.workspace });
  const { nameOf } = ports.addresses.workspace;
  let checking: Promise<void> | undefined;
  let reviewing: Promise<void> | undefined;
  const reviewed = new Set<string>();
  return {
    signIn: () => session.signIn(),
    signOut: () => session.signOut(),
    useSampleService: () => session.useSampleService(),
    ...one,
    ...scoreCommands({ ...ports, notifier }, one.scoreRisk),
    ...bookCommands(ports),
    ...inventoryCommands(ports.addresses, documents.choices, notifier),

    async lookUpFile() {
      const document = window.activeTextEditor?.document;
      if (document === undefined || isOutsideWorkspace(document))
        notifier.refuse(batchTexts.noFile());
      else await lookUpFile(document, calls, documents, shell);
    },
    showJobs: () => showJobs(calls, reports, shell, nameOf),
    showStatus: () => showStatus(calls, notifier),
    showUsage: () => showUsage(calls, reports, notifier, nameOf),
    checkConnection() {
      // Each is a call that may be metered: however often a program asks, one is made at a time.
      checking ??= checkConnection(calls, shell).finally(() => {
        checking = undefined;
      });
      return checking;
    },

    async clearResults() {
      if (!(await dialogs.agree(clearResultsQuestion()))) return;
      const count = await (await calls.openEngine()).clearResults();
      calls.activity.touch(undefined);
      notifier.inform(clearedText(count));
    },
    setRiskScale: () => setRiskScale(calls, reports.active()),
    selectRevision: () => selectRevision(ports.revisions, shell),
    reviewNewAddresses() {
      // One at a time: each opens files under the other.
      reviewing ??= reviewNewAddresses(ports, reviewed).finally(() => {
        reviewing = undefined;
      });
      return reviewing;
    },
    selectChain: (argument) => selectChain(argument, documents.choices, notifier),
    alwaysAssumeChain: () => alwaysAssumeChain(documents.choices, rulesWriter(ports)),
    showLog() {
      log.show();
      return Promise.resolve();
    },
  };
}

type Names =
  | 'findAddresses'
  | 'showOccurrences'
  | 'filterAddresses'
  | 'clearAddressFilter'
  | 'groupAddresses'
  | 'refreshAddresses'
  | 'stopSearch'
  | 'exportAddresses'
  | 'exportWorkspaceReport'
  | 'copyAddress';

/** The commands of the Addresses view. */
function inventoryCommands(
  addresses: Addresses,
  choices: ChainChoices,
  notifier: Notifier,
): Pick<Handlers, Names> {
  return {
    findAddresses: () => addresses.show(),
    filterAddresses: () => addresses.filter(),
    clearAddressFilter: () => addresses.clearFilter(),
    groupAddresses: () => addresses.group(),
    refreshAddresses: () => addresses.searchAgain(),
    stopSearch() {
      addresses.stopSearch();
      return Promise.resolve();
    },
    exportAddresses: () => addresses.export(),
    exportWorkspaceReport: () => addresses.exportReport(),
    copyAddress: (argument) => withAddress(argument, (address) => addresses.copy(address)),
    showOccurrences: (argument) =>
      withAddress(argument, (address) => addresses.showOccurrences(address)),
  };

  async function withAddress(
    argument: unknown,
    run: (address: string) => PromiseLike<void>,
  ): Promise<void> {
    const given = readArgument(argument);
    // The argument of the editor's menu is a file.
    const found = given.kind === 'none' ? findAddressAtCaret(choices) : undefined;
    if (given.kind === 'subject') await run(given.subject.address);
    else if (given.kind === 'open') await run(given.open.address);
    else if (given.kind === 'refused') notifier.refuse(given.text);
    else if (found !== undefined && found.problem === undefined) await run(found.canonical);
  }
}
