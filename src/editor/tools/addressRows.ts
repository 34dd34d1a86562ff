import type { Uri } from 'vscode';
import { isKeySizedHex } from '../../keys/hexAccounts.ts';
import { checksumOf } from '../../addresses/occurrence.ts';
import type { ExactJson } from '../../api/exactJson.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import { num } from '../../report/export/jsonParts.ts';
import { riskOf, type Risk } from '../../report/risk.ts';
import { inert, networkJson } from '../../report/toolResult.ts';
import { factsJson, riskJson } from '../../report/toolRows.ts';
import { toolTexts } from '../../words/tools.ts';
import { askedFor } from '../book/asked.ts';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import type { FoundAddress } from '../documents/subject.ts';
import { storedKeyOf, type Identity } from '../session/identity.ts';
import { scaleOf } from '../session/scale.ts';
import { settings } from '../shell/settings.ts';

/** A found address with its place, which counts from 0. */
export interface FoundRow extends Pick<
  FoundAddress,
  'occurrence' | 'canonical' | 'problem' | 'chain'
> {
  readonly line: number;
  readonly column: number;
}

interface Ports {
  readonly books: Books;
  readonly calls: Calls;
}

/** What is known of found addresses: from the text, the address books, and stored results. */
export async function rowsOf(
  found: readonly FoundRow[],
  uri: Uri,
  { books, calls }: Ports,
): Promise<readonly ExactJson[]> {
  const identity = await calls.session.identity();
  const risks = await storedRisks(found, identity, calls);
  const how = {
    ...{ aggregator: settings.aggregator(), scale: scaleOf(identity) },
    isSample: identity.kind === 'sample',
  };
  return found.map((row, index) =>
    isWithheld(row)
      ? { ...placeOf(row), withheld: toolTexts.withheld() }
      : {
          ...placeOf(row),
          address: row.canonical,
          family: row.occurrence.family,
          ...networkJson(row.chain.chain, row.chain),
          ...(row.chain.candidates.length > 1 && { candidates: row.chain.candidates }),
          checksum: checksumOf(row.occurrence),
          placeholder: row.occurrence.placeholder,
          ...inert(factsJson(books.factsOf(uri, askedFor(row)))),
          storedScore: inert(riskJson(risks[index] ?? null, how)),
        },
  );
}

/** A model provider would see it: what could be a private key stays here. */
function isWithheld({ canonical }: FoundRow): boolean {
  return isKeySizedHex(canonical);
}

function placeOf({ line, column }: FoundRow): Readonly<Record<string, ExactJson>> {
  return { line: num(line + 1), column: num(column + 1) };
}

/** In their order; null without a stored score. */
async function storedRisks(
  found: readonly FoundRow[],
  identity: Identity,
  { openEngine }: Calls,
): Promise<readonly (Risk | null)[]> {
  const account = storedKeyOf(identity);
  if (account === undefined) return [];
  const keys = found.map(({ canonical, chain }): SubjectKey | null =>
    chain.chain === null ? null : { account, address: canonical, chain: chain.chain },
  );
  const asked = keys.filter((key) => key !== null);
  if (asked.length === 0) return [];
  const heads = (await (await openEngine()).readStored(asked)).values();
  const aggregator = settings.aggregator();
  return keys.map((key) => {
    const head = key === null ? undefined : heads.next().value;
    return key === null || head === undefined ? null : riskOf(head, key, aggregator);
  });
}
