/**
 * Pairs of similar texts: in the first, an address-shaped value is a key or part of one; in the
 * second, it is an address. A name in capitals stands for the value: `EVM`, `SOL`, `LIST`,
 * `DIGITS`, `SUI`, `TON`, and others.
 */
import { seedOf } from './keyCorpus.ts';

const values: Readonly<Record<string, string>> = {
  EVM: '0x8ba1f109551bd432803012645ac136ddd64dba72',
  EV2: '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
  /** The bytes that twenty bytes lack for a key. */
  REST: 'c3f1a5d97b2e4f60d8a1b3c5',
  XREST: '0xc3f1a5d97b2e4f60d8a1b3c5',
  ZREST: '03f1a5d97b2e4f60d8a1b3c5',
  NUMBER: '309182736450918273645091',
  LEFT: 'c3f1a5d97b2e',
  RIGHT: '4f60d8a1b3c5',
  SOL: seedOf(1),
  SO2: seedOf(2),
  /** So many lines that only a heading reaches over them. */
  FAR: Array.from({ length: 9 }, (_, at) => seedOf(at + 10)).join('\n'),
  LISTED: Array.from({ length: 9 }, (_, at) => `"${seedOf(at + 10)}",\n`).join(''),
  /** One that starts like a key in WIF. */
  KSOL: '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1',
  /** Twenty bytes with a correct checksum, and in a word of 32. */
  CHK: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  PADDED: `0x${'0'.repeat(24)}8ba1f109551bd432803012645ac136ddd64dba72`,
  PADCHK: `0x${'0'.repeat(24)}5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed`,
  /** Twenty bytes as a list, and twelve more. */
  LIST: '139, 161, 241, 9, 85, 27, 212, 50, 128, 48, 18, 100, 90, 193, 54, 221, 214, 77, 186, 114',
  MORE: '195, 241, 165, 217, 123, 46, 79, 96, 216, 161, 179, 197',
  /** The digits of a correct checksum, and of an account with Ronin's prefix. */
  CHKD: '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  RONIN: 'ronin:8ba1f109551bd432803012645ac136ddd64dba72',
  DIGITS: '8ba1f109551bd432803012645ac136ddd64dba72',
  /** An account on Sui and on TON, or a key. */
  SUI: '0x9c0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff8a',
  TON: '0:9c0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff8a',
  OTHER: '5d0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff8b',
};

export interface KeyPair {
  readonly held: string;
  readonly sent: string;
}

const filled = (template: string): string =>
  template.replaceAll(
    /(?:EVM|EV2|[XZ]?REST|NUMBER|FAR|LISTED|LEFT|RIGHT|KSOL|SO[L2]|PADCHK|CHKD?|PADDED|LIST|MORE|DIGITS|RONIN|SUI|TON|OTHER)\b/g,
    (name) => values[name]!,
  );

/** The value in a text that is an address or not. */
export function valueIn(template: string): { readonly text: string; readonly value: string } {
  const [name = ''] =
    /(?:EVM|K?SOL|PADCHK|CHKD?|PADDED|LIST|DIGITS|RONIN|SUI|TON)\b/.exec(template) ?? [];
  return { text: filled(template), value: values[name]! };
}

export const pairsOf = (...pairs: readonly (readonly [string, string])[]): KeyPair[] =>
  pairs.map(([held, sent]) => ({ held, sent }));
