import * as vscode from 'vscode';
import { chainOf } from '../../addresses/chain/chainOf.ts';
import type { ChainReading } from '../../addresses/chain/reasons.ts';
import { usesDefaultChain } from '../../addresses/chain/defaultChain.ts';
import { networkNamed, type Family } from '../../addresses/networks.ts';
import { canonicalOf, type Occurrence } from '../../addresses/occurrence.ts';
import { readAddress, type Address, type AddressProblem } from '../../addresses/parse.ts';
import { problemOf } from '../../addresses/problem.ts';
import { occurrenceAt } from '../../addresses/scan.ts';
import { addressBox, addressProblemText, chainProblemText } from '../../words/inputs.ts';
import { askForChain, type ChainChoices } from './chainChoice.ts';
import { dialogs } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';
import { detectionReach, sourceOf, surroundingsOf } from './surroundings.ts';

/** An address on a network, as commands and surfaces pass it around. */
export interface Subject {
  /** Canonical spelling. */
  readonly address: string;
  readonly chain: string;
}

/** An address whose network only the user can chooseNetwork: evidence is equal for the candidates. */
interface OpenSubject {
  readonly address: string;
  readonly family: Family;
  readonly candidates: readonly string[];
}

/** The argument of a command, if it has one. */
export type SubjectArgument =
  | { readonly kind: 'none' }
  | { readonly kind: 'subject'; readonly subject: Subject }
  | { readonly kind: 'open'; readonly open: OpenSubject }
  | { readonly kind: 'refused'; readonly text: string };

/** An address in a text: what it is, its network and why, and what can be requested for it. */
export interface FoundAddress {
  readonly occurrence: Occurrence;
  readonly canonical: string;
  /** Why it cannot be looked up. */
  readonly problem: AddressProblem | undefined;
  readonly chain: ChainReading;
  /** Undefined with a problem, or if the network is undecided. */
  readonly subject: Subject | undefined;
  readonly open: OpenSubject | undefined;
}

/** Documents that the user did not write: our own log would offer look-ups. */
export function isForeign(document: vscode.TextDocument): boolean {
  return ['output', 'vscode'].includes(document.uri.scheme);
}

/** Reads `{address, chain?}`. Any extension may have passed it, so all of it is checked. */
export function readArgument(argument: unknown, choices?: ChainChoices): SubjectArgument {
  if (typeof argument !== 'object' || argument === null || !('address' in argument)) {
    return { kind: 'none' };
  }
  const { address, chain, candidates } = argument as Readonly<Record<string, unknown>>;
  const reading = readAddress(typeof address === 'string' ? address : '');
  if (!reading.ok) return { kind: 'refused', text: addressProblemText(reading.problem) };
  const { canonical, family } = reading.address;
  if (chain === undefined) {
    const open = openOf(reading.address, candidates);
    return open === undefined
      ? { kind: 'subject', subject: subjectOf(reading.address, activeUri(), choices) }
      : { kind: 'open', open };
  }
  if (typeof chain !== 'string' || !isKnownChain(chain, family)) {
    return { kind: 'refused', text: chainProblemText() };
  }
  return { kind: 'subject', subject: { address: canonical, chain } };
}

function openOf({ canonical, family }: Address, candidates: unknown): OpenSubject | undefined {
  if (!Array.isArray(candidates)) return undefined;
  const known = candidates.filter(
    (name): name is string => typeof name === 'string' && networkNamed(name)?.family === family,
  );
  return known.length > 1 ? { address: canonical, family, candidates: known } : undefined;
}

/** A network in our table, or the identifier in the setting `defaultChain`. */
function isKnownChain(chain: string, family: Family): boolean {
  const network = networkNamed(chain);
  if (network !== undefined) return network.family === family;
  return usesDefaultChain(family) && chain === settings.defaultChain(activeUri());
}

