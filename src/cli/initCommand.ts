import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bookFile, maxBookSize, maxEntries } from '../book/book.ts';
import {
  chooseEntries,
  firstBook,
  isDenyListPath,
  type Candidate,
  type Doubt,
} from '../book/firstBook.ts';
import { namesakeOf } from '../book/namesake.ts';
import { trustedBook, type FolderCheck } from '../folder/check.ts';
import type { Judged } from '../folder/judge.ts';
import { requestedRoots } from '../folder/roots.ts';
import { patternsFor, type FileNetworks } from '../folder/unnamedFiles.ts';
import { knownAddress } from '../known/known.ts';
import { unknownNetworkText } from './unknownNetwork.ts';
import { networkNamed } from '../networks/networks.ts';
import { lstatOf } from '../paths/inside.ts';
import { doubtText } from '../messages/firstBook.ts';
import { baseRequest, checkRoots } from './checkReport.ts';
import { type Options, exitCodes, UsageError } from '../options/options.ts';
import { counted, safe, skippedText, writeProblem, type Terminal } from './terminal.ts';

/** Writes a first address book, and names what is left to the user. Never replaces one. */
export async function runInit(options: Options, terminal: Terminal): Promise<number> {
  const network = networkOf(options);
  await requireNoBook(options, terminal);
  const reads = { namesCode: true, isAboutAll: true };
  const [check] = await checkRoots(options, terminal, undefined, reads);
  if (check === undefined) throw new UsageError('There is no folder.');
  for (const skipped of check.skipped) terminal.note(skippedText(skipped));
  const denyLists = denyListsOf(check);
  const { entries, leftOut } = chooseEntries(candidatesOf(check, network));
  const rules = rulesOf(check, network);
  const text = firstBook({ entries, rules, denyLists });
  if (entries.length > maxEntries || Buffer.byteLength(text) > maxBookSize) {
    throw new UsageError(
      `There are ${entries.length} addresses, which is more than an address book holds. Nothing was written.`,
    );
  }
  await write(join(check.root.folder, bookFile), text);
  await terminal.write(
    [
      `Wrote ${bookFile}: ${counted(entries.length, 'address', 'addresses')}, ${counted(rules.length, 'network rule', 'network rules')}, ${counted(denyLists.length, 'deny list', 'deny lists')}, and a policy. Review it as one change.`,
      ...(leftOut.length === 0
        ? []
        : [`Left out: ${counted(leftOut.length, 'address', 'addresses')}.`]),
      ...leftOut.map(({ place, address, doubt }) =>
        safe(`  ${place}: ${address} (${doubtText(doubt)})`),
      ),
      ...(leftOut.some(({ doubt }) => doubt === 'network')
        ? [
            'To name networks, delete the file and run init with --network, or add “networks” to it.',
          ]
        : []),
      '',
    ].join('\n'),
  );
  return exitCodes.ok;
}

/** @throws UsageError */
function networkOf(options: Options): string | undefined {
  const name = options.text('network');
  if (name === undefined) return undefined;
  const known = networkNamed(name);
  if (known === undefined) throw new UsageError(unknownNetworkText(name));
  if (known.family !== 'evm') {
    throw new UsageError(
      `--network needs the name of an EVM network, and not ${JSON.stringify(name)}.`,
    );
  }
  return name;
}

/** @throws UsageError if the folder or the branch that judges it has an address book */
async function requireNoBook(options: Options, terminal: Terminal): Promise<void> {
  const [requested] = await requestedRoots(terminal.folder, [], baseRequest(options));
  if (requested === undefined) return;
  if (lstatOf(join(requested.root.folder, bookFile)) !== undefined) throw existing();
  if ((await trustedBook(requested, { trustsChange: false })).isThere) {
    throw new UsageError(
      `The target branch has a ${bookFile}, which this folder lacks. Restore it with Git; init writes only a first one.`,
    );
  }
}

const existing = (): UsageError =>
  new UsageError(
    `${bookFile} is already there, and init replaces none. Add to it in the editor with “Add All in File to Address Book…”, or edit the file.`,
  );

async function write(file: string, text: string): Promise<void> {
  try {
    // Fails for a link too, which could lead anywhere.
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw existing();
    throw new UsageError(`${bookFile} cannot be written: ${writeProblem(error)}.`);
  }
}

function denyListsOf({ judged }: FolderCheck): string[] {
  const paths = judged.flatMap(({ address }) => address.places.map(({ path }) => path));
  return [...new Set(paths.filter(isDenyListPath))].sort();
}

function candidatesOf({ judged, broken }: FolderCheck, network: string | undefined): Candidate[] {
  const nameOf = ({ address: { family, account } }: Judged): string => `${family} ${account}`;
  const denied = new Set(
    judged.flatMap((each) =>
      each.address.places.some(({ path }) => isDenyListPath(path)) ? [nameOf(each)] : [],
    ),
  );
  return judged.flatMap((each): Candidate[] => {
    const { address } = each;
    const { canonical, family } = address;
    const place = address.places.find(({ path, isHidden }) => !isHidden && !isDenyListPath(path));
    if (address.isPlaceholder || place === undefined) return [];
    const knownName = knownAddress(family, canonical)?.name || undefined;
    const rules = new Set<string>((broken.get(each) ?? []).map(({ rule }) => rule));
    if (denied.has(nameOf(each))) rules.add('deny');
    const doubt = doubts.find((rule) => rules.has(rule));
    return [
      {
        address: address.isChecksumWrong ? address.text : canonical,
        network: address.network ?? (family === 'evm' ? (network ?? null) : null),
        knownName,
        codeName: codeNameOf(address),
        doubt,
        place: `${place.path}:${place.line}`,
      },
    ];
  });
}

/** Unless it is the name of another address. */
function codeNameOf({ text, family, network, codeName }: Judged['address']): string | undefined {
  if (codeName === undefined) return undefined;
  const named = { text, family, network: network ?? undefined, name: codeName };
  return namesakeOf(named, new Map()) === undefined ? codeName : undefined;
}

/** The worst first. */
const doubts: readonly Doubt[] = ['deny', 'look-alike', 'wrong-network', 'checksum'];

/** Rules for the files whose addresses name no network, where the user has named one for them. */
function rulesOf({ judged }: FolderCheck, network: string | undefined) {
  if (network === undefined) return [];
  const files = new Map<string, { -readonly [Key in keyof FileNetworks]: FileNetworks[Key] }>();
  for (const { address } of judged) {
    if (address.family !== 'evm' || address.isPlaceholder) continue;
    for (const { path } of address.places) {
      if (isDenyListPath(path)) continue;
      const file = files.get(path) ?? { path, hasAssumed: false, hasNamed: false };
      files.set(path, file);
      if (address.network === null) file.hasAssumed = true;
      else file.hasNamed = true;
    }
  }
  return patternsFor(files.values()).map((pattern) => ({ files: pattern, network }));
}
