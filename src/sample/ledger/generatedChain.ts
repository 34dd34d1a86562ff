import type { Network } from '../../networks/networks.ts';
import { fewOrdinary, ordinary, roles, wellKnown } from './cast.ts';
import { ChainBuilder, type ChainLedger } from './chainBuilder.ts';
import { generatedAddress } from './generatedAddress.ts';
import { endowment, firstMoment, moment, money, type Money } from './money.ts';
import { Random } from './random.ts';

/** Labels and transfers of one chain of the generated ledger: the same for the same seed. */
export function generateChain(
  network: Network,
  seed: number,
): { readonly chain: ChainLedger; readonly circles: Circles<string> } {
  const random = new Random(`${seed}/${network.name}`);
  const builder = new ChainBuilder(network.name);
  const cast = castOf(network, random);

  let count = 0;
  const send = (from: string, to: string, sum: Money, timestamp: number) => {
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
  return { chain: builder.build(), circles: cast.circles };
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
  const circles: Circles<string> = {
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

function filled(addresses: readonly string[]): readonly [string, ...string[]] {
  const [first, ...others] = addresses;
  if (first === undefined) throw new Error('A part of the generated ledger is empty');
  return [first, ...others];
}

/** How an ordinary address comes by its money. */
type Mood = 'clean' | 'mixed' | 'tainted';

const moods: readonly Mood[] = ['clean', 'mixed', 'tainted'];

/** Whom an address of a generated chain may receive from and send to, never empty. */
export interface Circles<T> {
  readonly lawful: readonly [T, ...T[]];
  readonly illicit: readonly [T, ...T[]];
  readonly ordinary: Readonly<Record<Mood, readonly [T, ...T[]]>>;
}

export function moodOf(random: Random): Mood {
  const draw = random.unit();
  return draw < 0.65 ? 'clean' : draw < 0.85 ? 'mixed' : 'tainted';
}

/** Someone who sends money to an address of this mood. */
export function senderFor<T>(mood: Mood, circles: Circles<T>, random: Random): T {
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
function receiverFor<T>(mood: Mood, circles: Circles<T>, random: Random): T {
  const isDark = random.chance(mood === 'clean' ? 0.05 : mood === 'mixed' ? 0.2 : 0.5);
  return random.pick(isDark ? circles.illicit : circles.lawful);
}
