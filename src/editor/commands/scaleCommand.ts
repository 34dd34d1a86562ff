import { commands } from 'vscode';
import { presetScales, type RiskScale } from '../../report/scale.ts';
import { scalePick } from '../../words/scale.ts';
import { plain } from '../../words/text.ts';
import { dialogs } from '../shell/dialogs.ts';
import { settings } from '../shell/settings.ts';

interface ScaleItem {
  readonly label: string;
  readonly description?: string;
  readonly detail: string;
  readonly choose: () => Thenable<unknown>;
}

/** Asks for the range of the scores and their levels: the service does not say it. */
export async function setRiskScale(): Promise<void> {
  const picked = await dialogs.pick(scaleItems(), {
    title: scalePick.title(),
    placeHolder: [...remarks(), scalePick.prompt()].join(' '),
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

function scaleItems(): ScaleItem[] {
  return [
    ...presetScales.map((scale) => ({
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
  return scalePick.levels(levels.map(({ name, from }) => scalePick.level(name, from)).join(', '));
}
