import { createHash } from 'node:crypto';
import { visible } from '../messages/visible.ts';
import type { Rule, Severity } from './policy.ts';

/** One finding, in the one shape that every format has. */
export interface Finding {
  readonly rule: Rule;
  readonly level: Severity;
  /** With slashes, below the top of the repository; without one, below the folder. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units; 0 for a whole line. */
  readonly length: number;
  /** Null for one about the address book. */
  readonly address: string | null;
  /** Null if it is unknown. */
  readonly network: string | null;
  /** On one line, without what cannot be seen. */
  readonly message: string;
  /** The same while the finding moves to other lines. */
  readonly fingerprint: string;
  readonly state: 'new' | 'unchanged';
}

/** What a finding is made of. */
export interface FindingParts extends Omit<Finding, 'fingerprint' | 'message'> {
  readonly message: string;
  /** What tells apart two findings of one rule on one address in one file. */
  readonly detail?: string;
}

export function findingOf({ detail = '', ...parts }: FindingParts): Finding {
  const { rule, path, address, network, message } = parts;
  const what = address === null ? message : '';
  const name = JSON.stringify([rule, path, address, network, detail, what]);
  const fingerprint = createHash('sha256').update(name).digest('hex').slice(0, 32);
  return { ...parts, message: visible(message), fingerprint };
}
