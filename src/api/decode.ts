import * as v from 'valibot';
import { isTooBig, parseExactJson, type ExactJson } from './exactJson.ts';
import { fieldsIn, finiteNumber, jsonObject, own, type FieldsOf } from './field.ts';

/** ISO 8601 with `Z`. */
const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => Number.isFinite(Date.parse(text))),
);

/** Not null: that counts as absent. */
const anyJson = v.custom<ExactJson>(() => true);

/** service-spec.md, "Risk score object", the part that is shown; the whole body is stored raw. */
const scoreFields = {
  address: { key: 'address', schema: v.string() },
  chain: { key: 'chain', schema: v.string() },
  /** The digits as sent; the spec gives no range and no scale. */
  score: { key: 'risk_score', schema: finiteNumber },
  /** The spec names an object and does not show its inside: any JSON is accepted. */
  rawRiskScore: { key: 'raw_risk_score', schema: anyJson },
  createdAt: { key: 'created_at', schema: instant },
  updatedAt: { key: 'updated_at', schema: instant },
  createdBy: { key: 'created_by', schema: v.string() },
  creatorName: { key: 'creator_display_name', schema: v.string() },
  /** The spec gives no meaning of these three beyond their names. */
  id: { key: 'id', schema: v.string() },
  hash: { key: 'hash', schema: v.string() },
  graphFileName: { key: 'graph_file_name', schema: v.string() },
} as const;

export interface RiskScore extends FieldsOf<typeof scoreFields> {
  /** The body has too many values to parse, so nothing was decoded. It is stored in full. */
  readonly isTooBig: boolean;
}

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
  return { ...fieldsIn(scoreFields, inner.output), isTooBig: false };
}

/** Recognizes the envelope without parsing its content. */
const looksLikeScore = /^\uFEFF?\s{0,64}\{\s{0,64}"risk_score"\s{0,64}:\s{0,64}\{/;

const unread = { state: 'unreadable', text: '' } as const;

const unreadableScore: RiskScore = {
  ...fieldsIn(scoreFields, {}),
  score: unread,
  rawRiskScore: unread,
  isTooBig: true,
};

/**
 * One to 512 printable characters without spaces: the spec guarantees nothing else about job IDs.
 */
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
