import * as vscode from 'vscode';
import { readAddress, type AddressReading } from '../../scan/parse.ts';
import { withoutUnseen } from '../../book/listCells.ts';
import { addressBox, typedProblem } from '../../messages/inputs.ts';
import { alarmOf, scoreText } from '../../messages/surfaces.ts';
import { namedAddress, shortAddress } from '../../messages/text.ts';
import { dialogs } from '../shell/dialogs.ts';
import {
  chooseOpen,
  chooseNetwork,
  locateAddress,
  findAddressAtCaret,
  type DocumentAddress,
  type ReasonedSubject,
  type Subject,
} from '../documents/subject.ts';
import { likenessOf } from '../book/likeness.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { labels } from '../../messages/labels.ts';
import { noReportsText } from '../../messages/storage.ts';
import type { Services } from '../services.ts';
import { storedKeyOf, scaleOf } from '../session/session.ts';
import { allAddressesIn, findInOpenFiles, type Documents } from '../documents/foundAddresses.ts';
import { codeNameAtPlace } from '../documents/surroundings.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { riskLine } from '../../report/rowScore.ts';
import { riskOf } from '../../report/risk.ts';
import { networkNamed } from '../../networks/networks.ts';
import { networkTitle } from '../../messages/networks.ts';
import { settings } from '../shell/settings.ts';

/** An address that can be chosen instead of typed. */
export type RecentAddress = Pick<vscode.QuickPickItem, 'label' | 'description' | 'detail'> & {
  readonly chosen: ReasonedSubject;
};

type PromptItem = vscode.QuickPickItem & { readonly chosen?: ReasonedSubject };

/** Accepted with Enter: a recent address, or the current text. */
type Accepted = ReasonedSubject | string;

/**
 * Asks for an address until it is valid, with recent ones below the text; undefined if the user
 * dismissed it. Only the address that is accepted goes anywhere.
 * @param title of the command
 * @param recent may come later; the box does not wait for it
 */
export async function askForAddress(
  title: string,
  prefilled: DocumentAddress | undefined,
  choices: ChainChoices,
  recent: Promise<readonly RecentAddress[]> = Promise.resolve([]),
): Promise<ReasonedSubject | undefined> {
  // Users check the usual spelling of an address, not its bytes.
  const { form, text } = prefilled?.occurrence ?? {};
  const spelled = (form === 'bytes' ? prefilled?.canonical : text) ?? '';
  // Text that may be a key can still be an address in its context.
  const isPrefilled = (value: string): boolean =>
    prefilled !== undefined && prefilled.problem === undefined && value.trim() === spelled;

  function typedItem(value: string): PromptItem {
    const reading = readTyped(value);
    const known = isPrefilled(value) ? prefilled?.canonical : undefined;
    const address = known ?? (reading.ok ? reading.address.canonical : undefined);
    const texts =
      address !== undefined
        ? { label: addressBox.use(shortAddress(address)), detail: address }
        : typedProblem(reading.ok ? { kind: 'empty' } : reading.problem);
    return { ...texts, alwaysShow: true };
  }

  const accepted = await dialogs.typeOrPick<PromptItem, Accepted>({
    title,
    placeHolder: addressBox.prompt(),
    value: spelled,
    more: recent.then(itemsOf),
    // First, so that Enter takes the text, whatever else is listed at that moment.
    typed: typedItem,
    accept(item, value) {
      if (item?.chosen !== undefined) return item.chosen;
      return isPrefilled(value) || readTyped(value).ok ? value : undefined;
    },
  });
  if (typeof accepted !== 'string') return accepted;
  if (prefilled !== undefined && isPrefilled(accepted)) return chooseNetwork(prefilled, choices);
  const reading = readTyped(accepted);
  if (!reading.ok) return undefined;
  const { canonical } = reading.address;
  const typed = withoutUnseen(accepted);
  // The same address counts with its surrounding evidence.
  const isAlone = lettersOf(typed) === lettersOf(canonical);
  if (isAlone && prefilled?.canonical === canonical) return chooseNetwork(prefilled, choices);
  const located = locateAddress(typed, reading.address, choices);
  return located.kind === 'open' ? chooseOpen(located.open, choices) : located;
}

/** Copied from code, an address can have quotes around it and a comma after it. */
const readTyped = (value: string): AddressReading => readAddress(withoutUnseen(value));

const lettersOf = (address: string): string => address.trim().toLowerCase().replace(/^0x/, '');

function itemsOf(recent: readonly RecentAddress[]): PromptItem[] {
  return recent.length === 0
    ? []
    : [{ label: addressBox.recent(), kind: vscode.QuickPickItemKind.Separator }, ...recent];
}

/** The network that the workspace names for an address that was typed without one. */
export async function nameNetwork(
  chosen: ReasonedSubject,
  workspace: Pick<WorkspaceKnowledge, 'networksOf'>,
  choices: ChainChoices,
): Promise<ReasonedSubject | undefined> {
  if (chosen.reading?.reason !== 'assumed') return chosen;
  const { address, chain } = chosen.subject;
  const family = networkNamed(chain)?.family ?? 'evm';
  const [network, ...others] = await workspace.networksOf(address, family);
  if (network === undefined) return chosen;
  if (others.length > 0) {
    return chooseOpen({ address, family, candidates: [network, ...others] }, choices);
  }
  return { subject: { address, chain: network }, reading: undefined };
}

