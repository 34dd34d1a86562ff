import type { Random } from './random.ts';

/** How an ordinary address comes by its money. */
export type Mood = 'clean' | 'mixed' | 'tainted';

export const moods: readonly Mood[] = ['clean', 'mixed', 'tainted'];

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
export function receiverFor<T>(mood: Mood, circles: Circles<T>, random: Random): T {
  const isDark = random.chance(mood === 'clean' ? 0.05 : mood === 'mixed' ? 0.2 : 0.5);
  return random.pick(isDark ? circles.illicit : circles.lawful);
}
