import { env, l10n } from 'vscode';
import { useLanguage } from '../../words/language.ts';

/** Gives the sentences the bundle that VS Code has chosen; it is already in memory. */
export function useEditorLanguage(): void {
  useLanguage(env.language, l10n.bundle);
}
