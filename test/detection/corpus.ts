import { filesOf, type CorpusFile } from './packages.ts';

/** Published packages, at the versions in this folder's package.json, and which of their files are sources. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@openzeppelin/contracts': ['**/*.sol', 'build/contracts/*.json'],
  '@uniswap/v3-periphery': ['contracts/**/*.sol'],
  '@safe-global/safe-deployments': ['src/**/*.json', 'src/**/*.ts', 'dist/**/*.js'],
  '@bitgo/statics': ['dist/src/**/*.js'],
  '@swapkit/tokens': ['src/**/*.ts'],
  '@wormhole-foundation/sdk-base': ['dist/esm/**/*.js'],
  'multicoin-address-validator': ['src/**/*.js', 'test/**/*.js'],
};

/** Packages with only EVM code and lists, for measurements over EVM sources. */
export const evmPackages: readonly string[] = [
  '@openzeppelin/contracts',
  '@uniswap/v3-periphery',
  '@safe-global/safe-deployments',
];

/** Code and lists of Solana, and of networks whose keys, hashes, and denominations resemble it. */
const solanaPackages: Readonly<Record<string, readonly string[]>> = {
  '@solana/spl-token-registry': ['dist/main/tokens/*.json'],
  '@orca-so/whirlpools-sdk': ['dist/**/*.js'],
  '@coral-xyz/anchor': ['dist/esm/**/*.js'],
  sablier: ['dist/esm/solana/**/*.js'],
  'chain-registry': ['{mainnet,testnet,noncosmos}/*/{asset-list,chain}.js'],
  'near-api-js': ['lib/**/*.js'],
};

/** The files for speed measurements. */
export function readCorpus(): CorpusFile[] {
  return Object.entries(packages).flatMap(([name, globs]) => filesOf(name, globs));
}

/** The files for precision and recall. */
export function readLabelledCorpus(): CorpusFile[] {
  const others = Object.entries(solanaPackages).flatMap(([name, globs]) => filesOf(name, globs));
  return [...readCorpus(), ...others];
}
