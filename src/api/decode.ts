import * as v from 'valibot';
import { isTooBig, parseExactJson, type ExactJson } from './exactJson.ts';
import { field, finiteNumber, jsonObject, own, type Field } from './field.ts';

/** service-spec.md, "Risk score object", the part that is shown; the whole body is stored raw. */
export interface RiskScore {
  readonly address: Field<string>;
  readonly chain: Field<string>;
  /** The digits as sent; the spec gives no range and no scale. */
  readonly score: Field<string>;
  /** The spec names an object and does not show its inside: any JSON is accepted. */
  readonly rawRiskScore: Field<ExactJson>;
  /** ISO 8601 with `Z`. */
  readonly createdAt: Field<string>;
  /** The same. */
  readonly updatedAt: Field<string>;
  readonly createdBy: Field<string>;
  readonly creatorName: Field<string>;
  /** The spec gives no meaning of these three beyond their names. */
  readonly id: Field<string>;
  readonly hash: Field<string>;
  readonly graphFileName: Field<string>;
  /** The body has too many values to parse: nothing can be read, but it is stored whole. */
  readonly isTooBig: boolean;
}

const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => Number.isFinite(Date.parse(text))),
);

/** Not null: that counts as absent. */
const anyJson = v.custom<ExactJson>(() => true);

/**
 * Undefined if the body is not an object whose key `risk_score` holds an object. A body with too
 * many values was still paid for: it counts as a score without readable fields.
 */
export function decodeRiskScore(body: string): RiskScore | undefined {
  if (isTooBig(body)) return looksLikeScore.test(body) ? unreadableScore : undefined;
  const envelope = v.safeParse(jsonObject, parseExactJson(body));
  if (!envelope.success) return undefined;
  const inner = v.safeParse(jsonObject, own(envelope.output, 'risk_score'));
  if (!inner.success) return undefined;
  return {
    address: field(inner.output, 'address', v.string()),
    chain: field(inner.output, 'chain', v.string()),
    score: field(inner.output, 'risk_score', finiteNumber),
    rawRiskScore: field(inner.output, 'raw_risk_score', anyJson),
    createdAt: field(inner.output, 'created_at', instant),
    updatedAt: field(inner.output, 'updated_at', instant),
    createdBy: field(inner.output, 'created_by', v.string()),
    creatorName: field(inner.output, 'creator_display_name', v.string()),
    id: field(inner.output, 'id', v.string()),
    hash: field(inner.output, 'hash', v.string()),
    graphFileName: field(inner.output, 'graph_file_name', v.string()),
    isTooBig: false,
  };
}

/** The envelope, told without parsing what is in it. */
const looksLikeScore = /^\uFEFF?\s{0,64}\{\s{0,64}"risk_score"\s{0,64}:\s{0,64}\{/;

const unread = { state: 'unreadable', text: '' } as const;
const absent = { state: 'absent' } as const;

const unreadableScore: RiskScore = {
  address: absent,
  chain: absent,
  score: unread,
  rawRiskScore: unread,
  createdAt: absent,
  updatedAt: absent,
  createdBy: absent,
  creatorName: absent,
  id: absent,
  hash: absent,
  graphFileName: absent,
  isTooBig: true,
};

/** One to 512 printable characters without a space: nothing more is known about a job ID. */
const jobIdShape = /^[\x21-\x7e]{1,512}$/;

/**
 * The job ID in the response of the start call, whose format the spec does not show: a JSON string,
 * an object with `job_id`, or bare text. Undefined if none can be read.
 */
export function decodeJobId(body: string): string | undefined {
  const text = body.replace(/^\uFEFF/, '').trim();
  const json = parseExactJson(text);
  let id: unknown = json;
  if (json === undefined) id = /^[{["<]/.test(text) ? undefined : text;
  else if (v.is(jsonObject, json)) id = own(json, 'job_id');
  return typeof id === 'string' && jobIdShape.test(id) ? id : undefined;
}
