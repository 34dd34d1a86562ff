import * as vscode from 'vscode';
import { createActivity } from './editor/calls/activity.ts';
import { createAddressIndex } from './editor/documents/addressIndex.ts';
import { createChainChoices } from './editor/documents/chainChoice.ts';
import { createChecksumHelp } from './editor/surfaces/checksumHelp.ts';
import { createCodeLensProvider } from './editor/surfaces/codeLens.ts';
import { createCommands } from './editor/commands/commands.ts';
import { credentialStore } from './editor/session/credentials.ts';
import { engineOpener } from './editor/calls/engine.ts';
import { createHoverProvider } from './editor/surfaces/hover.ts';
import { createInquiries } from './editor/calls/inquiries.ts';
import { useEditorLanguage } from './editor/shell/language.ts';
import { createLifeSigns } from './editor/calls/lifeSigns.ts';
import { createLog } from './editor/shell/log.ts';
import { modeFile } from './editor/session/mode.ts';
import { createNotifier } from './editor/shell/notifier.ts';
import { createReportActions } from './editor/report/reportActions.ts';
import { createReportPanels } from './editor/report/reportPanels.ts';
import { attachSample } from './editor/session/sampleService.ts';
import { createServiceChoice } from './editor/session/serviceChoice.ts';
import { createSession, isSignedIn } from './editor/session/session.ts';
import { commandIds, panelType, type CommandName } from './manifest.ts';

/** Commands that do not need the choice of a service, or that make it. */
const withoutService: ReadonlySet<CommandName> = new Set<CommandName>([
  'signIn',
  'signOut',
  'useSampleService',
  'selectChain',
  'clearResults',
  'showLog',
]);

/** Set by `activate` for `deactivate`, whose promise is all that VS Code waits for. */
let close: (() => Promise<void>) | undefined;

/** Builds the parts, wires them, registers. Nothing here reads a secret or the network. */
export function activate(context: vscode.ExtensionContext): void {
  useEditorLanguage();
  const own = <T extends { dispose(): unknown }>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const channel = own(vscode.window.createOutputChannel('Address Risk', { log: true }));
  const log = createLog(channel);
  const activity = own(createActivity());
  const lifeSigns = own(createLifeSigns());
  const notifier = createNotifier(log, () => {
    clearStops().catch((error: unknown) => log.fault('account site', error));
  });
  const choices = own(createChainChoices(context));
  const index = own(createAddressIndex());
  const mode = modeFile(context.globalStorageUri.fsPath);
  const credentials = credentialStore(context.secrets);
  const session = own(
    createSession({
      mode,
      credentials,
      attachSample: () => attachSample(context),
      log,
    }),
  );
  const engine = own(engineOpener({ context, session, activity, notifier, lifeSigns, log }));
  const openEngine = engine.open;
  const inquiries = createInquiries({ session, openEngine, activity, notifier, log });
  const basics = { session, openEngine, choices, index, activity, notifier, log };
  const serviceChoice = createServiceChoice({ session, mode });
  const parts = { ...basics, mode, credentials, inquiries, serviceChoice };
  const panels = own(
    createReportPanels({
      extensionUri: context.extensionUri,
      session,
      activity,
      openEngine,
      onAction: createReportActions(parts),
      onLifeSign: () => lifeSigns.note(),
      log,
    }),
  );
  const lenses = own(createCodeLensProvider({ session, activity, openEngine, choices, index }));

  /** 402 lasts until the user retries or opens the account page. */
  async function clearStops(): Promise<void> {
    const identity = await session.identity();
    if (!isSignedIn(identity)) return;
    await (await openEngine()).clearStops(identity.key);
  }

  const commands = createCommands({ ...parts, panels });
  async function run(name: CommandName, argument: unknown): Promise<void> {
    if (!withoutService.has(name)) await serviceChoice.decide();
    await commands[name](argument);
  }
  for (const name of Object.keys(commands) as CommandName[]) {
    own(
      vscode.commands.registerCommand(commandIds[name], (argument: unknown) => {
        lifeSigns.note();
        return run(name, argument).catch((error: unknown) => {
          log.fault(name, error);
          notifier.failed();
        });
      }),
    );
  }
  own(
    vscode.languages.registerHoverProvider(
      { pattern: '**' },
      createHoverProvider({
        ...{ session, inquiries, openEngine, choices },
        onUndecided(identity) {
          serviceChoice.offer(identity).catch((error: unknown) => log.fault('mode', error));
        },
      }),
    ),
  );
  own(vscode.languages.registerCodeLensProvider({ pattern: '**' }, lenses));
  own(vscode.window.registerWebviewPanelSerializer(panelType, panels));
  own(createChecksumHelp({ index, choices }));
  own(activity.onDidChange(() => lenses.refresh()));
  own(choices.onDidChange(() => lenses.readAgain()));
  own(
    session.onDidChange(() => {
      lenses.readAgain();
    }),
  );
  own(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('addressRisk')) session.refresh();
    }),
  );
  close = engine.close;
}

/** Releases what this window holds, so that another one need not wait for it. */
export async function deactivate(): Promise<void> {
  await close?.();
}
