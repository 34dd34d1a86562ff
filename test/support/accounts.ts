import { createHash } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58Check, by big integers: another way than that of the product. */
export function base58Check(version: number, hash: string): string {
  const body = Buffer.concat([Buffer.from([version]), Buffer.from(hash, 'hex')]);
  const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
  const bytes = Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]);
  let text = '';
  for (let left = BigInt(`0x${bytes.toString('hex')}`); left > 0n; left /= 58n) {
    text = alphabet.charAt(Number(left % 58n)) + text;
  }
  return text;
}

const hash = '635486a0aae9f8c9a93c1253f67ce0ff763c588f';

/** Spellings of one account. The sources are the specifications that the families name. */
export const accounts: Readonly<Record<string, readonly string[]>> = {
  'EIP-55, lower case, without 0x, in a word, of Ronin': [
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    '0x000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    'ronin:a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  ],
  'SEP-23: G… and M…': [
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
  ],
  'XLS-5: classic and X-addresses, with a tag and without': [
    'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ',
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu',
    'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ',
  ],
  'SS58: Substrate, Polkadot, Kusama': [
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
  ],
  'CashAddr and legacy: a key': [
    '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
  ],
  'CashAddr and legacy: a script': [
    '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC',
    'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
  ],
  'Litecoin: M… and 3…': [
    'MGxNPPB7eBoWPUaprtX9v9CXJZoD2465zN',
    base58Check(0x32, hash),
    base58Check(0x05, hash),
  ],
  'TEP-2: raw and friendly, bounceable and not': [
    '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
    '0:B113A994B5024A16719F69139328EB759596C38A25F59028B146FECDC3621DFE',
    'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
  ],
  'TRON: base58, hex, hex with 0x': [
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    '0x41A614F803B6FD780986A42C78EC9C7F77E6DED13C',
  ],
  'Monero: standard, with a payment ID': [
    '4AdUndXHHZ6cfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2684Rge',
    '4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK',
  ],
  'Ethermint: the EVM account under inj1…': [
    'inj14au322k9munkmx5wrchz9q30juf5wjgz2cfqku',
    '0xAF79152AC5dF276D9A8e1E2E22822f9713474902',
  ],
  'Cosmos SDK: one key under two prefixes': [
    'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
    'osmo1fl48vsnmsdzcv85q5d2q4z5ajdha8yu3aq6l09',
  ],
  'BIP-173: both cases': [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  ],
};
