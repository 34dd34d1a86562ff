import * as vscode from 'vscode';
import { keyMaterialAt } from '../../scan/keyMaterial.ts';
import { supportsSummaries } from '../../networks/networks.ts';
import type { SummaryEnd } from '../../engine/engine.ts';
import { hasSampleData } from '../../report/risk.ts';
import type { StoredState } from '../../paid/reports.ts';
import { addressProblemText, keyShapeText } from '../../messages/inputs.ts';
import { restrictedModeText } from '../../messages/questions.ts';
import { checksumTexts } from '../../messages/surfaces.ts';
import { mayFetchAutomatically } from '../calls/paidCalls.ts';
import type { Calls } from '../calls/calls.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { isSignedIn, storedKeyOf, type SignedIn } from '../session/identity.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
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
import { runLogged } from '../shell/log.ts';
import { callSentence, summaryFailureSentence, refusalSentence } from '../../messages/outcomes.ts';

/** What a hover is provided for: VS Code cancels it when the mouse moves on. */
interface Hovered {
  readonly document: vscode.TextDocument;
  readonly token: vscode.CancellationToken;
}

/** The account and what is stored for it, as the hover read them. */
interface Refreshed extends Hovered {
  readonly identity: SignedIn;
  readonly report: StoredState;
}

interface Ports {
  readonly calls: Pick<Calls, 'session' | 'openEngine' | 'requests'>;
  readonly documents: Pick<Documents, 'choices'>;
  readonly shell: Pick<Shell, 'log'>;
}

/** Shown below the local hover, which waits for no call. */
export function createHoverProvider(ports: Ports): vscode.HoverProvider {
  const surface = new HoverSurface(ports);
  return {
    provideHover: (document, position, token) =>
      measuredAnswer('hover', () => surface.provide({ document, token }, position)),
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

  async provide(hovered: Hovered, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const { document, token } = hovered;
    if (isOutsideWorkspace(document)) return undefined;
    await this.#ports.documents.choices.ready(document.uri);
    const found = findAddressAt(document, position, this.#ports.documents.choices);
    if (found === undefined) return keyHover(document, position);
    const { range, subject, problem, chain: reading } = found;
    if (problem !== undefined) {
      const text =
        problem.kind === 'checksum' ? checksumTexts.notLookedUp() : addressProblemText(problem);
      return hoverOf([escaped(text)], range);
    }
    // The local hover says that the network is undecided.
    if (subject === undefined) return undefined;
    const shown = { subject, reading, isVisible: isVisible(document) };
    const lines = await this.#linesOf(shown, hovered);
    if (token.isCancellationRequested) return undefined;
    return hoverOf(lines, range);
  }

  async #linesOf(located: HoveredSubject, hovered: Hovered): Promise<string[]> {
    const { subject } = located;
    const { calls, shell } = this.#ports;
    const { session } = calls;
    const identity = await session.identity();
    if (!isSignedIn(identity)) {
      if (located.isVisible) {
        // The user chooses while the hover is shown.
        runLogged(shell.log, 'mode', session.offerServiceChoice(identity));
      }
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
      trouble = await this.#refresh(located, { ...hovered, identity, report });
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
    { token, identity, report }: Refreshed,
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
    return troubleOf(await this.#ports.calls.requests.lookUp(subject, 'hover', identity.key));
  }
}

function troubleOf(end: SummaryEnd | undefined): string | undefined {
  switch (end?.kind) {
    case undefined:
    case 'value':
      return undefined;
    case 'refused':
      return refusalSentence(end.refusal).text;
    case 'failed':
      return summaryFailureSentence(end.failure).text;
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
