import { networkCalled, networkOfChainId } from '../networks/mentions.ts';
import type { Family } from '../networks/networks.ts';
import { single, type Verdict } from '../networks/verdict.ts';
import { mayBeNetwork } from './entryVerdicts.ts';

/** `ChainId.POLYGON`, `Networks.test.polygon`: a member of a list of networks, where an everyday word is one too. */
const member =
  /\b(?:EndpointId|(?:Supported)?(?:[Cc]hain|[Nn]etwork|(?:BLOCK)?CHAIN|NETWORK|Blockchain)(?:s|S|_?I[Dd][sS]?|Names?|_NAMES?|Enum|Key|Slug)?|[A-Z]\w{0,16}(?:Chain|Network)(?:_?I[Dd][sS]?|(?=\.[A-Z][A-Z\d_]{2})))\.(?:main\.|(test)\.)?([A-Za-z]\w{1,40})/g;

/** Every such list's name contains one of these, which a native search finds quickly. */
const memberParts = ['hain', 'etwork', 'CHAIN', 'NETWORK', 'EndpointId'];

/** `EndpointId.BASE_V2_MAINNET` of LayerZero. */
const endpointVersion = /_V2_(?:MAIN|(TEST))NET$/;

/** `[ChainSlug.BASE]:` ends with a member. */
export const memberKey = /\.[A-Za-z]\w{0,40}[\])]{0,2}\s{0,4}[:=]?\s{0,4}["'`]?$/;

/** Members of a list of networks: `ChainId.POLYGON`. */
export function membersIn(part: string, family: Family): Verdict | undefined {
  if (!part.includes('.') || !memberParts.some((each) => part.includes(each))) return undefined;
  const members = [...part.matchAll(member)].map(([, test = '', name = '']) => {
    const plain = name.replace(endpointVersion, (_, ofTest = '') => (ofTest ? 'testnet' : ''));
    return test === '' ? plain : `${plain}testnet`;
  });
  if (members.length === 0) return undefined;
  const known = single(
    members.flatMap((name) => {
      const network = networkCalled(name, family);
      return network === undefined ? [] : [[network, name] as const];
    }),
  );
  if (known !== undefined) return known;
  // Other members are functions and properties: `chain.id`, `network.name`.
  const first = members.find((name) => /^[A-Z]|testnet$/.test(name) && mayBeNetwork(name));
  return first === undefined ? undefined : { kind: 'outside', evidence: first };
}

/** `--chain-id 8453`, `--network=base`: an option of a command. */
const option = /--(?:chain|chain-?id|network)[ =]["']?([A-Za-z0-9][\w-]{0,40})/g;

/** `hre.network.name === "base"`, `network.show_active() == "base"`, but not `!==`. */
const comparison =
  /(?<!\w)(?:network|chain)(?:\.name|Name|\.show_active\()?\)? ?===? ?["'`]([A-Za-z][\w-]{0,40})["'`]/g;

/** The networks that the options of a command choose, or that code compares its own with. */
export function chosenIn(part: string, family: Family): Verdict | undefined {
  const found = [
    ...(part.includes('--') ? part.matchAll(option) : []),
    ...(part.includes('==') ? part.matchAll(comparison) : []),
  ];
  const networks = found.flatMap(([, value = '']) => {
    const isId = /^\d+$/.test(value) && family === 'evm';
    const network = isId ? networkOfChainId(value) : networkCalled(value, family);
    return network === undefined ? [] : [[network, value] as const];
  });
  return single(networks);
}
