import type { CancellationToken } from 'vscode';
import { answers, shown, userSettings } from './vscode.ts';
import type { ChainReading } from '../../../../src/evidence/reasons.ts';
import { gestureOf } from '../../../../src/paid/gesture.ts';
import type { Books } from '../../../../src/editor/book/books.ts';
import type { NewAddresses } from '../../../../src/editor/inventory/newAddresses.ts';
import type { AddressArgument } from '../../../../src/manifest.ts';
import { emptyWorkspace, noFacts, noLookAlikes } from '../../../support/workspaceStates.ts';
import { openText } from './document.ts';
import type { Office } from './office.ts';

const { ownRow, withToken } = await import('../../../../src/editor/documents/argument.ts');
const { createReportActions } = await import('../../../../src/editor/report/actions.ts');
const { scoreMany } = await import('../../../../src/editor/batch/batches.ts');
const { lookUpFile } = await import('../../../../src/editor/commands/scoreCommands.ts');
const { createHoverProvider } = await import('../../../../src/editor/surfaces/hover.ts');
const { createLocalHoverProvider } = await import('../../../../src/editor/surfaces/localHover.ts');
const { LensCommands } = await import('../../../../src/editor/surfaces/lenses.ts');

export const states = ['named', 'assumed', 'ambiguous'] as const;
export type State = (typeof states)[number];

/** One run of a surface for an address of its own. */
export interface Run extends Office {
  readonly address: string;
  readonly state: State;
  /** What a surface of ours passes to a command for it. */
  readonly argument: AddressArgument;
  readonly reading: ChainReading;
}

export interface Surface {
  readonly name: string;
  /** What it costs when every answer is yes. */
  readonly cost: readonly string[];
  /** For which networks it costs nothing. */
  readonly free?: readonly State[];
  /** Undefined for all: a surface may have no address of an undecided network. */
  readonly states?: readonly State[];
  /** Its own words name the network, so that the click is the user's pick. */
  readonly isPick?: boolean;
  readonly run: (run: Run) => unknown;
}

const call = '1 API call';
const calculation = '1 calculation';

const notCancelled = { isCancellationRequested: false } as CancellationToken;
const never = { isCancellationRequested: false, onCancellationRequested: () => undefined };
const decided = ['named', 'assumed'] as const;

/** A text whose address is on a network that it names, does not name, or names two for. */
const textOf: Readonly<Record<State, (address: string) => string>> = {
  named: (address) => `https://basescan.org/address/${address}`,
  assumed: (address) => `owner = ${address}`,
  ambiguous: (address) => `// Polygon and Arbitrum\nowner = ${address}`,
};

const open = ({ state, address }: Run, more = '') => openText(textOf[state](address) + more);

/** Runs what a link in the hover of a visible document runs. */
async function clickInHover(run: Run, command: 'lookUpAddress' | 'scoreRisk'): Promise<void> {
  const { document, position } = open(run);
  userSettings.set('addressRisk.hover.summary', 'ask');
  const { calls, documents, shell } = run;
  const newAddresses = { of: () => undefined, need: () => undefined } as unknown as NewAddresses;
  const providers = [
    createLocalHoverProvider({ books: noBooks, calls, documents, newAddresses }),
    createHoverProvider({ calls, documents, shell }),
  ];
  const link = new RegExp(`command:addressRisk\\.${command}\\?([^)]+)\\)`);
  let query: string | undefined;
  for (const provider of providers) {
    const hover = (await provider.provideHover(document, position as never, never as never)) as {
      contents: readonly { value: string }[];
    } | null;
    query ??= link.exec(hover?.contents[0]?.value ?? '')?.[1];
  }
  userSettings.clear();
  if (query !== undefined) await run.commands[command](argumentIn(query));
}

const argumentIn = (query: string): unknown =>
  (JSON.parse(decodeURIComponent(query)) as unknown[])[0];

const noBooks = {
  ...{ factsOf: () => noFacts, lookAlikes: noLookAlikes, readNames: () => undefined },
  nameInCode: () => undefined,
} as unknown as Books;

async function clickLens(run: Run): Promise<void> {
  const { document, position } = open(run);
  const newAddresses = { of: () => undefined } as unknown as NewAddresses;
  const lenses = new LensCommands({ ...run, books: noBooks, newAddresses });
  const [lens] = await lenses.of(document, [{ start: position } as never], notCancelled);
  const [target] = (lens?.command?.arguments ?? []) as unknown[];
  await run.commands.scoreRisk(target);
}

async function press(run: Run, id: 'fetchSummary' | 'scoreRisk' | 'scoreAgain'): Promise<void> {
  const { argument, calls, reading, shell } = run;
  const question = { mayAsk: () => false, decline: () => Promise.resolve() };
  const act = createReportActions(calls, shell, {
    ...{ question, choices: run.documents.choices, workspace: emptyWorkspace },
  });
  const { address, chain = '' } = argument;
  await act({ id }, { subject: { address, chain }, reading });
}

