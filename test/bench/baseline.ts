/**
 * What detection costs is measured against this: four shapes as plain regular expressions with
 * boundaries, without any checksum. And against the one of them that most tools have.
 */
export const fourShapes =
  /\b(?:0x[0-9a-fA-F]{40}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71}|T[1-9A-HJ-NP-Za-km-z]{33})\b/g;

export const evmAlone = /\b0x[0-9a-fA-F]{40}\b/g;

export function countMatches(shape: RegExp, text: string): number {
  let count = 0;
  shape.lastIndex = 0;
  while (shape.test(text)) count += 1;
  return count;
}
