import type { Aggregator } from '../../api/parameters.ts';
import { decoded, readAggregator, readJobId, valueOf } from '../../sample/http/parameters.ts';
import { Refusal } from '../../sample/http/refusal.ts';
import { readPlace, type Place } from '../place.ts';
import type { Call } from '../../sample/http/calls.ts';

export type ReadRequest =
  | { readonly endpoint: 'start'; readonly place: Place; readonly aggregator: Aggregator }
  | { readonly endpoint: 'summary'; readonly place: Place }
  | { readonly endpoint: 'status'; readonly jobId: string };

/** @throws {Refusal} 422 for parameters that cannot be meant */
export function readRequest(call: Call): ReadRequest {
  switch (call.kind) {
    case 'start':
      return {
        endpoint: 'start',
        place: placeOf(call.address, call.pairs),
        aggregator: readAggregator(call.pairs),
      };
    case 'summary':
      return { endpoint: 'summary', place: placeOf(call.address, call.pairs) };
    case 'status':
      return { endpoint: 'status', jobId: readJobId(call.pairs) };
  }
}

function placeOf(rawAddress: string, pairs: string): Place {
  const chain = valueOf(pairs, 'chain');
  if (chain === undefined) throw new Refusal(422, 'The parameter "chain" is missing.');
  const place = readPlace(chain, decoded(rawAddress));
  if (place === undefined) throw new Refusal(422, 'The address is none of this network.');
  return place;
}
