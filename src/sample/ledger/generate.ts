import { networks, type Network } from '../../networks/networks.ts';
import { generatedAddress, keyOf } from './addresses.ts';
import { fewOrdinary, ordinary, prices, roles, wellKnown } from './cast.ts';
import {
  ChainBuilder,
  emptyStanding,
  summaryOf,
  type LedgerEntry,
  type TransferLedger,
} from './ledger.ts';
import { Random } from './random.ts';

/**
 * The ledger that is there without any file: every network of the table, with exchanges, bridges,
 * DeFi, mixers, scams, ransomware, sanctioned and dark-market addresses among ordinary ones. A
 * network is generated when it is first used.
 *
 * @param seed any whole number; equal seeds give equal ledgers
 */
export function generateLedger(seed: number): TransferLedger {
  const byName = new Map(networks.map((network) => [network.name, network]));
  const made = new Map<string, GeneratedChain>();
  const generated = (name: string): GeneratedChain | undefined => {
    const network = byName.get(name);
    if (network === undefined) return undefined;
    const known = made.get(name) ?? generateChain(network, seed);
    made.set(name, known);
    return known;
  };
  return {
    origin: `generated ledger, seed ${seed}`,
    fileName: `generated-ledger-${seed}`,
    chains: {
      has: (name) => byName.has(name),
      get: (name) => generated(name)?.chain,
      keys: () => byName.keys(),
    },
    unknownAddress(name, key) {
      const from = generated(name);
      return from === undefined ? emptyStanding : historyOf(from, key);
    },
  };
}

/**
 * A small history for an address that the generated ledger doesn't know, with senders from the
 * ledger. It depends only on seed, chain, and address, is never stored, and doesn't affect the
 * chain's rank.
 */
function historyOf({ network, chain, circles, seed }: GeneratedChain, key: string): LedgerEntry {
  const random = new Random(`${seed}/${network.name}/${key}`);
  const mood = moodOf(random);
  const isContract = network.family === 'evm' && random.chance(0.6);
  const dollars = new Map<number, number>();
  let balance = 0;
  let last = 0;

  const incoming = random.between(1, 12);
  for (let left = incoming; left > 0; left -= 1) {
    const sender = chain.addresses.get(keyOf(senderFor(mood, circles, random)));
    const { asset, amount, usd } = money(network, random);
    last = Math.max(last, moment(random));
    if (asset === network.native) balance += amount;
    if (sender !== undefined) dollars.set(sender, (dollars.get(sender) ?? 0) + usd);
  }
  const outgoing = random.between(0, 8);
  // It sent on only part of what it had, so that no balance is negative.
  if (outgoing > 0) balance = Number((balance * random.unit()).toFixed(4));

  return {
    inflow: { senders: Uint32Array.from(dollars.keys()), usd: Float64Array.from(dollars.values()) },
    ownRisk: undefined,
    summary: summaryOf({
      balance,
      price: priceOf(network),
      transactions: incoming + outgoing,
      isContract,
      last,
    }),
  };
}

type GeneratedChain = ReturnType<typeof generateChain>;

/** Labels and transfers of one chain of the generated ledger: the same for the same seed. */
function generateChain(network: Network, seed: number) {
  const random = new Random(`${seed}/${network.name}`);
  const builder = new ChainBuilder(network.name);
  const cast = castOf(network, random);

  let count = 0;
  const send = (from: string, to: string, sum: ReturnType<typeof money>, timestamp: number) => {
    count += 1;
    builder.addTransfer({ hash: `${network.name}-${count}`, timestamp, from, to, ...sum });
  };
  // The many that the labelled pay would leave them without anything; so they begin with plenty.
  const issuer = generatedAddress(network.family, random);
  for (const { address } of cast.labels) {
    send(issuer, address, endowment(network, random), firstMoment);
  }
  for (const [address, mood] of cast.people) {
    for (let left = random.between(2, 7); left > 0; left -= 1) {
      const sender = senderFor(mood, cast.circles, random);
      send(sender, address, money(network, random), moment(random));
    }
    for (let left = random.between(0, 3); left > 0; left -= 1) {
      const receiver = receiverFor(mood, cast.circles, random);
      send(address, receiver, money(network, random), moment(random));
    }
  }
  for (const label of cast.labels) builder.addLabel(label);
  return { network, seed, chain: builder.build(), circles: cast.circles };
}

