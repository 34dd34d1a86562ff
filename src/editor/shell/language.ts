import { env, l10n } from 'vscode';
import { setLanguage } from '../../words/language.ts';

/** Gives the sentences the bundle that VS Code has chosen; it is already in memory. */
export function useEditorLanguage(): void {
  setLanguage(env.language, l10n.bundle);
}
