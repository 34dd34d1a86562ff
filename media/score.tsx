import type { JSX } from 'preact';
import type { FigureView, ReportView, ScaleView, ScoreView } from '../src/pageViews.ts';
import { Chart, Tree } from './chart.tsx';
import { LevelMark } from './icons.tsx';
import { Buttons, Details, Rows, Status } from './parts.tsx';

/** The one big thing: the number, with its level in word, color, and shape. */
export function BigFigure({ figure }: { readonly figure: FigureView }): JSX.Element {
  const { value, exact, caption, level, scale } = figure;
  return (
    <div class={level === null ? 'figure' : `figure grade-${level.grade}`}>
      <p class="number-line">
        {level === null ? null : <LevelMark grade={level.grade} />}
        <span class="number" title={exact === '' ? undefined : exact}>
          {value}
        </span>
        {level === null ? null : <span class="level">{level.name}</span>}
      </p>
      <p class="caption">{caption}</p>
      {scale === null ? null : <Scale scale={scale} />}
    </div>
  );
}

const percent = (part: number): string => `${part * 100}%`;

/** A strip with a part for each level, and a pointer at the score. */
function Scale({ scale }: { readonly scale: ScaleView }): JSX.Element {
  const { label, least, most, levels, at } = scale;
  return (
    <div class="scale">
      {/* No `viewBox`: lengths along the strip are parts of it, all others are pixels. */}
      <svg class="strip" role="img" aria-label={label}>
        {levels.map(({ grade, from }, index) => (
          <rect
            key={index}
            class={`part grade-${grade}`}
            x={percent(from)}
            y="8"
            width={percent((levels[index + 1]?.from ?? 1) - from)}
            height="8"
          />
        ))}
        <svg x={percent(at)} overflow="visible">
          <path class="pointer" d="M-6 0h12L1.5 8v8h-3V8z" />
        </svg>
      </svg>
      <p class="ends" aria-hidden="true">
        <span>{least}</span>
        <span>{most}</span>
      </p>
    </div>
  );
}

interface ScoreProps {
  readonly score: ScoreView;
  readonly words: ReportView['words'];
}

export function Score({ score, words }: ScoreProps): JSX.Element {
  const { id, heading, status, figure, warnings, reasons, facts, charts, tree } = score;
  return (
    <section
      class={`section score ${status.state}`}
      tabIndex={-1}
      aria-labelledby="score-heading"
      aria-busy={status.state === 'busy'}
    >
      <h2 id="score-heading">{heading}</h2>
      <BigFigure figure={figure} />
      {reasons.length === 0 ? null : (
        <ul class="reasons">
          {reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
      <Status status={status} />
      <Rows rows={[...warnings, ...facts]} />
      <Buttons actions={status.actions} isQuiet={figure.exact !== ''} />
      {charts.map((chart) => (
        <Chart chart={chart} words={words} key={chart.id} />
      ))}
      {tree.length === 0 ? null : (
        <Details id={`tree-${id}`} heading={words.other}>
          <Tree id={`tree-${id}`} nodes={tree} words={words} />
        </Details>
      )}
    </section>
  );
}
