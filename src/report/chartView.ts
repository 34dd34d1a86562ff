import { isExactNumber, type ExactJson } from '../api/exactJson.ts';
import type { BarView, CellView, ChartView, TreeView } from '../pageViews.ts';
import { cutFigure, percentText, rounded } from '../messages/figures.ts';
import { scoreTexts } from '../messages/score.ts';
import { plain } from '../messages/text.ts';
import { isFilled, membersOf, type Breakdown, type Category, type JsonPath } from './breakdown.ts';

/** More columns don't fit beside the bars; the rest is shown below the category. */
const maxColumns = 5;

/** The categories of a breakdown as bars, followed by those of its groups. */
export function chartViews(breakdown: Breakdown): ChartView[] {
  const { categories, groups } = breakdown;
  const own = categories.length === 0 ? [] : [chartView(breakdown)];
  return [...own, ...groups.flatMap(chartViews)];
}

function chartView(breakdown: Breakdown): ChartView {
  const { path, field, categories } = breakdown;
  const columns = columnsOf(categories);
  const isPercent = categories.some(({ percent }) => percent !== null);
  return {
    id: idOf(path),
    caption: captionOf(path, categories.length),
    categoryName: scoreTexts.category(),
    figureName: field === null || field === 'number' ? scoreTexts.value() : field,
    columns: columns.map(plain),
    bars: [
      ...categories.map((category) => barView(category, columns, isPercent)),
      ...unexplainedBar(breakdown, columns),
    ],
  };
}

function captionOf(path: JsonPath, total: number): string {
  if (path.length === 0) return scoreTexts.byCategory(total);
  return scoreTexts.within(plain(path.join(' › ')), total);
}

const idOf = (path: JsonPath): string => JSON.stringify(path);

/** Plain values that categories have besides the compared one, the most frequent first. */
function columnsOf(categories: readonly Category[]): string[] {
  const counts = new Map<string, number>();
  for (const { columns } of categories) {
    for (const { name } of columns) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isShared = ([, count]: [string, number]): boolean => count * 2 >= categories.length;
  return [...counts]
    .filter(isShared)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxColumns)
    .map(([name]) => name);
}

function barView(category: Category, columns: readonly string[], isPercent: boolean): BarView {
  const { name, value, ratio, isNegative, percent, inside } = category;
  const own = new Map(category.columns.map((column) => [column.name, column.value]));
  return {
    name: plain(name),
    ratio,
    isNegative,
    isUnexplained: false,
    figure: figureOf(value, isPercent ? percent : null),
    cells: columns.map((column) => cellView(own.get(column))),
    inside: inside === null ? [] : chartViews(inside),
  };
}

/** Drawn only if the categories are parts of a total and don't reach it. */
function unexplainedBar(
  { unexplainedPercent, categories }: Breakdown,
  columns: readonly string[],
): BarView[] {
  if (unexplainedPercent === null) return [];
  const greatest = categories[0]?.percent ?? 100;
  return [
    {
      name: scoreTexts.unexplained(),
      ratio: Math.min(1, unexplainedPercent / greatest),
      isNegative: false,
      isUnexplained: true,
      figure: { text: percentText(unexplainedPercent), exact: '' },
      cells: columns.map(() => emptyCell),
      inside: [],
    },
  ];
}

/** No value: that is not zero. */
const noCell: CellView = { text: '–', exact: '' };
const emptyCell: CellView = { text: '', exact: '' };

function figureOf(value: Category['value'], percent: number | null): CellView {
  if (value === null) return noCell;
  if (percent === null) return figureCell(value.digits);
  return { text: percentText(percent), exact: cutFigure(value.digits) };
}

/** A figure to be read; its exact digits where they differ. */
export function figureCell(digits: string, text = rounded(digits)): CellView {
  return { text, exact: text === digits ? '' : cutFigure(digits) };
}

function cellView(value: ExactJson | undefined): CellView {
  if (value === undefined) return emptyCell;
  return isExactNumber(value) ? figureCell(String(value)) : { text: leafText(value), exact: '' };
}

/** Strings in quotes, so that a text of digits does not look like a number. */
function leafText(value: ExactJson): string {
  if (isExactNumber(value)) return cutFigure(String(value));
  return plain(JSON.stringify(value));
}

/** Everything outside the charts: values that are not categories, and columns without room. */
export function treeViews(breakdown: Breakdown): TreeView[] {
  const { path, categories, groups, rest } = breakdown;
  const shown = new Set(columnsOf(categories));
  const own = [
    ...rest.map(({ key, value }) => treeOf(key === null ? '' : String(key), value)),
    ...categories.flatMap((category) => hiddenOf(category, shown)),
  ];
  const children = [
    ...own,
    ...groups.flatMap(treeViews),
    ...categories.flatMap(({ inside }) => (inside === null ? [] : treeViews(inside))),
  ];
  if (path.length === 0 || children.length === 0) return children;
  return [{ name: plain(String(path.at(-1))), value: '', children }];
}

function hiddenOf(category: Category, shown: ReadonlySet<string>): TreeView[] {
  const hidden = category.columns.filter(({ name }) => !shown.has(name));
  if (hidden.length === 0) return [];
  const children = hidden.map(({ name, value }) => treeOf(name, value));
  return [{ name: plain(category.name), value: '', children }];
}

function treeOf(name: string, value: ExactJson): TreeView {
  if (!isFilled(value)) return { name: plain(name), value: leafText(value), children: [] };
  const children = membersOf(value).map(([key, each]) => treeOf(String(key), each));
  return { name: plain(name), value: '', children };
}
