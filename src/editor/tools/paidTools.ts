import { workspace } from 'vscode';
import { supportsSummaries, networksOf } from '../../networks/networks.ts';
import type { Aggregator } from '../../api/parameters.ts';
import { gestureOf } from '../../paid/gesture.ts';
import {
  storedResult,
  toolErrorText,
  type ToolError,
  otherAccountError,
  scoreError,
  summaryError,
  type ToolWork,
  membersOf,
} from '../../agents/toolResult.ts';
import { signedOutText } from '../../messages/account.ts';
import { toolProgress, toolQuestion, toolTexts } from '../../messages/tools.ts';
import type { Calls } from '../calls/calls.ts';
import type { Services } from '../services.ts';
import type { ChainChoices, AmbiguousAddress } from '../documents/chainChoice.ts';
import { activeUri, type ReasonedSubject, type Subject } from '../documents/subject.ts';
import { readReport } from '../report/readReport.ts';
import { isSignedIn, storedKeyOf, type SignedIn } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import { Quotes, type Quote } from '../../paid/quotes.ts';
import { stopped, untilAborted } from '../../scheduler/untilAborted.ts';
import { isKeyShaped } from '../../scan/keyMaterial.ts';
import { isKeySizedHex } from '../../keys/hexAccounts.ts';
import { mayBeKey, readAddress } from '../../scan/parse.ts';
import { addressProblemText, chainProblemText } from '../../messages/inputs.ts';
import { readArgument } from '../documents/argument.ts';
import { isAssumed } from '../documents/assumedNetwork.ts';
import { refusalSentence } from '../../messages/outcomes.ts';

type Ports = Pick<Services, 'calls' | 'documents'>;

/** The outcome of a tool call, as far as it is known without a paid call. */
type Plan =
  | { readonly kind: 'refused'; readonly error: ToolError; readonly isSample: boolean }
  | ({ readonly kind: 'stored'; readonly isSample: boolean } & RequestedResult)
  | ({ readonly kind: 'paid'; readonly identity: SignedIn } & RequestedResult);

interface RequestedResult {
  readonly chosen: ReasonedSubject;
  /** Of a score; undefined for a summary. */
  readonly aggregator: Aggregator | undefined;
}

type PaidPlan = Extract<Plan, { kind: 'paid' }>;

/** The summary of an address: stored, or fetched after the user has confirmed the call. */
export function lookUpTool(ports: Ports): ToolWork {
  return paidTool(ports, () => undefined, toolProgress.lookingUp);
}

/** The risk score of an address: stored, or calculated after the user has confirmed that. */
export function scoreTool(ports: Ports): ToolWork {
  return paidTool(ports, () => settings.aggregator(), toolProgress.scoring);
}

function paidTool(
  { calls, documents: { choices } }: Ports,
  aggregatorInUse: () => Aggregator | undefined,
  progressText: (address: string) => string,
): ToolWork {
  const quotes = new Quotes();

  async function planOf(input: unknown): Promise<Plan> {
    await choices.ready(activeUri());
    const identity = await calls.session.identity();
    const isSample = identity.kind === 'sample';
    const asked = readSubject(input, choices, identity.kind === 'service');
    if (asked.kind === 'refused') return { ...asked, isSample };
    const refuse = (kind: string, message: string): Plan => ({
      kind: 'refused',
      error: { kind, message },
      isSample,
    });
    const account = storedKeyOf(identity);
    const signedOut = (): Plan => refuse(identity.kind, signedOutText(identity));
    if (account === undefined) return signedOut();
    const { chosen } = asked;
    const aggregator = aggregatorInUse();
    if (aggregator === undefined && !supportsSummaries(chosen.subject.chain)) {
      return refuse('notEvm', refusalSentence({ kind: 'notEvm' }).text);
    }
    const engine = await calls.openEngine();
    const [heads] = await engine.readStored([{ account, ...chosen.subject }]);
    const known = aggregator === undefined ? heads?.summary : heads?.scores[aggregator];
    if (known?.isFresh === true) return { kind: 'stored', isSample, chosen, aggregator };
    if (!isSignedIn(identity)) return signedOut();
    // The agent acts on text of a workspace that isn't trusted.
    if (!workspace.isTrusted) return refuse('restrictedMode', toolTexts.restrictedMode());
    return { kind: 'paid', identity, chosen, aggregator };
  }

  async function resultOf(
    { chosen, aggregator }: RequestedResult,
    isSample: boolean,
  ): Promise<string> {
    const { model } = await readReport(calls, chosen);
    const none: ToolError = { kind: 'noResult', message: toolTexts.noResult() };
    return storedResult(model, aggregator) ?? toolErrorText(isSample, none);
  }

  return {
    async prepare(input) {
      const plan = await planOf(input);
      if (plan.kind === 'refused') return { progress: toolProgress.rejecting() };
      const progress = progressText(plan.chosen.subject.address);
      if (plan.kind === 'stored') return { progress };
      const { chosen, identity, aggregator } = plan;
      quotes.add(quoteOf(plan));
      const isSample = identity.kind === 'sample';
      const { subject, reading } = chosen;
      return { progress, question: toolQuestion({ ...subject, reading, aggregator, isSample }) };
    },

    async run(input, signal) {
      const plan = await planOf(input);
      if (plan.kind === 'refused') return toolErrorText(plan.isSample, plan.error);
      if (plan.kind === 'stored') return resultOf(plan, plan.isSample);
      const isSample = plan.identity.kind === 'sample';
      const fail = (kind: string, message: string): string =>
        toolErrorText(isSample, { kind, message });
      if (!quotes.take(quoteOf(plan))) return fail('notConfirmed', toolTexts.notConfirmed());
      calls.noteUser();
      const error = await untilAborted(makeCall(calls, plan, signal), signal);
      if (error === stopped) return fail('stopped', toolTexts.stopped());
      return error === undefined ? resultOf(plan, isSample) : toolErrorText(isSample, error);
    },
  };
}

