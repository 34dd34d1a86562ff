import { isTestNetwork } from '../networks/names.ts';
import { networkOfHost, urlsIn } from '../networks/urls.ts';
import type { Clue } from './clue.ts';
import { isMain } from './combine.ts';
import type { Scope } from './keyClues.ts';

const isDocument = /\.(?:mdx?|markdown|rst|adoc|txt|html?)$/i;

/** How much of a document is searched for links, in UTF-16 units. */
const reach = 65_536;

/** Reasons for which `mainnet` is a word of the text, and no folder. */
const isOfText: ReadonlySet<string> = new Set(['key', 'section', 'name', 'comment']);

/**
 * What `mainnet` means where no other network is named with it: Ethereum, as most code has it. Each
 * network calls its own so, too, so that no one pays for it, and a document whose links are all of
 * another network asks.
 */
export class MainnetClues {
  readonly #scope: Scope;
  readonly #isDocument: boolean;
  #ofLinks: string | null | undefined;

  constructor(scope: Scope, path: string) {
    this.#scope = scope;
    this.#isDocument = isDocument.test(path);
  }

  of(clue: Clue): Clue {
    const { verdict, reason, isClosed } = clue;
    if (this.#scope.family !== 'evm' || verdict.kind !== 'named' || isClosed === true) return clue;
    if (!isMain(verdict) || !isOfText.has(reason)) return clue;
    const own = this.#isDocument ? (this.#ofLinks ??= networkOfLinks(this.#scope)) : null;
    return own === null
      ? { ...clue, strength: 'words' }
      : { ...clue, verdict: { kind: 'several', networks: [verdict.network, own] } };
  }
}

/** The one main network whose sites a text has links to; null if there are several or none. */
function networkOfLinks({ outline }: Scope): string | null {
  const hosts = urlsIn(outline.text.slice(0, reach)).map(({ host }) => networkOfHost(host) ?? '');
  const [only, another] = new Set(hosts.filter((name) => name !== '' && !isTestNetwork(name)));
  return only === undefined || another !== undefined || only === 'ethereum' ? null : only;
}
