import type { Family } from '../../src/addresses/networks.ts';

/** Addresses that specifications and the projects themselves publish. */
export interface Vector {
  readonly text: string;
  /** Where it differs from the text. */
  readonly canonical?: string;
  readonly network?: string;
  readonly placeholder?: string;
}

export interface VectorList {
  readonly family: Family;
  readonly source: string;
  readonly vectors: readonly Vector[];
}

const list = (
  family: Family,
  source: string,
  network: string | undefined,
  texts: string,
): VectorList => ({
  family,
  source,
  vectors: texts
    .trim()
    .split(/\s+/)
    .map((text) => ({ text, ...(network !== undefined && { network }) })),
});

export const vectorLists: readonly VectorList[] = [
  list(
    'evm',
    'EIP-55, "Test Cases"',
    undefined,
    `
    0x52908400098527886E0F7030069857D2E4169EE7 0x8617E340B3D01FA5F11F306F4090FD50E238070D
    0xde709f2102306220921060314715629080e2fb77 0x27b1fdb04752bbc536007a920d24acb045561c26
    0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359
    0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb`,
  ),
  list(
    'evm',
    'EIP-1191, "Test Cases", chain 30',
    undefined,
    `
    0x27b1FdB04752BBc536007A920D24ACB045561c26 0x3599689E6292B81B2D85451025146515070129Bb
    0x42712D45473476B98452f434E72461577d686318 0x52908400098527886E0F7030069857D2E4169ee7
    0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD 0x6549F4939460DE12611948B3F82B88C3C8975323
    0x66F9664f97f2B50F62d13EA064982F936de76657 
    0x88021160c5C792225E4E5452585947470010289d 0xD1220A0Cf47c7B9BE7a2e6ba89F429762E7B9adB
    0xDBF03B407c01E7CD3cBea99509D93F8Dddc8C6FB 0xDe709F2102306220921060314715629080e2FB77
    0xFb6916095cA1Df60bb79ce92cE3EA74c37c5d359`,
  ),
  list(
    'evm',
    "zilliqa-js, the checksum's test vectors",
    undefined,
    `
    0x4BAF5faDA8e5Db92C3d3242618c5B47133AE003C 0x448261915a80cdE9BDE7C7a791685200D3A0bf4E
    0xDed02fD979fC2e55c0243bd2F52df022c40ADa1E 0x13F06E60297bea6A3c402F6f64c416A6b31e586e
    0x1a90C25307C3Cc71958A83fa213A2362D859CF33`,
  ),
  list(
    'bitcoin',
    'Bitcoin Wiki, "Invoice address" and "List of address prefixes"',
    'bitcoin',
    `
    1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy
    17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem 3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX
    16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa`,
  ),
  list(
    'bitcoin',
    'Bitcoin Wiki, "List of address prefixes"; BIP-49',
    'bitcoin-testnet',
    `
    mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn 2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc
    2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2`,
  ),
  list(
    'bitcoin',
    'BIP-350, BIP-84, BIP-86, BIP-433',
    'bitcoin',
    `
    BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 BC1SW50QGDZ25J
    bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y
    bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs
    bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0
    bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g
    bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el
    bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr
    bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh
    bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7 bc1pfeessrawgf`,
  ),
  list(
    'bitcoin',
    'BIP-350',
    'bitcoin-testnet',
    `
    tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7
    tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy
    tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c`,
  ),
  list(
    'litecoin',
    'Litecoin Core, its documents and tests',
    'litecoin',
    `
    LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9 LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1
    MTf4tP1TCNBn8dNkyxeBVoPrFCcVzxJvvh MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9
    LTpYZG19YmfvY2bBDYtCKpunVRw7nVgRHW LbTjMGN7gELw4KbeyQf6cTCq859hD18guE`,
  ),
  list(
    'dogecoin',
    'Dogecoin Core, its documents; Trezor, SLIP-44 accounts',
    'dogecoin',
    `
    DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L
    A7JjzK9k9x5b2MkkQzqt91WZsuu7wTu6iS DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC
    DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr`,
  ),
  list(
    'dash',
    'Dash Core, its documents',
    'dash',
    `
    XpESxaUmonkq8RaLLp46Brx2K39ggQe226 XmZQkfLtk3xLtbBMenTdaZMxsUBYAsRz1o
    7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh`,
  ),
  list(
    'tron',
    "TRON's developer documentation; Tether",
    undefined,
    `
    TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW TJRabPrwbZy45sbavfcjinPJC18kjpRTv8
    TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn`,
  ),
  list(
    'solana',
    'Solana Program Library; Token program, associated accounts, wrapped SOL, USDC',
    undefined,
    `
    TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL
    So11111111111111111111111111111111111111112 EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v
    Vote111111111111111111111111111111111111111 metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s
    SysvarC1ock11111111111111111111111111111111 ComputeBudget111111111111111111111111111111`,
  ),
  list(
    'ton',
    "TON's documentation; TEP-2; the elector and the configuration contract",
    'ton',
    `
    EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N
    EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2
    Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF
    Ef9VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVbxn
    EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs`,
  ),
  list(
    'cosmos',
    'Cosmos SDK and chain documentation',
    'cosmoshub',
    `
    cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27
    cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh
    cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0`,
  ),
  list(
    'cosmos',
    'Osmosis documentation',
    'osmosis',
    `
    osmo1clpqr4nrk4khgkxj78fcwwh6dl3uw4epasmvnj`,
  ),
  list(
    'cardano',
    'CIP-19, "Test Vectors"',
    'cardano',
    `
    addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x
    addr1z8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs9yc0hh
    addr1yx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerkr0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shs2z78ve
    addr1x8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gt7r0vd4msrxnuwnccdxlhdjar77j6lg0wypcc9uar5d2shskhj42g
    addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k
    addr128phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtupnz75xxcrtw79hu
    addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8
    addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx
    stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw
    stake178phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcccycj5`,
  ),
  list(
    'cardano',
    'CIP-19, "Test Vectors", test networks',
    'cardano-preprod',
    `
    addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs68faae
    addr_test1zrphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gten0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgsxj90mg
    addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz
    stake_test1uqehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gssrtvn
    37btjrVyb4KDXBNC4haBVPCrro8AQPHwvCMp3RFhhSVWwfFmZ6wwzSK6JK1hY6wHNmtrpTf1kdbva8TCneM2YsiXT7mrzT21EacHnPpz5YyUdj64na`,
  ),
  list(
    'cardano',
    'CIP-19 and cardano-addresses, Byron',
    'cardano',
    `
    Ae2tdPwUPEZ4YjgvykNpoFeYUxoyhNj2kg8KfKWN2FizsSpLUPv68MpTVDo
    DdzFFzCqrhsfZHjaBunVySZBU8i9Zom7Gujham6Jz8scCcAdkDmEbD9XSdXKdBiPoa1fjgL4ksGjQXD8ZkSNHGJfT25ieA9rWNCSA5qc`,
  ),
];
