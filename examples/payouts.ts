/** Payments to a list of contributors. Score each one before you pay. */

export interface Payout {
  readonly to: string;
  readonly usdc: bigint;
}

export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

export const payouts: readonly Payout[] = [
  { to: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', usdc: 1_500_000_000n },
  { to: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', usdc: 2_250_000_000n },
  { to: '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b', usdc: 10_000_000n },
];

/** Shortened as in a chat. This is not an address, so there is no hover. */
export const note = 'the first one goes to 0xd8dA…6045';