function castOf(network: Network, random: Random) {
  const named = Object.entries(wellKnown[network.name] ?? {});
  const knownAs = (role: string | null): string[] =>
    named.flatMap(([address, category]) => (category === role ? [address] : []));
  const people = new Map<string, Mood>();
  for (const address of knownAs(null)) people.set(address, 'mixed');
  const total = ordinary[network.name] ?? fewOrdinary;
  while (people.size < total) {
    // The first are spread by hand, so that no mood is without anybody on a small chain.
    const mood = people.size < 2 * moods.length ? moods[people.size % moods.length] : undefined;
    people.set(generatedAddress(network.family, random), mood ?? moodOf(random));
  }

  const labels = roles.flatMap(({ category, risk, perHundred, isContract, isIllicit }) => {
    const addresses = knownAs(category);
    const wanted = Math.max(1, Math.round((perHundred * total) / 100));
    while (addresses.length < wanted) addresses.push(generatedAddress(network.family, random));
    return addresses.map((address) => ({ address, category, risk, isContract, isIllicit }));
  });

  const withMood = (wanted: Mood) =>
    filled([...people].filter(([, mood]) => mood === wanted).map(([address]) => address));
  const labelled = (isIllicit: boolean) =>
    filled(labels.filter((label) => label.isIllicit === isIllicit).map((label) => label.address));
  const circles: Circles = {
    lawful: labelled(false),
    illicit: labelled(true),
    ordinary: {
      clean: withMood('clean'),
      mixed: withMood('mixed'),
      tainted: withMood('tainted'),
    },
  };
  return { people, labels, circles };
}

type Circle = readonly [string, ...string[]];

function filled(addresses: readonly string[]): Circle {
  const [first, ...others] = addresses;
  if (first === undefined) throw new Error('A part of the generated ledger is empty');
  return [first, ...others];
}

/** How an ordinary address comes by its money. */
type Mood = 'clean' | 'mixed' | 'tainted';

const moods: readonly Mood[] = ['clean', 'mixed', 'tainted'];

/** Whom an address of a generated chain may receive from and send to, never empty. */
interface Circles {
  readonly lawful: Circle;
  readonly illicit: Circle;
  readonly ordinary: Readonly<Record<Mood, Circle>>;
}

function moodOf(random: Random): Mood {
  const draw = random.unit();
  return draw < 0.65 ? 'clean' : draw < 0.85 ? 'mixed' : 'tainted';
}

/** Someone who sends money to an address of this mood. */
function senderFor(mood: Mood, circles: Circles, random: Random): string {
  const { lawful, illicit, ordinary } = circles;
  const draw = random.unit();
  switch (mood) {
    case 'clean':
      return random.pick(draw < 0.6 ? lawful : draw < 0.95 ? ordinary.clean : ordinary.mixed);
    case 'mixed':
      return random.pick(draw < 0.45 ? lawful : draw < 0.8 ? ordinary.mixed : illicit);
    case 'tainted':
      return random.pick(draw < 0.65 ? illicit : draw < 0.9 ? ordinary.tainted : lawful);
  }
}

/** Someone to whom an address of this mood sends money. */
function receiverFor(mood: Mood, circles: Circles, random: Random): string {
  const isDark = random.chance(mood === 'clean' ? 0.05 : mood === 'mixed' ? 0.2 : 0.5);
  return random.pick(isDark ? circles.illicit : circles.lawful);
}

/** The generated ledger ends here, in Unix seconds (2026-06-30 UTC), so that a seed is a ledger. */
const lastMoment = Date.UTC(2026, 5, 30) / 1000;
const span = 3 * 365 * 86_400;
const firstMoment = lastMoment - span;

/** A moment of the generated ledger's three years, in Unix seconds; later ones are likelier. */
function moment(random: Random): number {
  return lastMoment - Math.floor(span * random.unit() ** 2);
}

/**
 * Some 10 to 100,000 US dollars, small sums likelier, mostly in the native asset. The price does not
 * move: the ledger shows where money comes from, and moving prices would only make the sums ugly.
 */
function money(network: Network, random: Random) {
  const dollars = 10 ** (1 + 4 * random.unit() ** 1.5);
  return random.chance(0.7) ? native(network, dollars) : inDollars(dollars);
}

/** A quarter of a million to two and a half million US dollars in the native asset. */
function endowment(network: Network, random: Random) {
  return native(network, 10 ** (5.4 + random.unit()));
}

function priceOf(network: Network): number {
  return prices[network.native] ?? 1;
}

function native(network: Network, dollars: number) {
  const price = priceOf(network);
  const decimals = price >= 100 ? 4 : 2;
  const amount = Math.max(Number((dollars / price).toFixed(decimals)), 10 ** -decimals);
  return { asset: network.native, amount, usd: Number((amount * price).toFixed(4)) };
}

function inDollars(dollars: number) {
  const usd = Number(dollars.toFixed(2));
  return { asset: 'USDC', amount: usd, usd };
}
