import type { Family } from '../../src/networks/networks.ts';

/**
 * Addresses published in specifications, reference implementations, and their test suites. Each was
 * looked up in a public copy of the named source: a document and its section, or a repository and a
 * path.
 */
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
    'EIP-55 (ethereum/ERCs, ERCS/erc-55.md), "Test Cases"',
    undefined,
    `
    0x52908400098527886E0F7030069857D2E4169EE7 0x8617E340B3D01FA5F11F306F4090FD50E238070D
    0xde709f2102306220921060314715629080e2fb77 0x27b1fdb04752bbc536007a920d24acb045561c26
    0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359
    0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb`,
  ),
  list(
    'evm',
    'EIP-1191 (ethereum/ERCs, ERCS/erc-1191.md), "Test Cases", chain 30',
    'rootstock',
    `
    0x27b1FdB04752BBc536007A920D24ACB045561c26 0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD 0x66F9664f97f2B50F62d13EA064982F936de76657
    0x8617E340b3D01Fa5f11f306f4090fd50E238070D 0xD1220A0Cf47c7B9BE7a2e6ba89F429762E7B9adB
    0xDBF03B407c01E7CD3cBea99509D93F8Dddc8C6FB 0xFb6916095cA1Df60bb79ce92cE3EA74c37c5d359`,
  ),
  list(
    'evm',
    'EIP-1191 (ethereum/ERCs, ERCS/erc-1191.md), "Test Cases", chain 30, too few letters, or EIP-55 holds too',
    undefined,
    `
    0x3599689E6292B81B2D85451025146515070129Bb 0x42712D45473476B98452f434E72461577d686318
    0x52908400098527886E0F7030069857D2E4169ee7 0x88021160c5C792225E4E5452585947470010289d
    0xDe709F2102306220921060314715629080e2FB77
    0x6549F4939460DE12611948B3F82B88C3C8975323`,
  ),
  list(
    'evm',
    'EIP-1191 (ethereum/ERCs, ERCS/erc-1191.md), "Test Cases", chain 31',
    'rootstock-testnet',
    `
    0x27B1FdB04752BbC536007a920D24acB045561C26 0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd
    0x6549f4939460dE12611948b3f82b88C3c8975323 0x66f9664F97F2b50f62d13eA064982F936DE76657
    0x8617e340b3D01fa5F11f306F4090Fd50e238070d 0xd1220a0CF47c7B9Be7A2E6Ba89f429762E7b9adB
    0xdbF03B407C01E7cd3cbEa99509D93f8dDDc8C6fB 0xFb6916095CA1dF60bb79CE92ce3Ea74C37c5D359`,
  ),
  list(
    'evm',
    'EIP-1191 (ethereum/ERCs, ERCS/erc-1191.md), "Test Cases", chain 31, too few letters, or EIP-55 holds too',
    undefined,
    `
    0x3599689e6292b81b2D85451025146515070129Bb 0x42712D45473476B98452F434E72461577D686318
    0x52908400098527886E0F7030069857D2e4169EE7 0xDE709F2102306220921060314715629080e2Fb77`,
  ),
  list(
    'evm',
    'Zilliqa/zilliqa-js, packages/zilliqa-js-crypto/test/checksum.fixtures.ts',
    'zilliqa',
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
    bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq 17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem
    3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX`,
  ),
  list(
    'bitcoin',
    'Bitcoin Wiki, "List of address prefixes"; BIP-49, "Test vectors"',
    'bitcoin-testnet',
    `
    mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn 2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc
    2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2`,
  ),
  list(
    'bitcoin',
    'ensdomains/address-encoder, src/__tests__/index.test.ts',
    'bitcoin',
    `
    1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa 3Ai1JZ8pdJb2ksieUV8FsxSNVJCpoPi8W6
    16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3`,
  ),
  list(
    'bitcoin',
    'bitcoin/bitcoin, src/test/data/key_io_valid.json, main',
    'bitcoin',
    `
    1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo 36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm
    bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv
    bc1qyucykdlhp62tezs0hagqury402qwhk589q80tqs5myh3rxq34nwqhkdhv7
    bc1p83n3au0rjylefxq2nc2xh2y4jzz4pm6zxj4mw5pagdjjr2a9f36s6jjnnu`,
  ),
  list(
    'bitcoin',
    'bitcoin/bitcoin, src/test/data/key_io_valid.json, testnet4 and signet',
    'bitcoin-testnet',
    `
    mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ 2NC2hEhe28ULKAJkW5MjZ3jtTMJdvXmByvK
    tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54
    tb1quyl9ujpgwr2chdzdnnalen48sup245vdfnh2jxhsuq3yx80rrwlq5hqfe4
    tb1p35n52jy6xkm4wd905tdy8qtagrn73kqdz73xe4zxpvq9t3fp50aqk3s6gz tb1rgv5m6uvdk3kc7qsuz0c79v88ycr5w4wa
    tb1q3vya2h5435jkugq2few7dmktlrwq4ejmfaw7kr`,
  ),
  list(
    'bitcoin',
    'bitcoin/bitcoin, src/test/data/key_io_valid.json, regtest',
    'bitcoin-regtest',
    `
    bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9
    bcrt1qan8gntac7z7me2ejt4hpru42ad2f759fmy0m3ejvs98656znv7eqga4uhv
    bcrt1pfwxjqvtt4tcxrtdluukfmy2dv7xd2qzdfy6kajv5nwn4yam3wxkq3553uh
    bcrt1sx6p8njlx7h9mc2agz4yg82dzne23050ncq72cneeecez2pst8mahn8xecsf8g6hzx94420`,
  ),
  list(
    'bitcoin',
    'bitcoinjs/bitcoinjs-lib, test/fixtures/address.json',
    'bitcoin',
    `
    1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH 3LRW7jeCvQCRdPF8S3yUCfRAx4eqXFmdcr`,
  ),
  list(
    'bitcoin',
    'BIP-350, BIP-84, BIP-86 and BIP-433, each its test vectors or its specification',
    'bitcoin',
    `
    BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 BC1SW50QGDZ25J
    bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y
    bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0
    bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g
    bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el
    bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr
    bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh
    bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7 bc1pfeessrawgf`,
  ),
  list(
    'bitcoin',
    'BIP-350, "Test vectors for v0-v16 native segregated witness addresses"',
    'bitcoin-testnet',
    `
    tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7
    tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy
    tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c`,
  ),
  list(
    'litecoin',
    'ltcsuite/ltcd, ltcutil/address_test.go',
    'litecoin',
    `
    LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1 LTC1f9gtb7bU6B4VjHXvPGDi8ACNZhkKPo
    MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9 LMRDMebt3wib3ru1CZXMjJQ6X4jY2L2dvx
    LQ6ERagJG6wA32WHhtCh3RgGJzQWNxwEcb LLqYfYm5SBfqhoT3Rtu6Y4i41a1XzQ5YsL
    LTC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KGMN4N9 ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9
    ltc1paardr2nczq0rx5rqpfwnvpzm497zvux64y0f7wjgcs7xuuuh2nnqd8yawa`,
  ),
  list(
    'litecoin',
    'ltcsuite/ltcd, ltcutil/address_test.go',
    'litecoin-testnet',
    `
    Qec8RUd8PgAMi6dKDKdHQ7zu71kyQNeU5m`,
  ),
  list(
    'litecoin',
    'bitcoinjs/bitcoinjs-lib, test/fixtures/address.json',
    'litecoin',
    `
    MCZjFcwYJwwYqXAbd3bbnxaCVGs81cp43Z LUxXFcwXFPpRZdMv4aYu6bDwPdC2skQ5YW`,
  ),
  list(
    'litecoin',
    'trezor/trezor-firmware, tests/device_tests/bitcoin/test_getaddress.py',
    'litecoin',
    `
    LcubERmHD31PWup1fbozpKuiqjHZ4anxcL LVWBmHBkCGNjSPHucvL2PmnuRAJnucmRE6
    LWj6ApswZxay4cJEJES2sGe7fLMLRvvv8h`,
  ),
  list(
    'litecoin',
    'ensdomains/address-encoder, src/__tests__/index.test.ts',
    'litecoin',
    `
    LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441
    ltc1qdp7p2rpx4a2f80h7a4crvppczgg4egmv5c78w8`,
  ),
  list(
    'dogecoin',
    'dogecoin/dogecoin, src/test/data/base58_keys_valid.json',
    'dogecoin',
    `
    DD4KSSuBJqcjuTcvUg1CgUKeurPUFeEZkE A7HRQk3GFCW2QasvdZxXuYj8kkQK5QrYLs
    DBjW6kna7rUPE4Mj9j4B3oK3xVA1SDHrdt A3RHoAQLPDSuBewbuvt5NMqEKasqs9ty3C
    D77Z1nmgSZxJTmtN65n2MVF9yvLSB4MpiC 9zYnVRaekPtdKBYuPw5QiBtv3NNrzD2LLW
    DGYdw7jC17b9SappjsrAsaghhDTS8sV5Mx A3YUuiZjn3FzW2i6KqFVgHaN5r5fjvwEJ1
    DExWunrSkF2P9NAzW4JpEeC38uC3z36cCk AFVkW8WgPP2rsTdAeyogFK9k8gXJ1LZwrb`,
  ),
  list(
    'dogecoin',
    'dogecoin/dogecoin, src/test/data/base58_keys_valid.json',
    'dogecoin-testnet',
    `
    nhRsrUaxZou6sewjqaS37cJrMRJRgwVXdk ngbSgr1dhCqsLg6Z5tpsaCspwrH72x2Zk3
    ngao4q8auS6YuDKYPkzjt7zKYYT8LzkGZS nbo7vyCuiMxiYW4thwwuaTHQdCoqinmzJz`,
  ),
  list(
    'dogecoin',
    'ensdomains/address-encoder, src/__tests__/index.test.ts',
    'dogecoin',
    `
    DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD AF8ekvSf6eiSBRspJjnfzK6d1EM6pnPq3G`,
  ),
  list(
    'dash',
    'dashpay/dashcore-lib, test/address.js',
    'dash',
    `
    XgBQcYbKff4q7cEs7AaxoPN2CAiBbFc2JT XfcbSaK1dtEe6GmNRE5pMS3WYpoJ2D1BDm
    XjnkiGYQkC3bbAzvDjP7jkNouHCHNRr3ug XmWSeuzXVq1mb6GtyTXkYT3UgLo5uVR7XG
    XtfsoT5X39fbxyH4h8VJoQ8CVyLjojjUST 7UkJidhNjEPJCQnCTXeaJKbJmL4JuyV66w
    7UeWxgzStiyUzmc7YNAbwcktuhCCoEYw9q 7YASvdCDn3r8cnKMGv9bA3qBYA7krjPKSK
    7qTBMtjvjtpmqA7UZ581vTwPTFUF7LUqyw`,
  ),
  list(
    'dash',
    'dashpay/dashcore-lib, test/address.js',
    'dash-testnet',
    `
    ygvvbEYBpb3HpVR6LGpKNgfNNZ78jy8YhJ yitSbZgHcy1quf4h4jobhw6SJ61KFgXiVC
    yafMmecBxeDBf5Kfuz1PYvqJk58pEhUncx 8tS9fgiv8XAmTXxWqJBv7zbeS4jzrGGwxT
    91gTi4kws9YV4QX5BLDhyiC6wYbknkk4JE 8xHGFfzk9r9Nby1aNs6AQhDLYhNNAPe3sq`,
  ),
  list(
    'dash',
    'trezor/trezor-firmware, tests/device_tests/bitcoin/test_dash.py',
    'dash',
    `
    XdTw4G5AWW4cogGd7ayybyBNDbuB45UpgH XpTc36DPAeWmaueNBA9JqCg2GC8XDLKSYe
    XrEFMNkxeipYHgEQKiJuqch8XzwrtfH5fm`,
  ),
  list(
    'tron',
    'ensdomains/address-encoder, src/__tests__/index.test.ts',
    undefined,
    `
    TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW TUrMmF9Gd4rzrXsQ34ui3Wou94E7HFuJQh`,
  ),
  list(
    'tron',
    'tronprotocol/tronweb, test/helpers/config.ts',
    undefined,
    `
    TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC TQq3EYEiaYr95r6ePRQwycukCEAE4qWkE7
    TQnwLGKPg7jRCr2QPLaPV349qAkQPgY1kp TX8qeDzWJ3ePxwajj18PGbcc7FwV1dhqt3
    TWU8w6qrqb42x9gt5NRGdzXD6xjgzEvnK1`,
  ),
  list(
    'tron',
    'tronprotocol/java-tron, config/main_net_config.conf, the genesis block',
    undefined,
    `
    TLLM21wteSPs4hKjbxgmH1L6poyMjeTbHm TXmVpin5vq5gdZsciyyjdZgKRUju4st1wM
    TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy THKJYuUmMKKARNf7s2VT51g5uPY6KEqnat`,
  ),
  list(
    'tron',
    'trustwallet/wallet-core, tests/chains/Tron/AddressTests.cpp',
    undefined,
    `
    TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC THRF3GuPnvvPzKoaT8pJex5XHmo8NNbCb3`,
  ),
  list(
    'solana',
    'solana-labs/solana-program-library, token/js/src/constants.ts',
    undefined,
    `
    TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb
    MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL
    So11111111111111111111111111111111111111112 9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP`,
  ),
  list(
    'solana',
    'solana-labs/solana, docs/src/developing/runtime-facilities, sysvars.md and programs.md',
    undefined,
    `
    SysvarC1ock11111111111111111111111111111111 SysvarEpochSchedu1e111111111111111111111111
    Sysvar1nstructions1111111111111111111111111 SysvarRent111111111111111111111111111111111
    Config1111111111111111111111111111111111111 Stake11111111111111111111111111111111111111
    Vote111111111111111111111111111111111111111 BPFLoaderUpgradeab1e11111111111111111111111
    KeccakSecp256k11111111111111111111111111111`,
  ),
  list(
    'solana',
    'metaplex-foundation/mpl-token-metadata, README.md',
    undefined,
    `
    metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s`,
  ),
  list(
    'solana',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    undefined,
    `
    H4JcMPicKkHcxxDjkyyrLoQj7Kcibd9t815ak4UvTr9M`,
  ),
  list(
    'ton',
    'TEP-2 (ton-blockchain/TEPs, text/0002-address.md), "Smart-contract addresses"',
    'ton',
    `
    Ef_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXDvq Uf_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXGYv`,
  ),
  list(
    'ton',
    'TEP-2, "Smart-contract addresses", and ton-org/ton-core, src/address/Address.spec.ts, raw',
    undefined,
    `
    -1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c
    0:2cf55953e92efbeadab7ba725c3f93a0b23f842cbba72d7b8e6f510a70e422e3
    -1:3333333333333333333333333333333333333333333333333333333333333333`,
  ),
  list(
    'ton',
    'ton-org/ton-core, src/address/Address.spec.ts',
    'ton',
    `
    EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB EQAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi4wJB
    UQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi41-E UQAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi41+E`,
  ),
  list(
    'ton',
    'ton-org/ton-core, src/address/Address.spec.ts',
    'ton-testnet',
    `
    kQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi47nL 0QAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4-QO
    kQAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi47nL 0QAs9VlT6S776tq3unJcP5Ogsj+ELLunLXuOb1EKcOQi4+QO`,
  ),
  list(
    'ton',
    'xssnick/tonutils-go, address/addr_test.go',
    'ton',
    `
    EQC6KV4zs8TJtSZapOrRFmqSkxzpq-oSCoxekQRKElf4nC1I EQCTDVUzmAq6EfzYGEWpVOv16yo-H5Vw3B0rktcidz_ULOUj
    UQC6KV4zs8TJtSZapOrRFmqSkxzpq-oSCoxekQRKElf4nHCN`,
  ),
  list(
    'ton',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'ton',
    `
    EQAoYT8nMLfeNh6h0uIoK_wLm9JkvxiGxJDr6GRXJGu2ZhpY`,
  ),
  list(
    'cosmos',
    'cosmos/cosmjs, packages/amino/src/addresses.spec.ts',
    'cosmoshub',
    `
    cosmos1h806c7khnvmjlywdrkdgk2vrayy2mmvf9rxk2r cosmos1pfq05em6sfkls66ut4m2257p7qwlk448h8mysz`,
  ),
  list(
    'cosmos',
    'cosmos/ibc-go, modules/apps/27-interchain-accounts/host/client/cli/tx_test.go',
    'cosmoshub',
    `
    cosmos15ccshhmp0gsx29qpqq6g4zmltnnvgmyu9ueuadh9y2nc5zj0szls5gtddz
    cosmos10h9stc5v6ntgeygf5xf945njqq5h32r53uquvw cosmosvaloper1qnk2n4nlkpw9xfqntladh74w6ujtulwnmxnh3k`,
  ),
  list(
    'cosmos',
    'ensdomains/address-encoder, src/__tests__/index.test.ts',
    'cosmoshub',
    `
    cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27`,
  ),
  list(
    'cosmos',
    'osmosis-labs/osmosis, tests/ibc-hooks/ibc_middleware_test.go',
    'osmosis',
    `
    osmo1clpqr4nrk4khgkxj78fcwwh6dl3uw4epasmvnj`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'cosmoshub',
    `
    cosmos1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0emlrvp`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'osmosis',
    `
    osmo1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z03qvn6n`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'injective',
    `
    inj1nk9x9ajk4rgkzhqjjn7hr6w0k0jg2kj0knl55v`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'sei',
    `
    sei1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z05hw42q`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'celestia',
    `
    celestia1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0g3wnkv`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'juno',
    `
    juno1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z00fucta`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'stargaze',
    `
    stars1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0d8g78s`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'axelar',
    `
    axelar1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0a4ft8q`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'kava',
    `
    kava1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z09wt76x`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'terra',
    `
    terra1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0ll9rwp`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'secret',
    `
    secret1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0m7t23a`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'evmos',
    `
    evmos1nk9x9ajk4rgkzhqjjn7hr6w0k0jg2kj07me7uu`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'noble',
    `
    noble1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z03c2t50`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'thorchain',
    `
    thor1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0luxce7`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'persistence',
    `
    persistence1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0hhesz9`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'cronos-pos',
    `
    cro1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0pqh6ss`,
  ),
  list(
    'cardano',
    'CIP-19, "Test Vectors", mainnet',
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
    'CIP-19, "Test Vectors", testnet, and "User-facing Encoding", Byron',
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
    'Emurgo/cardano-serialization-lib, rust/src/tests/address.rs, Byron',
    'cardano',
    `
    Ae2tdPwUPEZ4YjgvykNpoFeYUxoyhNj2kg8KfKWN2FizsSpLUPv68MpTVDo
    Ae2tdPwUPEZ3MHKkpT5Bpj549vrRH7nBqYjNXnCV8G2Bc2YxNcGHEa8ykDp
    Ae2tdPwUPEZHtBmjZBF4YpMkK9tMSPTE2ADEZTPN97saNkhG78TvXdp3GDk`,
  ),
  list(
    'cardano',
    'trustwallet/wallet-core, tests/chains/Cardano/AddressTests.cpp, Byron',
    'cardano',
    `
    DdzFFzCqrhssmYoG5Eca1bKZFdGS8d6iag1mU4wbLeYcSPVvBNF2wRG8yhjzQqErbg63N6KJA4DHqha113tjKDpGEwS5x1dT2KfLSbSJ
    DdzFFzCqrht7HGoJ87gznLktJGywK1LbAJT2sbd4txmgS7FcYLMQFhawb18ojS9Hx55mrbsHPr7PTraKh14TSQbGBPJHbDZ9QVh6Z6Di`,
  ),
  list(
    'cardano',
    'trezor/trezor-firmware, core/tests/test_apps.cardano.address.py, Byron on a test network',
    'cardano-preprod',
    `
    2657WMsDfac5F3zbgs9BwNWx3dhGAJERkAL93gPa68NJ2i8mbCHm2pLUHWSj8Mfea
    2657WMsDfac6ezKWszxLFqJjSUgpg9NgxKc1koqi24sVpRaPhiwMaExk4useKn5HA
    2657WMsDfac7hr1ioJGr6g7r6JRx4r1My8Rj91tcPTeVjJDpfBYKURrPG2zVLx2Sq`,
  ),
  list(
    'cardano',
    "Cardano's preview network, its Byron genesis",
    'cardano-preprod',
    `
    FHnt4NL7yPXvDWHa8bVs73UEUdJd64VxWXSFNqetECtYfTd9TtJguJ14Lu3feth`,
  ),
  list(
    'bitcoin',
    'bitcoin/bitcoin, test/functional/test_framework/script_util.py, pay to anchor',
    'bitcoin-regtest',
    'bcrt1pfeesnyr2tx',
  ),
  list(
    'bitcoin',
    "bitcoinj, its SegwitAddress tests' data, pay to anchor",
    'bitcoin-testnet',
    'tb1pfees9rn5nz',
  ),
  list(
    'evm',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, Ronin',
    'ronin',
    `
    ronin:9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, bluzelle',
    'bluzelle',
    `
    bluzelle1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0vrup2s`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, canto',
    'cosmos:canto_7700-1',
    `
    canto1nk9x9ajk4rgkzhqjjn7hr6w0k0jg2kj0wvfqju`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, comdex',
    'comdex',
    `
    comdex1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z075ap4k`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, crescent',
    'crescent',
    `
    cre1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0anvxev`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, coreum',
    'coreum',
    `
    core1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0248ct6`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, quasar',
    'quasar',
    `
    quasar1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0hc97py`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, Mars',
    'mars',
    `
    mars1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0yxx6e6`,
  ),
  list(
    'cosmos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, Umee',
    'umee',
    `
    umee1hkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tdzugn`,
  ),
  list(
    'ripple',
    'XRP Ledger documentation, "Special Addresses" and "Base58 Encodings"',
    undefined,
    `
    rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh rrrrrrrrrrrrrrrrrrrrBZbvji rrrrrrrrrrrrrrrrrrrn5RM1rHd`,
  ),
  list(
    'ripple',
    'XRPLF/xrpl.js, packages/ripple-address-codec/test/index.test.ts',
    undefined,
    `
    r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 rLczgQHxPhWtjkaQqn3Q6UM8AbRbbRvs5K
    rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo rsA2LpzuawewSBQXkiju3YQTMzW13pAAdW
    rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY`,
  ),
  list(
    'ripple',
    'XRPLF/xrpl.js, packages/ripple-address-codec/test/index.test.ts, extended',
    'ripple',
    `
    X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ
    X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu
    XVZVpQj8YSVpNyiwXYSqvQoQqgBttTxAZwMcuJd4xteQHyt
    XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc
    XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi
    XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm`,
  ),
  list(
    'ripple',
    'XRPLF/xrpl.js, packages/ripple-address-codec/test/index.test.ts, extended, test network',
    'ripple-testnet',
    `
    T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ
    TVVrSWtmQQssgVcmoMBcFQZKKf56QscyWLKnUyiuZW8ALU4
    TVE26TYGhfLC7tQDno7G8dGtxSkYQnSy8RHqGHoGJ59spi2
    TVd2rqMkYL2AyS97NdELcpeiprNBjwVUDvp3vhpXbNhLwJi`,
  ),
  list(
    'ripple',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    undefined,
    `
    rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ`,
  ),
  list(
    'stellar',
    'SEP-23 (stellar/stellar-protocol, ecosystem/sep-0023.md), "Valid test cases"',
    undefined,
    `
    GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
    MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ
    MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK
    CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA`,
  ),
  list(
    'stellar',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    undefined,
    `
    GDXJHJHWN6GRNOAZXON6XH74ZX6NYFAS5B7642RSJQVJTIPA4ZYUQLEB`,
  ),
  list(
    'stellar',
    'multicoin-address-validator, test/wallet_address_validator.js',
    undefined,
    `
    GBBM6BKZPEHWYO3E3YKREDPQXMS4VK35YLNU7NFBRI26RAN7GI5POFBB
    GB7KKHHVYLDIZEKYJPAJUOTBE5E3NJAXPSDZK7O6O44WR3EBRO5HRPVT
    GACXQEAXYBEZLBMQ2XETOBRO4P66FZAJENDHOQRYPUIXZIIXLKMZEXBJ`,
  ),
  list(
    'tezos',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    undefined,
    `
    tz1gcEWswVU6dxfNQWbhTgaZrUrNUFwrsT4z`,
  ),
  list(
    'tezos',
    'spruceid/ssi, did-pkh/did-pkh-method-draft.md',
    undefined,
    `
    tz1TzrmTBSuiVHV2VfMnGRMYvTEPCP42oSM8 tz2BFTyPeYRzxd5aiBchbXN3WCZhx7BqbMBq
    tz3agP9LGe2cXmKQyYn6T68BHKjjktDbbSWX`,
  ),
  list(
    'tezos',
    'multicoin-address-validator, test/wallet_address_validator.js',
    undefined,
    `
    tz1Lhf4J9Qxoe3DZ2nfe8FGDnvVj7oKjnMY6 tz1PyxsQ7xVTa5J7gtBeT7pST5Zi5nk5GSjg
    KT1EM2LvxxFGB3Svh9p9HCP2jEEYyHjABMbK`,
  ),
  list(
    'polkadot',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, Polkadot',
    'polkadot',
    `
    16PpFrXrC6Ko3pYcyMAx6gPMp3mFFaxgyYMt4G5brkgNcSz8`,
  ),
  list(
    'polkadot',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, Kusama',
    'kusama',
    `
    Hy8mqcexg5FMwMYnQvzrUvD723qMxDjMRU9HdNCnTsMAypY`,
  ),
  list(
    'polkadot',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp, Acala',
    undefined,
    `
    26GQqmwt3154cQbG2fyBsh3cGuCBoRFtrwuCD6WcVJdFReA4`,
  ),
  list(
    'polkadot',
    'multicoin-address-validator, test/wallet_address_validator.js, Polkadot',
    'polkadot',
    `
    1iQPKJmghHbrRhUiMt2cNEuxYbR6S9vYtJKqYvE4PNR9WDB
    1FRMM8PEiWXYax7rpS6X4XZX1aAAxSWx1CrKTyrVYhV24fg
    15FKUKXC6kwaXxJ1tXNywmFy4ZY6FoDFCnU3fMbibFdeqwGw`,
  ),
  list(
    'polkadot',
    'multicoin-address-validator, test/wallet_address_validator.js, Kusama',
    'kusama',
    `
    CpjsLDC1JFyrhm3ftC9Gs4QoyrkHKhZKtK7YqGTRFtTafgp
    CxDDSH8gS7jecsxaRL9Txf8H5kqesLXAEAEgp76Yz632J9M`,
  ),
  list(
    'polkadot',
    'multicoin-address-validator, test/wallet_address_validator.js, any network',
    undefined,
    `
    5CK8D1sKNwF473wbuBP6NuhQfPaWUetNsWUNAAzVwTfxqjfr`,
  ),
  list(
    'bitcoin-cash',
    'CashAddr (bitcoincashorg/bitcoincash.org, spec/cashaddr.md), main network',
    'bitcoin-cash',
    `
    bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a
    bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy
    bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2
    bitcoincash:pqq3728yw0y47sqn6l2na30mcw6zm78dzq5ucqzc37`,
  ),
  list(
    'bitcoin-cash',
    'CashAddr (bitcoincashorg/bitcoincash.org, spec/cashaddr.md), test network',
    'bitcoin-cash-testnet',
    `
    bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t
    bchtest:pvch8mmxy0rtfrlarg7ucrxxfzds5pamg73h7370aa87d80gyhqxq7fqng6m6`,
  ),
  list(
    'bitcoin-cash',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    'bitcoin-cash',
    `
    bitcoincash:qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn
    qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn`,
  ),
  list(
    'bitcoin-cash',
    'multicoin-address-validator, test/wallet_address_validator.js',
    'bitcoin-cash',
    `
    qq4v32mtagxac29my6gwj6fd4tmqg8rysu23dax807 qpp32ssez340wfspnt79h6c4xds4fzf3m5j0cplx0l`,
  ),
  list(
    'zcash',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    undefined,
    `
    t1b9xfAk3kZp5Qk3rinDPq7zzLkJGHTChDS`,
  ),
  list(
    'zcash',
    'multicoin-address-validator, test/wallet_address_validator.js',
    undefined,
    `
    t1U9yhDa5XEjgfnTgZoKddeSiEN1aoLkQxq`,
  ),
  list(
    'zcash',
    'multicoin-address-validator, test/wallet_address_validator.js, test network',
    'zcash-testnet',
    `
    t2UNzUUx8mWBCRYPRezvA363EYXyEpHokyi`,
  ),
  list(
    'zcash',
    'zcash-hackworks/zcash-test-vectors, zcash/unified_address.json',
    'zcash',
    `
    u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdvckzaect2jtte308mkwlycj2u0eac077wu70vqcetkxf
    u1pg2aaph7jp8rpf6yhsza25722sg5fcn3vaca6ze27hqjw7jvvhhuxkpcg0ge9xh6drsgdkda8qjq5chpehkcpxf87rnjryjqwymdheptpvnljqqrjqzjwkc2ma6hcq666kgwfytxwac8eyex6ndgr6ezte66706e3vaqrd25dzvzkc69kw0jgywtd0cmq52q5lkw6uh7hyvzjse8ksx
    u1snf9yr883aj2hm8pksp9aymnqdwzy42rpzuffevj35hhxeckays5pcpeq7vy2mtgzlcuc4mnh9443qnuyje0yx6h59angywka4v2ap6kchh2j96ezf9w0c0auyz3wwts2lx5gmk2sk9`,
  ),
  list(
    'zcash',
    'ZcashFoundation/zebra, test_z_list_unified_receivers',
    'zcash',
    `
    zs1mrhc9y7jdh5r9ece8u5khgvj9kg0zgkxzdduyv0whkg7lkcrkx5xqem3e48avjq9wn2rukydkwn`,
  ),
  list(
    'zcash',
    'zcash/librustzcash, components/zcash_address/src/encoding.rs, tex',
    'zcash',
    `
    tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte`,
  ),
  list(
    'zcash',
    'zcash/librustzcash, components/zcash_address/src/encoding.rs, tex_testnet',
    'zcash-testnet',
    `
    textest1qyqszqgpqyqszqgpqyqszqgpqyqszqgpfcjgfy`,
  ),
  list(
    'zcash',
    'zcash/librustzcash, components/zcash_address/src/encoding.rs, unified',
    'zcash-testnet',
    `
    utest10c5kutapazdnf8ztl3pu43nkfsjx89fy3uuff8tsmxm6s86j37pe7uz94z5jhkl49pqe8yz75rlsaygexk6jpaxwx0esjr8wm5ut7d5s`,
  ),
  list(
    'zcash',
    'ZIP-321 (zcash/zips, zips/zip-0321.rst), "Valid examples"',
    'zcash-testnet',
    `
    ztestsapling10yy2ex5dcqkclhc7z7yrnjq2z6feyjad56ptwlfgmy77dmaqqrl9gyhprdx59qgmsnyfska2kez
    tmEZhbWHTpdKMw5it8YDspUXSMGQyFwovpU`,
  ),
  list(
    'algorand',
    'trustwallet/wallet-core, tests/common/CoinAddressDerivationTests.cpp',
    undefined,
    `
    52J2J5TPRULLQGN3TPVZ77GN7TOBIEXIP7XGUMSMFKM2DYHGOFEOGBP2T4`,
  ),
  list(
    'algorand',
    'multicoin-address-validator, test/wallet_address_validator.js',
    undefined,
    `
    GONISIUAYDOMHM7VURRAAAP5H6OAWRRBCPXEIOZO3QI7TZKR5GTAQ7WK7Y
    LCRDY3LYAANTVS3XRHEHWHGXRTKZYVTX55P5IA2AT5ZDJ4CWZFFZIKVHLI
    SP745JJR4KPRQEXJZHVIEN736LYTL2T2DFMG3OIIFJBV66K73PHNMDCZVM
    AKHSHWO2TUWE53RMVG6ZUBNAEX6MTYPT76TCIDCDWYUUTK6HCJTZS2HDQU`,
  ),
  list(
    'monero',
    'monero-project/monero, tests/functional_tests/address_book.py',
    'monero',
    `
    888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H
    42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm`,
  ),
  list(
    'monero',
    'multicoin-address-validator, test/wallet_address_validator.js',
    'monero',
    `
    47zQ5LAivg6hNCgijXSEFVLX7mke1bgM6YGLFaANDoJbgXDymcAAZvvMNt2PmMpqEe5qRy2zyfMYXdwpmdyitiFh84xnPG2
    4Gd4DLiXzBmbVX2FZZ3Cvu6fUaWACup1qDowprUCje1kSP4FmbftiJMSfV8kWZXNqmVwj4m52xqtgFNUudVmsmGkGvkLcCibWfVUfUFVB7`,
  ),
  list(
    'monero',
    'multicoin-address-validator, test/wallet_address_validator.js, test network',
    'monero-testnet',
    `
    A2be3UvzMtkJtxRYgcCbQt2y7Rp2eLVGqNTWfZeankrWimSMM4y7uMP6B9oAZaHsXTj8KFSerkSkkVRuEuEca9QM8VhxCNU
    9tFTaQM39JXhULZsHauPHhjFrjcGSGXoijEPYoRgAky9Veck2mFp3EifQ2tKHmEHuuUoFfgYRNR2bVaborz5oi8JA8xkqjY`,
  ),
  list(
    'monero',
    'multicoin-address-validator, test/wallet_address_validator.js, staging network',
    'monero-stagenet',
    `
    5Ls4AeA639AYrGneYVRaFANMajuaD4KZrf3fGWvt5cVDR1xUXm6qoFYLkgU6Vp12fs2R24r4269inAWHFEdsLnE8BCU5Q2gDkbq2HYDrn2`,
  ),
];
