import type { ScaleProblem } from './scale.ts';

/** What is wrong with a scale that someone wrote as JSON, and how to write it. */
export const scaleProblemText = (problem: ScaleProblem): string => scaleProblemTexts[problem];

const scaleProblemTexts: Readonly<Record<ScaleProblem, string>> = {
  shape:
    'Write it as {"min": 0, "max": 100, "levels": [{"name": "Low", "from": 0}, {"name": "High", "from": 50}]}, with 1 to 10 levels and nothing else.',
  range: '“min” must be less than “max”.',
  start: 'The first level must begin at “min”.',
  order: 'Each level must begin above the one before it.',
  end: 'No level may begin above “max”.',
  names: 'Give each level a name of its own.',
};
