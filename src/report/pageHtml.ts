import { randomBytes } from 'node:crypto';

/** Loads only our own script and style, and nothing remote. */
export function pageHtml(from: {
  readonly language: string;
  /** Where the style may come from, as the content security policy names it. */
  readonly source: string;
  readonly style: string;
  readonly script: string;
}): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${from.source}`;
  return `<!DOCTYPE html>
<html lang="${from.language}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${from.style}">
    <title>Address Risk</title>
  </head>
  <body>
    <main id="report" aria-busy="true"></main>
    <script nonce="${nonce}" src="${from.script}"></script>
  </body>
</html>`;
}