/** The network of an address without text: by spelling, selection, settings, then family. */
function subjectOf(
  { canonical, family, network }: Address,
  scope: vscode.Uri | undefined,
  choices: ChainChoices | undefined,
): Subject {
  const { chain } = chainOf(
    '',
    { offset: 0, length: 0, family, network: network ?? null },
    chainContext(canonical, scope, choices),
  );
  return { address: canonical, chain: chain ?? settings.defaultChain(scope) };
}

function chainContext(
  canonical: string,
  scope: vscode.Uri | undefined,
  choices: ChainChoices | undefined,
): { readonly selected?: string; readonly defaultChain: string } {
  const selected = choices?.of(canonical);
  return {
    ...(selected !== undefined && { selected }),
    defaultChain: settings.defaultChain(scope),
  };
}

/** What an address in a text is, and its network. */
export function describeAddress(
  place: { readonly text: string; readonly occurrence: Occurrence; readonly path: string },
  scope: vscode.Uri,
  choices: ChainChoices,
): FoundAddress {
  const { text, occurrence, path } = place;
  const canonical = canonicalOf(occurrence);
  const context = chainContext(canonical, scope, choices);
  const chain = chainOf(text, occurrence, { ...context, path });
  const problem = problemOf(occurrence);
  const { family } = occurrence;
  const isOpen = problem === undefined && chain.candidates.length > 1;
  return {
    occurrence,
    canonical,
    problem,
    chain,
    subject:
      problem === undefined && chain.chain !== null
        ? { address: canonical, chain: chain.chain }
        : undefined,
    open: isOpen ? { address: canonical, family, candidates: chain.candidates } : undefined,
  };
}

/** The address at a place of a document, found in a window around it. */
export function findAddressAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  choices: ChainChoices,
): FoundAddress | undefined {
  if (isForeign(document)) return undefined;
  const source = sourceOf(document);
  const wide = surroundingsOf(document, position, detectionReach);
  const found = occurrenceAt(wide.text, wide.offset, source);
  if (found === undefined) return undefined;
  const { text, offset } = surroundingsOf(document, position);
  const occurrence = { ...found, offset: found.offset - wide.offset + offset };
  const path = source.path ?? '';
  return describeAddress({ text, occurrence, path }, document.uri, choices);
}

/** The subject of a found address. If evidence is equal for several networks, asks and remembers. */
export async function chooseNetwork(
  { subject, open }: Pick<FoundAddress, 'subject' | 'open'>,
  choices: ChainChoices,
): Promise<Subject | undefined> {
  if (open === undefined) return subject;
  const chain = await askForChain(open.address, open.family, open.candidates);
  if (chain === undefined) return undefined;
  await choices.remember(open.address, chain);
  return { address: open.address, chain };
}

/** The address at the caret of the active editor; undefined if there is none. */
export function findAddressAtCaret(choices: ChainChoices): FoundAddress | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && findAddressAt(editor.document, editor.selection.active, choices);
}

function activeUri(): vscode.Uri | undefined {
  return vscode.window.activeTextEditor?.document.uri;
}

/** Asks for an address until it is valid; undefined if the user dismissed the box. */
export async function askForAddress(
  prefilled: FoundAddress | undefined,
  choices: ChainChoices,
): Promise<Subject | undefined> {
  const input = await dialogs.input({
    title: addressBox.title(),
    prompt: addressBox.prompt(),
    value: prefilled?.occurrence.text ?? '',
    check(value) {
      if (value.trim() === '') return undefined;
      const reading = readAddress(value);
      return reading.ok ? undefined : addressProblemText(reading.problem);
    },
  });
  if (input === undefined) return undefined;
  const reading = readAddress(input);
  if (!reading.ok) return undefined;
  // An unchanged prefill is still the address in the text, with its surrounding evidence.
  return prefilled?.canonical === reading.address.canonical
    ? chooseNetwork(prefilled, choices)
    : subjectOf(reading.address, activeUri(), choices);
}
