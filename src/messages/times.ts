import * as l10n from '@vscode/l10n';
import { currentLanguage } from './language.ts';

/** `2026-03-04 05:06 UTC`. */
export function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `05:06:07` on the user's clock. */
export function localTime(instant: number): string {
  const date = new Date(instant);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

const steps = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 hours ago`, in the language of the editor. */
export function ago(instant: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const elapsed = now - instant;
  for (const [unit, ms] of steps) {
    if (Math.abs(elapsed) < ms) continue;
    // Chinese is written `3小时前`; our sentences have a space there.
    const text = format.format(-Math.trunc(elapsed / ms), unit);
    return text.replace(/(?<=\d)(?=\p{Script=Han})/u, ' ');
  }
  return l10n.t('just now');
}

/** `00:14`: minutes and seconds. */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
