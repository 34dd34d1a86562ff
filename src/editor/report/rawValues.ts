import { Uri, ViewColumn, window, workspace } from 'vscode';
import type { Aggregator } from '../../api/parameters.ts';
import { exactText } from '../../report/export/exactText.ts';
import { shortAddress } from '../../words/text.ts';
import type { Calls } from '../calls/register.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { readReport } from './readReport.ts';

const scheme = 'address-risk-raw';
const texts = new Map<string, string>();
let isRegistered = false;

/** Shows `raw_risk_score` as JSON with the digits that the service sent; it cannot be edited. */
export async function openRaw(
  calls: Calls,
  shown: ReasonedSubject,
  aggregator: Aggregator,
): Promise<void> {
  const { model } = await readReport(calls, shown);
  const facts = model.scores?.[aggregator].stored ?? null;
  if (facts === null) return;
  if (!isRegistered) {
    isRegistered = true;
    workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ path }) => texts.get(path) ?? '',
    });
  }
  const { address, chain } = shown.subject;
  const name = `${shortAddress(address)} ${chain} ${aggregator} ${facts.receivedAt}.json`;
  const uri = Uri.from({ scheme, path: name });
  texts.set(uri.path, `${exactText(facts.raw)}\n`);
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: true });
}
