import { chainIdShape } from '../api/parameters.ts';
import { networkNamed } from '../networks/networks.ts';
import { readScale } from '../report/scale.ts';
import type { Policy } from '../folder/policy.ts';
import type { Options } from '../options/options.ts';
import { UsageError } from '../options/usageError.ts';

/** The policy of the address book, then what the options say. @throws UsageError */
export function withOptions(policy: Policy, options: Options): Policy {
  const scale = scaleIn(options.text('scale'));
  const chainIds = { ...policy.chainIds, ...chainIdsIn(options.text('chain-ids')) };
  return { ...policy, chainIds, scale: policy.scale ?? scale };
}

function chainIdsIn(text: string | undefined): Record<string, string> {
  const pairs = text === undefined ? [] : text.split(',');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', id = '', ...more] = pair.split('=');
      if (networkNamed(name) === undefined || !chainIdShape.test(id) || more.length > 0) {
        throw new UsageError(`--chain-ids: ${JSON.stringify(pair)} is no NAME=ID.`);
      }
      return [name, id];
    }),
  );
}

function scaleIn(text: string | undefined): Policy['scale'] {
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('--scale is not JSON.');
  }
  const reading = readScale(value);
  if (reading.kind === 'bad') throw new UsageError(`--scale is not a scale: ${reading.problem}.`);
  return reading.kind === 'scale' ? reading.scale : null;
}
