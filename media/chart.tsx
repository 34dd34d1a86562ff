import type { JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { BarView, ChartView, ReportView, TreeView } from '../src/pageViews.ts';
import { PageContext } from './memory.ts';
import { Cell, Details, Scrolling } from './parts.tsx';

type Words = ReportView['words'];

/** Shown at first. Each press of the button adds more. */
const firstBars = 12;
const firstNodes = 100;
const more = 200;

interface ChartProps {
  readonly chart: ChartView;
  readonly words: Words;
}

/** Categories as a table that draws a bar beside each name. */
export function Chart({ chart, words }: ChartProps): JSX.Element {
  const { memory } = useContext(PageContext);
  const { id, caption, columns, categoryName, figureName } = chart;
  const bars = chart.bars.slice(0, memory.shown[id] ?? firstBars);
  return (
    <div class="chart">
      <Scrolling label={caption}>
        <table role="table" class={columns.length > 0 ? 'bars stacking' : 'bars'}>
          <caption>{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {categoryName}
              </th>
              {[figureName, ...columns].map((name) => (
                <th role="columnheader" scope="col" class="number-cell" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {bars.map((bar, index) => (
              <Bar bar={bar} columns={columns} key={index} />
            ))}
          </tbody>
        </table>
      </Scrolling>
      <ShowMore id={id} shown={bars.length} total={chart.bars.length} words={words} />
      {bars.flatMap(({ name, inside }) =>
        inside.map((each) => (
          <Details id={each.id} heading={words.showInside.replace('{0}', () => name)} key={each.id}>
            <Chart chart={each} words={words} />
          </Details>
        )),
      )}
    </div>
  );
}

interface BarProps {
  readonly bar: BarView;
  readonly columns: readonly string[];
}

function Bar({ bar, columns }: BarProps): JSX.Element {
  const { name, ratio, isNegative, isUnexplained, figure, cells } = bar;
  const kind = isUnexplained ? 'unexplained' : isNegative ? 'negative' : 'positive';
  return (
    <tr role="row" class={kind}>
      <th role="rowheader" scope="row">
        <span class="category">{name}</span>
        {/* A length is an attribute of the drawing: the policy allows no inline style. */}
        <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect class="track" width="100" height="1" />
          <rect class="length" width={(ratio ?? 0) * 100} height="1" />
        </svg>
      </th>
      {[figure, ...cells].map((cell, index) => (
        <Cell cell={cell} label={index === 0 ? '' : columns[index - 1]} isFigure key={index} />
      ))}
    </tr>
  );
}

interface ShowMoreProps {
  /** The page stores the state of the number under it. */
  readonly id: string;
  readonly shown: number;
  readonly total: number;
  readonly words: Words;
}

function ShowMore({ id, shown, total, words }: ShowMoreProps): JSX.Element | null {
  const { memory, remember } = useContext(PageContext);
  if (shown >= total) return null;
  return (
    <button
      type="button"
      class="link"
      onClick={() => remember({ shown: { ...memory.shown, [id]: shown + more } })}
    >
      {words.showMore.replace('{0}', String(total - shown))}
    </button>
  );
}

interface TreeProps {
  readonly id: string;
  readonly nodes: readonly TreeView[];
  readonly words: Words;
}

export function Tree({ id, nodes, words }: TreeProps): JSX.Element {
  const { memory } = useContext(PageContext);
  const shown = nodes.slice(0, memory.shown[id] ?? firstNodes);
  return (
    <>
      <ul class="tree">
        {shown.map((node, index) => (
          <li key={index}>
            <TreeNode id={`${id}/${index}`} node={node} words={words} />
          </li>
        ))}
      </ul>
      <ShowMore id={id} shown={shown.length} total={nodes.length} words={words} />
    </>
  );
}

interface TreeNodeProps {
  readonly id: string;
  readonly node: TreeView;
  readonly words: Words;
}

function TreeNode({ id, node, words }: TreeNodeProps): JSX.Element {
  const { name, value, children } = node;
  if (children.length > 0) {
    return (
      <Details id={id} heading={`${name} (${children.length})`}>
        <Tree id={id} nodes={children} words={words} />
      </Details>
    );
  }
  return (
    <>
      {name === '' ? null : <span class="key">{`${name}: `}</span>}
      {value}
    </>
  );
}