function quoteOf({ identity, chosen, aggregator }: PaidPlan): Quote {
  return { account: identity.key, ...chosen.subject, aggregator };
}

/** Makes the confirmed call, for the account that was confirmed. @returns why there is no result */
async function makeCall(
  { requests }: Calls,
  { identity, chosen, aggregator }: PaidPlan,
  signal: AbortSignal,
): Promise<ToolError | undefined> {
  const onlyFor = identity.key;
  if (aggregator === undefined) {
    const end = await requests.lookUp(chosen.subject, 'tool', onlyFor);
    return end === undefined ? otherAccountError() : summaryError(end);
  }
  const gesture = gestureOf('tool');
  const end = await requests.score({ ...chosen, aggregator, gesture, onlyFor, signal });
  return end === undefined ? otherAccountError() : scoreError(end);
}

/** The address and the network of an input, or why no call is made for them. */
type AskedSubject =
  | { readonly kind: 'subject'; readonly chosen: ReasonedSubject }
  | { readonly kind: 'refused'; readonly error: ToolError };

/** In UTF-16 units, as in the schema. */
const maxInputLength = 512;
/** Of a family with more, an agent knows their names as well. */
const maxNetworks = 20;

/**
 * Reads `{address, network?}`. Unlike a command it asks no question, so decisions that only the
 * user can make are refused.
 */
function readSubject(input: unknown, choices: ChainChoices, isReal: boolean): AskedSubject {
  const { address, network } = membersOf(input);
  const isNamed = network !== undefined;
  if (typeof address !== 'string' || (isNamed && typeof network !== 'string')) {
    return refused('badInput', toolTexts.badInput());
  }
  if (address.length > maxInputLength) return refused('badInput', toolTexts.badInput());
  // Before anything else, and whatever network was named: a user in a dialog may know better.
  if (isKeySizedHex(address.trim()) || isKeyShaped(address)) {
    return refused('keyShaped', toolTexts.keyShaped());
  }
  const read = readAddress(address, network);
  if (!read.ok) return refused(read.problem.kind, addressProblemText(read.problem));
  const asked = readArgument({ address, ...(isNamed && { chain: network }) }, choices);
  switch (asked.kind) {
    case 'none':
    case 'refused':
      return refused('networkNotKnown', chainProblemText());
    case 'open':
      return { kind: 'refused', error: openError(asked.open) };
    case 'subject': {
      const { subject, reading } = asked;
      if (isReal && isAssumed(asked)) return { kind: 'refused', error: assumedError(subject) };
      // For example, a short Sui address is sent with all its digits.
      return mayBeKey(subject.address, subject.chain)
        ? refused('keyShaped', toolTexts.keyShaped())
        : { kind: 'subject', chosen: { subject, reading } };
    }
  }
}

function refused(kind: string, message: string): AskedSubject {
  return { kind: 'refused', error: { kind, message } };
}

/** Never pay for a guess: the agent, or its user, must name the network. */
function assumedError({ chain }: Subject): ToolError {
  const others = networksOf('evm').filter(({ name }) => name !== chain);
  return {
    kind: 'assumedNetwork',
    message: toolTexts.assumedNetwork(),
    networks: [chain, ...others.map(({ name }) => name)].slice(0, maxNetworks),
  };
}

function openError({ family, candidates }: AmbiguousAddress): ToolError {
  const isBetween = candidates.length > 1;
  const names = isBetween ? candidates : networksOf(family).map(({ name }) => name);
  return {
    kind: isBetween ? 'severalNetworks' : 'unknownNetwork',
    message: isBetween ? toolTexts.severalNetworks() : toolTexts.unknownNetwork(),
    networks: names.slice(0, maxNetworks),
  };
}
