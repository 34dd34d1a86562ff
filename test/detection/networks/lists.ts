import { lineOf, type Measured } from './measure.ts';

const examplesOfGroup = 5;

/** Every wrong name, by what gave it. */
export function printWrong(measured: readonly Measured[]): void {
  const wrong = measured.filter(({ verdict }) => verdict === 'wrong' || verdict === 'named');
  for (const [reason, group] of groupsOf(wrong, ({ reading }) => reading.reason)) {
    console.log(`\n${reason}: ${group.length} wrong`);
    for (const one of group) print(one);
  }
}

/**
 * Examples of unnamed addresses, grouped by files whose names differ only in numbers and networks.
 */
export function printUnknown(measured: readonly Measured[]): void {
  const open = measured.filter(({ verdict }) => verdict === 'ambiguous' || verdict === 'unknown');
  const keyOf = ({ file, verdict }: Measured): string =>
    `${verdict} ${file.package}/${patternOf(file.path)}`;
  for (const [name, group] of groupsOf(open, keyOf)) {
    console.log(`\n${name}: ${group.length}`);
    const step = Math.max(1, Math.floor(group.length / examplesOfGroup));
    for (const one of group.filter((_, at) => at % step === 0).slice(0, examplesOfGroup))
      print(one);
  }
}

/** The first folder, the number of folders below it, and the extension. */
function patternOf(path: string): string {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  const folders = parts.slice(0, -1).map((part, at) => (at < 3 ? part : '*'));
  return [...folders, `*${name.slice(name.lastIndexOf('.'))}`].join('/');
}

function groupsOf(
  measured: readonly Measured[],
  keyOf: (one: Measured) => string,
): [string, Measured[]][] {
  const groups = new Map<string, Measured[]>();
  for (const one of measured) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}

function print(one: Measured): void {
  const { reading, file, truth } = one;
  const given = reading.chain ?? (reading.candidates.join(' or ') || '-');
  console.log(`  ${file.package}/${file.path}: ${given}, is ${JSON.stringify(truth)}`);
  console.log(`    ${lineOf(one)}`);
}
