import { window, type TextDocument } from 'vscode';
import { gestureOf } from '../../paid/gesture.ts';
import { maxStarts } from '../../report/batch.ts';
import { networkWithReason, rowNetwork } from '../../messages/networks.ts';
import {
  scoreBatchTexts,
  scoresPick,
  batchQuestion,
  batchTexts,
  nothingToFetchText,
} from '../../messages/batches.ts';
import { argumentOf, withToken } from '../documents/argument.ts';
import { candidatesIn, type Candidates, type Documents } from '../documents/foundAddresses.ts';
import { activeFile } from '../documents/surroundings.ts';
import { isGroupNode } from '../inventory/addressRows.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Services } from '../services.ts';
import { supportsSummaries } from '../../networks/networks.ts';
import type { SummaryEnd } from '../../engine/engine.ts';
import { sentences } from '../../messages/text.ts';
import { whyNoSummary } from '../calls/requests.ts';
import { runLogged } from '../shell/shell.ts';
import { requireSignedIn } from '../session/session.ts';
import { agreeForMany } from '../documents/assumedNetwork.ts';

/**
 * Commands that score several addresses: those of a group, rows, a selection, or a file.
 * @param scoreOne scores the address of an argument, else the one at the caret, else one that it
 * asks for
 */
export function scoreCommands(services: Services, scoreOne: (argument: unknown) => Promise<void>) {
  const { addresses, batches, documents, shell } = services;
  return {
    async scoreRisk(argument: unknown, selected: unknown): Promise<void> {
      const rows = severalRows(argument, selected);
      if (rows !== undefined) {
        await batches.score(await addresses.candidates(rows), gestureOf('batch'));
        return;
      }
      const isAddress = typeof argument === 'object' && argument !== null && 'address' in argument;
      const several = isAddress ? undefined : await severalInSelection(documents);
      if (several === undefined) {
        await scoreOne(argument);
        return;
      }
      const { located, open } = await pickSome(several);
      const [first, ...more] = [...located.map(argumentOf), ...open];
      if (first === undefined) return;
      // The user has picked it.
      if (more.length === 0) await scoreOne(withToken('scoreRisk', first));
      else await batches.score({ located, open }, gestureOf('batch'));
    },

    async scoreFile(): Promise<void> {
      const document = activeFile();
      if (document === undefined) shell.notifier.refuse(scoreBatchTexts.noFile());
      else await batches.score(await candidatesIn(document, documents), gestureOf('batch'));
    },

    async lookUpFile(): Promise<void> {
      const document = activeFile();
      if (document === undefined) shell.notifier.refuse(batchTexts.noFile());
      else await lookUpFile(document, services);
    },
  };
}

/** Arguments from a view: the row with the menu, and all selected rows if it is among them. */
function severalRows(argument: unknown, selected: unknown): readonly unknown[] | undefined {
  if (Array.isArray(selected) && selected.length > 1) return selected as readonly unknown[];
  return isGroupNode(argument) ? [argument] : undefined;
}

/** Undefined for a selection with fewer than two addresses. */
async function severalInSelection(documents: Documents): Promise<Candidates | undefined> {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return undefined;
  const found = await candidatesIn(editor.document, documents, editor.selection);
  return found.located.length + found.open.length > 1 ? found : undefined;
}

/** Lets the user choose; as many as one batch starts are checked at first. */
async function pickSome({ located, open }: Candidates): Promise<Candidates> {
  const items = [
    ...located.map((found, index) => ({
      label: found.subject.address,
      description: networkWithReason(found.subject.chain, found.reading),
      picked: index < maxStarts,
      located: [found],
      open: [],
    })),
    ...open.map((each) => ({
      label: each.address,
      description: rowNetwork(null),
      located: [],
      open: [each],
    })),
  ];
  const picked = await dialogs.pickMany(items, {
    title: scoresPick.title(),
    placeHolder: scoresPick.prompt(),
    matchOnDescription: true,
  });
  return {
    located: (picked ?? []).flatMap((item) => item.located),
    open: (picked ?? []).flatMap((item) => item.open),
  };
}

/** How many calls one confirmation allows; more need another one. */
const maxCalls = 25;

/**
 * Fetches the summaries of a file's addresses. Shows first how many calls it needs and how many are
 * stored. Stops when the user cancels, when a call fails, or when the account changes.
 */
export async function lookUpFile(
  document: TextDocument,
  services: Pick<Services, 'calls' | 'documents' | 'shell'>,
): Promise<void> {
  const { calls, documents, shell } = services;
  const { session, openEngine, requests } = calls;
  const { notifier, log } = shell;
  const identity = await requireSignedIn(session, notifier);
  if (identity === undefined) return;
  const { located, open, misspelled } = await candidatesIn(document, documents);
  const found = located.filter(({ subject }) => supportsSummaries(subject.chain));
  const undecided = open.filter(({ family }) => family === 'evm').map(({ address }) => address);
  const engine = await openEngine();
  const heads = await engine.readStored(
    found.map(({ subject }) => ({ account: identity.key, ...subject })),
  );
  const missing = found.filter((_, index) => heads[index]?.summary?.isFresh !== true);
  if (missing.length === 0) {
    notifier.inform(nothingToFetchText({ found: found.length, undecided, misspelled }));
    return;
  }
  const batch = missing.slice(0, maxCalls);
  const question = batchQuestion({
    found: found.length,
    stored: found.length - missing.length,
    later: missing.length - batch.length,
    fetching: batch.map(({ subject, reading }) => ({ chain: subject.chain, reading })),
    undecided,
    misspelled,
  });
  const confirmed = await agreeForMany(question, batch, identity.kind === 'service');
  if (confirmed === undefined) return;
  let stored = 0;
  const end = await dialogs.progress(
    batchTexts.progressTitle(),
    async (report, token): Promise<SummaryEnd | 'done' | 'canceled' | undefined> => {
      for (const { subject } of confirmed) {
        if (token.isCancellationRequested) return 'canceled';
        const outcome = await requests.lookUp(subject, 'batch', identity.key);
        if (outcome?.kind !== 'value') return outcome;
        stored++;
        report(batchTexts.progress(stored, confirmed.length), 100 / confirmed.length);
      }
      return 'done';
    },
  );
  const count = batchTexts.done(stored, confirmed.length);
  if (end === undefined) {
    const text = sentences([count, batchTexts.otherAccount()]);
    // Shows the cost for the account in use, and asks again.
    notifier.warn({ text, next: 'retry' }, () => {
      runLogged(log, 'lookUpFile', lookUpFile(document, services));
    });
    return;
  }
  const why = typeof end === 'object' ? whyNoSummary(end) : undefined;
  if (why !== undefined) notifier.warn(why);
  notifier.inform(sentences([count, ...(end === 'canceled' ? [batchTexts.stopped()] : [])]));
}
