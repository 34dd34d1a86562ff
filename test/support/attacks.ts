/**
 * Files that were made to take long: what the scanner, the patterns and the evidence for a network
 * look for, as dense as a file can hold it.
 */

const evm = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const bitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

/** A unit over and over, with an address every so often: evidence is read for addresses alone. */
function filled(unit: string, size: number, address = evm, every = 4_096): string {
  const between = unit.repeat(Math.max(1, Math.floor(every / unit.length)));
  const part = `${between} "${address}" `;
  return part.repeat(Math.ceil(size / part.length)).slice(0, size);
}

const repeated = (unit: string, size: number): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** Each makes a file of a size in UTF-16 units. */
export const attacks: Readonly<Record<string, (size: number) => string>> = {
  'equals signs after a chain ID': (size) =>
    filled(`// chainId ${'='.repeat(60)}\n`, size, evm, 128),
  'one run of spaces and one of tabs': (size) => repeated(' ', size / 2) + repeated('\t', size / 2),
  'spaces between addresses': (size) => filled(' ', size, evm, 512),
  'brackets that never close': (size) => filled('{[(', size, evm, 256),
  'addresses on one line': (size) => repeated(`"${evm}",`, size),
  'addresses on one line of objects': (size) => repeated(`{"chainId":1,"a":"${evm}"},`, size),
  'mixed families on one line': (size) => repeated(`${evm} ${bitcoin} sol ${solana} `, size),
  'quotes of three kinds': (size) => filled(`'"\`"'\``, size),
  'quotes of one kind': (size) => repeated('"', size),
  backslashes: (size) => filled('\\', size, evm, 256),
  '0x without digits': (size) => filled('0x', size),
  'one run of hex digits': (size) => repeated('0xdeadbeef', size),
  'one run of base58': (size) => `solana ${repeated(solana, size)}`,
  'base58 that something calls Solana': (size) =>
    repeated(`solana mint proof: ["${solana}", `, size),
  'base58 on one line': (size) => repeated(`${solana},`, size),
  'lines of base58 that end no list': (size) => repeated(`${solana} =\n`, size),
  'chain IDs without numbers': (size) => filled('chainId chain_id: ', size, evm, 512),
  'everyday words of networks': (size) => filled('eth mainnet base core ', size, evm, 512),
  comments: (size) => filled('// -- # /* <!-- ; polygon\n', size, evm, 512),
  banners: (size) => filled(`# ${'='.repeat(90)}\n`, size, evm, 512),
  'a ladder of indents': (size) => {
    let text = '';
    for (let depth = 0; text.length < size; depth = (depth + 1) % 400) {
      text += `${' '.repeat(depth)}polygon:\n${depth % 20 === 0 ? `${evm}\n` : ''}`;
    }
    return text.slice(0, size);
  },
  URLs: (size) => filled('https://www.a-b.c-d/?x=https://polygonscan.com/address/', size, evm, 512),
  'words of a seed phrase': (size) => repeated('abandon zoo zebra ', size),
  'names of keys': (size) => filled('private_key: secret ', size, evm, 512),
  'an array of bytes': (size) => repeated('[1 , 2 ,3, [', size / 2) + repeated('1 , ', size / 2),
  'heads of PEM': (size) => repeated('-----BEGIN RSA PRIVATE KEY-----', size),
  'nothing but line breaks': (size) => filled('\n', size, evm, 1_024),
  'letters of other scripts': (size) => repeated('żółć ñandú 你好 ', size),
};