/** The address that prefills a look-up: from the selection, otherwise at the caret. */
export async function addressInEditor(documents: Documents): Promise<DocumentAddress | undefined> {
  const [selected] = await selectedAddresses(documents);
  return selected ?? findAddressAtCaret(documents.choices);
}

async function selectedAddresses(documents: Documents): Promise<DocumentAddress[]> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return [];
  const within = editor.selection;
  return (await allAddressesIn(editor.document, documents, { within })) ?? [];
}

/** Texts of an address pick. */
export interface PickTexts {
  readonly title: () => string;
  readonly prompt: () => string;
}

/** The address of the selection or at the caret; asks if the selection has several. */
export async function subjectInEditor(
  documents: Documents,
  { title, prompt }: PickTexts,
): Promise<ReasonedSubject | undefined> {
  const { choices } = documents;
  const selected = new Map<string, DocumentAddress>();
  for (const found of await selectedAddresses(documents)) {
    if (found.problem === undefined) selected.set(found.canonical, found);
  }
  const [only = findAddressAtCaret(choices)] = selected.values();
  if (selected.size <= 1) return only === undefined ? undefined : chooseNetwork(only, choices);
  const picked = await dialogs.pick(
    [...selected.keys()].map((label) => ({ label })),
    { title: title(), placeHolder: prompt() },
  );
  const found = selected.get(picked?.label ?? '');
  return found === undefined ? undefined : chooseNetwork(found, choices);
}

/** More would be scrolled through. */
const maxPicked = 125;

/** Asks for one of the addresses with the latest stored results; undefined if there are none. */
export async function pickStored(
  ports: RecentPorts & Pick<Services, 'shell'>,
): Promise<ReasonedSubject | undefined> {
  const { notifier } = ports.shell;
  const identity = await ports.calls.session.identity();
  if (storedKeyOf(identity) === undefined) {
    notifier.signedOut(identity);
    return undefined;
  }
  const items = await recentAddresses(ports, maxPicked);
  if (items.length === 0) {
    notifier.inform(noReportsText());
    return undefined;
  }
  const picked = await dialogs.pick(items, {
    title: labels.openReport(),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.chosen;
}

/** An address can have three results, and may be on several networks. */
const resultsOfAddress = 4;

type RecentPorts = Pick<Services, 'books' | 'calls' | 'workspace'>;

/** The addresses of the newest stored results. Costs nothing; empty if no account was in use. */
export async function recentAddresses(
  { books, calls: { session, openEngine }, workspace: { nameOf } }: RecentPorts,
  most: number,
): Promise<RecentAddress[]> {
  const identity = await session.identity();
  const account = storedKeyOf(identity);
  if (account === undefined) return [];
  const engine = await openEngine();
  const subjects = new Map<string, Subject>();
  for (const { address, chain } of await engine.listResults(account, resultsOfAddress * most)) {
    if (subjects.size === most) break;
    subjects.set(subjectName({ address, chain }), { address, chain });
  }
  const all = [...subjects.values()];
  const heads = await engine.readStored(all.map((subject) => ({ account, ...subject })));
  const [scale, aggregator] = [scaleOf(identity), settings.aggregator()];
  return all.map((subject, index): RecentAddress => {
    const risk = riskOf(heads[index], subject, aggregator);
    const line = risk && riskLine(risk, Date.now(), scale);
    const [label = '', ...address] = namedAddress(subject.address, nameOf(subject));
    const score = line?.kind === 'score' ? [scoreText(line.text, line.level), line.age] : [];
    const family = networkNamed(subject.chain)?.family ?? 'evm';
    const asked = { text: subject.address, family, network: subject.chain };
    const known = books.factsOf(undefined, asked);
    const alarm = alarmOf(known.denials, likenessOf(undefined, asked, books, known));
    const facts = [
      ...(alarm === undefined ? [] : [alarm.title]),
      ...address,
      networkTitle(subject.chain),
      ...score,
      ...(identity.kind === 'sample' ? [labels.sampleData()] : []),
    ];
    return {
      label: alarm === undefined ? label : `$(warning) ${label}`,
      description: facts.join(' · '),
      detail: subject.address,
      chosen: { subject, reading: undefined },
    };
  });
}

/**
 * A suggested name from the first open code with the address, or from a tool's file; saved only by
 * the user. The name of another address isn't suggested.
 */
export async function nameOffered(
  { subject: { address, chain }, reading }: ReasonedSubject,
  uri: vscode.Uri,
  { books, documents }: Pick<Services, 'books' | 'documents'>,
): Promise<string | undefined> {
  const family = networkNamed(chain)?.family ?? 'evm';
  const isAssumed = reading?.reason === 'assumed';
  const onNetwork = { canonical: address, family, network: chain, isAssumed };
  const { first } = await findInOpenFiles(onNetwork, 1, documents);
  const asked = { text: address, family, network: chain };
  const found = books.nameInCode(uri, asked, codeNameAtPlace(first[0]));
  return found?.namesake === undefined ? found?.name : undefined;
}
