import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bookFile, maxBookSize, maxEntries } from '../book/book.ts';
import {
  chooseEntries,
  firstBook,
  isDenyListPath,
  type Candidate,
  type Doubt,
  type LeftOut,
} from '../book/firstBook.ts';
import { namesakeOf } from '../book/namesake.ts';
import { trustedBook, type FolderCheck } from '../folder/check.ts';
import type { FolderAddress, Place } from '../folder/folderAddresses.ts';
import type { Judged } from '../folder/judge.ts';
import { requestedRoots } from '../folder/roots.ts';
import { patternsFor, type FileNetworks } from '../folder/unnamedFiles.ts';
import { namesOtherNetwork } from '../evidence/path.ts';
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
  const isOpen = opennessIn(check, network);
  const { entries, leftOut } = chooseEntries(candidatesOf(check, network, isOpen));
  const rules = network === undefined ? [] : rulesOf(check, network, isOpen);
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
      ...leftOut
        .sort(byPlace)
        .map((each) => safe(`  ${each.place}: ${each.address} (${doubtText(each)})`)),
      ...(leftOut.some(({ doubt }) => doubt === 'network' || doubt === 'uncertain')
        ? [
            'To name networks, add entries to “addresses”, or rules for files to “networks”.' +
              (network === undefined
                ? ' If all of them are on one network, delete the file and run init with --network.'
                : ''),
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

function candidatesOf(
  { judged, broken }: FolderCheck,
  network: string | undefined,
  isOpen: (address: FolderAddress) => boolean,
): Candidate[] {
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
    // The user is certain of a network that words only suggest.
    const isUncertain = address.network !== null && !address.isPayable;
    if (isUncertain && address.network !== network) rules.add('uncertain');
    const doubt = doubts.find((rule) => rules.has(rule));
    return [
      {
        address: address.isChecksumWrong ? address.text : canonical,
        network: address.network ?? (isOpen(address) ? (network ?? null) : null),
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

/** By path, then by line. */
function byPlace({ place: one }: LeftOut, { place: other }: LeftOut): number {
  const [path, line] = pathAndLine(one);
  const [otherPath, otherLine] = pathAndLine(other);
  return path === otherPath ? line - otherLine : path < otherPath ? -1 : 1;
}

function pathAndLine(place: string): [path: string, line: number] {
  const at = place.lastIndexOf(':');
  return [place.slice(0, at), Number(place.slice(at + 1))];
}

/** The worst first. */
const doubts: readonly Doubt[] = ['deny', 'look-alike', 'wrong-network', 'checksum', 'uncertain'];

/**
 * Decides which addresses get the user's network: those that name none in any place, not even
 * ambiguously, partially, or outside the table.
 */
function opennessIn({ judged }: FolderCheck, network: string | undefined) {
  const isNamed = ({ network: own, isSilent }: FolderAddress): boolean => own !== null || !isSilent;
  const evm = judged.map(({ address }) => address).filter(({ family }) => family === 'evm');
  const named = new Set(evm.filter(isNamed).map(({ account }) => account));
  const ofPath = new Map<string, boolean>();
  const saysOther = ({ path }: Place): boolean => {
    const known = ofPath.get(path) ?? namesOtherNetwork(path, network);
    ofPath.set(path, known);
    return known;
  };
  return ({ family, account, places }: FolderAddress): boolean =>
    family === 'evm' && !named.has(account) && !places.some(saysOther);
}

/** Rules for the files whose addresses name no network, where the user has named one for them. */
function rulesOf(
  { judged }: FolderCheck,
  network: string,
  isOpen: (address: FolderAddress) => boolean,
) {
  const files = new Map<string, { -readonly [Key in keyof FileNetworks]: FileNetworks[Key] }>();
  for (const { address } of judged) {
    if (address.family !== 'evm' || address.isPlaceholder) continue;
    for (const { path } of address.places) {
      if (isDenyListPath(path)) continue;
      const file = files.get(path) ?? { path, hasAssumed: false, hasNamed: false };
      files.set(path, file);
      if (isOpen(address)) file.hasAssumed = true;
      else file.hasNamed = true;
    }
  }
  return patternsFor(files.values()).map((pattern) => ({ files: pattern, network }));
}
