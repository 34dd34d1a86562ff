import { Fragment, type JSX } from 'preact';
import type { ReportView, ScaleView, ScoreView } from '../src/pageViews.ts';
import { Icon, LevelMark } from './icons.tsx';
import { Link, Rows, Status } from './parts.tsx';

interface VerdictProps {
  readonly report: ReportView;
}

/** The answer, in one card. */
export function Verdict({ report }: VerdictProps): JSX.Element {
  const { score, banner, words } = report;
  if (score === null) {
    return (
      <section class="card empty" tabIndex={-1}>
        <p class="number-line">
          <span class="state">{words.notScored}</span>
        </p>
        <Banner banner={banner} />
      </section>
    );
  }
  const { heading, method, status, sentence, doubts, facts, warnings } = score;
  const isSettled = status.state === 'value' || status.state === 'stale';
  return (
    <section
      class={`card score ${status.state}`}
      tabIndex={-1}
      aria-labelledby="score-heading"
      aria-busy={status.state === 'busy'}
    >
      <h2 id="score-heading" title={`${method.explanation} (${method.key})`}>
        {heading}
      </h2>
      <Figure score={score} />
      {isSettled ? (
        <>
          {sentence === '' ? null : <p class="sentence">{sentence}</p>}
          {doubts === '' ? null : <p class="sentence">{doubts}</p>}
          <p class="small">
            <span role="status">{status.text}</span>
            <Facts facts={facts} />
          </p>
        </>
      ) : (
        <>
          <Status status={status} />
          <p class="small">
            <Facts facts={facts} />
          </p>
        </>
      )}
      <Rows rows={warnings} />
      <Banner banner={banner} />
    </section>
  );
}

const Banner = ({ banner }: Pick<ReportView, 'banner'>): JSX.Element | null =>
  banner === null ? null : (
    <div class="status failed">
      <Icon name="warning" />
      <p>{banner.text}</p>
    </div>
  );

const Facts = ({ facts }: { readonly facts: readonly string[] }): JSX.Element => (
  <>
    {facts.map((fact) => (
      <span key={fact}>{fact}</span>
    ))}
  </>
);

interface FigureProps {
  readonly score: ScoreView;
}

/** The number, with its level in word, color, and shape. */
function Figure({ score }: FigureProps): JSX.Element {
  const { value, exact, caption, level, scale } = score.figure;
  const hasNumber = exact !== '';
  return (
    <div class={level === null ? 'figure' : `figure grade-${level.grade}`}>
      <p class="number-line">
        {level === null ? null : <LevelMark grade={level.grade} />}
        {hasNumber ? (
          <span class={value.length > 12 ? 'number long' : 'number'} title={exact}>
            {value}
          </span>
        ) : (
          <span class="state">{score.state}</span>
        )}
        {level === null ? null : <span class="level">{level.name}</span>}
        {caption === '' ? null : <span class="caption">{caption}</span>}
        {score.setScale === null ? null : <Link action={score.setScale} />}
      </p>
      {scale === null ? null : <Scale scale={scale} />}
    </div>
  );
}

const percent = (part: number): string => `${part * 100}%`;
/** A narrower part has no room for the name of its level. */
const leastNamed = 0.15;

/** A strip with a part and a name for each level, and a pointer at the score. */
function Scale({ scale }: { readonly scale: ScaleView }): JSX.Element {
  const { label, levels, at } = scale;
  return (
    <div class="scale">
      {/* No `viewBox`: lengths along the strip are fractions of it, all others are pixels. */}
      <svg class="strip" role="img" aria-label={label}>
        {levels.map(({ grade, from }, index) => (
          <rect
            key={index}
            class={`part grade-${grade}`}
            x={percent(from)}
            y="8"
            width={percent((levels[index + 1]?.from ?? 1) - from)}
            height="6"
          />
        ))}
        <svg x={percent(at)} overflow="visible">
          <path class="pointer" d="M-6 0h12L1.5 8v7h-3V8z" />
        </svg>
      </svg>
      <Ticks scale={scale} />
    </div>
  );
}

/** Where levels begin, and their names. Set by the object model: the policy allows no attribute. */
function Ticks({ scale }: { readonly scale: ScaleView }): JSX.Element {
  const { least, most, levels } = scale;
  return (
    <p class="ticks" aria-hidden="true">
      <span class="first">{least}</span>
      {levels.map(({ name, from, starts }, index) => {
        const to = levels[index + 1]?.from ?? 1;
        return (
          <Fragment key={index}>
            {index === 0 ? null : <span style={{ left: percent(from) }}>{starts}</span>}
            {to - from < leastNamed ? null : (
              <span class="name" style={{ left: percent((from + to) / 2) }}>
                {name}
              </span>
            )}
          </Fragment>
        );
      })}
      <span class="last">{most}</span>
    </p>
  );
}
