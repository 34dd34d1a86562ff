import { isInValue } from '../text/runs.ts';

/** The networks whose addresses count only where the text names them. */
export type NamedNetwork = 'near' | 'sui' | 'aptos' | 'starknet' | 'tron' | 'solana';

/** A network that part of a text names: one of these, or another one. */
export type Mention = NamedNetwork | 'other' | undefined;

/**
 * Names of networks in code, one group each in the order of `order`. `near` is also an English
 * word, and `sui` a part of many, so they count only as names. Symbols of assets don't count: a
 * network's token list includes those of others.
 */
const names =
  /((?<![A-Za-z])t?near(?:[-_.](?:api|sdk|cli|protocol|kit|seed|wallet|workspaces|primitives|crypto|jsonrpc|contract|network|account|main|test)|blocks|protocol|core|[A-Z])|["'`](?:t?near|Near)["'`:]|(?<![\w.])near ?[:=]|Near(?=[A-Z])|(?<![A-Za-z])NEAR(?![A-Z])|(?<![\w.-])near (?:call|view|send|deploy|delete|state|keys|create|add|list|login|contract|account|tokens|transaction|staking)(?:-[a-z]{1,12}){0,3}(?!\w)|(?<![A-Za-z])t?[Nn][Ee][Pp]-?1(?:41|71)|@near-)|((?<![A-Za-z])t?sui(?![a-z])|Sui(?![a-z])|(?<![A-Z])SUI(?![A-Z])|[Mm]ysten|sui(?:scan|vision|explorer))|([Aa]ptos|APTOS|["'`]APT["'`]|["'`]t?apt:|(?<![A-Za-z])t?apt(?:Token|NFT))|([Ss]tark[Nn]et(?:[ _-]?[Ss]epolia)?|STARKNET(?:_SEPOLIA)?|[Ss]tark[Ww]are|starkscan|(?<![A-Z])SN_(?:MAIN|SEPOLIA|GOERLI))|((?<![A-Za-z])tron(?![a-z])|[Tt]ron(?:[Ww]eb|[Ll]ink|[Gg]rid|[Ss]can|py|protocol)|Tron(?![a-z])|TRON(?![a-z])|(?<![A-Za-z])(?:TRC|[Tt]rc)-?(?:10|20|721)(?!\d))|([Ss]ol(?:ana|scan|flare)|SOLANA|(?<![A-Za-z])(?:SOL|svm|SVM)(?![A-Za-z])|["'`]sol["'`]|[Pp]ythnet|[Ss]ealevel|[Ff]ogo(?![a-z])|So1{20})|((?<![A-Za-z])(?:evm|EVM|Evm|[Bb]itcoin|BITCOIN|bsc|BSC|Bsc|TON|[Ss]crypt|[Cc]elo|[Ss]ei|[Ll]inea)(?![a-z])|[Ee]thereum|ETHEREUM|[Pp]olygon|POLYGON|[Aa]rbitrum|ARBITRUM|[Oo]ptimism|OPTIMISM|[Aa]valanche|AVALANCHE|[Cc]osmos|[Oo]smosis|[Ii]njective|[Cc]ardano|[Pp]olkadot|[Aa]lgorand|[Tt]ezos|[Ss]tellar|[Mm]onero|[Ss]epolia|[Hh]olesky|[Mm]oonbeam|etherscan|basescan|arbiscan|bscscan|mempool\.space)/g;

const order: readonly Exclude<Mention, undefined>[] = [
  'near',
  'sui',
  'aptos',
  'starknet',
  'tron',
  'solana',
  'other',
];

const nameOf = (match: RegExpExecArray): Mention =>
  order[match.findIndex((group: string | undefined, at) => at > 0 && group !== undefined) - 1];

/** The networks that a part of a text names, in order. */
function* namedIn(part: string): Generator<Mention, undefined> {
  // Not with `matchAll`, which copies the expression for each part.
  names.lastIndex = 0;
  for (let match; (match = names.exec(part)) !== null;) {
    if (!isInValue(part, match.index)) yield nameOf(match);
  }
}

/** The first network that a part of a text names. */
export const firstIn = (part: string): Mention => namedIn(part).next().value;

/** The last network that a part of a text names. */
export const lastIn = (part: string): Mention => [...namedIn(part)].at(-1);

/** Whether a text names a network, beside whatever others. */
export const isNamedIn = (network: NamedNetwork, text: string): boolean =>
  [...namedIn(text)].includes(network);

/** Typical content of paths and first lines in files about a network. */
const own: readonly (readonly [NamedNetwork, RegExp, RegExp])[] = [
  [
    'near',
    /(?:^|[\\/_.-])near(?:[\\/_.-]|$)|nep-?1[47]1/i,
    /near[-_](?:api|sdk|cli|workspaces|primitives|jsonrpc|kit|contract)|@near-|\bNEAR(?:_[A-Z]+)? (?:account|contract|protocol|network|mainnet|testnet)|near\.org/,
  ],
  [
    'sui',
    /(?:^|[\\/_.-])sui(?:[\\/_.-]|$)/i,
    /@mysten\/|\bsui[-_](?:sdk|types|json_rpc|keys|framework)|\bsui::|\bSuiClient|\bsui client\b|\bpysui\b/,
  ],
  [
    'aptos',
    /aptos/i,
    /@aptos-labs\/|\baptos[-_](?:sdk|framework|types|std|ledger)|\baptos::|\bAptos(?:Client|Account|Config)\b|\baptos (?:move|account|init)\b/,
  ],
  ['starknet', /starknet|\.cairo$/i, /starknet|\bStarknet|#\[starknet::|STARKNET|cairo[-_]lang/],
  [
    'tron',
    /(?:^|[\\/_.-])tron(?:[\\/_.-]|web|link|grid|py|$)/i,
    /tron-?(?:web|link|grid|protocol|py)\b|\bTron(?:Web|Link|Grid)\b|\bTRON (?:account|address|contract|network|mainnet)/,
  ],
  [
    'solana',
    /solana|jupiter|raydium|metaplex|spl[-_]token|(?:^|[\\/])Anchor\.toml$/i,
    /solana|anchor[-_]lang|coral-xyz|metaplex|spl[-_]token|declare_id!|"isSigner"|^\[programs\.(?:localnet|devnet|testnet|mainnet)\]|So1{20}/im,
  ],
];

/** The network that a file is about. Undefined if none or several. */
export function networkOfFile({ path, head }: { path: string; head: string }): Mention {
  const named = own.filter(([, ofPath]) => ofPath.test(path));
  const found = named.length > 0 ? named : own.filter(([, , ofHead]) => ofHead.test(head));
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** `chain: "sui"`, `"network": "starknet"`. */
const member =
  /(?<![A-Za-z])(?:chain(?:_?name)?|network(?:_?name)?|blockchain|platform|protocol|ecosystem)["'`]?\s{0,4}[:=]\s{0,4}["'`]([\w .:-]{2,24})["'`]/i;

/** A fragment of each name in `member`: without any of them, checking takes half the time. */
const memberPart = /hain|etwork|latform|rotocol|cosystem/i;

/** The network that the first such member of a part of a text names. */
export const networkMemberIn = (part: string): string | undefined =>
  memberPart.test(part) ? member.exec(part)?.[1] : undefined;