async function batch(run: Run): Promise<void> {
  const { argument, calls, reading, shell, address } = run;
  const { chain = '', candidates = [] } = argument;
  const isOpen = run.state === 'ambiguous';
  const located = isOpen ? [] : [{ subject: { address, chain }, reading }];
  const undecided = isOpen ? [{ address, family: 'evm' as const, candidates }] : [];
  await scoreMany({ located, open: undecided }, gestureOf('batch'), {
    ...{ calls, shell, show: () => Promise.resolve(), again: () => undefined },
  });
}

/** Asks the user when VS Code asks for a confirmation, and runs the tool. */
async function runTool({ tools, address, state }: Run, name: 'lookUp' | 'scoreRisk') {
  // An agent names a network if it has read one.
  const input = { address, ...(state === 'named' && { network: 'base' }) };
  const { question } = await tools[name].prepare(input);
  if (question !== undefined) {
    shown.push(`VS Code: ${question.title}`);
    if (answers.modal('', ['yes']) === undefined) return;
  }
  await tools[name].run(input, new AbortController().signal);
}

const typed =
  (name: 'lookUpAddress' | 'scoreRisk') =>
  async ({ commands: run, address, state, networks }: Run): Promise<void> => {
    if (state === 'named') networks.set(address, ['base']);
    if (state === 'ambiguous') networks.set(address, ['base', 'polygon']);
    answers.entered = [address];
    await run[name](undefined);
  };

/** Every surface that can lead to a paid call. */
export const surfaces: readonly Surface[] = [
  {
    name: 'Hover, *Automatically*',
    cost: [call],
    free: ['assumed', 'ambiguous'],
    async run(run) {
      const { document, position } = open(run);
      const ports = { calls: run.calls, documents: run.documents, shell: run.shell };
      await createHoverProvider(ports).provideHover(document, position as never, never as never);
    },
  },
  {
    name: 'Hover, *Fetch*',
    cost: [call],
    states: ['named'],
    run: (run) => clickInHover(run, 'lookUpAddress'),
  },
  {
    name: 'Hover, *Fetch on Ethereum*',
    cost: [call],
    states: ['assumed'],
    isPick: true,
    run: (run) => clickInHover(run, 'lookUpAddress'),
  },
  {
    name: 'Hover, *Score Risk*',
    cost: [call, calculation],
    states: decided,
    run: (run) => clickInHover(run, 'scoreRisk'),
  },
  { name: 'CodeLens, *Score risk*', cost: [call, calculation], run: clickLens },
  {
    name: '*Look Up Address…*, typed',
    cost: [call],
    run: typed('lookUpAddress'),
  },
  { name: '*Score Risk…*, typed', cost: [call, calculation], run: typed('scoreRisk') },
  {
    name: '*Score Risk…*, at the caret',
    cost: [call, calculation],
    async run(run) {
      open(run);
      await run.commands.scoreRisk(undefined);
    },
  },
  {
    name: 'Row of a view, *Look Up*',
    cost: [call],
    run: ({ commands: { lookUpAddress }, argument }) => lookUpAddress(ownRow({ ...argument })),
  },
  {
    name: 'Row of a view, *Score Risk*',
    cost: [call, calculation],
    run: ({ commands: { scoreRisk }, argument }) => scoreRisk(ownRow({ ...argument })),
  },
  {
    name: 'Foreign argument, *Look Up Address…*',
    cost: [call],
    run: ({ commands: { lookUpAddress }, argument }) => lookUpAddress(argument),
  },
  {
    name: 'Foreign argument, *Score Risk…*',
    cost: [call, calculation],
    run: ({ commands: { scoreRisk }, argument }) => scoreRisk(argument),
  },
  {
    name: 'Foreign argument with the token of another network',
    cost: [call, calculation],
    states: decided,
    run: ({ commands: { scoreRisk }, argument }) =>
      scoreRisk({ ...withToken('scoreRisk', { ...argument, chain: 'gnosis' }), ...argument }),
  },
  {
    name: 'Foreign argument, *Compare Methods…*',
    cost: [calculation, calculation],
    run: ({ commands: { compareAggregators }, argument }) => compareAggregators(argument),
  },
  {
    name: 'Report, *Fetch Summary*',
    cost: [call],
    states: decided,
    run: (run) => press(run, 'fetchSummary'),
  },
  {
    name: 'Report, *Score*',
    cost: [calculation],
    states: decided,
    run: (run) => press(run, 'scoreRisk'),
  },
  {
    name: 'Report, *Score Again*',
    cost: [calculation],
    states: decided,
    run: (run) => press(run, 'scoreAgain'),
  },
  { name: 'Score of several', cost: [calculation], free: ['ambiguous'], run: batch },
  {
    name: '*Look Up Addresses in File…*',
    cost: [call],
    free: ['ambiguous'],
    async run(run) {
      const { document } = open(run);
      await lookUpFile(document, run);
    },
  },
  {
    name: 'Agent, summary',
    cost: [call],
    free: ['assumed', 'ambiguous'],
    run: (run) => runTool(run, 'lookUp'),
  },
  {
    name: 'Agent, score',
    cost: [calculation],
    free: ['assumed', 'ambiguous'],
    run: (run) => runTool(run, 'scoreRisk'),
  },
];
