import { fileOf, type Evidence, type Source } from './source.ts';

const near = { before: 400, after: 160 } as const;

/** Words that only TON has, and its name as a word or as a part of a name: `tonAddress`. */
const words =
  /[Tt]oncoin|TONCOIN|[Jj]etton|JETTON|[Tt]on(?:scan|viewer|center|[Cc]onnect|keeper|api|hub|lib|web)|[Ww]ork_?[Cc]hain|[Mm]aster[Cc]hain|[Bb]ase[Cc]hain|[Gg]et[Gg]ems|[Ee]verscale|\bTVM\b|(?<![A-Za-z])(?:ton|TON|Ton)(?![a-z])|[a-z]T(?:on|ON)(?![a-z])/;

/** Whether a file is about TON, judging by its path and its first lines. */
export function isTonSource({ path = '', head = '' }: Source): boolean {
  return words.test(path) || words.test(head);
}

/**
 * Whether a text shows that `0:` and 64 digits are an address of TON. The raw form has no checksum,
 * and a private key with an index before it looks the same.
 */
export function tonEvidence(text: string, source: Source | undefined): Evidence {
  let isOfFile: boolean | undefined;
  return (start, end) => {
    isOfFile ??= isTonSource(fileOf(text, source));
    return (
      isOfFile ||
      words.test(text.slice(Math.max(0, start - near.before), start)) ||
      words.test(text.slice(end, end + near.after))
    );
  };
}
