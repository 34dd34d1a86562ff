import { commands } from 'vscode';
import { presetScales, type RiskScale } from '../../report/scale.ts';
import { scalePick } from '../../words/scale.ts';
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
  const isBad = settings.riskScale().kind === 'bad';
  const picked = await dialogs.pick(scaleItems(), {
    title: scalePick.title(),
    placeHolder: isBad ? `${scalePick.bad()} ${scalePick.prompt()}` : scalePick.prompt(),
  });
  await picked?.choose();
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
