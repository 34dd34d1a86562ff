import type { Verdict } from '../networks/verdict.ts';
import type { ReasonKind, Strength } from './reasons.ts';

/** What a place says, and why. */
export interface Clue {
  readonly verdict: Verdict;
  readonly reason: ReasonKind;
  /** That of the reason, if it is missing. */
  readonly strength?: Strength;
  /** Whether it is the key of a map by network, so that nothing outside the map names the network. */
  readonly isClosed?: boolean;
  /** Whether it is in the key of the address. */
  readonly isOfKey?: boolean;
  /** Whether it touches the address, so that nothing else completes it. */
  readonly isTouching?: boolean;
}
