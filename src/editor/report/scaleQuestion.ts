import type { Memento } from 'vscode';

/** Whether the report may ask what scale the scores have. Once declined, it never asks again. */
export interface ScaleQuestion {
  mayAsk(): boolean;
  decline(): Promise<void>;
}

const declinedKey = 'scaleQuestion.isDeclined';

export function createScaleQuestion(memento: Memento): ScaleQuestion {
  return {
    mayAsk: () => memento.get(declinedKey) !== true,
    decline: async () => memento.update(declinedKey, true),
  };
}
