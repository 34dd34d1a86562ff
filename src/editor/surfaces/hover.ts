import * as vscode from 'vscode';
import { keyMaterialAt } from '../../scan/keyMaterial.ts';
import { supportsSummaries } from '../../networks/networks.ts';
import { hasSampleData } from '../../report/risk.ts';
import type { StoredState } from '../../paid/reports.ts';
import { addressProblemText, keyShapeText } from '../../messages/inputs.ts';
import { restrictedModeText } from '../../messages/questions.ts';
import { checksumTexts } from '../../messages/surfaces.ts';
import type { Services } from '../services.ts';
import { isSignedIn, storedKeyOf, type SignedIn } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import { runLogged } from '../shell/shell.ts';
import { findAddressAt } from '../documents/subject.ts';
import { sourceOf, surroundingsOf, isOutsideWorkspace } from '../documents/surroundings.ts';
import { measuredAnswer } from '../../scheduler/turns.ts';
import { headReader } from './lenses.ts';
import {
  ageLine,
  escaped,
  factsLine,
  type HoveredSubject,
  markdown,
  networkLine,
  receivedLine,
  signedOutLines,
} from './hoverText.ts';
import { isVisible } from '../documents/ownArguments.ts';
import { callSentence, refusalSentence } from '../../messages/outcomes.ts';
import { mayFetchAutomatically, whyNoSummary } from '../calls/requests.ts';

type Ports = Pick<Services, 'calls' | 'documents' | 'shell'>;

/** Shown below the local hover, which waits for no call. */
export function createHoverProvider(ports: Ports): vscode.HoverProvider {
  const surface = new HoverSurface(ports);
  return {
    provideHover: (...hovered) => measuredAnswer('hover', () => surface.provide(...hovered)),
  };
}

/** The summary of an address: what is stored, or fetched if that is allowed. */
class HoverSurface {
  readonly #ports: Ports;
  readonly #readStored: ReturnType<typeof headReader>;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#readStored = headReader(ports.calls);
  }

  /** @param token VS Code cancels it when the mouse moves on */
  async provide(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const { choices } = this.#ports.documents;
    if (isOutsideWorkspace(document)) return undefined;
    await choices.ready(document.uri);
    const found = findAddressAt(document, position, choices);
    if (found === undefined) return keyHover(document, position);
    const { range, subject, problem, chain: reading } = found;
    if (problem !== undefined) {
      const text =
        problem.kind === 'checksum' ? checksumTexts.notLookedUp() : addressProblemText(problem);
      return hoverOf([escaped(text)], range);
    }
    // The local hover says that the network is undecided.
    if (subject === undefined) return undefined;
    const located = { subject, reading, isVisible: isVisible(document) };
    const lines = await this.#linesOf(located, token);
    return token.isCancellationRequested ? undefined : hoverOf(lines, range);
  }

  async #linesOf(located: HoveredSubject, token: vscode.CancellationToken): Promise<string[]> {
    const { subject } = located;
    const { calls, shell } = this.#ports;
    const { session } = calls;
    const identity = await session.identity();
    if (!isSignedIn(identity) && located.isVisible) {
      // The user chooses while the hover is shown.
      runLogged(shell.log, 'mode', session.offerServiceChoice(identity));
    }
    const account = storedKeyOf(identity);
    if (account === undefined) return signedOutLines(identity, located);
    const key = { account, ...subject };
    let report = await this.#readStored(key);
    if (!isSignedIn(identity)) {
      const now = Date.now();
      const isSample = hasSampleData(report);
      const facts = [factsLine(report, subject.chain, { now, isSample }), receivedLine(report)];
      const isStored = [report.summary, ...Object.values(report.scores)].some(Boolean);
      return [...facts, ...signedOutLines(identity, located, isStored)];
    }
    let trouble: string | undefined;
    if (report.summary?.isFresh !== true) {
      trouble = await this.#refresh(located, token, identity, report);
      if (trouble === undefined) report = await this.#readStored(key);
    }
    const isSample = identity.kind === 'sample' || hasSampleData(report);
    return [
      factsLine(report, subject.chain, { now: Date.now(), isSample }),
      escaped(trouble ?? ''),
      networkLine(located, report),
      ageLine(report, located),
    ];
  }

  /** Fetches a summary if a hover may; returns the message to show if there is none. */
  async #refresh(
    { subject, reading, isVisible: isShown }: HoveredSubject,
    token: vscode.CancellationToken,
    identity: SignedIn,
    report: StoredState,
  ): Promise<string | undefined> {
    if (!supportsSummaries(subject.chain)) return refusalSentence({ kind: 'notEvm' }).text;
    const mode = settings.hoverSummary();
    if (mode === 'auto' && !vscode.workspace.isTrusted) return restrictedModeText();
    if (mode !== 'auto' || !mayFetchAutomatically(identity, reading)) {
      return report.summaryCall === null ? '' : callSentence(report.summaryCall).text;
    }
    // A program can ask for the hovers of any document; the user only hovers over what is shown.
    if (!isShown) return '';
    // The mouse has moved on: do not start a request that was not sent yet.
    if (token.isCancellationRequested) return '';
    const end = await this.#ports.calls.requests.lookUp(subject, 'hover', identity.key);
    return end && whyNoSummary(end)?.text;
  }
}

function hoverOf(lines: readonly string[], range: vscode.Range): vscode.Hover {
  return new vscode.Hover(markdown(lines), range);
}

/** Explains why text that looks like a key gets no actions; undefined for anything else. */
function keyHover(
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const { text, offset } = surroundingsOf(document, position);
  const found = keyMaterialAt(text, offset, sourceOf(document));
  if (found === undefined) return undefined;
  return new vscode.Hover(markdown([escaped(keyShapeText(found.shape))]));
}
