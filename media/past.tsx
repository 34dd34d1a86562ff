import type { JSX } from 'preact';
import type { ReportView, TimelineView } from '../src/pageViews.ts';
import { Details, Table } from './parts.tsx';

/** *Over time*: the stored scores as a line, and all of them in a table. */
export function Past({ report }: { readonly report: ReportView }): JSX.Element | null {
  const { past, words } = report;
  const { heading, text, timeline, notes, table } = past;
  if (text === '' && notes.length === 0) return null;
  return (
    <section class="section" aria-labelledby="past-heading">
      <h2 id="past-heading">{heading}</h2>
      {text === '' ? null : <p class={timeline === null ? 'quiet' : undefined}>{text}</p>}
      {timeline === null ? null : <Timeline timeline={timeline} />}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {table === null ? null : (
        <Details id="history" heading={words.history}>
          <Table table={table} />
        </Details>
      )}
    </section>
  );
}

const percent = (part: number): string => `${part * 100}%`;
/** From the top. */
const down = (part: number): string => percent(1 - part);

function Timeline({ timeline }: { readonly timeline: TimelineView }): JSX.Element {
  const { label, bands, dots, from, to } = timeline;
  return (
    <div class="timeline">
      <svg role="img" aria-label={label}>
        {bands.map(({ grade, from: low, to: high }, index) => (
          <rect
            key={index}
            class={`band grade-${grade}`}
            y={down(high)}
            width="100%"
            height={percent(high - low)}
          />
        ))}
        {dots.slice(1).map(({ x, y }, index) => (
          <line
            key={index}
            class="path"
            x1={percent(dots[index]?.x ?? x)}
            y1={down(dots[index]?.y ?? y)}
            x2={percent(x)}
            y2={down(y)}
          />
        ))}
        {dots.map(({ x, y }, index) => (
          <circle key={index} class="dot" cx={percent(x)} cy={down(y)} r="3.5" />
        ))}
      </svg>
      <p class="axis">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </div>
  );
}
