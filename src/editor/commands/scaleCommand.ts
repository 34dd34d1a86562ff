import { commands } from 'vscode';
import { presetScales, presetsFor, type RiskScale } from '../../report/scale.ts';
import { shownDigits } from '../../report/scoreView.ts';
import { scalePick } from '../../messages/score.ts';
import { listed, plain, sentences } from '../../messages/text.ts';
import type { Calls } from '../calls/calls.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { readReport } from '../report/readReport.ts';
import { dialogs } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';

interface ScaleItem {
  readonly label: string;
  readonly description?: string;
  readonly detail: string;
  readonly choose: () => Thenable<unknown>;
}

/**
 * Asks for the range of the scores and their levels: the service does not say it.
 * @param shown the address of the report in front: scales that its score is on come first
 */
export async function setRiskScale(
  calls: Calls,
  shown: ReasonedSubject | undefined,
): Promise<void> {
  const digits = shown === undefined ? null : shownDigits((await readReport(calls, shown)).model);
  const picked = await dialogs.pick(scaleItems(digits), {
    title: scalePick.title(),
    placeHolder: sentences([...remarks(), scalePick.prompt()]),
  });
  await picked?.choose();
}

/** What is wrong with the settings of now. */
function remarks(): string[] {
  const reading = settings.riskScale();
  if (reading.kind === 'bad') return [scalePick.bad()];
  if (reading.kind === 'none') return [];
  const names = reading.scale.levels.map(({ name }) => name);
  const missing = settings.problemsLevels().filter((level) => ![...names, 'off'].includes(level));
  return missing.map((level) => scalePick.noProblemLevel(plain(level)));
}

function scaleItems(digits: string | null): ScaleItem[] {
  const presets = new Set([...presetsFor(digits), ...presetScales]);
  return [
    ...[...presets].map((scale) => ({
      label: scalePick.upTo(scale.max),
      detail: levelsOf(scale),
      choose: () => settings.save('riskScale', scale),
    })),
    {
      label: scalePick.own(),
      detail: scalePick.ownDetail(),
      choose: () =>
        commands.executeCommand('workbench.action.openSettings', 'addressRisk.riskScale'),
    },
    {
      label: scalePick.none(),
      detail: scalePick.noneDetail(),
      choose: () => settings.save('riskScale', null),
    },
  ];
}

function levelsOf({ levels }: RiskScale): string {
  return scalePick.levels(listed(levels.map(({ name, from }) => scalePick.level(name, from))));
}
