import type { JSX } from 'preact';
import beaker from 'codicon:beaker';
import circle from 'codicon:circle-large';
import clock from 'codicon:clockface';
import copy from 'codicon:copy';
import error from 'codicon:error';
import history from 'codicon:history';
import pin from 'codicon:pin';
import pinned from 'codicon:pinned';
import warning from 'codicon:warning';
import type { Grade } from '../src/pageViews.ts';

const paths = { beaker, circle, clock, copy, error, history, pin, pinned, warning };

export type IconName = keyof typeof paths;

/** Always next to a word with the same meaning, so screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** One shape per grade, so that no one has to rely on color. */
const shapes: Readonly<Record<Grade, string>> = {
  0: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2z',
  1: 'M8 1l7 7-7 7-7-7z',
  2: 'M8 1.5l7.5 13h-15z',
  3: 'M2 2h12v12H2z',
};

export function LevelMark({ grade }: { readonly grade: Grade }): JSX.Element {
  return (
    <svg class={`mark grade-${grade}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[grade]} />
    </svg>
  );
}
