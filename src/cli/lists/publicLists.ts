import type { ListKind } from '../../book/book.ts';

/** A public list, pinned to one revision: users add exactly what was reviewed. */
export interface PublicList {
  /** Typed by the user. */
  readonly id: string;
  readonly name: string;
  readonly kind: ListKind;
  /** In the folder of the book. */
  readonly path: string;
  readonly url: string;
  readonly sha256: string;
  /** The UTC date of the revision. */
  readonly date: string;
  /** SPDX. */
  readonly license: string;
  /** Who keeps it, and how often it changes; in words for a user. */
  readonly upkeep: string;
}

const raw = (repository: string, commit: string, file: string): string =>
  `https://raw.githubusercontent.com/${repository}/${commit}/${file}`;

export const publicLists: readonly PublicList[] = [
  {
    id: 'ofac-ethereum',
    name: 'OFAC sanctions (Ethereum)',
    kind: 'deny',
    path: 'lists/ofac-ethereum.csv',
    url: raw(
      'ultrasoundmoney/ofac-ethereum-addresses',
      'ac234519b1ff45e9beec3345d476a0a54dca7df8',
      'data.csv',
    ),
    sha256: '234a5b3d3a7a12bd5d31495cfac35c31f18eface96e0eef124b5d8589ffbb339',
    date: '2026-06-25',
    license: 'MIT',
    upkeep: 'made from the SDN list by a script, about once a month',
  },
  {
    id: 'ofac-bitcoin',
    name: 'OFAC sanctions (Bitcoin)',
    kind: 'deny',
    path: 'lists/ofac-bitcoin.txt',
    url: raw(
      '0xB10C/ofac-sanctioned-digital-currency-addresses',
      'f2aee2265956bf28ce71824c2c2c8cab02c2e173',
      'sanctioned_addresses_XBT.txt',
    ),
    sha256: '5e5f9cac30799b97bb966798205958c1cfbf2408d7670bbe74f24f4d5b8161be',
    date: '2024-09-27',
    license: 'MIT',
    upkeep: 'made from the SDN list by a workflow, every night',
  },
  {
    id: 'scamsniffer',
    name: 'ScamSniffer phishing addresses',
    kind: 'deny',
    path: 'lists/scamsniffer.json',
    url: raw(
      'scamsniffer/scam-database',
      '750005582359f99a2ef2b2133daca27926e5c661',
      'blacklist/address.json',
    ),
    sha256: '5f5e5fcb1c20015d4a00466dda2ca924b0341bf833fc095d683fe1e80150b012',
    date: '2024-02-29',
    license: 'GPL-3.0',
    upkeep: 'kept by ScamSniffer, unchanged since that date',
  },
];
