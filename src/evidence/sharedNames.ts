import { networkOfHost, urlsIn } from '../networks/urls.ts';
import { isTestNetwork } from '../networks/names.ts';
import type { Clue } from './clue.ts';
import type { Scope } from './keyClues.ts';
import { isDocument } from './path.ts';
import { isMain, strengthOf } from './resolve.ts';

/** How much of a document is searched for links, in UTF-16 units. */
const reach = 65_536;

/** Reasons for which a name is a word of the text, and no folder. */
const isOfText: ReadonlySet<string> = new Set(['key', 'section', 'name', 'comment']);

/**
 * What names mean that several networks have: each calls its own `mainnet`, and Ethereum is the family
 * of all of EVM. As a key or a member of a list, `mainnet` is Ethereum, as most code has it, but no
 * one pays for it, and a document whose links are all of another network asks. Elsewhere in code, such
 * a word alone says nothing.
 */
export class SharedNames {
  readonly #scope: Scope;
  readonly #isDocument: boolean;
  #ofLinks: string | null | undefined;

  constructor(scope: Scope, path: string) {
    this.#scope = scope;
    this.#isDocument = isDocument.test(path);
  }

  /** The clue as it counts; undefined if it says nothing. */
  of(clue: Clue): Clue | undefined {
    const { verdict, reason, isClosed } = clue;
    const { family } = this.#scope;
    if (verdict.kind !== 'named' || isClosed === true) return clue;
    // `starknet/` says no more than the address does.
    if (family !== 'evm')
      return verdict.network === family && strengthOf(clue) === 'words' ? undefined : clue;
    if (!isOfText.has(reason)) return clue;
    // `if (_mainnet) {` asks a parameter.
    const isWord = strengthOf(clue) === 'words' || verdict.evidence.startsWith('_');
    const isAlone = isClosed === undefined && isWord && !this.#isDocument;
    if (!isMain(verdict)) return isAlone && isWordOfFamily(clue) ? undefined : clue;
    if (isAlone) return undefined;
    const own = this.#isDocument ? (this.#ofLinks ??= networkOfLinks(this.#scope)) : null;
    return own === null
      ? { ...clue, strength: 'words' }
      : { ...clue, verdict: { kind: 'several', networks: [verdict.network, own] } };
  }
}

/** `ETHEREUM_ACCOUNT`, `ethereum.CallMsg`. What a comment says is about the address. */
const isWordOfFamily = (clue: Clue): boolean =>
  clue.verdict.kind === 'named' &&
  clue.reason !== 'comment' &&
  /^_?eth(?:ereum)?$/i.test(clue.verdict.evidence);

/** The one main network whose sites a text has links to; null if there are several or none. */
function networkOfLinks({ outline }: Scope): string | null {
  const hosts = urlsIn(outline.text.slice(0, reach)).map(({ host }) => networkOfHost(host) ?? '');
  const [only, another] = new Set(hosts.filter((name) => name !== '' && !isTestNetwork(name)));
  return only === undefined || another !== undefined || only === 'ethereum' ? null : only;
}
