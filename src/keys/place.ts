import type { Span } from '../text/span.ts';

/** A value that may be a key. */
export interface Place extends Span {
  readonly text: string;
  /** The offset at which the search backward stops. */
  readonly floor: number;
  /** Whether the value has exactly the size of a key, so that a bare `key` names it. */
  readonly isKeySized?: boolean;
  /** Whether it is too short for a key: it can only be a piece of one. */
  readonly isHalf?: boolean;
}
