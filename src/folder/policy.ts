import { aggregators, chainIdShape, type Aggregator } from '../api/parameters.ts';
import { drain } from '../book/drain.ts';
import { readJson } from '../book/json.ts';
import { memberOf } from '../book/readBook.ts';
import { readScale, type RiskScale, scaleProblemText } from '../report/scale.ts';

/** Subjects of findings, the most severe first; `level` stands for `level:<name>`. */
export const rules = [
  ...(['deny', 'level', 'unread', 'book'] as const),
  ...(['look-alike', 'wrong-network', 'unlisted', 'new', 'checksum'] as const),
] as const;

export type Rule = (typeof rules)[number];

export type Severity = 'error' | 'warning';

/** Settings in the address book for the command line. */
export interface Policy {
  /** Of rules that it does not name, findings are only counted, but for `book` and `unread`. */
  readonly severities: ReadonlyMap<Rule, Severity>;
  /** The levels from which on a stored score fails and warns. */
  readonly levels: readonly { readonly name: string; readonly severity: Severity }[];
  readonly scale: RiskScale | null;
  readonly aggregator: Aggregator;
  /** Our names of networks, and the identifiers that the service expects where they differ. */
  readonly chainIds: Readonly<Record<string, string>>;
}

export type PolicyReading =
  | { readonly kind: 'policy'; readonly policy: Policy }
  /** A sentence. */
  | { readonly kind: 'wrong'; readonly reason: string };

/** In UTF-16 units. */
const maxPolicyLength = 65_536;

/** Without a policy. */
export const defaultPolicy: Policy = {
  severities: new Map([
    ...rules.map((rule) => [rule, 'warning'] as const),
    ...(['deny', 'book', 'unread'] as const).map((rule) => [rule, 'error'] as const),
  ]),
  levels: [],
  scale: null,
  aggregator: 'money',
  chainIds: {},
};

/** Rules that fail by default once a policy names others. */
const unlessNamed: ReadonlyMap<Rule, Severity> = new Map([
  ['unread', 'error'],
  ['book', 'error'],
]);

/** @param text of a book that `readBook` accepts; empty for none */
export function readPolicy(text: string): PolicyReading {
  // Most books have none, and a book may be megabytes long.
  const reading = text.includes('"policy"') ? drain(readJson(text, 1)) : undefined;
  const node = reading?.kind === 'json' ? memberOf(reading.root, 'policy')?.value : undefined;
  if (node === undefined) return { kind: 'policy', policy: defaultPolicy };
  if (node.kind !== 'object') return wrong('“policy” must be an object.');
  if (node.end - node.start > maxPolicyLength) return wrong('“policy” is too long.');
  const source = text.slice(node.start, node.end);
  const members = drain(readJson(source, 1));
  const names = members.kind === 'json' ? members.root.members.map(({ key }) => key) : [];
  if (new Set(names).size < names.length) return wrong('A member of “policy” appears twice.');
  return policyOf(JSON.parse(source) as Record<string, unknown>);
}

const wrong = (reason: string): PolicyReading => ({ kind: 'wrong', reason });

function policyOf(members: Readonly<Record<string, unknown>>): PolicyReading {
  const known = ['fail', 'warn', 'scale', 'aggregator', 'chainIds'];
  const unknown = Object.keys(members).find((name) => !known.includes(name) && name[0] !== '$');
  if (unknown !== undefined) return wrong(`“policy” has an unknown member: ${quoted(unknown)}.`);
  const read = readScale(members['scale']);
  if (read.kind === 'bad')
    return wrong(`“scale” is not a scale. ${scaleProblemText(read.problem)}`);
  const scale = read.kind === 'scale' ? read.scale : null;
  // A policy with only a scale, for example, judges like no policy. In all others, unread files and
  // unusable books fail unless the policy names them.
  const isJudging = members['fail'] !== undefined || members['warn'] !== undefined;
  const severities = new Map(isJudging ? unlessNamed : defaultPolicy.severities);
  const levels: { name: string; severity: Severity }[] = [];
  // Failing is last: a rule that is in both fails.
  for (const [member, severity] of [
    ['warn', 'warning'],
    ['fail', 'error'],
  ] as const) {
    const { [member]: kinds = [] } = members;
    if (!Array.isArray(kinds)) return wrong(`“${member}” must be a list.`);
    for (const kind of kinds as unknown[]) {
      const name = levelIn(kind);
      const rule = name === undefined ? rules.find((each) => each === kind) : 'level';
      if (rule === undefined || kind === 'level')
        return wrong(`“${member}” has an unknown kind: ${quoted(kind)}.`);
      severities.set(rule, severity);
      if (name !== undefined) levels.push({ name, severity });
    }
  }
  const names = scale?.levels.map(({ name }) => name) ?? [];
  const missing = levels.find(({ name }) => !names.includes(name));
  if (missing !== undefined) {
    return wrong(`“level:” needs a “scale” with this level: ${quoted(missing.name)}.`);
  }
  const idle = scale === null ? undefined : idleLevel(scale, levels);
  if (idle !== undefined) {
    return wrong(`“warn” has a level that always fails instead: ${quoted(`level:${idle}`)}.`);
  }
  // Someone wrote `null`, so it is an error and not a default.
  const { aggregator: method = defaultPolicy.aggregator, chainIds: identifiers = {} } = members;
  const aggregator = aggregators.find((name) => name === method);
  if (aggregator === undefined) {
    return wrong(`“aggregator” must be ${aggregators.join(' or ')}.`);
  }
  const chainIds = chainIdsIn(identifiers);
  if (chainIds === undefined) return wrong('“chainIds” must have an identifier for each network.');
  return { kind: 'policy', policy: { severities, levels, scale, aggregator, chainIds } };
}

function levelIn(kind: unknown): string | undefined {
  return typeof kind === 'string' && kind.startsWith('level:') ? kind.slice(6).trim() : undefined;
}

/** Finds a level that never warns because all of its scores already fail. */
function idleLevel(scale: RiskScale, levels: Policy['levels']): string | undefined {
  const rankOf = (name: string): number => scale.levels.findIndex((level) => level.name === name);
  const failing = levels.filter(({ severity }) => severity === 'error');
  const least = Math.min(...failing.map(({ name }) => rankOf(name)));
  return levels.find(({ name, severity }) => severity === 'warning' && rankOf(name) >= least)?.name;
}

const quoted = (value: unknown): string =>
  typeof value === 'string' ? `“${value.slice(0, 64)}”` : typeof value;

function chainIdsIn(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // No prototype, so that `constructor` isn't a network.
  const ids = Object.create(null) as Record<string, string>;
  for (const [network, id] of Object.entries(value)) {
    if (typeof id !== 'string' || !chainIdShape.test(id)) return undefined;
    ids[network] = id;
  }
  return ids;
}
