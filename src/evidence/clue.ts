import type { Verdict } from '../networks/verdict.ts';
import type { ReasonKind, Strength } from './reasons.ts';

/** Evidence at one place, with its reason. */
export interface Clue {
  readonly verdict: Verdict;
  readonly reason: ReasonKind;
  /** Defaults to the strength of the reason. */
  readonly strength?: Strength;
  /** Whether it is the key of a map by network, so that nothing outside the map names the network. */
  readonly isClosed?: boolean;
  /** Whether it is in the key of the address. */
  readonly isOfKey?: boolean;
  /** Whether it touches the address, so that nothing else completes it. */
  readonly isTouching?: boolean;
}
