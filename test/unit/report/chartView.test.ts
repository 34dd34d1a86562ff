import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isExactNumber, parseExactJson, type ExactJson } from '../../../src/api/exactJson.ts';
import type { BarView, CellView, ChartView, TreeView } from '../../../src/pageViews.ts';
import { breakdownOf, isFilled, membersOf, type Breakdown } from '../../../src/report/breakdown.ts';
import { chartViews, treeViews } from '../../../src/report/chartView.ts';
import { cutFigure } from '../../../src/messages/figures.ts';
import { plain } from '../../../src/messages/text.ts';
import { choicesFrom } from '../../support/random.ts';
import { randomJson } from './support/randomJson.ts';

/** The texts of all values, as a reader can find them: figures by their tooltips. */
function shownTexts(breakdown: Breakdown): string[] {
  const ofCell = ({ text, exact }: CellView): string => (exact === '' ? text : exact);
  const ofBar = ({ isUnexplained, figure, cells, inside }: BarView): string[] =>
    isUnexplained ? [] : [...[figure, ...cells].map(ofCell), ...inside.flatMap(ofChart)];
  const ofChart = ({ bars }: ChartView): string[] => bars.flatMap(ofBar);
  const ofTree = ({ value, children }: TreeView): string[] =>
    children.length === 0 ? [value] : children.flatMap(ofTree);
  return [...chartViews(breakdown).flatMap(ofChart), ...treeViews(breakdown).flatMap(ofTree)]
    .filter((text) => text !== '' && text !== '–')
    .sort();
}

function storedTexts({ categories, groups, rest }: Breakdown): string[] {
  const texts = [
    ...categories.flatMap(({ value, columns, inside }) => [
      ...(value === null ? [] : [cutFigure(value.digits)]),
      ...columns.map((column) => textOf(column.value)),
      ...(inside === null ? [] : storedTexts(inside)),
    ]),
    ...groups.flatMap(storedTexts),
    ...rest.flatMap(({ value }) => leavesIn(value)),
  ];
  return texts.sort();
}

function leavesIn(json: ExactJson): string[] {
  return isFilled(json) ? membersOf(json).flatMap(([, value]) => leavesIn(value)) : [textOf(json)];
}

function textOf(json: ExactJson): string {
  return isExactNumber(json) ? cutFigure(String(json)) : plain(JSON.stringify(json));
}

const read = (text: string): Breakdown => breakdownOf(parseExactJson(text) as ExactJson);

describe('the bars and the tree of a report', () => {
  it('show each value of 10,000 random responses once, and nothing else', () => {
    const choices = choicesFrom(20_261_122);
    let bars = 0;
    for (let index = 0; index < 10_000; index++) {
      const breakdown = read(randomJson(choices, 4));
      assert.deepEqual(shownTexts(breakdown), storedTexts(breakdown), String(index));
      bars += chartViews(breakdown).reduce((sum, chart) => sum + chart.bars.length, 0);
    }
    assert.ok(bars > 1_000, `${bars} bars`);
  });

  it('have columns for what most categories have, and a tree for the others', () => {
    const breakdown = read(
      '{"a":{"share":0.5,"usd":1,"note":"x"},"b":{"share":0.5,"usd":2},"list":[1,null]}',
    );
    const [chart] = chartViews(breakdown);
    assert.ok(chart);
    assert.deepEqual(chart.columns, ['usd', 'note']);
    assert.deepEqual(
      chart.bars.map(({ name, figure }) => [name, figure.text]),
      [
        ['a', '50%'],
        ['b', '50%'],
      ],
    );
    assert.deepEqual(treeViews(breakdown), [
      {
        name: 'list',
        value: '',
        children: [
          { name: '0', value: '1', children: [] },
          { name: '1', value: 'null', children: [] },
        ],
      },
    ]);
  });

  it('draw what no category explains, and call nothing a percentage without a whole', () => {
    const [whole] = chartViews(read('{"a":0.6,"b":0.397}'));
    const last = whole?.bars.at(-1);
    assert.ok(last);
    assert.equal(last.isUnexplained, true);
    assert.equal(last.figure.text, '0.3%');
    const [parts] = chartViews(read('{"a":0.6,"b":0.3}'));
    assert.deepEqual(
      parts?.bars.map(({ figure, isUnexplained }) => [figure.text, isUnexplained]),
      [
        ['0.6', false],
        ['0.3', false],
      ],
    );
  });

  it('show a dash for a category without a value, which is not zero', () => {
    const [chart] = chartViews(read('{"a":{"usd":1},"b":{"usd":2}}'));
    assert.deepEqual(
      chart?.bars.map(({ ratio, figure }) => [ratio, figure.text]),
      [
        [null, '–'],
        [null, '–'],
      ],
    );
  });

  it('show strings in quotes, so that none looks like a number', () => {
    const [node] = treeViews(read('{"mixer":"12","scam":30}'));
    assert.deepEqual(node, { name: 'mixer', value: '"12"', children: [] });
  });
});
