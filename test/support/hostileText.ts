import { choicesFrom, type Choices } from './random.ts';

const evm = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** Input for the patterns, the scanner, and the parsers. */
const words = [
  ...[
    evm,
    evm.toLowerCase(),
    '0x',
    '0X',
    `0x${'0'.repeat(24)}`,
    'deadbeef',
    '1A1zP1eP5QGefi2DMPTf',
  ],
  ...['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'bc1q', 'cosmos1', 'addr_test1', 'EQ', '0:'],
  ...[
    'chainId',
    'chain_id',
    'CHAINID',
    'network',
    'rpcUrl',
    'eip155:',
    '137',
    '0x89',
    'name',
    'id',
  ],
  ...['ethereum', 'eth', 'mainnet', 'base', 'core', 'polygon', 'ARBITRUM_SEPOLIA', 'bnbSmartChain'],
  ...[
    'solana',
    'spl',
    'mint',
    'pubkey',
    'proof',
    'hash',
    'signature',
    'SOL.USDC-',
    'ETH~',
    'bitcoin:',
  ],
  ...[
    'https://',
    'http://',
    'wss://',
    'www.',
    'polygonscan.com',
    'a.b-c.',
    '/address/',
    'ipfs/',
    '@1',
  ],
  ...[
    'private_key',
    'secret',
    'mnemonic',
    'wallet(',
    'xprv',
    '6P',
    '-----BEGIN ',
    'PRIVATE KEY-----',
  ],
  ...[
    'abandon',
    'zoo',
    'ñandú',
    'żółć',
    '你好',
    '\u{1F600}',
    '\uD800',
    '\uFEFF',
    '\u200B',
    'é',
    'ß',
  ],
  ...[
    'risk_score',
    'job_id',
    'balance',
    'chain=',
    'aggregator=',
    '%2F',
    '%',
    '..',
    '1e400',
    '0.10',
  ],
  ...[
    'true',
    'null',
    '2026-11-22T00:00:00Z',
    '[profile]',
    '# ',
    '// ',
    '/* ',
    '<!-- ',
    '-- ',
    '; ',
  ],
  ...[
    '**/',
    '/**',
    '[a-z]',
    '[!',
    '[[:alpha:]]',
    '*.log',
    '\\ ',
    '+(',
    '{a,b}',
    'A',
    'a',
    '1',
    '9',
  ],
];

const separators = [
  ...[
    '=',
    ':',
    ',',
    ';',
    '.',
    '-',
    '_',
    '/',
    '\\',
    '|',
    '+',
    '*',
    '?',
    '!',
    '#',
    '$',
    '&',
    '%',
    '~',
  ],
  ...[
    '"',
    "'",
    '`',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\0',
    'is',
    '…',
  ],
];

const longest = 4_096;

/** A text of up to 4,096 units: tokens, runs of one, nests, and what is between, in any order. */
function hostileText(choices: Choices): string {
  const { below, of } = choices;
  // Most are short, as more of those fit into the same time.
  const limit = below(16) === 0 ? longest : 16 << below(6);
  const kept = Array.from({ length: 1 + below(4) }, () => of(below(2) === 0 ? words : separators));
  let text = '';
  while (text.length < limit) text += partOf(choices, kept, limit);
  return text.slice(0, limit);
}

function partOf({ below, of }: Choices, kept: readonly string[], limit: number): string {
  switch (below(8)) {
    case 0:
      return of(words);
    case 1:
      return of(separators);
    case 2:
      return `${of(words)}${of(separators)}${of(words)}`;
    case 3:
      return of(separators).repeat(1 + below(limit));
    case 4:
      return of(words).repeat(1 + below(8));
    case 5:
      return (of(separators) + of(separators)).repeat(1 + below(limit >> 1));
    case 6:
      return of(['[', '{', '(', '[[', '{[', '"', "'"]).repeat(1 + below(64));
    default:
      // A few different parts, many times: the worst case for nested loops in a pattern.
      return Array.from({ length: 1 + below(64) }, () => of(kept)).join('');
  }
}

export const hostileTexts = (seed: number): (() => string) => {
  const choices = choicesFrom(seed);
  return () => hostileText(choices);
};
