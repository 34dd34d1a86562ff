import { window } from 'vscode';
import { gestureOf } from '../../paid/gesture.ts';
import { maxStarts } from '../../report/batch.ts';
import { networkWithReason, rowNetwork } from '../../messages/networks.ts';
import { scoreBatchTexts, scoresPick } from '../../messages/batches.ts';
import { argumentOf } from '../documents/argument.ts';
import { withToken } from '../documents/ownArguments.ts';
import { candidatesIn, type Candidates, type Documents } from '../documents/foundAddresses.ts';
import { isOutsideWorkspace } from '../documents/isOutsideWorkspace.ts';
import { isGroupNode } from '../inventory/addressRows.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Services } from '../services.ts';

/**
 * Score several addresses: those of a group, of rows, of the selection, or of a file.
 * @param scoreOne scores the one of an argument, else the one at the caret or one that it asks for
 */
export function scoreCommands(
  { addresses, batches, documents, shell }: Services,
  scoreOne: (argument: unknown) => Promise<void>,
) {
  return {
    async scoreRisk(argument: unknown, selected: unknown): Promise<void> {
      const rows = severalRows(argument, selected);
      if (rows !== undefined) {
        await batches.score(await addresses.candidates(rows), gestureOf('batch'));
        return;
      }
      const several = isAddress(argument) ? undefined : await severalInSelection(documents);
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
      const document = window.activeTextEditor?.document;
      if (document === undefined || isOutsideWorkspace(document)) {
        shell.notifier.refuse(scoreBatchTexts.noFile());
        return;
      }
      await batches.score(await candidatesIn(document, documents), gestureOf('batch'));
    },
  };
}

const isAddress = (argument: unknown): boolean =>
  typeof argument === 'object' && argument !== null && 'address' in argument;

/** What a view passes: the row of the menu, and all selected ones if it is among them. */
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
