import { isAddress } from '../ledger/addresses.ts';
import { knowsChain, type TransferLedger } from '../ledger/ledger.ts';
import { Refusal } from './refusal.ts';

export type Aggregator = 'money' | 'money_rank_weight';

/**
 * The value of a `name=value` pair among those joined by `&`.
 *
 * @returns undefined if there is none
 * @throws {Refusal} 422 if it is there twice or cannot be decoded
 */
export function valueOf(pairs: string, name: string): string | undefined {
  const values = pairs
    .split('&')
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => decoded(pair.slice(name.length + 1)));
  if (values.length > 1) throw new Refusal(422, `The parameter "${name}" is given twice.`);
  return values[0];
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(422, 'A parameter has a percent sign that is not an escape sequence.');
  }
}

/** @throws {Refusal} 422 unless the chain is known and the address has the shape of its family */
export function readPlace(ledger: TransferLedger, rawAddress: string, pairs: string) {
  const chain = valueOf(pairs, 'chain');
  if (chain === undefined) throw new Refusal(422, 'The parameter "chain" is missing.');
  if (!knowsChain(ledger, chain)) throw new Refusal(422, 'The chain is unknown.');
  const address = decoded(rawAddress);
  if (!isAddress(chain, address)) {
    throw new Refusal(422, 'The address does not have the form of addresses of this chain.');
  }
  return { chain, address };
}

/** @throws {Refusal} 422 */
export function readAggregator(pairs: string): Aggregator {
  const name = valueOf(pairs, 'aggregator') ?? 'money';
  if (name !== 'money' && name !== 'money_rank_weight') {
    throw new Refusal(422, 'The aggregator is neither "money" nor "money_rank_weight".');
  }
  return name;
}

/** @throws {Refusal} 422 if it is missing or cannot be any identifier: 1 to 512 visible characters */
export function readJobId(pairs: string): string {
  const id = valueOf(pairs, 'job_id');
  if (id === undefined) throw new Refusal(422, 'The parameter "job_id" is missing.');
  if (!/^[\x21-\x7e]{1,512}$/.test(id)) throw new Refusal(422, 'This is not a job identifier.');
  return id;
}
