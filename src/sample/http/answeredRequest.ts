/** What a test may know of a request afterwards; never its credentials. */
export interface AnsweredRequest {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  readonly status: number;
  /** When its head had arrived, in Unix milliseconds with fractions, from a clock that never jumps. */
  readonly timeMs: number;
  /** Whether it came with a key that is good. */
  readonly isAuthenticated: boolean;
}
