/** A kind of labeled address in the generated ledger. Its risk is invented, like all of it. */
export interface Role {
  readonly category: string;
  /** 0 to 100. */
  readonly risk: number;
  /** How many there are for 100 ordinary addresses; at least one. */
  readonly perHundred: number;
  readonly isContract: boolean;
  readonly isIllicit: boolean;
}

export const roles: readonly Role[] = [
  { category: 'exchange', risk: 5, perHundred: 2, isContract: false, isIllicit: false },
  { category: 'defi', risk: 10, perHundred: 2, isContract: true, isIllicit: false },
  { category: 'token', risk: 0, perHundred: 1, isContract: true, isIllicit: false },
  { category: 'bridge', risk: 25, perHundred: 1, isContract: true, isIllicit: false },
  { category: 'mixer', risk: 85, perHundred: 0.5, isContract: true, isIllicit: true },
  { category: 'scam', risk: 75, perHundred: 1.5, isContract: false, isIllicit: true },
  { category: 'darknet_market', risk: 90, perHundred: 0.5, isContract: false, isIllicit: true },
  { category: 'ransomware', risk: 95, perHundred: 0.5, isContract: false, isIllicit: true },
  { category: 'sanctioned', risk: 100, perHundred: 0.5, isContract: false, isIllicit: true },
];

/** Ordinary addresses by chain; every other chain of the table has `fewOrdinary`. */
export const ordinary: Readonly<Record<string, number>> = {
  ethereum: 1600,
  bsc: 500,
  polygon: 400,
  arbitrum: 400,
  base: 400,
  optimism: 300,
  avalanche: 200,
  bitcoin: 500,
  tron: 500,
  solana: 300,
};
export const fewOrdinary = 40;

/** Rough round prices in US dollars, for plausible amounts; missing ones cost 1. */
export const prices: Readonly<Record<string, number>> = {
  ETH: 3000,
  BTC: 90_000,
  tBTC: 90_000,
  RBTC: 90_000,
  BNB: 600,
  POL: 0.5,
  AVAX: 25,
  FTM: 0.5,
  CELO: 0.5,
  ZIL: 0.02,
  LTC: 90,
  DOGE: 0.2,
  BCH: 400,
  DASH: 30,
  ZEC: 50,
  TRX: 0.25,
  XRP: 2,
  XLM: 0.25,
  SOL: 150,
  TON: 5,
  ATOM: 8,
  OSMO: 0.5,
  INJ: 20,
  SEI: 0.25,
  TIA: 5,
  ADA: 0.75,
  DOT: 6,
  KSM: 25,
  ALGO: 0.2,
  NEAR: 4,
  XMR: 200,
  STRK: 0.25,
  SUI: 3,
  APT: 8,
};

/**
 * Addresses that anyone may meet in code, so that they play the part in the generated ledger that
 * their name suggests: by chain, each with its category of `roles`, or null for an ordinary one. Only
 * the addresses are facts.
 */
export const wellKnown: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  ethereum: {
    // USDC, USDT, DAI, WETH
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': 'token',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7': 'token',
    '0x6B175474E89094C44Da98b954EedeAC495271d0F': 'token',
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2': 'token',
    // Uniswap: the routers of version 3 and of version 2
    '0xE592427A0AEce92De3Edee1F18E0157C05861564': 'defi',
    '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D': 'defi',
    // Tornado Cash router
    '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b': 'mixer',
    // vitalik.eth
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045': null,
  },
  // WETH of the OP Stack
  optimism: { '0x4200000000000000000000000000000000000006': 'token' },
  base: { '0x4200000000000000000000000000000000000006': 'token' },
  // WBNB
  bsc: { '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c': 'token' },
  // Output of the first block
  bitcoin: { '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa': null },
};
