import type { JSX } from 'preact';
import type { CellView, PointsView, PointView, ReportView } from '../src/pageViews.ts';
import { Chart, Tree } from './chart.tsx';
import { Cell, Details, Rows, Scrolling } from './parts.tsx';

interface PartsProps {
  readonly report: ReportView;
}

/** *What makes up the score*, and what would change it. */
export function Parts({ report }: PartsProps): JSX.Element {
  const { score, words } = report;
  const points = score?.points ?? null;
  const hasMore = score !== null && score.charts.length + score.tree.length > 0;
  return (
    <>
      <section class="section" aria-labelledby="parts-heading">
        <h2 id="parts-heading">{words.parts}</h2>
        {points === null ? null : <Points points={points} />}
        {points === null && !hasMore ? (
          <p class="quiet">
            {score?.figure.exact ? words.noParts : (score?.state ?? words.notScored)}
          </p>
        ) : null}
        {points !== null && hasMore ? (
          <Details id="all-values" heading={words.allValues}>
            <Values report={report} />
          </Details>
        ) : null}
        {points === null && hasMore ? <Values report={report} /> : null}
      </section>
      {points === null || points.without.length === 0 ? null : (
        <section class="section" aria-labelledby="without-heading">
          <h2 id="without-heading">{words.without}</h2>
          <Rows rows={points.without} />
        </section>
      )}
    </>
  );
}

/** The received values, for views that don't claim to explain points. */
function Values({ report: { score, words } }: PartsProps): JSX.Element | null {
  if (score === null) return null;
  const { id, reasons, charts, tree } = score;
  return (
    <>
      {reasons.length === 0 ? null : (
        <ul class="reasons">
          {reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
      {charts.map((chart) => (
        <Chart chart={chart} words={words} key={chart.id} />
      ))}
      {tree.length === 0 ? null : (
        <Details id={`tree-${id}`} heading={words.other}>
          <Tree id={`tree-${id}`} nodes={tree} words={words} />
        </Details>
      )}
    </>
  );
}

const gradeOf = (grade: number | null): string => (grade === null ? 'neutral' : `grade-${grade}`);

/** The pattern of what is indirect, once for each color. */
function Hatches(): JSX.Element {
  return (
    <svg class="hatches" aria-hidden="true">
      {['neutral', 'grade-0', 'grade-1', 'grade-2', 'grade-3'].map((grade) => (
        <pattern
          id={`hatch-${grade}`}
          key={grade}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class={`stripe ${grade}`} width="2" height="4" />
        </pattern>
      ))}
    </svg>
  );
}

function Points({ points }: { readonly points: PointsView }): JSX.Element {
  const { caption, columns, hasUsd, hasShare, rows, least, most, legend, others } = points;
  const [category, figure, usd, share] = columns;
  // The color of the largest part, because the key explains fills.
  const kind = gradeOf(rows[0]?.grade ?? null);
  const names = [figure, ...(hasUsd ? [usd] : []), ...(hasShare ? [share] : [])];
  return (
    <div class="points">
      <Hatches />
      <Scrolling label={caption}>
        {/* Without the key, which is only visual and would be read as part of the same word. */}
        <table role="table" aria-label={caption}>
          <caption>
            <span>{caption}</span>
            {legend.map(({ text, isHatched }) => (
              <span class="legend" key={text}>
                <svg class="swatch" aria-hidden="true">
                  <rect
                    class={`${isHatched ? 'hatched' : 'solid'} ${kind}`}
                    fill={isHatched ? `url(#hatch-${kind})` : undefined}
                    width="100%"
                    height="100%"
                  />
                </svg>
                {text}
              </span>
            ))}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {category}
              </th>
              {names.map((name) => (
                <th role="columnheader" scope="col" class="number-cell" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              <PointsRow row={row} points={points} names={names} key={index} />
            ))}
          </tbody>
        </table>
      </Scrolling>
      <p class="axis" aria-hidden="true">
        <span>{least}</span>
        <span>{most}</span>
      </p>
      {others.length === 0 ? null : (
        <p class="small">
          {others.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      )}
    </div>
  );
}

const noCell: CellView = { text: '–', exact: '' };

interface PointsRowProps {
  readonly row: PointView;
  readonly points: PointsView;
  /** Of the columns with figures. */
  readonly names: readonly (string | undefined)[];
}

function PointsRow({ row, points, names }: PointsRowProps): JSX.Element {
  const { name, key, grade, direct, indirect } = row;
  const kind = gradeOf(grade);
  const cells = [
    row.points,
    ...(points.hasUsd ? [row.usd ?? noCell] : []),
    ...(points.hasShare ? [row.share ?? noCell] : []),
  ];
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span class="category" title={key}>
          {name}
        </span>
        {/* A length is an attribute of the drawing: the policy allows no inline style. */}
        <svg class="bar" aria-hidden="true">
          <rect class="track" width="100%" height="100%" />
          <rect class={`length ${kind}`} width={`${direct * 100}%`} height="100%" />
          {indirect === 0 ? null : (
            <rect
              class={`hatched ${kind}`}
              fill={`url(#hatch-${kind})`}
              x={`${direct * 100}%`}
              width={`${indirect * 100}%`}
              height="100%"
            />
          )}
        </svg>
      </th>
      {cells.map((cell, index) => (
        <Cell cell={cell} label={names[index]} isFigure key={index} />
      ))}
    </tr>
  );
}
