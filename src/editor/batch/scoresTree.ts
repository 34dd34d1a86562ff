import * as vscode from 'vscode';
import { scoreTextOf } from '../../report/batchScore.ts';
import type { RiskScale } from '../../report/scale.ts';
import { commandIds, type AddressArgument } from '../../manifest.ts';
import { usedNetwork } from '../../words/networks.ts';
import { scoresView } from '../../words/scoreBatch.ts';
import { listed, namedAddress } from '../../words/text.ts';
import { argumentOf } from '../documents/argument.ts';
import { ownRow } from '../documents/ownArguments.ts';
import type { ScoredRow } from './batchEntries.ts';

/** A row of the view, as its commands receive it. */
export interface ScoreNode extends AddressArgument {
  readonly row: ScoredRow;
}

export function nodeOf(row: ScoredRow): ScoreNode {
  const { found, address } = row;
  return ownRow(
    found === undefined ? { address, candidates: [], row } : { ...argumentOf(found), row },
  );
}

/** A line of the table: score first, then who it is and the network; a click opens the report. */
export function itemOf(
  node: ScoreNode,
  scale: RiskScale | null,
  name: string | undefined,
): vscode.TreeItem {
  const { address, found, reason, chain } = node.row;
  const score = scoreTextOf(node.row, scale);
  const network = chain === null ? scoresView.undecided() : usedNetwork(chain, found?.reading);
  const facts = [...namedAddress(address, name), network, ...(reason === null ? [] : [reason])];
  const item = new vscode.TreeItem(score.label);
  item.id = `${chain ?? ''} ${address}`;
  item.description = facts.join(' · ');
  item.tooltip = [address, network, score.label, ...score.more, ...(reason ?? '').split('\n')]
    .filter((line) => line !== '')
    .join('\n');
  item.contextValue = found === undefined ? 'undecided' : 'address';
  item.accessibilityInformation = { label: listed([score.label, ...facts]) };
  item.command = {
    title: scoresView.openReport(),
    command: found === undefined ? commandIds.selectChain : commandIds.openReport,
    arguments: [node],
  };
  return item;
}
