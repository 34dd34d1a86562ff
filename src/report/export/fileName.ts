import type { ExportFacts } from './facts.ts';

const extensions = { markdown: 'md', html: 'html', json: 'json', csv: 'csv' } as const;

export type ExportFormat = keyof typeof extensions;

/** What a save dialog suggests: letters, digits, and `.-_` alone, whatever the address is. */
export function exportFileName({ subject, isSample }: ExportFacts, format: ExportFormat): string {
  const parts = [
    'address-risk',
    ...(isSample ? ['sample-data'] : []),
    subject.chain,
    subject.address,
  ];
  const name = parts.map((part) => part.replace(/[^A-Za-z0-9-]+/g, '-')).join('_');
  return `${name.slice(0, 150)}.${extensions[format]}`;
}
