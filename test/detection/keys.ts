import type { KeyShape } from '../../src/scan/keyMaterial.ts';

/** Keys that specifications publish, and so no one's. */
export const keys: readonly {
  readonly name: string;
  readonly text: string;
  readonly shape: KeyShape;
}[] = [
  {
    name: 'EIP-155, the example',
    text: '0x4646464646464646464646464646464646464646464646464646464646464646',
    shape: 'privateKey',
  },
  {
    name: 'Bitcoin Wiki, "Wallet import format", in hex',
    text: '0C28FCA386C7A227600B2FE50B7CAE11EC86D3BF1FBE471BE89827E19D72AA1D',
    shape: 'privateKey',
  },
  {
    name: 'Bitcoin Wiki, "Wallet import format"',
    text: '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    shape: 'wif',
  },
  {
    name: 'BIP-84, the first private key',
    text: 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d',
    shape: 'wif',
  },
  {
    name: 'BIP-38, the first vector',
    text: '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
    shape: 'wif',
  },
  {
    name: 'BIP-32, test vector 1',
    text: 'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    shape: 'extendedKey',
  },
  {
    name: 'BIP-84, the root',
    text: 'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5',
    shape: 'extendedKey',
  },
  {
    name: 'BIP-39, the first vector',
    text: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    shape: 'seedPhrase',
  },
  {
    name: 'BIP-39, a vector of 24 words',
    text: 'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length',
    shape: 'seedPhrase',
  },
  {
    name: 'Solana, 64 bytes in base58',
    text: '4Z7cXSyeFR8wNGMVXUE1TwtKn5D5Vu7FzEv69dokLv7KrQk7h6pu4LF8ZRR9yQBhc7uSM6RTTZtU1fmaxiNrxXrs',
    shape: 'solanaKey',
  },
  {
    name: 'Solana, as its command line writes a key pair',
    text: `[${Array.from({ length: 64 }, (_, index) => (index * 7) % 256).join(',')}]`,
    shape: 'solanaKey',
  },
  {
    name: 'PEM, RFC 7468',
    text: '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIObtRo8tkUqoMjeHhsOh2ouPpXCgBcP+EDxZCB',
    shape: 'pem',
  },
];
